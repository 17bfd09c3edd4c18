// What a card does for its reader: loaded once something is shown, and used as soon as it is there.

import type { Actions } from './interaction.js';
import type { Later } from './parts.js';
import { parts, withLater } from './parts.js';
import { inTurn } from './turns.js';

/**
 * The reader's actions in a shadow tree.
 *
 * @param adopt - Takes the styles that come with them.
 */
export function attending(root: ShadowRoot, actions: Actions, adopt: () => void) {
  let reader: { drawn(): void } | undefined;
  let announceVerdict: (() => void) | undefined;
  let isWaiting = false;
  /** The button that was tapped before anything listened. */
  let early: HTMLElement | undefined;
  const attend = (module: Later) => {
    reader ??= module.listen(root, actions);
    reader.drawn();
    early?.click();
    early = undefined;
  };
  const drawn = (module: Later) => {
    attend(module);
    (announceVerdict ??= module.announcing(root))();
  };
  // The button of the element's own notice works before they are there.
  root.addEventListener('click', ({ target }) => {
    const button: HTMLElement | null | undefined = (target as Partial<Element> | null)?.closest?.('[data-action]');
    // What the page puts into a slot is its own.
    if (reader || !button || !root.contains(button)) return;
    if (button.dataset.action === 'retry') actions.retry();
    else early = button;
  });
  return {
    /** Restores panels and the focus after a drawing, and announces a changed verdict. */
    drawn: (): void => {
      if (parts.later) return drawn(parts.later);
      if (isWaiting) return;
      isWaiting = true;
      withLater((module) =>
        inTurn(root.host, () => {
          isWaiting = false;
          adopt();
          drawn(module);
        }),
      );
    },
    /** Loads the actions, for what is shown without a drawing. */
    attend: (): void => {
      if (!reader) withLater(attend);
    },
  };
}
