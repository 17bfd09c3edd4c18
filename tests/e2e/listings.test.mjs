// Listings: many small cards on one page, and how many of their requests run at once. The
// server is the real one, over HTTP/2 with TLS and over HTTP/1.1.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { atNight } from '../drawn.mjs';
import { ROOT, TOKEN, launch, openPage } from './support.mjs';

const COUNT = 48;

const TLS = join(ROOT, 'tests/fixtures/tls');

/** A page with an empty list; its script is a file, for the server's policy allows no other. */
const FILES = {
  'listing.html':
    '<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><title>Listing</title>' +
    '<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">' +
    '<link rel="stylesheet" href="/shop/listing.css"><script type="module" src="/shop/listing.js"></script>' +
    '</head><body><main><h1>Products</h1><ul></ul></main></body></html>',
  'listing.css': 'h1, ul { margin: 0; padding: 0; list-style: none } h1 { font-size: 20px; line-height: 40px }',
  'listing.js':
    "import * as card from '/pkg/dist/card.js'; window.card = card; window.shown = 0; document.addEventListener('product-pool-load', () => { shown += 1; });",
};

/** The program that `cargo xtask test e2e` has built, over its catalogue. */
async function serve(folder, ...options) {
  const { SERVER, CATALOGUE } = process.env;
  const all = [
    ['serve', '--db', CATALOGUE, '--listen', '127.0.0.1:0', '--allow-origin', '*'],
    ['--static', `/pkg=${join(ROOT, 'pkg')}`, '--static', `/shop=${folder}`],
    options,
  ].flat();
  const server = spawn(SERVER, all, { stdio: ['ignore', 'pipe', 'ignore'] });
  const [address] = await once(createInterface({ input: server.stdout }), 'line');
  return { address, end: () => server.kill() };
}

