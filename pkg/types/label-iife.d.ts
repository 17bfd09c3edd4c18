/**
 * The label as a classic script, which sets the global `ProductPoolLabel`:
 *
 * ```html
 * <script src="/scripts/label.iife.js"></script>
 * ```
 *
 * `label_bg.wasm` lies beside it, or `ProductPoolLabel.init(address)` says where.
 */
declare global {
  var ProductPoolLabel: typeof import('./label.js');
}
export {};
