// What is wrong with an attribute, and what was probably meant.

/**
 * An attribute that an element does not have, or whose value is not valid.
 * @typedef {object} AttributeFault
 * @property {Element} element
 * @property {string} name
 * @property {string | string[] | undefined} kind - Of the values; undefined if there is no such attribute.
 * @property {Record<string, unknown>} table - The attributes, by name.
 * @property {string[]} properties - The properties.
 * @property {(name: string, known: readonly string[]) => string | undefined} nearest
 */

/** Attributes of every element, of frameworks and of custom elements, that are no mistakes. */
const FOREIGN = /^(slot|part|title|hidden|inert|role|dir|is|tabindex|nonce|on.*|[^a-z].*|(v|ng|x|hx|up)-.*)$/;

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
export function attributeFault({
  element: { localName: element, attributes },
  name,
  kind,
  table,
  properties,
  nearest,
}) {
  const value = attributes.getNamedItem(name)?.value ?? '';
  if (kind === 'boolean') return ['boolean', { element, name }];
  if (kind) {
    const meant = Array.isArray(kind) ? nearest(value, kind) : undefined;
    return ['value', { element, name, value, remedy: instead(meant, kind) }];
  }
  // Other attributes are the page's own, and their values may be secrets.
  const meant = FOREIGN.test(name) ? undefined : nearest(name, [...Object.keys(table), ...properties]);
  if (meant === name) return ['property', { element, name }];
  return meant ? ['attribute', { element, name, remedy: instead(meant, []) }] : undefined;
}
