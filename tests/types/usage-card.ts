// The card in a page. This file must compile under `strict`.

import 'product-pool/card';
import { ProductPoolCard, ProductPoolConfig, configure } from 'product-pool/card';
import type { CardSettings, MessageTexts, ProductPoolLoadDetail } from 'product-pool/card';
import { PoolClient, type Product } from 'product-pool';

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
  if (detail.code === 'rate_limited' || detail.code === 'card_unavailable') console.warn('later');
});
card.addEventListener('product-pool-panel-toggle', ({ detail }) =>
  console.log(detail.panel === 'nutrition', detail.open),
);
document.addEventListener('product-pool-replaced', (event) => {
  if (event instanceof CustomEvent) event.preventDefault();
});
card.addEventListener('product-pool-replaced', (event) => {
  const [first] = event.detail.replacedBy;
  console.log(first ?? event.detail.url);
});
card.addEventListener('click', (event) => event.clientX);

// The page's defaults, in markup and by a script.
const client = new PoolClient({ baseUrl: '/pool' });
configure({
  theme: 'dark',
  density: 'compact',
  variant: 'summary',
  panels: ['summary', 'allergens'],
  wholesaler: 12,
  successorUrl: (id) => new URL(`/products/${id}`, 'https://shop.example'),
  messages: { 'card.label': 'Product', cy: { 'card.label': 'Cynnyrch' } },
  token: async () => 'fresh',
  client,
  timeoutMs: 5_000,
  maxRetries: 0,
});
configure({ theme: null, token: null });
const defaults: ProductPoolConfig = document.createElement('product-pool-config');
defaults.token = 'secret';
defaults.headingLevel = 3;

card.theme = 'auto';
card.variant = 'badges';
card.jsonLd = true;
card.messages = null;
card.client = client;
card.wholesaler = undefined;
configure({
  lang: undefined,
  panels: undefined,
  token: undefined,
  messages: {
    'of-which.sat_fat': 'of which saturates',
    lexicon: 'milk\n',
    fr: { 'card.label': undefined },
    'fr-BE': { 'card.label': 'Étiquette' },
  },
});
export const words: MessageTexts = { 'card.label': 'Product' };
card.messages = { ...words, nl: words };
export const printed: Promise<void> = card.print();
