// The scan box: takes what a till's scanner types, or the package's own scanner reads with the camera.

import { find } from './dom.js';
import { PACKAGE } from './service.js';

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

  // Where the browser reads no barcodes it shows nothing.
  addEventListener('product-pool-scan', ({ detail }) => take(detail.text));
  import(new URL('scanner.js', PACKAGE));
}
