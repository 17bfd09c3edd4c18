// What all copies of this package on a page share. A page may load it from two addresses, such as
// `card.js?ver=1` and `matrix.js?ver=1`, or in two versions.

/** The version of this copy; the tests compare it with that of the package. */
export const VERSION = '0.1.0';

/**
 * The address of the gateway that serves the page's script, if one does; that script sets it
 * (server/crates/pages/src/entries.rs).
 */
export const gateway = () =>
  /** @type {Record<symbol, string | undefined>} */ (/** @type {unknown} */ (globalThis))[
    Symbol.for('product-pool.gateway')
  ];

/**
 * A value of the page, made by the first copy that needs it.
 * @template T
 * @param {string} name - With a number that changes with the shape of the value.
 * @param {() => T} make
 * @returns {T}
 */
export function shared(name, make) {
  const page = /** @type {Record<symbol, T>} */ (/** @type {unknown} */ (globalThis));
  const key = Symbol.for(`product-pool.${name}`);
  // Not enumerable: what copies or lists the properties of the window does not meet a token here.
  if (!(key in page)) Object.defineProperty(page, key, { value: make() });
  return page[key];
}
