/**
 * A pool without a network, for tests of your own.
 *
 * ```ts
 * import { configure } from 'product-pool/card';
 * import { FakePool, PRODUCTS } from 'product-pool/testing';
 *
 * const pool = new FakePool();
 * configure({ client: pool });
 * const product = await pool.getProductByGtin('09520000000004');
 * console.assert(product.pool_id === PRODUCTS.padThai.pool_id);
 * console.assert(pool.requests.length === 1);
 * ```
 *
 * It is the client of the package with a service in memory, so arguments are checked, lists have pages,
 * and errors are those that a real service leads to.
 */

export { FakePool } from './src/testing/fake-pool.js';
export type { FakePoolOptions } from './src/testing/fake-pool.js';
export { PRODUCTS, makeProduct } from './src/testing/products.js';
export type { ProductParts } from './src/testing/products.js';
export type { FakeResponse } from './src/testing/service.js';
