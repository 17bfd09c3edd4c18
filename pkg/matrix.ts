/**
 * The custom element `<product-pool-matrix>`: the 14 allergens of several
 * products in one table. Importing this module registers it; on a server the
 * import does nothing.
 *
 * ```ts
 * import 'product-pool/matrix';
 * import { configure } from 'product-pool/card';
 * configure({ baseUrl: 'https://shop.example/pool' });
 * ```
 *
 * ```html
 * <product-pool-matrix gtins="09520000000004 9520000002008"></product-pool-matrix>
 * ```
 *
 * The page's defaults are those of the card.
 */

export * from './src/views/matrix.js';
export type * from './src/shared/view.js';
