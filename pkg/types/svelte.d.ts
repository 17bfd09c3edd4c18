/**
 * The elements in templates of Svelte, with events as Svelte 5 writes them
 * (`onproduct-pool-load`) and as before (`on:product-pool-load`).
 *
 * ```ts
 * import type {} from 'product-pool/svelte';
 * ```
 */

import type { HTMLAttributes } from 'svelte/elements';
import type { Elements } from './attributes.js';

type Events<Map> = {
  [Name in keyof Map & string as `on${Name}` | `on:${Name}`]?: ((event: Map[Name]) => unknown) | undefined;
};

type PoolElements = {
  [Name in keyof Elements]: HTMLAttributes<Elements[Name]['element']> &
    Elements[Name]['attributes'] &
    Elements[Name]['properties'] &
    Events<Elements[Name]['events']>;
};

declare module 'svelte/elements' {
  interface SvelteHTMLElements extends PoolElements {}
}
