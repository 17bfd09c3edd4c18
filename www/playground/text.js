// Texts with `code` in them, as the documentation has them.

import { make } from './dom.js';

/**
 * The text as nodes; what stands between backquotes is an element `code`.
 * @param {string} text
 */
export const withCode = (text) =>
  text.split('`').map((part, index) => (index % 2 === 1 ? make('code', {}, part) : part));
