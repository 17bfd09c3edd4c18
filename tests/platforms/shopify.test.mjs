// The script of the Shopify extension, on a page as Shopify makes it of the block. Shopify's linter reads the block itself:
// tests/package/all/shopify.test.mjs.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { ROOT, launch, openPage } from '../e2e/support.mjs';
import { GTIN, OTHER, startGateway } from './gateway.mjs';

let gateway;
let browser;
before(async () => {
  gateway = await startGateway();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await gateway?.end();
});

/** The page of a product with three variants, the last without a barcode, far above its card. */
const page = (url, script, above) => `<!doctype html><html lang="en"><title>Crisps</title>
  <form action="/cart/add"><input type="hidden" name="id" value="1"><input type="hidden" name="product-id" value="7"></form>
  <div style="height: ${above}px"></div>
  <div class="product-pool" data-product-pool="${url}" data-product="7" data-variant="1">
    <product-pool-card gtin="${GTIN}" base-url="${url}" rendering="gateway" lang="en"><p>Check the label.</p></product-pool-card>
    <p hidden>Nothing for this choice.</p>
    <script type="application/json">{"1": "${GTIN}", "2": "${OTHER}", "3": ""}</script>
  </div>
  <script>${script}</script></html>`;

async function open(above) {
  const script = await readFile(
    join(ROOT, 'integrations/shopify/extensions/product-pool/assets/product-pool.js'),
    'utf8',
  );
  const opened = await openPage(browser, { viewport: { width: 800, height: 600 } });
  opened.asked = [];
  opened.on('request', (request) => opened.asked.push(request.url()));
  // Beside the gateway's other files, so that it is a page of this machine to the browser.
  await opened.route('**/shop.html', (route) =>
    route.fulfill({ contentType: 'text/html', body: page(gateway.url, script, above) }),
  );
  await opened.goto(`${gateway.url}/shop.html`);
  return opened;
}

it('loads the card when it comes near, and nothing before', async () => {
  const shop = await open(5000);
  await shop.waitForLoadState('networkidle');
  assert.deepEqual(shop.asked, [`${gateway.url}/shop.html`]);
  await shop.evaluate(() => scrollTo(0, 4500));
  await shop.locator('product-pool-card [data-panel="allergens"]').waitFor();
  assert.deepEqual(shop.problems, []);
  await shop.close();
});

it('shows the card of the chosen variant, however the theme says so', async () => {
  const shop = await open(0);
  const card = shop.locator('product-pool-card');
  const nothing = shop.getByText('Nothing for this choice.');
  await card.locator('[data-panel="allergens"]').waitFor();
  /** Chooses as themes do: by an event, or by the attribute alone. */
  const choose = (id, says) =>
    shop.evaluate(
      ([value, event]) => {
        const field = document.querySelector('form:not(.more) [name="id"]');
        field.value = value;
        if (event) field.dispatchEvent(new Event('change', { bubbles: true }));
      },
      [id, says],
    );
  await choose('2', true);
  await shop.waitForSelector(`product-pool-card[gtin="${OTHER}"]:not([hidden])`);
  await choose('3', false);
  await nothing.waitFor();
  assert.equal(await card.isVisible(), false);
  // The 251st variant of the product, which Shopify does not list.
  await choose('1', true);
  await shop.waitForSelector(`product-pool-card[gtin="${GTIN}"]:not([hidden])`);
  await choose('251', true);
  await nothing.waitFor();
  assert.equal(await card.isVisible(), false);
  /** Adds a form for the cart before that of the product. */
  const add = (id) =>
    shop.evaluate((value) => {
      const form = `<form action="/cart/add" class="more"><input type="hidden" name="id" value="${value}"></form>`;
      document.body.insertAdjacentHTML('afterbegin', form);
    }, id);
  // One of another product, such as a recommended one.
  await add('9');
  await choose('1', false);
  await shop.waitForSelector(`product-pool-card[gtin="${GTIN}"]:not([hidden])`);
  assert.equal(await nothing.isVisible(), false);
  await card.locator('[data-panel="allergens"]').waitFor();
  // One of another variant of the product leaves open which is meant.
  await add('2');
  await nothing.waitFor();
  assert.equal(await card.isVisible(), false);
  await shop.close();
});
