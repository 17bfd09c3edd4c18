// What the app block of the Shopify extension prints, by an implementation of Shopify's templates.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { Liquid } from 'liquidjs';

const BLOCK = new URL(
  '../../../integrations/shopify/extensions/product-pool/blocks/product-pool.liquid',
  import.meta.url,
);
const LOCALE = new URL(
  '../../../integrations/shopify/extensions/product-pool/locales/en.default.json',
  import.meta.url,
);

const source = (await readFile(BLOCK, 'utf8')).replace(/\{% schema %\}[^]*\{% endschema %\}/, '');
const words = JSON.parse(await readFile(LOCALE, 'utf8')).product_pool;
const engine = new Liquid();
engine.registerFilter('t', (key, [, date] = []) => words[key.replace('product_pool.', '')].replace('{{ date }}', date));

const GTIN = '09520000000004';
const OTHER = '09520000001001';
const daysAgo = (days) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** The block on the page of a product whose variants have these barcodes, the first of them chosen. */
function render({ barcodes = [GTIN], facts = {}, settings = {}, chosen = 0, listed = 250 } = {}) {
  const variants = barcodes.map((barcode, at) => ({ id: at + 1, barcode }));
  const values = {
    gtin: GTIN,
    allergens: 'Milk: Not stated\n<b>Eggs</b>: Contains',
    ingredients: 'Egg',
    checked: daysAgo(1),
  };
  const metafields = Object.entries({ ...values, ...facts }).map(([key, value]) => [key, { value }]);
  return engine.parseAndRender(source, {
    block: { settings: { gateway: 'https://products.shop.example', variant: 'full', heading_level: 2, ...settings } },
    product: {
      id: 7,
      variants: variants.slice(0, listed),
      selected_or_first_available_variant: variants[chosen],
      metafields: { product_pool: facts && Object.fromEntries(metafields) },
    },
    request: { locale: { iso_code: 'en' } },
  });
}

it('has the declared facts as text, with their day', async () => {
  const html = await render();
  assert.match(html, /Milk: Not stated<br \/>\s*&lt;b&gt;Eggs&lt;\/b&gt;: Contains/);
  assert.ok(html.includes(`as of ${daysAgo(1)}. It may have changed since. Check the label.`));
  assert.ok(!html.includes(words.missing));
});

it('has none of another barcode, of an old day, or of no day', async () => {
  for (const [why, given] of [
    ['of another barcode', { facts: { gtin: OTHER } }],
    ['of none', { facts: { gtin: 'none' } }],
    ['of a product that the block names', { settings: { gtin: OTHER } }],
    ['old', { facts: { checked: daysAgo(9) } }],
    ['of no day', { facts: { checked: undefined } }],
    ['not there', { facts: null }],
    ['of a variant without a barcode', { barcodes: ['', GTIN], facts: { gtin: '' } }],
  ]) {
    const html = await render(given);
    assert.ok(!html.includes('Milk') && html.includes(words.missing), why);
  }
});

it('knows the chosen variant, also if Shopify does not list it', async () => {
  const html = await render({ barcodes: ['', GTIN, OTHER], chosen: 2, listed: 2 });
  assert.match(html, /data-product="7" data-variant="3"/);
  const list = JSON.parse(html.match(/<script type="application\/json">([^<]*)/)[1]);
  assert.deepEqual(list, { 1: '', 2: GTIN, 3: OTHER });
  assert.ok((await render({ barcodes: ['', OTHER], chosen: 1, listed: 1 })).includes(`gtin="${OTHER}"`));
});

it('is nothing without a barcode or a gateway', async () => {
  assert.equal((await render({ barcodes: ['', ''] })).trim(), '');
});
