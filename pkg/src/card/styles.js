// The style sheet that all cards adopt; the build makes modules of `pkg/styles/`.

import allergens from '../../dist/styles/allergens.js';
import base from '../../dist/styles/base.js';
import card from '../../dist/styles/card.js';
import panels from '../../dist/styles/panels.js';
import { imported } from '../shared/import.js';
import { styleSheet } from '../shared/style-sheet.js';

/** The sheet of a document: what a full card shows at first. */
export const sheetOf = styleSheet(base + card + allergens + panels);

/**
 * Returns a function that adds more styles to the sheet of a document, which are loaded
 * then. Without them if that fails: the next call tries again.
 * @param {() => Promise<{ default: string }>} load
 */
function later(load) {
  /**
   * The sheets that have them or wait for them.
   * @type {WeakMap<CSSStyleSheet, Promise<CSSStyleSheet>>}
   */
  const sheets = new WeakMap();
  return (/** @type {Document} */ document) => {
    const sheet = sheetOf(document);
    let added = sheets.get(sheet);
    if (!added) {
      added = imported(load)
        .then(
          // As one rule, so that the others need not be parsed again.
          ({ default: css }) => sheet.insertRule(`@media all{${css}}`, sheet.cssRules.length),
          () => sheets.delete(sheet),
        )
        .then(() => sheet);
      sheets.set(sheet, added);
    }
    return added;
  };
}

/** The sheet of a document with the styles of what is folded, enlarged and printed. */
export const wholeSheetOf = later(() => import('../../dist/styles/later.js'));

/** The sheet of a document with the styles of the variants but `full`. */
export const variantSheetOf = later(() => import('../../dist/styles/variants.js'));
