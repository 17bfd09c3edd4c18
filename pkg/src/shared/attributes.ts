// Properties that reflect attributes, declared in one table for an element.

import { report } from './report.js';

/** The attributes of an element: each one's property and what it holds. */
export type AttributeTable = Record<string, [property: string, kind: string | string[]]>;

function whole(text: string | null, least: number) {
  const number = /^\s*\d+\s*$/.test(text ?? '') ? Number(text) : NaN;
  return Number.isSafeInteger(number) && number >= least ? number : null;
}

const READ: Record<string, (text: string | null) => unknown> = {
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
 */
export function parse(text: string | null, kind: string | string[]): unknown {
  if (!Array.isArray(kind)) return READ[kind](text);
  const word = text?.trim().toLowerCase();
  return kind.includes(word as string) ? word : null;
}

/** The attributes that elements commonly have; diagnostics/attributes.ts knows the rest that is no mistake. */
const COMMON = /^(lang|id|class|style|(data-|aria-|_).*)$|:/;

/** Reports what is wrong with an element's attributes: values that are not valid, and names that it may not have. */
export function inspect(element: Element, table: AttributeTable): void {
  for (const name of element.getAttributeNames()) {
    const value = element.getAttribute(name) as string;
    const [, kind] = table[name] ?? [];
    const isWrong = kind ? value && parse(value, kind) === null : !COMMON.test(name);
    if (isWrong || (kind === 'boolean' && value === 'false')) report('attribute', { element, name, kind, table });
  }
}

function write(element: Element, name: string, kind: string | string[], value: unknown) {
  if (value === null || value === undefined || (kind === 'boolean' && !value)) {
    element.removeAttribute(name);
  } else {
    element.setAttribute(name, kind === 'boolean' ? '' : (value as string));
  }
}

/**
 * Gives a class a property for each attribute of `table`: attribute → [property,
 * kind]. `otherwise(property)` gives the value of a property without a valid attribute.
 */
export function reflect(
  Class: { prototype: object },
  table: AttributeTable,
  otherwise: (property: string) => unknown = () => undefined,
): void {
  for (const [name, [property, kind]] of Object.entries(table)) {
    Object.defineProperty(Class.prototype, property, {
      configurable: true,
      enumerable: true,
      get(this: Element) {
        return parse(this.getAttribute(name), kind) ?? otherwise(property) ?? (kind === 'boolean' ? false : null);
      },
      set(this: Element, value: unknown) {
        write(this, name, kind, value);
      },
    });
  }
}

/** Sets again the properties that were set before the element was defined: they hide the accessors. */
export function upgrade(element: HTMLElement, properties: string[]): void {
  const own = element as unknown as Record<string, unknown>;
  for (const name of properties) {
    if (Object.keys(element).includes(name)) {
      const value = own[name];
      delete own[name];
      own[name] = value;
    }
  }
}

/** Whether there are custom elements: on a server, the classes only need to be importable. */
export const inBrowser: boolean = typeof HTMLElement === 'function' && typeof customElements === 'object';

export const Base = (inBrowser ? HTMLElement : class {}) as typeof HTMLElement;

/** Defines an element and returns its class, which is that of another copy of this package if that one was first. */
export function define<T extends typeof HTMLElement>(name: string, Class: T): T {
  if (!inBrowser) return Class;
  if (!customElements.get(name)) customElements.define(name, Class);
  return customElements.get(name) as T;
}
