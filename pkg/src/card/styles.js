// The style sheet that all cards adopt; the build makes modules of `pkg/styles/`.

import allergens from '../../dist/styles/allergens.js';
import base from '../../dist/styles/base.js';
import card from '../../dist/styles/card.js';
import panels from '../../dist/styles/panels.js';
import { imported } from '../shared/import.js';
import { styleSheet } from '../shared/style-sheet.js';

/** The sheet of a document: what a card shows at first, and after `wholeSheetOf` the rest. */
export const sheetOf = styleSheet(base + card + allergens + panels);

/**
 * The sheets that have the rest or wait for it.
 * @type {WeakMap<CSSStyleSheet, Promise<CSSStyleSheet>>}
 */
const wholes = new WeakMap();

/**
 * The sheet of a document with the styles of what is folded, enlarged and printed, which
 * are loaded now. Without them if that fails: the next call tries again.
 * @param {Document} document
 */
export function wholeSheetOf(document) {
  const sheet = sheetOf(document);
  let whole = wholes.get(sheet);
  if (!whole) {
    whole = imported(() => import('../../dist/styles/later.js'))
      .then(
        // As one rule, so that the others need not be parsed again.
        ({ default: later }) => sheet.insertRule(`@media all{${later}}`, sheet.cssRules.length),
        () => wholes.delete(sheet),
      )
      .then(() => sheet);
    wholes.set(sheet, whole);
  }
  return whole;
}
