// Pages that the server draws: whole without scripts, and with nothing of their product where the element
// is to show another. How the element takes them over is the subject of take-over.test.mjs.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { makeAssets } from '../../xtask/js/assets.mjs';
import { atNight, whole } from '../drawn.mjs';
import { ROOT, launch, openPage, servePages, takeOver } from './support.mjs';

const GTIN = '09520000000004';
const OTHER = '09520000001001';

describe('a served page', () => {
  let browser;
  let server;

  before(async () => {
    const scripts = ['--script', '/pkg/dist/card.js', '--static', `/pkg=${join(ROOT, 'pkg')}`];
    server = await servePages(...scripts);
    browser = await launch();
  });

  after(async () => {
    server?.end();
    await browser?.close();
  });

  it('is whole where scripts are off', async () => {
    const page = await openPage(browser, { javaScriptEnabled: false });
    await page.goto(`${server.address}/p/${GTIN}`);
    const card = page.locator('product-pool-card');
    const allergens = card.locator('[data-panel="allergens"]');
    assert.match(await allergens.innerText(), /Contains\s[^]*Crustaceans/);
    // Panels fold without a script.
    const origin = card.locator('[data-panel="origin"]');
    await origin.locator('summary').click();
    assert.ok(await origin.locator('dl').first().isVisible());
    // It is drawn with the style sheet, not merely as text.
    const border = await card.locator('.card').evaluate((it) => getComputedStyle(it).borderTopStyle);
    assert.equal(border, 'solid');
    await page.close();
  });

  it('shows nothing of its product once the card has another', async () => {
    const page = await openPage(browser);
    await page.route('**/v2/**', (route) => route.abort());
    await page.goto(`${server.address}/p/${GTIN}`);
    await takeOver(page);
    await page.locator('product-pool-card .mount .card').waitFor();
    const text = await page.locator('product-pool-card').evaluate(async (card, gtin) => {
      card.gtin = gtin;
      await Promise.resolve();
      return card.shadowRoot.textContent;
    }, OTHER);
    assert.doesNotMatch(text, /Crustaceans/);
    await page.close();
  });

  describe('whose card is for something else before the element is there', () => {
    const ORIGINAL = `gtin="${GTIN}"`;

    /**
     * The served page with the card's attribute in other words. Each frame from
     * the upgrade on is looked at: `window.wrong` counts those with the served
     * product's allergens.
     */
    async function openEdited(attributes) {
      const page = await openPage(browser);
      page.requests = [];
      page.on('request', (request) => {
        const { pathname, search } = new URL(request.url());
        if (pathname.startsWith('/v2/products/')) page.requests.push(pathname + search);
      });
      await page.addInitScript(() => {
        window.wrong = window.frames = 0;
        const look = () => {
          const card = document.querySelector('product-pool-card');
          if (card?.matches(':defined')) {
            window.frames += 1;
            const panels = Array.from(card.shadowRoot.querySelectorAll('[data-panel="allergens"]'));
            if (panels.some((panel) => /Contains\s[^]*Crustaceans/.test(panel.innerText))) window.wrong += 1;
          }
          requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      });
      page.attributes = attributes;
      await page.route(`**/p/${GTIN}`, async (route) => {
        const body = await (await route.fetch()).text();
        assert.ok(body.includes(`<product-pool-card ${ORIGINAL}`), 'the page has no such card');
        await route.fulfill({ body: body.replace(ORIGINAL, page.attributes), contentType: 'text/html' });
      });
      return page;
    }

    it('does not show its product', async () => {
      const page = await openEdited();
      // Nothing can take its place.
      await page.route(/\/(v2|drawn)\//, (route) => route.abort());
      for (const [what, attributes] of [
        ['another GTIN', `gtin="${OTHER}"`],
        ['an identifier, which goes before the GTIN', `${ORIGINAL} product-id="nobody"`],
        ['a version', `${ORIGINAL} version="0"`],
        ['nothing at all', ''],
      ]) {
        page.attributes = attributes;
        await page.goto(`${server.address}/p/${GTIN}`);
        await page.waitForFunction(() => window.frames > 5);
        assert.equal(await page.evaluate(() => window.wrong), 0, what);
        assert.equal(await page.locator('product-pool-card [data-panel]').count(), 0, what);
      }
      await page.close();
    });

    it('asks for what it is to show', async () => {
      const page = await openEdited(`gtin="${OTHER}" rendering="browser"`);
      // The address of the service is the page's own, where a token is wanted.
      await page.route('**/v2/products/gtin/**', (route) =>
        route.fulfill({
          json: { data: { pool_id: 'other', general: { product_name: 'Another product' }, components: [{}] } },
        }),
      );
      await page.goto(`${server.address}/p/${GTIN}`);
      const name = page.locator('product-pool-card .mount [part~="name"]');
      await name.waitFor();
      assert.match(await name.innerText(), /Another product/);
      assert.deepEqual(page.requests, [`/v2/products/gtin/${OTHER}`]);
      assert.equal(await page.evaluate(() => window.wrong), 0);
      await page.close();
    });

    atNight('takes over what was drawn where the GTIN is the same in another form', async () => {
      const page = await openEdited(`gtin=" ${GTIN.slice(1)} "`);
      await page.goto(`${server.address}/p/${GTIN}`);
      await takeOver(page);
      const allergens = page.locator('product-pool-card .mount [data-panel="allergens"]');
      assert.match(await allergens.innerText(), /Contains\s[^]*Crustaceans/);
      assert.deepEqual(page.requests, []);
      await page.close();
    });
  });

  atNight('is taken over by the code of a consumer unit, and by one that its supplier mistyped', async () => {
    const headers = { authorization: 'Bearer demo' };
    const record = await (await fetch(`${server.address}/v2/products/gtin/${GTIN}`, { headers })).json();
    const unit = record.data.components[0].inner.internal_gtin;
    const page = await openPage(browser);
    const requested = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    await page.goto(`${server.address}/p/${unit}`);
    await takeOver(page);
    const name = page.locator('product-pool-card .mount [part~="name"]');
    assert.match(await name.innerText(), /Prawn/);
    // As a server has it whose record has this code.
    const digits = unit.padStart(14, '0');
    const mistyped = digits.slice(0, -1) + ((Number(digits.at(-1)) + 1) % 10);
    await page.route(`**/p/${mistyped}`, async (route) => {
      const body = await (await route.fetch({ url: `${server.address}/p/${digits}` })).text();
      await route.fulfill({ body: body.replaceAll(digits, mistyped), contentType: 'text/html' });
    });
    await page.goto(`${server.address}/p/${mistyped}`);
    await takeOver(page);
    assert.match(await name.innerText(), /Prawn/);
    assert.deepEqual(
      requested.filter((path) => path.startsWith('/v2/')),
      [],
    );
    assert.deepEqual(page.problems, []);
    await page.close();
  });
});

whole(describe, describe.skip)("a served page with the package's files", () => {
  let browser;
  let folder;
  let listed;
  let release;
  let server;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'product-pool-assets-'));
    // Their size is not tested here.
    ({ release, files: listed } = await makeAssets(join(ROOT, 'pkg/dist'), folder, { version: '0.0.0', quality: 1 }));
    server = await servePages('--assets', folder);
    browser = await launch();
  });

  after(async () => {
    server?.end();
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('loads each of them once, compressed, to be kept for ever', async () => {
    const page = await openPage(browser);
    const answers = [];
    page.on('response', (response) => answers.push(response));
    await page.goto(`${server.address}/p/${GTIN}`);
    await takeOver(page);
    await page.locator('product-pool-card .mount [data-panel="allergens"]').waitFor();
    const files = answers.filter((answer) => new URL(answer.url()).pathname.startsWith(`/assets/${release}/`));
    const paths = files.map((answer) => new URL(answer.url()).pathname.split('/').slice(3).join('/'));
    for (const path of ['card.js', 'wasm/card.js', 'wasm/card_bg.wasm', 'lang/en-GB.js']) {
      // A hint that does not fit what is requested later makes two requests of one.
      assert.equal(paths.filter((it) => it === path).length, 1, `${path} in ${paths}`);
    }
    for (const answer of files) {
      const headers = answer.headers();
      assert.equal(answer.status(), 200, answer.url());
      assert.match(headers['cache-control'], /immutable/);
      // What would be no smaller has one form.
      const path = new URL(answer.url()).pathname.split('/').slice(3).join('/');
      if (`${path}.gz` in listed) assert.match(headers.vary, /accept-encoding/i, path);
    }
    const wasm = files[paths.indexOf('wasm/card_bg.wasm')].headers();
    assert.equal(wasm['content-type'], 'application/wasm');
    assert.equal(wasm['content-encoding'], 'br');
    // A browser asks for an icon of the site, too.
    assert.deepEqual(
      page.problems.filter((it) => !it.includes('status of 404')),
      [],
    );
    await page.close();
  });
});
