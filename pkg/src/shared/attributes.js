// Properties that reflect attributes, declared in one table for an element.

import { report } from './report.js';

/**
 * The attributes of an element: each one's property and what it holds.
 * @typedef {Record<string, [property: string, kind: string | string[]]>} AttributeTable
 */

/**
 * A whole number of at least `least`, or null.
 * @param {string | null} text
 * @param {number} least
 */
function whole(text, least) {
  const number = /^\s*\d+\s*$/.test(text ?? '') ? Number(text) : NaN;
  return Number.isSafeInteger(number) && number >= least ? number : null;
}

/**
 * The readers of attributes' texts, by kind.
 * @type {Record<string, (text: string | null) => unknown>}
 */
const READ = {
  text: (text) => text,
  boolean: (text) => (text === null ? null : true),
  'whole number': (text) => whole(text, 0),
  'number from 1 to 6': (text) => {
    const level = whole(text, 1);
    return level !== null && level <= 6 ? level : null;
  },
};

/**
 * The meaning of an attribute's text, or null if it is not valid. `kind` is one of
 * those above, or the list of valid words.
 * @param {string | null} text
 * @param {string | string[]} kind
 */
export function parse(text, kind) {
  if (!Array.isArray(kind)) return READ[kind](text);
  const word = text?.trim().toLowerCase();
  return kind.includes(/** @type {string} */ (word)) ? word : null;
}

/** The attributes that elements commonly have; diagnostics/attributes.js knows the rest that is no mistake. */
const COMMON = /^(lang|id|class|style|(data-|aria-|_).*)$|:/;

/**
 * Reports what is wrong with an element's attributes: values that are not valid, and
 * names that it may not have.
 * @param {Element} element
 * @param {AttributeTable} table
 */
export function inspect(element, table) {
  for (const name of element.getAttributeNames()) {
    const value = /** @type {string} */ (element.getAttribute(name));
    const [, kind] = table[name] ?? [];
    const isWrong = kind ? value && parse(value, kind) === null : !COMMON.test(name);
    if (isWrong || (kind === 'boolean' && value === 'false')) report('attribute', { element, name, kind, table });
  }
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {string | string[]} kind
 * @param {unknown} value
 */
function write(element, name, kind, value) {
  if (value === null || value === undefined || (kind === 'boolean' && !value)) {
    element.removeAttribute(name);
  } else {
    element.setAttribute(name, kind === 'boolean' ? '' : /** @type {string} */ (value));
  }
}

/**
 * Gives a class a property for each attribute of `table`: attribute → [property,
 * kind]. `otherwise(property)` gives the value of a property without a valid attribute.
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
      /** @this {Element} */
      get() {
        return parse(this.getAttribute(name), kind) ?? otherwise(property) ?? (kind === 'boolean' ? false : null);
      },
      /**
       * @this {Element}
       * @param {unknown} value
       */
      set(value) {
        write(this, name, kind, value);
      },
    });
  }
}

/**
 * Sets again the properties that were set before the element was defined: they
 * hide the accessors.
 * @param {HTMLElement} element
 * @param {string[]} properties
 */
export function upgrade(element, properties) {
  const own = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (element));
  for (const name of properties) {
    if (Object.keys(element).includes(name)) {
      const value = own[name];
      delete own[name];
      own[name] = value;
    }
  }
}

/** Whether there are custom elements: on a server, the classes only need to be importable. */
export const inBrowser = typeof HTMLElement === 'function' && typeof customElements === 'object';

/** The class that those of the elements extend. */
export const Base = /** @type {typeof HTMLElement} */ (inBrowser ? HTMLElement : class {});

/**
 * Defines an element and returns its class, which is that of another copy of this
 * package if that one was first.
 *
 * @template {typeof HTMLElement} T
 * @param {string} name
 * @param {T} Class
 * @returns {T}
 */
export function define(name, Class) {
  if (!inBrowser) return Class;
  if (!customElements.get(name)) customElements.define(name, Class);
  return /** @type {T} */ (customElements.get(name));
}
