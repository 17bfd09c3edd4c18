// What must not compile: each line after a directive has exactly that error.

import { configure } from 'product-pool/card';
import type { Found, PoolClient, ProductListItem, ProductsPage } from 'product-pool';

declare const client: PoolClient;
declare const item: ProductListItem;
declare const page: ProductsPage;
declare const found: Found;

const card = document.createElement('product-pool-card');

// @ts-expect-error TS2561 an option misspelt
configure({ baseURL: 'https://shop.example/pool' });
// @ts-expect-error TS2322 a GTIN is a string
card.gtin = 9520123456788;
// @ts-expect-error TS2322 a number
card.headingLevel = '2';
// @ts-expect-error TS2322 lazy or eager
card.loading = 'soon';

card.addEventListener('product-pool-load', (event) => {
  // @ts-expect-error TS2339 the event brings no markup
  console.log(event.detail.html);
});
// @ts-expect-error TS2769 a listener of another event
card.addEventListener('product-pool-error', (event: CustomEvent<{ pages: number }>) => event);
card.addEventListener('product-pool-error', ({ detail }) => {
  // @ts-expect-error TS2367 no such code
  console.log(detail.code === 'missing');
});
// @ts-expect-error TS2322 no such theme
card.theme = 'pink';
// @ts-expect-error TS2322 a number of milliseconds
configure({ timeoutMs: '5s' });
// @ts-expect-error TS2353 no text of the elements
card.messages = { 'card.labell': 'Product' };
// @ts-expect-error TS2353 nor in one language
configure({ messages: { fr: { 'card.labell': 'Étiquette' } } });
// @ts-expect-error TS2353 nor in that of a region
configure({ messages: { 'fr-BE': { 'card.labell': 'Étiquette' } } });
// @ts-expect-error TS2353 no language
card.messages = { french: { 'card.label': 'Étiquette' } };
// @ts-expect-error TS2322 no such panel
configure({ panels: ['summary', 'colours'] });
// @ts-expect-error TS2353 the defaults of a page are for no product
configure({ gtin: '9520123456788' });
// @ts-expect-error TS2322 a promise
card.product = client.getProduct('p-1');
// @ts-expect-error TS2322 an item of a list
card.product = item;
// @ts-expect-error TS2322 a page of items
card.product = page;
// @ts-expect-error TS2322 what was found, not its product
card.product = found;
// @ts-expect-error TS2322 nothing that a card could ask
card.client = { getProduct: () => undefined };
card.addEventListener('product-pool-panel-toggle', ({ detail }) => {
  // @ts-expect-error TS2367 no such panel
  console.log(detail.panel === 'colours');
});
// @ts-expect-error TS2339 the page's defaults are asked for nothing
document.createElement('product-pool-config').retry();
