// The skeleton of a card.

import { UNAVAILABLE, element } from '../shared/placeholders.js';

/** The skeleton that is shown while the card loads. */
export function makeSkeleton() {
  const bar = (more = '') => element('div', { class: `bar${more}` });
  const names = element('div', { class: 'names' }, bar(), bar(' wide'));
  const head = element('div', { class: 'head' }, bar(' picture'), names);
  // So that the engine looks up the fonts of text while requests run, not in the card's first
  // layout: 20 ms on a slow phone.
  const fonts = element(
    'p',
    { class: 'visually-hidden', 'aria-hidden': 'true' },
    'Aa \u2068\u2069',
    element('b', {}, 'Aa'),
  );
  const skeleton = element('div', { class: 'skeleton' }, head, bar(' wide'), bar(), bar(' wide'), fonts);
  const slot = element('slot', { name: 'loading' }, skeleton);
  const paper = element('p', { class: 'paper', lang: 'en' }, UNAVAILABLE);
  return element('div', { class: 'card', part: 'card', 'aria-busy': 'true' }, slot, paper);
}
