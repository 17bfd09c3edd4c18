// The slots of an element, each with something that a page might put there.

import { make } from './dom.js';
import { withCode } from './text.js';

/** The content of the slots that have a special purpose. */
const SAMPLES = {
  '': () => make('a', { href: '#markup-title' }, 'Product specification'),
  header: () => make('p', {}, 'Chilled · delivered tomorrow'),
  actions: () => make('button', { type: 'button' }, 'Add to basket'),
  footer: () => make('p', {}, 'Prices include tax.'),
  loading: () => make('p', {}, 'One moment, please.'),
  error: () => make('p', {}, 'We cannot show this product at the moment: please ask our staff.'),
  'not-found': () => make('p', {}, 'We do not sell this product.'),
};

/** The name under which the slot without a name stands in the address. */
const UNNAMED = 'fallback';

/** The content of the slots of these names, as a page would have it. */
export function slotted(names) {
  return names.map((key) => {
    const name = key === UNNAMED ? '' : key;
    const content = SAMPLES[name]?.() ?? make('p', {}, `Content of the slot ${name}.`);
    if (name) content.slot = name;
    return content;
  });
}

const labelOf = ({ id, value }) => make('label', { htmlFor: id }, make('code', {}, value));

/**
 * Fills a group of the form with a checkbox for each slot.
 * @param {HTMLElement} place
 * @param {{ slot: { name: string, description: string }[] }} reference
 * @param {(names: string[]) => void} changed
 * @returns {(names: string[]) => string[]} Sets the checkboxes, and returns the names that exist.
 */
export function makeSlots(place, reference, changed) {
  const boxes = reference.slot.map(({ name }) => make('input', { type: 'checkbox', value: name || UNNAMED }));
  const rows = reference.slot.map(({ description, isPanel }, index) => {
    const box = boxes[index];
    box.id = `slot-${box.value}`;
    const row = make('div', { className: 'field box' }, box, labelOf(box));
    // The names of the others say where they are.
    if (!isPanel) {
      row.append(make('p', { id: `${box.id}-hint`, className: 'hint' }, ...withCode(description)));
      box.setAttribute('aria-describedby', `${box.id}-hint`);
    }
    return row;
  });
  place.replaceChildren(...rows);
  place.onchange = () => changed(boxes.filter(({ checked }) => checked).map(({ value }) => value));
  return (names) => {
    for (const box of boxes) box.checked = names.includes(box.value);
    return boxes.filter(({ checked }) => checked).map(({ value }) => value);
  };
}
