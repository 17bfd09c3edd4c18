/**
 * The client for the Product Data Pool API.
 *
 * ```ts
 * import { NotFoundError, PoolClient } from 'product-pool';
 *
 * const pool = new PoolClient({ baseUrl: 'https://shop.example/pool' });
 * try {
 *   const product = await pool.getProductByGtin('09520000000004');
 *   console.log(product.general?.product_name);
 * } catch (error) {
 *   if (error instanceof NotFoundError) {
 *     console.log('no such product');
 *   } else {
 *     throw error;
 *   }
 * }
 * ```
 *
 * Results are plain objects, parsed by `JSON.parse`: nothing has to be freed.
 * Any field of a record may be absent or `null`, and a record may hold fields
 * that no type names: `(product as Record<string, unknown>).name` reads those.
 */

// Importing this module does nothing, on a page or on a server; the first call loads the WebAssembly.

export { PoolClient } from './src/client/client.js';
export { PoolError, isPoolError } from './src/shared/pool-error.js';
export * from './src/shared/error-classes.js';
export { Changes } from './src/client/changes.js';
export { Page } from './src/client/lists.js';
export { init, use } from './src/wasm/loader.js';
export type { GtinIndex } from './src/client/gtin-index.js';
export type * from './src/client/types.js';
export type * from './src/shared/globals.js';
export type * from './src/shared/model.js';
