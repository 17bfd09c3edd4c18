/**
 * The client as a classic script, which sets the global `ProductPool`:
 *
 * ```html
 * <script src="/scripts/product-pool.iife.js"></script>
 * ```
 *
 * `client_bg.wasm` lies beside it, or `ProductPool.init(address)` says where.
 */
declare global {
  var ProductPool: typeof import('./index.js');
}
export {};
