// The hosts: pages of other people that an element comes into, a row each. A bug report from a page is
// a new row; tests/e2e/host-rows.test.mjs asks the same of every row, hosts.html shows it.

import { DOCUMENTS } from './documents.js';
import { PLACES } from './places.js';
import { SCRIPTS } from './scripts.js';
import { STYLES } from './styles.js';

/**
 * A page, by what it does; whatever is left out is as in a plain page.
 * @typedef {object} Row
 * @property {string} [html] - The place of each element, which is `{}`.
 * @property {string} [page] - What is around all places, which are `{}`.
 * @property {string} [css] - The page's style sheet.
 * @property {Record<string, string>} [root] - Attributes of the root element.
 * @property {string} [policy] - Its Content-Security-Policy.
 * @property {string[]} [modules] - The scripts of the elements.
 * @property {() => void} [before] - A script before them.
 * @property {(start: () => Promise<void>) => Promise<void>} [load] - A script that starts them.
 * @property {(drawn: () => Promise<void>) => Promise<void>} [after] - A script after them; it may wait until
 *   all elements are drawn.
 * @property {boolean} [isFrame] - Whether the elements are in a frame, and not in this page.
 * @property {number} [room] - How much room the place leaves, in pixels, if it is less than an element wants.
 * @property {boolean} [hides] - Whether the page hides some of the elements on purpose.
 * @property {boolean} [turned] - Whether lines run from top to bottom.
 * @property {'light' | 'dark'} [is] - The colours that an element must have.
 * @property {Record<string, string>} [media] - What a reader has set.
 */

/** By kind and name. */
export const KINDS = { Places: PLACES, Styles: STYLES, Scripts: SCRIPTS, Documents: DOCUMENTS };

/** @type {Record<string, Row>} */
export const ROWS = Object.assign({}, ...Object.values(KINDS));
