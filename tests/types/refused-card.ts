// What must not compile: each line after a directive has exactly that error.

import { configure } from 'product-pool/card';

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
