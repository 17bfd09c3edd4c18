// What all copies of this package on a page share. A page may load it from two addresses, such as
// `card.js?ver=1` and `matrix.js?ver=1`, or in two versions.

/** The version of this copy; the tests compare it with that of the package. */
export const VERSION = '0.1.0';

/**
 * The address of the gateway that serves the page's script, if one does; that script sets it
 * (server/crates/pages/src/entries.rs).
 */
export const gateway = (): string | undefined =>
  (globalThis as unknown as Record<symbol, string | undefined>)[Symbol.for('product-pool.gateway')];

/**
 * A value of the page, made by the first copy that needs it.
 *
 * @param name - With a number that changes with the shape of the value.
 */
export function shared<T>(name: string, make: () => T): T {
  const page = globalThis as unknown as Record<symbol, T>;
  const key = Symbol.for(`product-pool.${name}`);
  // Not enumerable: what copies or lists the properties of the window does not meet a token here.
  if (!(key in page)) Object.defineProperty(page, key, { value: make() });
  return page[key];
}
