// The card in a page. This file must compile under `strict`.

import 'product-pool/card';
import { ProductPoolCard, configure } from 'product-pool/card';
import type { CardSettings, ProductPoolLoadDetail } from 'product-pool/card';
import type { Product } from 'product-pool';

const settings: CardSettings = { baseUrl: 'https://shop.example/pool' };
configure(settings);

// The page's own functions know the element by its name.
const card = document.createElement('product-pool-card');
card.gtin = '9520123456788';
card.loading = 'eager';
card.headingLevel = 3;
export const found: ProductPoolCard | null = document.querySelector('product-pool-card');
export const all: NodeListOf<ProductPoolCard> = document.querySelectorAll('product-pool-card');

export function show(product: Product): void {
  card.product = product;
  card.retry();
}

card.addEventListener('product-pool-load', (event) => {
  const detail: ProductPoolLoadDetail = event.detail;
  console.log(detail.productId, detail.gtin ?? 'no GTIN');
});
// Events bubble, and any element knows them.
document.body.addEventListener('product-pool-error', ({ detail }) => {
  console.warn(detail.code, detail.message, detail.status ?? 0);
});
