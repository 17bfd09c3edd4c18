// The frame around the element, as wide as a phone or a desk: the elements adapt to the room
// that they have, not to the window.

import { WIDTHS, widthOf } from './address.js';

/**
 * Connects the frame with its switch, its number and its handle.
 * @param {Record<'frame' | 'stage' | 'handle' | 'presets' | 'input' | 'output', HTMLElement>} parts
 * @param {(width: number | undefined, isTyping: boolean) => void} changed
 * @returns {(width: number | undefined) => void} Sets the width.
 */
export function connectFrame({ frame, stage, handle, presets, input, output }, changed) {
  Object.assign(input, WIDTHS);

  function resize(width) {
    frame.style.width = width ? `${width}px` : '';
    // Wider than the room that there is, it scrolls inside the frame.
    stage.style.width = width ? `${width}px` : '';
  }

  presets.addEventListener('change', ({ target }) => changed(widthOf(target.value), false));
  input.addEventListener('input', () => {
    if (input.validity.valid) changed(widthOf(input.value), true);
  });

  handle.addEventListener('pointerdown', (down) => {
    const before = frame.clientWidth;
    const direction = getComputedStyle(frame).direction === 'rtl' ? -1 : 1;
    const widthAt = ({ clientX }) =>
      widthOf(String(Math.max(0, Math.round(before + direction * (clientX - down.clientX)))));
    const drag = (event) => resize(widthAt(event));
    handle.setPointerCapture(down.pointerId);
    handle.addEventListener('pointermove', drag);
    handle.addEventListener(
      'lostpointercapture',
      (up) => {
        handle.removeEventListener('pointermove', drag);
        changed(widthAt(up), false);
      },
      { once: true },
    );
  });

  new ResizeObserver(() => {
    output.textContent = `${Math.round(stage.getBoundingClientRect().width)} pixels wide`;
  }).observe(stage);

  return (width) => {
    resize(width);
    for (const preset of presets.querySelectorAll('input')) preset.checked = widthOf(preset.value) === width;
    if (document.activeElement !== input) input.value = width ?? '';
  };
}
