// The style sheet that all cards adopt; the build makes modules of `pkg/styles/`.

import allergens from '../../styles/allergens.css.js';
import base from '../../styles/base.css.js';
import card from '../../styles/card.css.js';
import panels from '../../styles/panels.css.js';
import { imported } from '../shared/import.js';
import { styleSheet } from '../shared/style-sheet.js';

/** The sheet of a document: what a full card shows at first. */
export const sheetOf: (document: Document) => CSSStyleSheet = styleSheet(base + card + allergens + panels);

/** The colours that a page may set, as custom properties; that of lines is not one of a pair. */
const COLOURS = ['text', 'muted', 'background', 'soft', 'accent', 'contains', 'may-contain', 'not-stated'];

/** Whether the page sets colours of a card, which are completed by styles that are loaded later. */
export function hasColours(card: Element): boolean {
  const style = getComputedStyle(card);
  return COLOURS.some((name) => style.getPropertyValue(`--product-pool-${name}`));
}

/** Loads what a card does not need at first. */
export const loadLater = (): Promise<typeof import('./later.js')> => imported(() => import('./later.js'));

/** The time after which that is tried again for what a card must not do without, in milliseconds. */
const RETRY = 15_000;

/** Uses what is loaded later, as soon as it can be loaded. */
export function withLater(use: (module: typeof import('./later.js')) => void): void {
  loadLater().then(use, () => setTimeout(withLater, RETRY, use));
}

/** The sheets that have the styles of `later.ts` or wait for them. */
const whole: WeakMap<CSSStyleSheet, Promise<CSSStyleSheet>> = new WeakMap();

/**
 * The sheet of a document with all styles of cards. Without the later ones if they cannot
 * be loaded: the next call tries again.
 */
export function wholeSheetOf(document: Document): Promise<CSSStyleSheet> {
  const sheet = sheetOf(document);
  let added = whole.get(sheet);
  if (!added) {
    added = loadLater()
      .then(
        // As one rule, so that the others need not be parsed again.
        ({ default: css }) => sheet.insertRule(`@media all{${css}}`, sheet.cssRules.length),
        () => whole.delete(sheet),
      )
      .then(() => sheet);
    whole.set(sheet, added);
  }
  return added;
}
