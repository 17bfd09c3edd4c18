/**
 * The elements and the client as a classic script, which defines the elements and sets
 * the global `ProductPool`:
 *
 * ```html
 * <script src="/product-pool/dist/product-pool.iife.js"></script>
 * <script>
 *   ProductPool.configure({ baseUrl: 'https://shop.example/pool' });
 * </script>
 * <product-pool-card gtin="09520000000004"></product-pool-card>
 * ```
 *
 * The other files of `dist/` lie beside it; `ProductPool.init(address)` tells the client
 * where `client_bg.wasm` is.
 */
declare global {
  var ProductPool: typeof import('./index.js') &
    Omit<typeof import('./card.js'), 'use'> &
    typeof import('./matrix.js') &
    typeof import('./changes-view.js');
}
export {};
