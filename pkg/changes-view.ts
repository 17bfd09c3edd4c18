/**
 * The custom element `<product-pool-changes>`: what changed between two
 * versions of a product, allergens first. Importing this module registers it;
 * on a server the import does nothing.
 *
 * ```ts
 * import 'product-pool/changes-view';
 * ```
 *
 * ```html
 * <product-pool-changes product-id="000010000" from="2" to="3" base-url="/pool"></product-pool-changes>
 * ```
 *
 * The page's defaults are those of the card.
 */

export * from './src/views/changes.js';
export type * from './src/shared/view.js';
