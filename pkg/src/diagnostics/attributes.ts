import { nearest } from './nearest.js';

export interface AttributeFault {
  element: Element;
  name: string;
  /** Of the values; undefined if there is no such attribute. */
  kind: string | string[] | undefined;
  table: Record<string, unknown>;
}

/** Attributes of every element, of frameworks and of custom elements, that are no mistakes. */
const FOREIGN = /^(slot|part|title|hidden|inert|role|dir|is|tabindex|nonce|on.*|[^a-z].*|(v|ng|x|hx|up)-.*)$/;

/**
 * The remedy for a wrong value.
 *
 * @param kind - What is valid: a description, or all that is.
 */
export function instead(value: string, kind: string | string[]): string {
  if (!Array.isArray(kind)) return `Valid is a ${kind}.`;
  const meant = nearest(value, kind);
  return meant ? `Did you mean ${meant}?` : `Valid are ${kind.join(', ')}.`;
}

/** The cause of a fault, and what its message is about; undefined if it is none. */
export function attributeFault({
  element: { localName: element, attributes },
  name,
  kind,
  table,
}: AttributeFault): [cause: string, given: Record<string, string>] | undefined {
  const value = attributes.getNamedItem(name)?.value ?? '';
  if (kind === 'boolean') return ['boolean', { element, name }];
  if (kind) return ['value', { element, name, value, remedy: instead(value, kind) }];
  // Other attributes are the page's own, and their values may be secrets.
  const meant = FOREIGN.test(name) ? undefined : nearest(name, [...Object.keys(table), 'lang']);
  return meant ? ['attribute', { element, name, remedy: `Did you mean ${meant}?` }] : undefined;
}
