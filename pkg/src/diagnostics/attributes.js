// The fault of an attribute, and what was probably meant.

import { nearest } from './nearest.js';

/**
 * An attribute that an element does not have, or whose value is not valid.
 * @typedef {object} AttributeFault
 * @property {Element} element
 * @property {string} name
 * @property {string | string[] | undefined} kind - Of the values; undefined if there is no such attribute.
 * @property {Record<string, unknown>} table - The attributes, by name.
 * @property {string[]} properties - The properties.
 */

/** Attributes of every element, of frameworks and of custom elements, that are no mistakes. */
const FOREIGN = /^(slot|part|title|hidden|inert|role|dir|is|tabindex|nonce|on.*|[^a-z].*|(v|ng|x|hx|up)-.*)$/;

/**
 * The names of attributes in other libraries.
 * @type {[names: RegExp, meant: string][]}
 */
const SYNONYMS = [
  [/^(ean|upc|barcode|code)$/, 'gtin'],
  [/^(product|pool.?id)$/, 'product-id'],
  [/^(language|locale)$/, 'lang'],
  [/^(url|src|api|endpoint)$/, 'base-url'],
];

/**
 * The remedy for a wrong value.
 * @param {string} value
 * @param {string | string[]} kind - What is valid: a description, or all that is.
 */
export function instead(value, kind) {
  if (!Array.isArray(kind)) return `Valid is a ${kind}.`;
  const meant = nearest(value, kind);
  return meant ? `Did you mean ${meant}?` : `Valid are ${kind.join(', ')}.`;
}

/**
 * The attribute of an element that was probably meant.
 * @param {string} name
 * @param {string[]} known
 */
function meantBy(name, known) {
  const synonym = SYNONYMS.find(([names, meant]) => names.test(name) && known.includes(meant));
  return synonym?.[1] ?? nearest(name, known);
}

/**
 * The cause of a fault, and what its message is about; undefined if it is none.
 * @param {AttributeFault} fault
 * @returns {[cause: string, given: Record<string, string>] | undefined}
 */
export function attributeFault({ element: { localName: element, attributes }, name, kind, table, properties }) {
  const value = attributes.getNamedItem(name)?.value ?? '';
  if (kind === 'boolean') return ['boolean', { element, name }];
  if (kind) return ['value', { element, name, value, remedy: instead(value, kind) }];
  // Other attributes are the page's own, and their values may be secrets.
  const meant = FOREIGN.test(name) ? undefined : meantBy(name, [...Object.keys(table), 'lang', ...properties]);
  if (meant === name) return ['property', { element, name }];
  return meant ? ['attribute', { element, name, remedy: `Did you mean ${meant}?` }] : undefined;
}
