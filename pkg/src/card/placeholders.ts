// What stands in the place of a card while it loads.

import type { CardElement } from './request.js';
import { UNAVAILABLE, element } from '../shared/placeholders.js';

function makeSkeleton() {
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

/** What cards copy: a page of many makes it once. */
let skeleton: HTMLElement | undefined;

/** The skeleton that is shown while a card loads, made once one is wanted. */
export class Skeleton {
  #part: HTMLElement | undefined;

  /**
   * @param isWaiting - Whether the card has nothing of its own to show: beside the page's content
   *   the skeleton is not seen, and keeps the card's room.
   */
  show(card: CardElement, isWaiting: boolean): void {
    if (isWaiting) {
      this.#part ??= (skeleton ??= makeSkeleton()).cloneNode(true) as HTMLElement;
      // Each of them is answered in the card, which takes room.
      const words = card.avoid?.match(/\S+/g);
      if (words) card.shell.style.setProperty('--_pool-words', String(words.length));
      const { notLoaded, lang, dir } = card.locale ?? {};
      // What paper says, in English until there are other words.
      if (notLoaded) Object.assign(this.#part.lastElementChild ?? {}, { textContent: notLoaded, lang, dir });
    }
    if (this.#part) card.place(this.#part, isWaiting);
  }
}
