// The front page over the real server and its catalogue: the GTIN box, the card, the shelf;
// and the nine operations as curl calls them.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { BASE_URL, TOKEN, assertReports, call, launch, openPage, readShowcase } from './support.mjs';
import { faults } from './states-support.mjs';

const showcase = await readShowcase();
const [first] = showcase.values();

describe('the front page', () => {
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

  for (const address of ['/?state=conflict', '/#state=conflict']) {
    it(`leads from ${address} to that state in the playground`, async () => {
      const page = await open(address);
      await page.waitForURL(`${BASE_URL}/www/playground.html?state=conflict`);
      await page.locator('#states [aria-current="true"][data-key="conflict"]').waitFor();
      await page.close();
    });
  }

  it('links to the playground', async () => {
    const page = await open();
    await page.getByRole('link', { name: 'Playground', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Playground' }).waitFor();
    await page.getByRole('link', { name: 'Home' }).click();
    await settled(page, 'ready');
    await page.close();
  });

  for (const colorScheme of ['light', 'dark']) {
    it(`has no fault that axe can see, ${colorScheme}`, async () => {
      const page = await open('/', { colorScheme, viewport: { width: 390, height: 800 } });
      await settled(page, 'ready');
      await shelved(page);
      assert.deepEqual((await faults(page)).faults, []);
      await page.close();
    });
  }

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