describe('a listing', () => {
  let browser;
  let folder;
  let plain;
  let encrypted;
  /** The `pool_id`s of as many products. */
  let ids;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'product-pool-listing-'));
    for (const [name, text] of Object.entries(FILES)) await writeFile(join(folder, name), text);
    const tls = ['--tls-cert', join(TLS, 'cert.pem'), '--tls-key', join(TLS, 'key.pem')];
    [browser, plain, encrypted] = await Promise.all([launch(), serve(folder), serve(folder, ...tls)]);
    const response = await fetch(`${plain.address}/v2/products?limit=${COUNT}`, {
      headers: { Authorization: `Bearer ${TOKEN}` },
    });
    ids = (await response.json()).data.map((item) => item.pool_id);
    assert.equal(ids.length, COUNT);
  });

  after(async () => {
    await browser?.close();
    plain?.end();
    encrypted?.end();
    if (folder) await rm(folder, { recursive: true });
  });

  /** A page without cards, whose requests to the API are held until they are released. */
  async function open(origin, { holds = true } = {}) {
    const page = await openPage(browser, { ignoreHTTPSErrors: true, viewport: { width: 390, height: 844 } });
    Object.assign(page, { requests: [], held: [], most: 0 });
    await page.route('**/v2/**', (route) => {
      page.requests.push(new URL(route.request().url()).pathname);
      page.held.push(route);
      page.most = Math.max(page.most, page.held.length);
      if (!holds) release(page);
    });
    await page.goto(`${origin}/shop/listing.html`);
    await page.waitForFunction(() => window.card);
    return page;
  }

  /** Lets requests through, the oldest first. */
  async function release(page, count = page.held.length) {
    await Promise.all(page.held.splice(0, count).map((route) => route.continue()));
  }

  /** Waits until so many requests are held. */
  async function held(page, count) {
    const end = Date.now() + 20_000;
    while (page.held.length !== count) {
      assert.ok(Date.now() < end, `${page.held.length} requests, not ${count}`);
      // A turn of the page, whose requests come here before its answer does.
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    }
  }

  /** Adds a card for each of the first products. */
  const fill = (page, settings, count = COUNT) =>
    page.evaluate(
      ([settings, ids]) => {
        card.configure({ dangerouslyAllowBrowser: true, ...settings });
        const items = ids.map((id) => `<li><product-pool-card product-id="${id}"></product-pool-card></li>`);
        document.querySelector('ul').innerHTML = items.join('');
      },
      [{ token: TOKEN, variant: 'badges', loading: 'eager', ...settings }, ids.slice(0, count)],
    );

  const drawn = (page, count = COUNT) => page.waitForFunction((count) => shown === count, count);

  /** The paths of all products, in the order of their cards. */
  const products = () => ids.map((id) => `/v2/products/${encodeURIComponent(id)}`);

  /** Lets all products through, as many at once as the page requests; how many there were each time. */
  async function inWaves(page, limit) {
    const waves = [];
    for (let left = COUNT; left > 0; left -= limit) {
      await held(page, Math.min(limit, left));
      waves.push(page.held.length);
      await release(page);
    }
    await drawn(page);
    return waves;
  }

  const protocols = [
    ['h2', () => encrypted],
    ['http/1.1', () => plain],
  ];
  // That a page requests no more at once is the subject of shell-requests.test.mjs.
  for (const [protocol, server] of protocols) {
    atNight(`requests each product once and nothing else, 24 at once, over ${protocol}`, async () => {
      const page = await open(server().address);
      await fill(page, { baseUrl: '' });
      assert.deepEqual(await inWaves(page, 24), [24, 24]);
      assert.equal(page.most, 24);
      assert.deepEqual(page.requests.sort(), products().sort());
      const protocols = await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .flatMap(({ name, nextHopProtocol }) => (/\/v2\//.test(name) ? nextHopProtocol : [])),
      );
      assert.deepEqual([...new Set(protocols)], [protocol]);
      assert.deepEqual(page.problems, []);
      await page.close();
    });
  }

  atNight('requests products before images', async () => {
    const page = await open(encrypted.address);
    await fill(page, { baseUrl: '', variant: 'summary' });
    await held(page, 24);
    await release(page);
    await held(page, 24);
    // The images of the first wave wait, although they were wanted before.
    const isImage = (path) => path.startsWith('/v2/images/');
    const first = page.requests.slice(0, COUNT);
    assert.equal(first.filter((path) => !isImage(path)).length, COUNT, first.join());
    await page.close();
  });

  atNight('requests only the products near the viewport, unless they are eager', async () => {
    const page = await open(encrypted.address, { holds: false });
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('body { margin: 0 } li { block-size: 200px }');
      document.adoptedStyleSheets = [sheet];
    });
    await fill(page, { baseUrl: '', loading: 'lazy' });
    // The viewport has 844 pixels, below which a heading of 40 and items of 200 begin. A card is
    // near within 400; Chromium adds the scroll margin of the page itself, another 400.
    const [least, most] = [844 + 400, 844 + 800].map((height) => Math.ceil((height - 40) / 200));
    await page.waitForFunction((least) => shown >= least, least);
    const near = page.requests.length;
    assert.ok(near <= most, `${near} products`);
    assert.deepEqual(page.requests.sort(), products().slice(0, near).sort());
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.waitForFunction(() =>
      document.querySelector('li:last-child product-pool-card').shadowRoot.querySelector('[data-state="ready"]'),
    );
    assert.ok(page.requests.length <= 2 * most, `${page.requests.length} products`);
    await page.close();
  });

  it('marks what a shopper avoids at once, without another request', async () => {
    const page = await open(plain.address, { holds: false });
    const count = 12;
    await fill(page, { baseUrl: '' }, count);
    await drawn(page, count);
    const answers = () =>
      page.evaluate(() =>
        Array.from(document.querySelectorAll('product-pool-card'), ({ shadowRoot }) =>
          Array.from(
            shadowRoot.querySelectorAll('.verdict [data-allergen], .verdict [data-answer="unknown"]'),
            (one) => one.dataset.allergen ?? one.dataset.answer,
          ).join(),
        ),
      );
    /** Runs a script in the page; what the cards answer by the end of the task after the next. */
    const answersAfter = async (script) => {
      await page.evaluate(script);
      return [...new Set(await answers())];
    };
    assert.deepEqual(await answers(), Array(count).fill(''));
    assert.deepEqual(await answersAfter(() => card.configure({ avoid: 'milk' })), ['milk']);
    assert.deepEqual(await answersAfter(() => card.configure({ avoid: 'fish' })), ['fish']);
    assert.deepEqual(
      await answersAfter(() =>
        document.querySelectorAll('product-pool-card').forEach((one) => one.setAttribute('avoid', 'peanuts')),
      ),
      ['peanuts'],
    );
    assert.deepEqual(
      await answersAfter(() => {
        card.configure({ avoid: null });
        document.querySelectorAll('product-pool-card').forEach((one) => one.removeAttribute('avoid'));
      }),
      [''],
    );
    assert.equal(page.requests.length, count);
    await page.close();
  });

  /** A page with one card. */
  const openOne = async (variant, attributes, content) => {
    const page = await openPage(browser, { viewport: { width: 390, height: 844 } });
    await page.goto(`${plain.address}/shop/listing.html`);
    await page.waitForFunction(() => window.card);
    await page.evaluate(
      ([html, token]) => {
        window.heard = [];
        for (const name of ['load', 'error'])
          document.addEventListener(`product-pool-${name}`, ({ detail }) => heard.push(detail.code ?? name));
        card.configure({ baseUrl: '', token, dangerouslyAllowBrowser: true, loading: 'eager' });
        document.querySelector('main').insertAdjacentHTML('beforeend', html);
      },
      [`<product-pool-card variant="${variant}" ${attributes}>${content}</product-pool-card>`, TOKEN],
    );
    return page;
  };
  const shows = (page, variant, state) =>
    page.locator(`product-pool-card .card[data-variant="${variant}"][data-state="${state}"]`).waitFor();

  for (const variant of ['badges', 'summary']) {
    atNight(`shows the page's own content in its slots as ${variant}`, async () => {
      const slots = ['header', 'footer', 'before-allergens', 'after-allergens', 'not-found'];
      const content = slots.map((name) => `<p slot="${name}">${name}</p>`).join('');
      const page = await openOne(variant, `product-id="${ids[0]}"`, content);
      await shows(page, variant, 'ready');
      const visible = () => page.locator('product-pool-card p[slot]:visible').allInnerTexts();
      assert.deepEqual(await visible(), slots.slice(0, -1));
      await page.evaluate(() => {
        document.querySelector('product-pool-card').productId = 'unknown';
      });
      await shows(page, variant, 'not-found');
      assert.deepEqual(await visible(), ['not-found']);
      await page.waitForFunction(() => heard.join() === 'load,not_found');
      await page.close();
    });
  }
});
