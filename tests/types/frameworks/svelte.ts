// The elements as templates of Svelte see them.

import type {} from 'product-pool/svelte';
import type { SvelteHTMLElements } from 'svelte/elements';

export const card: SvelteHTMLElements['product-pool-card'] = {
  gtin: '09520000000011',
  'product-id': 'p',
  density: 'compact',
  'json-ld': true,
  product: { pool_id: 'p' },
  class: 'wide',
  'onproduct-pool-load': ({ detail }) => detail.productId,
  'on:product-pool-replaced': ({ detail }) => detail.replacedBy.join(),
};
export const config: SvelteHTMLElements['product-pool-config'] = { 'base-url': '/pool', loading: 'eager' };

// @ts-expect-error TS2322 no such way to load
export const loading: SvelteHTMLElements['product-pool-card'] = { loading: 'soon' };
export const detail: SvelteHTMLElements['product-pool-card'] = {
  // @ts-expect-error TS2339 no such detail
  'onproduct-pool-error': (event) => event.detail.markup,
};
// @ts-expect-error TS2353 no such attribute
export const attribute: SvelteHTMLElements['product-pool-config'] = { gtin: '1' };

export const matrix: SvelteHTMLElements['product-pool-matrix'] = {
  gtins: '09520000000011',
  products: [{ pool_id: 'p' }],
  'onproduct-pool-matrix-load': ({ detail }) => detail.failed,
};
export const changes: SvelteHTMLElements['product-pool-changes'] = { 'product-id': 'p', from: '1', later: '{}' };
// @ts-expect-error TS2353 the matrix has no panels
export const panels: SvelteHTMLElements['product-pool-matrix'] = { panels: 'summary' };
