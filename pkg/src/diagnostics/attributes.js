// What is wrong with an attribute, and what was probably meant.

/**
 * An attribute that an element does not have, or whose value is not valid.
 * @typedef {object} AttributeFault
 * @property {string} element
 * @property {string} name
 * @property {string} value
 * @property {string | string[] | undefined} kind - Of the values; undefined if there is no such attribute.
 * @property {Record<string, unknown>} table - The attributes, by name.
 * @property {string[]} properties - The properties.
 * @property {(name: string, known: readonly string[]) => string | undefined} nearest
 */

/**
 * What to use in place of a wrong value.
 * @param {string | undefined} meant
 * @param {string | string[]} kind
 */
export function instead(meant, kind) {
  if (meant) return `Did you mean ${meant}?`;
  return Array.isArray(kind) ? `Valid are ${kind.join(', ')}.` : `Valid is a ${kind}.`;
}

/**
 * The cause of a fault, and what its message is about; undefined if it is none.
 * @param {AttributeFault} fault
 * @returns {[cause: string, given: Record<string, string>] | undefined}
 */
export function attributeFault({ element, name, value, kind, table, properties, nearest }) {
  if (kind === 'boolean') return ['boolean', { element, name }];
  if (kind) {
    const meant = Array.isArray(kind) ? nearest(value, kind) : undefined;
    return ['value', { element, name, value, remedy: instead(meant, kind) }];
  }
  // Other attributes are the page's own, and their values may be secrets.
  const meant = nearest(name, [...Object.keys(table), ...properties]);
  if (meant === name) return ['property', { element, name }];
  return meant ? ['attribute', { element, name, remedy: instead(meant, []) }] : undefined;
}
