/**
 * The elements in templates of Svelte, with events as Svelte 5 writes them
 * (`onproduct-pool-load`) and as before (`on:product-pool-load`).
 *
 * ```ts
 * import 'product-pool/svelte';
 * ```
 */

import type { HTMLAttributes } from 'svelte/elements';
import type { CardAttributes, CardProperties, ConfigAttributes, ConfigProperties } from './attributes.js';
import type { ProductPoolCard, ProductPoolCardEventMap, ProductPoolConfig } from './card.js';

export * from './card.js';

type Events = {
  [Name in keyof ProductPoolCardEventMap as `on${Name}` | `on:${Name}`]?:
    | ((event: ProductPoolCardEventMap[Name]) => unknown)
    | undefined;
};

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'product-pool-card': HTMLAttributes<ProductPoolCard> & CardAttributes & CardProperties & Events;
    'product-pool-config': HTMLAttributes<ProductPoolConfig> & ConfigAttributes & ConfigProperties;
  }
}
