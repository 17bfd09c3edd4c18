/**
 * The custom elements `<product-pool-card>` and `<product-pool-config>`.
 * Importing this module registers them; on a server the import does nothing.
 *
 * ```ts
 * import { configure } from 'product-pool/card';
 * configure({ baseUrl: 'https://shop.example/pool' });
 * ```
 *
 * ```html
 * <product-pool-card gtin="09520000000004">
 *   <a href="/specs/09520000000004.pdf">Product specification (PDF)</a>
 * </product-pool-card>
 * ```
 *
 * JSX, Vue and Svelte know the elements by `product-pool/react`,
 * `product-pool/react18`, `product-pool/vue` and `product-pool/svelte`.
 */

import './src/card/with-browser.js';

export * from './src/card/element.js';
export type * from './src/card/types.js';
export type * from './src/shared/message-texts.js';
export type { PanelName, VariantName } from './src/shared/model.js';
export type * from './src/shared/settings.js';
export type { ProductPoolElement, ProductPoolSettings } from './src/shared/view.js';
