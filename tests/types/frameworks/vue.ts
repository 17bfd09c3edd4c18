// The elements as templates of Vue see them.

import type {} from 'product-pool/vue';
import type { GlobalComponents } from 'vue';

type Props<Name extends keyof GlobalComponents> = InstanceType<GlobalComponents[Name]>['$props'];

export const card: Props<'product-pool-card'> = {
  gtin: '09520000000011',
  'heading-level': 3,
  theme: 'dark',
  'json-ld': true,
  product: { pool_id: 'p' },
  class: ['wide', { open: true }],
  onProductPoolLoad: ({ detail }) => detail.productId,
  onProductPoolPanelToggle: ({ detail }) => detail.open,
};
export const config: Props<'product-pool-config'> = { 'base-url': '/pool', token: 't' };

// The element itself, as a template reference gives it.
export const retry = (element: InstanceType<GlobalComponents['product-pool-card']>) => element.retry();

// @ts-expect-error TS2322 no such theme
export const theme: Props<'product-pool-card'> = { theme: 'pink' };
export const detail: Props<'product-pool-card'> = {
  // @ts-expect-error TS2339 no such detail
  onProductPoolError: (event) => event.detail.markup,
};
// @ts-expect-error TS2353 no such attribute
export const attribute: Props<'product-pool-config'> = { gtin: '1' };

export const matrix: Props<'product-pool-matrix'> = {
  gtins: '09520000000011',
  products: [{ pool_id: 'p' }],
  onProductPoolMatrixLoad: ({ detail }) => detail.failed,
};
export const changes: Props<'product-pool-changes'> = { 'product-id': 'p', from: '1', later: '{}' };
// @ts-expect-error TS2353 the matrix has no panels
export const panels: Props<'product-pool-matrix'> = { panels: 'summary' };
