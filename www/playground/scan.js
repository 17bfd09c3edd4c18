// The scan box: takes what a till's scanner types, or the camera reads.

import { find } from './dom.js';
import { connectCamera, hasCamera } from './camera.js';

/** The separator of GS1 element strings, which scanners type as Ctrl+]. */
const GROUP_SEPARATOR = '\x1d';

/**
 * Connects the form.
 * @param {HTMLFormElement} form
 * @param {(code: string) => void} scanned
 */
export function connectScan(form, scanned) {
  const input = form.elements.namedItem('scan');
  const status = find('scan-status');
  const camera = find('scan-camera');

  function take(code) {
    status.textContent = `Scanned ${code.replaceAll(GROUP_SEPARATOR, ' ')}`;
    scanned(code);
    // The next scan takes the place of this one.
    input.value = code;
    input.select();
  }

  input.addEventListener('keydown', (event) => {
    if (!event.ctrlKey || event.key !== ']') return;
    event.preventDefault();
    input.setRangeText(GROUP_SEPARATOR, input.selectionStart, input.selectionEnd, 'end');
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const code = input.value.trim();
    if (code) take(code);
    else input.focus();
  });

  camera.hidden = !hasCamera();
  find('scan-no-camera').hidden = !camera.hidden;
  const open = connectCamera(
    { dialog: find('camera'), video: find('camera-picture'), status: find('camera-status') },
    take,
  );
  camera.addEventListener('click', open);
}
