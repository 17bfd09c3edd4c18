// A card that is mounted: the handle of the WebAssembly's view and the container
// that it draws in.

import { element } from './placeholders.js';

export function same(a, b) {
  return Boolean(a && b) && Object.keys(a).every((key) => a[key] === b[key]);
}

export class Life {
  /** Where the view is drawn. */
  container;
  #handle;
  #view;

  /** Draws a view into `shell`. */
  constructor(module, shell, view) {
    // A new container each time: the view wants one that is empty.
    this.container = element('div', { class: 'mount' });
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
    try {
      this.#handle?.destroy();
      // Not left to the collector, which knows nothing of the WebAssembly's memory.
      this.#handle?.free?.();
      this.#handle = undefined;
    } catch (error) {
      console.error('<product-pool-card>: the card did not end properly.', error);
    }
    this.container.remove();
  }
}
