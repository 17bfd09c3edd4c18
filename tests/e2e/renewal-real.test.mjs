// What stays open while its product is recalled, with the real modules, the browser's own cache and a
// gateway.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { atNight } from '../drawn.mjs';
import { until } from '../patience.mjs';
import { GTIN, gatewayTo, pool, shop } from './stale-support.mjs';
import { freeze, launch, openPage, pass } from './support.mjs';

const no = { value: 0, description: 'No' };

/** A product without any of the allergens that its reader avoids. */
const SAFE = {
  general: { product_name: 'Rice' },
  components: [
    {
      allergens: { contains_milk: no, contains_eggs: no, contains_peanuts: no },
      free_from: { free_from_milk: 'Yes' },
      general: { storage_instructions: 'Keep cool.' },
    },
  ],
  supplier: { supplier_name: 'Fenwick' },
};

const NOTICE = '[data-notice="stale"]';

/** Whatever on a page is calm. */
const CALM = `[data-answer="declared-not-present"], .line[data-status="declared-not-present"], td[data-status="declared-not-present"],
  [data-notice="all-absent"]`;

describe('what stays open', () => {
  let browser;
  let market;
  const servers = [];
  before(async () => {
    [browser, market] = await Promise.all([launch(), shop()]);
  });
  after(async () => {
    for (const server of [market, ...servers]) server?.end();
    await browser?.close();
  });

  async function started(server) {
    servers.push(await server);
    return servers.at(-1);
  }

  /** A card of the shop. */
  const card = ({ address }, attributes = '') =>
    `<product-pool-card loading="eager" avoid="milk eggs" gtin="${GTIN}" base-url="${address}" ${attributes}></product-pool-card>`;

  const shopPage = (body, script = 'card') =>
    market.pageOf(`<!doctype html><html lang="en-GB"><link rel="icon" href="data:,">
      <script type="module" src="/pkg/dist/${script}.js"></script>${body}`);

  /** A page with a clock that the test sets: from when that is frozen, only `pass` moves it. */
  async function open(address, blocked = []) {
    const viewport = { width: 1280, height: 4000 };
    const page = await openPage(browser, { locale: 'en-GB', timezoneId: 'UTC', viewport });
    await page.clock.install({ time: Date.now() });
    for (const path of blocked) await page.route(path, (route) => route.abort());
    await page.goto(address);
    return page;
  }

  const seen = (page, selector) => pass(page, async () => (await page.locator(selector).count()) > 0);
  const gone = (page, selector) => pass(page, async () => (await page.locator(selector).count()) === 0);

  /** Opens a fold and puts the focus on it. */
  async function use(page) {
    const fold = page.locator('[data-toggle="supplier"], [data-toggle="sources"]').first();
    await fold.locator('summary').first().click();
    await fold.locator('summary').first().focus();
    await fold.evaluate((it) => (it.isFirst = true));
    return fold;
  }

  const isAsLeft = (fold) =>
    fold.evaluate((it) => it.isFirst && it.open && it.contains(it.getRootNode().activeElement));

  it('asks past the browser’s cache, which would show the old answer once more, and keeps focus and folds', async () => {
    const service = await started(pool(SAFE));
    service.headers = { 'cache-control': 'max-age=300' };
    const page = await open(shopPage(card(service, 'rendering="browser"')));
    await page.locator('.mount .card[data-state="ready"]').waitFor();
    assert.ok((await page.locator(CALM).count()) > 1);
    const fold = await use(page);
    await freeze(page);
    service.more = { ...SAFE, status: 'recalled' };
    await seen(page, '[data-notice="recalled"]');
    assert.equal(service.requests.length, 2);
    assert.equal(await page.locator(NOTICE).count(), 0);
    assert.ok(await isAsLeft(fold));
    // An answer that has not changed is not sent again, and holds as long as the first.
    await pass(page, () => service.requests.length === 3);
    assert.ok(service.requests[2]['if-none-match']);
    await until(() => page.pending.size === 0);
    await page.clock.runFor(200_000);
    assert.equal(await page.locator(NOTICE).count(), 0);
    // There are no images.
    assert.ok(
      page.problems.every((text) => text.includes('404')),
      `${page.problems}`,
    );
    await page.close();
  });

  it('asks again for what the browser kept for too long before the page was opened', async () => {
    const service = await started(pool(SAFE));
    service.headers = { 'cache-control': 'max-age=300', 'access-control-expose-headers': 'age, date' };
    const address = shopPage(card(service, 'rendering="browser"'));
    const page = await open(address);
    await page.locator('.mount .card[data-state="ready"]').waitFor();
    service.more = { ...SAFE, status: 'recalled' };
    await page.goto('about:blank');
    // The browser's cache follows another clock.
    await page.clock.setSystemTime(Date.now() + 3_600_000);
    await page.goto(address);
    await seen(page, '[data-notice="recalled"]');
    assert.equal(service.requests.length, 2);
    await page.close();
  });

  for (const rendering of ['browser', 'gateway']) {
    it(`is not calm while a gateway fails, drawn by the ${rendering}, and keeps focus and folds`, async () => {
      const upstream = await started(pool(SAFE));
      const gateway = await started(gatewayTo(upstream, market, 300));
      const variants = ['full', 'summary', 'badges'].map((variant) => `variant="${variant}" rendering="${rendering}"`);
      const page = await open(shopPage(variants.map((attributes) => card(gateway, attributes)).join('')));
      const drawn = rendering === 'browser' ? '.mount' : '.served';
      const cards = page.locator(`${drawn} .card[data-state="ready"]`);
      await cards.nth(2).waitFor();
      assert.ok((await page.locator(CALM).count()) > 5);
      const fold = await use(page);
      await freeze(page);
      let isLost = true;
      const asked = [];
      await page.route(/\/(drawn|v2)\//, (route) => {
        asked.push(route.request().url());
        return isLost ? route.abort() : route.continue();
      });
      await page.clock.runFor(312_000);
      await page.locator(NOTICE).nth(2).waitFor();
      // One of the gateway's cards is not another's.
      await until(() => new Set(asked).size === (rendering === 'browser' ? 1 : 3));
      assert.deepEqual(await page.locator(CALM).evaluateAll((them) => them.map((it) => it.outerHTML)), []);
      assert.match(await page.locator(NOTICE).first().innerText(), /since \d+ \w+ 20\d\d at \d\d:\d\d\./);
      assert.ok((await page.locator('.verdict[data-answer="not-stated"]').count()) === 3);
      assert.equal(await page.getByText('✓').count(), 0);
      assert.ok(await isAsLeft(fold));
      assert.equal(await cards.count(), 3);
      if (rendering === 'gateway') {
        // A reader who changes the list is answered as calmly.
        const first = page.locator('product-pool-card').first();
        await first.evaluate((card) => (card.avoid = 'peanuts'));
        await seen(page, '[data-allergen="peanuts"][data-answer="not-stated"]');
        await first.evaluate((card) => (card.avoid = 'milk eggs'));
      }
      isLost = false;
      await gone(page, NOTICE);
      assert.ok((await page.locator(CALM).count()) > 5);
      assert.ok(await isAsLeft(fold));
      await page.close();
    });
  }

  /** The service worker of a shop that keeps whatever it has seen once. */
  const WORKER = `addEventListener('install', () => skipWaiting());
    addEventListener('activate', (event) => event.waitUntil(caches.open('kept').then(() => clients.claim())));
    async function kept(request) {
      // Without its store it keeps nothing any more.
      if (!(await caches.has('kept'))) return fetch(request);
      const cache = await caches.open('kept');
      const known = await cache.match(request);
      if (!known) await cache.put(request, await fetch(request));
      return cache.match(request);
    }
    addEventListener('fetch', (event) => {
      if (/[/](drawn|v2[/]products)[/]/.test(event.request.url)) event.respondWith(kept(event.request));
    });`;

  it('is not calm where a service worker of the shop gives the same answer again', async () => {
    const upstream = await started(pool(SAFE));
    const gateway = await started(gatewayTo(upstream, market, 300));
    market.pages.set('/worker.js', WORKER);
    const cards = ['browser', 'gateway'].map((rendering) => card(gateway, `rendering="${rendering}"`));
    const page = await open(shopPage(''));
    await page.evaluate(async () => {
      const controlled = new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      );
      await navigator.serviceWorker.register('/worker.js');
      await controlled;
    });
    await page.evaluate((cards) => (document.body.innerHTML = cards), cards.join(''));
    const calm = page.locator('.verdict[data-answer="declared-not-present"]');
    await calm.nth(1).waitFor();
    await freeze(page);
    // It asks again, and waits for a moment before it says so.
    await pass(page, async () => (await page.locator(NOTICE).count()) === 2, 20_000);
    assert.equal(await page.locator(CALM).count(), 0);
    await page.evaluate(() => caches.delete('kept'));
    await gone(page, NOTICE);
    assert.equal(await calm.count(), 2);
    // There are no images.
    assert.ok(
      page.problems.every((text) => text.includes('404')),
      `${page.problems}`,
    );
    await page.close();
  });

  it('is renewed where a server put it into the page', async () => {
    const upstream = await started(pool(SAFE));
    const gateway = await started(gatewayTo(upstream, market, 300));
    const page = await open(`${gateway.address}/p/${GTIN}`);
    await page.locator('.served .card').waitFor();
    assert.ok((await page.locator(CALM).count()) > 0);
    const fold = await use(page);
    let answers = 0;
    page.on('requestfinished', (request) => (answers += request.url().includes('/v2/products/') ? 1 : 0));
    await freeze(page);
    // The same answer changes nothing, and loads nothing.
    await pass(page, () => answers === 1);
    await page.clock.runFor(20_000);
    assert.equal(await page.locator('.served .card').count(), 1);
    await page.route('**/v2/**', (route) => route.abort());
    await seen(page, `.mount ${NOTICE}`);
    assert.equal(await page.locator(CALM).count(), 0);
    assert.ok(await isAsLeft(fold));
    await page.close();
  });

  it('is not calm where a server put it into the page, and WebAssembly is out of reach', async () => {
    const upstream = await started(pool(SAFE));
    const gateway = await started(gatewayTo(upstream, market, 300));
    const page = await open(`${gateway.address}/p/${GTIN}`, ['**/*.wasm', '**/v2/**']);
    await page.locator('.served .card').waitFor();
    assert.ok((await page.locator(CALM).count()) > 0);
    await freeze(page);
    await seen(page, `.served ${NOTICE}`);
    assert.equal(await page.locator(NOTICE).innerText(), 'Always check the label.');
    assert.deepEqual(await page.locator(CALM).evaluateAll((them) => them.map((it) => it.outerHTML)), []);
    const line = page.locator('.line[data-status] dt').filter({ hasText: /not present/i });
    assert.match(await line.innerText(), /Always check the label\./);
    await page.close();
  });

  // Chromium's headless shell, in which the tests run by day, keeps no pages.
  atNight('is renewed when it comes back from the back/forward cache', async () => {
    // Which the tests switch off otherwise.
    const own = await launch({ ignoreDefaultArgs: ['--disable-back-forward-cache'] });
    const service = await started(pool(SAFE));
    service.headers = { 'cache-control': 'max-age=300' };
    // An hour passes meanwhile.
    const body = `<script>addEventListener('pageshow', ({ persisted }) => {
        const { now } = Date;
        if (persisted) Date.now = () => now() + 3_600_000;
        window.isBack = persisted;
      });</script>${card(service, 'rendering="browser"')}`;
    const page = await openPage(own);
    await page.goto(shopPage(body));
    await page.locator('.mount .card[data-state="ready"]').waitFor();
    await page.goto(`${market.address}/other`);
    service.more = { ...SAFE, status: 'recalled' };
    const before = service.requests.length;
    await page.evaluate(() => void setTimeout(() => history.back()));
    await page.waitForFunction(() => window.isBack);
    await page.locator('[data-notice="recalled"]').waitFor();
    assert.ok(service.requests.length > before);
    await own.close();
  });

  it('is renewed in a matrix, and where two versions are compared', async () => {
    const service = await started(pool(SAFE));
    service.headers = { 'cache-control': 'max-age=300' };
    const body = `<script type="module" src="/pkg/dist/changes-view.js"></script>
      <product-pool-matrix gtins="${GTIN}" base-url="${service.address}"></product-pool-matrix>
      <product-pool-changes product-id="p-1" from="1" base-url="${service.address}"></product-pool-changes>`;
    const page = await open(shopPage(body, 'matrix'));
    await page.locator('tr[data-state="ready"]').waitFor();
    await page.locator('.changes h2').waitFor();
    assert.equal(await page.locator(CALM).count(), 3);
    await freeze(page);
    service.fails = true;
    await gone(page, CALM);
    await seen(page, NOTICE);
    assert.equal(await page.getByText(/Not checked with the supplier since/).count(), 2);
    service.fails = false;
    service.more = { ...SAFE, status: 'recalled' };
    await gone(page, NOTICE);
    await pass(page, async () => (await page.getByText(/recalled/i).count()) > 0);
    assert.equal(await page.getByText(/Not checked with the supplier since/).count(), 0);
    await page.close();
  });
});
