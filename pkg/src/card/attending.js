// What a card does for its reader: loaded once something is shown, and used as soon as it is there.

/** @import { Actions } from './interaction.js' */

import { withLater } from './styles.js';

/** @typedef {typeof import('./later.js')} Later */

/**
 * Undefined until it is loaded.
 * @type {Later | undefined}
 */
let later;

/**
 * The reader's actions in a shadow tree.
 * @param {ShadowRoot} root
 * @param {Actions} actions
 */
export function attending(root, actions) {
  /** @type {{ drawn(): void } | undefined} */
  let reader;
  /** @type {(() => void) | undefined} */
  let announceVerdict;
  /**
   * The button that was tapped before anything listened.
   * @type {HTMLElement | undefined}
   */
  let early;
  /** @param {Later} module */
  const attend = (module) => {
    reader ??= module.listen(root, actions);
    reader.drawn();
    later = module;
    early?.click();
    early = undefined;
  };
  /** @param {Later} module */
  const drawn = (module) => {
    attend(module);
    (announceVerdict ??= module.announcing(root))();
  };
  // The button of the element's own notice works before they are there.
  root.addEventListener('click', ({ target }) => {
    /** @type {HTMLElement | null | undefined} */
    const button = /** @type {Partial<Element> | null} */ (target)?.closest?.('[data-action]');
    // What the page puts into a slot is its own.
    if (reader || !button || !root.contains(button)) return;
    if (button.dataset.action === 'retry') actions.retry();
    else early = button;
  });
  return {
    /** Restores panels and the focus after a drawing, and announces a changed verdict. */
    drawn: () => (later ? drawn(later) : withLater(drawn)),
    /** Loads the actions, for what is shown without a drawing. */
    attend: () => {
      if (!reader) withLater(attend);
    },
  };
}
