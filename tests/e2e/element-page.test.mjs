// The element on a plain page of a shop, over the real server and its catalogue: a card, and a
// shelf of cards that load as a visitor comes near them.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { some } from '../drawn.mjs';
import { BASE_URL, TOKEN, call, launch, openPage, readShowcase } from './support.mjs';
import { faults } from './states-support.mjs';

const showcase = await readShowcase();
const [first] = showcase.values();

const CONFIGURE = `import { configure } from '/pkg/dist/card.js';
  configure({ baseUrl: '', token: '${TOKEN}', dangerouslyAllowBrowser: true });`;

/** The number of cards on the shelf. */
const SHELF = 12;

describe('the element on a plain page', () => {
  let browser;
  let ids;
  before(async () => {
    browser = await launch();
    const { data } = await (await call(`/v2/products?filter[status]=published&limit=${SHELF}`)).json();
    ids = data.map(({ pool_id: id }) => id);
  });
  after(() => browser.close());

  /** A page with a card and a shelf; `script` is a module of the page. */
  async function open({ script = CONFIGURE, policy, prepare, ...options } = {}) {
    const page = await openPage(browser, options);
    await prepare?.(page);
    const shelf = ids.map(
      (id) => `<li><product-pool-card product-id="${id}" variant="summary" heading-level="3"></product-pool-card></li>`,
    );
    const body = `<!doctype html><html lang="en-GB"><head><meta charset="utf-8">
      <meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Shop</title>
      <link rel="icon" href="/www/icon.svg"><link rel="stylesheet" href="/www/site.css">
      <script type="module" src="/element.js"></script></head><body><main><h1>Shop</h1>
      <product-pool-card id="card" loading="eager" gtin="${first.gtin}"></product-pool-card>
      <h2>Shelf</h2><ul id="shelf">${shelf.join('')}</ul></main></body></html>`;
    const headers = policy ? { 'content-security-policy': policy } : {};
    await page.route(`${BASE_URL}/element.html`, (route) => route.fulfill({ body, headers, contentType: 'text/html' }));
    await page.route(`${BASE_URL}/element.js`, (route) =>
      route.fulfill({ body: script, contentType: 'text/javascript' }),
    );
    await page.goto(`${BASE_URL}/element.html`);
    return page;
  }

  const card = (page) => page.locator('#card');
  const settled = (page, state) => card(page).locator(`.card[data-state="${state}"]`).waitFor();
  const shelved = async (page) => {
    await page.locator('#shelf product-pool-card').first().scrollIntoViewIfNeeded();
    await page.locator('#shelf .card[data-state="ready"]').first().waitFor();
  };

  it('shows a product and a shelf under a strict content security policy, without an error', async () => {
    const page = await open({ policy: "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self'" });
    await settled(page, 'ready');
    const { data } = await (await call(`/v2/products/gtin/${first.gtin}`)).json();
    const header = await card(page).locator('[data-panel="summary"]').innerText();
    assert.ok(header.includes(data.general.product_name), `${data.general.product_name} is not in: ${header}`);
    await shelved(page);
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  it('has no fault that axe can see', async () => {
    const page = await open({ viewport: { width: 390, height: 800 } });
    await settled(page, 'ready');
    await shelved(page);
    for (const colorScheme of some(['dark', 'light'], 1)) {
      await page.emulateMedia({ colorScheme });
      assert.deepEqual((await faults(page)).faults, [], colorScheme);
    }
    await page.close();
  });

  it('takes a module that another script of the page has started, as Trunk does', async () => {
    const script = `${CONFIGURE}
      import { use } from '/pkg/dist/card.js';
      import init, * as bindings from '/pkg/dist/wasm/card.js';
      use(new Promise((resolve) => {
        addEventListener('TrunkApplicationStarted', () => resolve(window.wasmBindings), { once: true });
      }));
      const wasm = await init({ module_or_path: '/pkg/dist/wasm/card_bg.wasm?trunk' });
      window.wasmBindings = bindings;
      dispatchEvent(new CustomEvent('TrunkApplicationStarted', { detail: { wasm } }));`;
    const modules = [];
    const page = await open({
      script,
      prepare: (page) => page.on('request', (it) => it.url().includes('.wasm') && modules.push(new URL(it.url()))),
    });
    await settled(page, 'ready');
    assert.deepEqual(
      modules.map(({ pathname, search }) => pathname + search),
      ['/pkg/dist/wasm/card_bg.wasm?trunk'],
    );
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  it('loads the cards of a shelf as they come near', async () => {
    const page = await open({ viewport: { width: 390, height: 700 } });
    await settled(page, 'ready');
    const last = page.locator('#shelf > li').last();
    assert.equal(await last.locator('.card[data-state]').count(), 0);
    // The cards on the way grow as they fill, and push the last one on.
    for (let tries = 0; tries < 40 && !(await last.locator('.card[data-state="ready"]').count()); tries += 1) {
      await last.scrollIntoViewIfNeeded();
      await page.waitForTimeout(100);
    }
    assert.equal(await last.locator('.card[data-state="ready"]').count(), 1);
    await page.close();
  });
});
