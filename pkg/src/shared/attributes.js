// Properties that reflect attributes, declared in one table for an element.

/**
 * The attributes of an element: each one's property and what it holds.
 * @typedef {Record<string, [property: string, kind: string | string[]]>} AttributeTable
 */

/** A whole number that is no smaller than `least`, or null. */
function whole(text, least) {
  const number = /^\s*\d+\s*$/.test(text ?? '') ? Number(text) : NaN;
  return Number.isSafeInteger(number) && number >= least ? number : null;
}

/** How an attribute's text reads, by kind. */
const READ = {
  text: (text) => text,
  boolean: (text) => (text === null ? null : true),
  whole: (text) => whole(text, 0),
  level: (text) => {
    const level = whole(text, 1);
    return level !== null && level <= 6 ? level : null;
  },
};

/**
 * What an attribute says, null where it says nothing that counts. `kind` is one
 * of those above, or the list of its words.
 */
export function read(element, name, kind) {
  const text = element.getAttribute(name);
  if (!Array.isArray(kind)) return READ[kind](text);
  const word = text?.trim().toLowerCase();
  return kind.includes(word) ? word : null;
}

function write(element, name, kind, value) {
  if (value === null || value === undefined || (kind === 'boolean' && !value)) {
    element.removeAttribute(name);
  } else {
    element.setAttribute(name, kind === 'boolean' ? '' : value);
  }
}

/**
 * Gives a class a property for each attribute of `table`: attribute → [property,
 * kind]. `otherwise(property)` says what holds where an attribute says nothing.
 *
 * @param {Function} Class
 * @param {AttributeTable} table
 * @param {(property: string) => unknown} [otherwise]
 */
export function reflect(Class, table, otherwise = () => undefined) {
  for (const [name, [property, kind]] of Object.entries(table)) {
    Object.defineProperty(Class.prototype, property, {
      configurable: true,
      enumerable: true,
      get() {
        return read(this, name, kind) ?? otherwise(property) ?? (kind === 'boolean' ? false : null);
      },
      set(value) {
        write(this, name, kind, value);
      },
    });
  }
}

/** Properties set before the element was defined hide the accessors. */
export function upgrade(element, properties) {
  for (const name of properties) {
    if (Object.hasOwn(element, name)) {
      const value = element[name];
      delete element[name];
      element[name] = value;
    }
  }
}

// A server has no elements; there a class is an empty shell to import.
export const inBrowser = typeof HTMLElement === 'function' && typeof customElements === 'object';

/** What an element's class extends. */
export const Base = /** @type {typeof HTMLElement} */ (inBrowser ? HTMLElement : class {});

/**
 * Defines an element, and gives the class that serves for it: another copy of
 * this package may have been first, whose element then serves for both.
 *
 * @template {typeof HTMLElement} T
 * @param {string} name
 * @param {T} Class
 * @returns {T}
 */
export function define(name, Class) {
  if (!inBrowser) return Class;
  if (!customElements.get(name)) customElements.define(name, Class);
  return /** @type {any} */ (customElements.get(name));
}
