// A card that is mounted: the handle of the WebAssembly's view and the container
// that it draws in.

import { element } from './card-parts.js';

export function same(a, b) {
  return Boolean(a && b) && Object.keys(a).every((key) => a[key] === b[key]);
}

export class Life {
  /** Where the view is drawn. */
  container;
  #handle;
  #view;
  #observer;

  /** Draws a view into `shell`; `drawn` is called whenever elements came or went. */
  constructor(module, shell, view, drawn) {
    // A new container each time: listeners on an old one would pile up.
    this.container = element('div', { class: 'mount' });
    this.#observer = new MutationObserver(drawn);
    this.#observer.observe(this.container, { childList: true, subtree: true });
    this.#view = view;
    shell.append(this.container);
    try {
      this.#handle = module.mountCard(this.container, { ...view });
    } catch (error) {
      this.end();
      throw error;
    }
  }

  /** Draws another view, unless it is the same. */
  update(view) {
    if (same(view, this.#view)) return;
    this.#view = view;
    this.#handle.update({ ...view });
  }

  /** Moves the focus to the card, for what had it is gone. */
  focus() {
    const card = this.container.querySelector('.card');
    if (!card) return;
    card.tabIndex = -1;
    card.focus({ preventScroll: true });
  }

  end() {
    this.#observer.disconnect();
    try {
      this.#handle?.destroy();
    } catch (error) {
      console.error('<product-pool-card>: the card did not end properly.', error);
    }
    this.container.remove();
  }
}
