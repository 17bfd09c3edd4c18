// The skeleton of a card.

import { element } from '../shared/placeholders.js';

/** What stands in the card's place until it is there: its own loading state. */
export function makeSkeleton() {
  const bar = (more = '') => element('div', { class: `bar${more}` });
  const names = element('div', { class: 'names' }, bar(), bar(' wide'));
  const head = element('div', { class: 'head' }, bar(' picture'), names);
  // The engine looks up the fonts of the text and of the signs while the line is
  // busy, not when the card is drawn: 20 ms of its first layout on a slow phone.
  const fonts = element('p', { class: 'visually-hidden', 'aria-hidden': 'true' }, 'Aa ●◐○\u2068\u2069', element('b', {}, 'Aa'));
  const skeleton = element('div', { class: 'skeleton' }, head, bar(' wide'), bar(), bar(' wide'), fonts);
  const slot = element('slot', { name: 'loading' }, skeleton);
  return element('div', { class: 'card', part: 'card', 'aria-busy': 'true' }, slot);
}
