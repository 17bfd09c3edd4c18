// What the playground on the site asks: the site's own records. See www/playground/service.js.

import { clientOf } from '../.vitepress/theme/client.js';

const client = clientOf(new URL('../../pool/', import.meta.url));

export const PACKAGE = new URL('../../product-pool/', import.meta.url);

export const SOURCES = new URL('../src/', import.meta.url);

/** As the page of a shop would say it. */
export const SETTINGS = { baseUrl: 'https://products.shop.example' };

export const UNWRITTEN = { client };

export const HAS_GATEWAY = false;

export const readProduct = (gtin) => client.getProductByGtin(gtin);
