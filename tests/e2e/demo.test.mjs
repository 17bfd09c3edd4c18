// The demo page over the real server and its catalogue: every state of the
// showcase, the GTIN box, the shelf, and the nine operations as curl calls them.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { BASE_URL, TOKEN, assertReports, call, launch, openPage, readShowcase } from './support.mjs';

const showcase = await readShowcase();
const [first] = showcase.values();

describe('the demo page', () => {
  let browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  async function open(path = '/', options = {}) {
    const page = await openPage(browser, options);
    await options.prepare?.(page);
    await page.goto(`${BASE_URL}${path}`);
    return page;
  }

  const card = (page) => page.locator('#card');
  const settled = (page, state) => card(page).locator(`.card[data-state="${state}"]`).waitFor();
  // Cards load as a visitor comes near them.
  const shelved = async (page) => {
    await page.locator('#shelf product-pool-card').first().scrollIntoViewIfNeeded();
    await page.locator('#shelf .card[data-state="ready"]').first().waitFor();
  };
  const row = (page, allergen) => card(page).locator(`.allergens > li[data-allergen="${allergen}"]`).first();

  /** Opens an entry of the showcase by the click that a visitor makes. */
  async function pick(page, key) {
    await page.locator(`#states a[data-key="${key}"]`).click();
    await page.locator(`#states a[data-key="${key}"][aria-current="true"]`).waitFor();
  }

  it('opens on a product, without an error', async () => {
    const page = await open();
    await settled(page, 'ready');
    const { data } = await (await call(`/v2/products/gtin/${first.gtin}`)).json();
    const header = await card(page).locator('[data-panel="summary"]').innerText();
    assert.ok(header.includes(data.general.product_name), `${data.general.product_name} is not in: ${header}`);
    await shelved(page);
    assert.equal(await page.locator('#shelf product-pool-card').count(), 12);
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  it('has every entry of the showcase one click away', async () => {
    const page = await open();
    await settled(page, 'ready');
    assert.equal(await page.locator('#states a').count(), showcase.size + 1);
    for (const { key, state, gtin } of showcase.values()) {
      await pick(page, key);
      await settled(page, state ?? 'ready');
      if (state) continue;
      const { data } = await (await call(`/v2/products/gtin/${gtin}`)).json();
      const name = data.general?.product_name ?? data.general?.manufacturer_product_name;
      if (typeof name === 'string' && name.trim()) {
        await card(page).locator('[data-panel="summary"]', { hasText: name.trim() }).waitFor();
      }
    }
    // What the browser itself reports is the 404 and the 401 that were asked for.
    const others = () => page.problems.filter((text) => !/status of 40[14]/.test(text));
    await assertReports(others, [
      /^product-pool: The product 9520000199 was not requested: a GTIN has 8, 12, 13 or 14 digits, not 10\./,
      /^product-pool: The service at \S+ does not accept the token\./,
      /^product-pool: The service at \S+ has no product with the GTIN 9520000199999\./,
    ]);
    await page.close();
  });

  it('never turns a missing milk flag into an absence', async () => {
    const { gtin } = showcase.get('milk-not-stated');
    const { data } = await (await call(`/v2/products/gtin/${gtin}`)).json();
    assert.equal(data.components[0].allergens.contains_milk ?? null, null);
    const page = await open(`/?gtin=${gtin}`);
    await settled(page, 'ready');
    assert.equal(await row(page, 'milk').getAttribute('data-status'), 'not-stated');
    const text = await row(page, 'milk').innerText();
    assert.match(text, /not stated/i);
    assert.doesNotMatch(text, /\bnot present\b|\bdoes not contain\b|\bNo\b/);
    await page.close();
  });

  it('shows a conflict as one, and believes the worse', async () => {
    const page = await open(`/?gtin=${showcase.get('conflict').gtin}`);
    await settled(page, 'ready');
    assert.equal(await row(page, 'tree_nuts').getAttribute('data-status'), 'contains');
    assert.equal(await card(page).locator('[data-conflict]').first().isVisible(), true);
    await page.close();
  });

  it('lets nothing of a hostile record run', async () => {
    const page = await open(`/?gtin=${showcase.get('hostile-html').gtin}`);
    await settled(page, 'ready');
    const found = await page.evaluate(() => {
      const all = [...document.getElementById('card').shadowRoot.querySelectorAll('*')];
      return {
        scripts: all.filter((node) => node.matches('script, iframe, a[href^="javascript"]')).length,
        handlers: all.flatMap((node) => [...node.attributes]).filter(({ name }) => name.startsWith('on')).length,
        emphasised: all.filter((node) => node.matches('.ingredients :is(b, strong, em, i, u)')).length,
        pwned: window.__pwned,
      };
    });
    assert.deepEqual(
      { ...found, emphasised: found.emphasised > 0 },
      { scripts: 0, handlers: 0, emphasised: true, pwned: undefined },
    );
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  it('gives a drink per 100 ml, and each component its own panels', async () => {
    const page = await open(`/?gtin=${showcase.get('drink').gtin}`);
    await settled(page, 'ready');
    assert.match(await card(page).locator('[data-panel="nutrition"] thead').first().innerText(), /100\s*ml/i);
    await pick(page, 'multi-component');
    const components = card(page).locator('[data-panel="nutrition"] [data-component]');
    await components.nth(1).waitFor();
    assert.equal(await components.count(), 2);
    assert.equal(await card(page).locator('[data-panel="ingredients"] [data-component]').count(), 2);
    await page.close();
  });

  for (const key of ['archived', 'replaced']) {
    it(`says that a product is ${key}`, async () => {
      const page = await open(`/?gtin=${showcase.get(key).gtin}`);
      await settled(page, 'ready');
      assert.equal(await card(page).locator(`[data-notice="${key}"]`).isVisible(), true);
      await page.close();
    });
  }

  it('looks a GTIN up, says what is wrong with a bad one, and keeps the way back', async () => {
    const page = await open();
    await settled(page, 'ready');
    await page.getByLabel('GTIN', { exact: true }).fill('9520000000');
    await page.getByRole('button', { name: 'Show product' }).click();
    await settled(page, 'bad-gtin');
    await page.getByLabel('GTIN', { exact: true }).fill(showcase.get('drink').gtin);
    await page.keyboard.press('Enter');
    await settled(page, 'ready');
    assert.equal(new URL(page.url()).searchParams.get('gtin'), showcase.get('drink').gtin);
    await page.goBack();
    await settled(page, 'bad-gtin');
    // The same mistake a second time is not reported again.
    await assertReports(
      () => page.problems,
      [/^product-pool: The product 9520000000 was not requested: a GTIN has 8, 12, /],
    );
    await page.close();
  });

  it('takes a GTIN from the fragment too', async () => {
    const page = await open(`/#gtin=${showcase.get('archived').gtin}`);
    await settled(page, 'ready');
    assert.equal(await card(page).locator('[data-notice="archived"]').isVisible(), true);
    await page.close();
  });

  it('offers to try again when the service cannot be reached, and recovers', async () => {
    const page = await open('/?state=network');
    await settled(page, 'network');
    await card(page).locator('[data-action="retry"]').click();
    await settled(page, 'network');
    await page.close();

    let broken = true;
    const flaky = await open(`/?gtin=${first.gtin}`, {
      prepare: (page) =>
        page.route('**/v2/products/gtin/**', (route) => (broken ? route.abort('connectionreset') : route.continue())),
    });
    await settled(flaky, 'network');
    broken = false;
    await card(flaky).locator('[data-action="retry"]').click();
    await settled(flaky, 'ready');
    await flaky.close();
  });

  it('works under a strict content security policy', async () => {
    const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self'";
    const page = await open('/', {
      prepare: (page) =>
        page.route(`${BASE_URL}/`, async (route) => {
          const response = await route.fetch();
          await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': policy } });
        }),
    });
    await settled(page, 'ready');
    await shelved(page);
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  it('takes the module from Trunk, where that has put its script into the page', async () => {
    const script = `<script type="module">
      import init, * as bindings from '/pkg/dist/card.js';
      const wasm = await init({ module_or_path: '/pkg/dist/card_bg.wasm?trunk' });
      window.wasmBindings = bindings;
      dispatchEvent(new CustomEvent('TrunkApplicationStarted', { detail: { wasm } }));
    </script>`;
    const modules = [];
    const page = await open('/', {
      prepare: async (page) => {
        page.on('request', (request) => request.url().includes('.wasm') && modules.push(new URL(request.url())));
        await page.route(`${BASE_URL}/`, async (route) => {
          const response = await route.fetch();
          const plain = await response.text();
          const body = plain.replace(/<link data-trunk rel="rust"[^>]*>/, script);
          assert.notEqual(body, plain);
          // Trunk's own server has no policy against the script that it puts there.
          await route.fulfill({ body, contentType: response.headers()['content-type'] });
        });
      },
    });
    await settled(page, 'ready');
    assert.deepEqual(
      modules.map(({ pathname, search }) => pathname + search),
      ['/pkg/dist/card_bg.wasm?trunk'],
    );
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  it('keeps the token out of the document', async () => {
    const page = await open();
    await settled(page, 'ready');
    const attributes = await page.evaluate((token) => {
      const roots = [document, ...[...document.querySelectorAll('product-pool-card')].map((card) => card.shadowRoot)];
      return roots
        .flatMap((root) => [...root.querySelectorAll('*')])
        .flatMap((node) => [...node.attributes])
        .filter(({ value }) => value === token || value.includes(`Bearer`))
        .map(({ name }) => name);
    }, TOKEN);
    assert.deepEqual(attributes, []);
    await page.close();
  });

  for (const width of [320, 390, 768, 1280]) {
    it(`does not scroll sideways at ${width} pixels`, async () => {
      const page = await open(`/?gtin=${showcase.get('multi-component').gtin}`, { viewport: { width, height: 800 } });
      await settled(page, 'ready');
      await page.locator('#shelf > li').first().waitFor();
      const [wide, seen] = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        document.documentElement.clientWidth,
      ]);
      assert.ok(wide <= seen, `${wide} > ${seen}`);
      await page.close();
    });
  }

  it('loads the cards of the shelf as they come near', async () => {
    const page = await open('/', { viewport: { width: 390, height: 700 } });
    await settled(page, 'ready');
    const last = page.locator('#shelf > li').last();
    await last.locator('product-pool-card').waitFor({ state: 'attached' });
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

describe('the service', () => {
  it('answers all nine operations to the demo token, and none without', async () => {
    const list = await (await call('/v2/products?limit=5')).json();
    const [{ pool_id: id, manufacturer }] = list.data;
    const { data: brands } = await (await call(`/v2/manufacturers/${manufacturer}/brands`)).json();
    const paths = [
      '/v2/products?limit=5',
      `/v2/products/${encodeURIComponent(id)}`,
      `/v2/products/gtin/${first.gtin}`,
      '/v2/manufacturers',
      `/v2/manufacturers/${manufacturer}`,
      `/v2/manufacturers/${manufacturer}/brands`,
      `/v2/manufacturers/${manufacturer}/brands/${brands[0].id}`,
      `/v2/images/${encodeURIComponent(id)}`,
    ];
    const { data } = await (await call(`/v2/products/gtin/${first.gtin}`)).json();
    paths.push(`/v2/images/${encodeURIComponent(data.pool_id)}/feature`);
    for (const path of paths) {
      const response = await call(path);
      assert.equal(response.status, 200, path);
      assert.match(response.headers.get('content-type'), /^application\/json/, path);
      assert.ok('data' in (await response.json()), path);
      for (const token of ['', 'wrong']) {
        const refused = await call(path, token);
        assert.equal(refused.status, 401, path);
        assert.equal(typeof (await refused.json()).message, 'string', path);
      }
    }
  });
});
