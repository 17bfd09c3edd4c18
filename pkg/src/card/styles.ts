// The style sheets that cards adopt; the build makes modules of `pkg/styles/`.

import allergens from '../../styles/allergens.css.js';
import base from '../../styles/base.css.js';
import card from '../../styles/card.css.js';
import panels from '../../styles/panels.css.js';
import { styleSheet } from '../shared/style-sheet.js';
import { loadLater, parts } from './parts.js';

/** The sheet of a document: what a full card shows at first, with the verdict where the entry has its styles. */
let firstOf: ((document: Document) => CSSStyleSheet) | undefined;

/** The sheet with what is loaded later, once that is there. */
let laterOf: ((document: Document) => CSSStyleSheet) | undefined;

/** The sheets of a document, as far as they are there. */
export function sheetsOf(document: Document): CSSStyleSheet[] {
  firstOf ??= styleSheet(base + card + allergens + panels + (parts.verdict ?? ''));
  if (parts.later) laterOf ??= styleSheet(parts.later.default);
  return [firstOf, laterOf].flatMap((sheetOf) => sheetOf?.(document) ?? []);
}

/** All sheets of a document; without the later one if that cannot be loaded: the next call tries again. */
export async function wholeSheetsOf(document: Document): Promise<CSSStyleSheet[]> {
  await loadLater().catch(() => {});
  return sheetsOf(document);
}

/** The colours that a page may set, as custom properties; that of lines is not one of a pair. */
const COLOURS = ['text', 'muted', 'background', 'soft', 'accent', 'contains', 'may-contain', 'not-stated'];

/** Whether the page sets colours of a card, which are completed by styles that are loaded later. */
export function hasColours(card: Element): boolean {
  const style = getComputedStyle(card);
  return COLOURS.some((name) => style.getPropertyValue(`--product-pool-${name}`));
}
