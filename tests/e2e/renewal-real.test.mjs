// What stays open while its product is recalled, with the real modules, the browser's own cache and a
// gateway.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { atNight } from '../drawn.mjs';
import { until } from './shell-support.mjs';
import { GTIN, gatewayTo, pool, shop } from './stale-support.mjs';
import { launch, openPage } from './support.mjs';

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
const CALM = `[data-answer="not-declared"], .line[data-status="not-present"], td[data-status="not-present"],
  [data-notice="all-absent"]`;

// Some at once, for most of them wait for seconds to pass.
describe('what stays open', { concurrency: 3 }, () => {
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

  /** A page of the shop, whose clock the test sets. */
  async function open(body, script = 'card') {
    const address = market.pageOf(`<!doctype html><html lang="en-GB"><link rel="icon" href="data:,">
      <script type="module" src="/pkg/dist/${script}.js"></script>${body}`);
    const viewport = { width: 1280, height: 4000 };
    const page = await openPage(browser, { locale: 'en-GB', timezoneId: 'UTC', viewport });
    await page.clock.install({ time: Date.now() });
    await page.goto(address);
    return page;
  }

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
    service.headers = { 'cache-control': 'max-age=1, stale-while-revalidate=3600' };
    const page = await open(
      `<product-pool-card loading="eager" rendering="browser" avoid="milk eggs" gtin="${GTIN}" base-url="${service.address}"></product-pool-card>`,
    );
    await page.locator('.mount .card[data-state="ready"]').waitFor();
    assert.ok((await page.locator(CALM).count()) > 1);
    const fold = await use(page);
    await page.waitForTimeout(1_500);
    service.more = { ...SAFE, status: 'recalled' };
    await page.clock.runFor(6_000);
    await page.locator('[data-notice="recalled"]').waitFor();
    assert.equal(service.requests.length, 2);
    assert.equal(await page.locator(NOTICE).count(), 0);
    assert.ok(await isAsLeft(fold));
    // An answer that has not changed is not sent again, and holds as long as the first.
    await page.waitForTimeout(1_500);
    await page.clock.runFor(5_600);
    await until(() => service.requests.length === 3);
    assert.ok(service.requests[2]['if-none-match']);
    await page.waitForTimeout(100);
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
    service.headers = {
      'cache-control': 'max-age=1, stale-while-revalidate=3600',
      'access-control-expose-headers': 'age, date',
    };
    const body = `<product-pool-card loading="eager" rendering="browser" avoid="milk" gtin="${GTIN}" base-url="${service.address}"></product-pool-card>`;
    const page = await open(body);
    await page.locator('.mount .card[data-state="ready"]').waitFor();
    service.more = { ...SAFE, status: 'recalled' };
    await page.waitForTimeout(6_500);
    await page.reload();
    await page.locator('.mount .card[data-state="ready"]').waitFor();
    await page.clock.runFor(2_500);
    await page.locator('[data-notice="recalled"]').waitFor();
    await page.close();
  });

  for (const rendering of ['browser', 'gateway']) {
    it(`is not calm while a gateway fails, drawn by the ${rendering}, and keeps focus and folds`, async () => {
      const upstream = await started(pool(SAFE));
      const gateway = await started(gatewayTo(upstream, market, 300));
      const attributes = `loading="eager" avoid="milk eggs" gtin="${GTIN}" rendering="${rendering}" base-url="${gateway.address}"`;
      const page = await open(
        ['full', 'summary', 'badges']
          .map((variant) => `<product-pool-card variant="${variant}" ${attributes}></product-pool-card>`)
          .join(''),
      );
      const drawn = rendering === 'browser' ? '.mount' : '.served';
      const cards = page.locator(`${drawn} .card[data-state="ready"]`);
      await cards.nth(2).waitFor();
      assert.ok((await page.locator(CALM).count()) > 5);
      const fold = await use(page);
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
        await page
          .locator('product-pool-card')
          .first()
          .evaluate((card) => (card.avoid = 'peanuts'));
        await page.locator('[data-allergen="peanuts"][data-answer="not-stated"]').first().waitFor();
        await page
          .locator('product-pool-card')
          .first()
          .evaluate((card) => (card.avoid = 'milk eggs'));
      }
      isLost = false;
      await page.clock.runFor(8_000);
      await page.waitForFunction(
        () =>
          !Array.from(document.querySelectorAll('product-pool-card')).some((card) =>
            card.shadowRoot.querySelector('[data-notice="stale"]'),
          ),
      );
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
    const cards = ['browser', 'gateway'].map(
      (rendering) =>
        `<product-pool-card loading="eager" avoid="milk" gtin="${GTIN}" rendering="${rendering}" base-url="${gateway.address}"></product-pool-card>`,
    );
    const page = await open('');
    await page.evaluate(async () => {
      const controlled = new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      );
      await navigator.serviceWorker.register('/worker.js');
      await controlled;
    });
    await page.evaluate((cards) => (document.body.innerHTML = cards), cards.join(''));
    const calm = page.locator('.verdict[data-answer="not-declared"]');
    await calm.nth(1).waitFor();
    // It asks again, and waits for a moment before it says so.
    await until(async () => {
      await page.clock.runFor(20_000);
      return (await page.locator(NOTICE).count()) === 2;
    });
    assert.equal(await page.locator(CALM).count(), 0);
    await page.evaluate(() => caches.delete('kept'));
    await until(async () => {
      await page.clock.runFor(20_000);
      return (await page.locator(NOTICE).count()) === 0;
    });
    assert.equal(await calm.count(), 2);
    // There are no images.
    assert.ok(
      page.problems.every((text) => text.includes('404')),
      `${page.problems}`,
    );
    await page.close();
  });

  it('shows a recall on a card that the gateway drew, with its focus and folds', async () => {
    const upstream = await started(pool(SAFE));
    const gateway = await started(gatewayTo(upstream, market, 5));
    const page = await open(
      `<product-pool-card loading="eager" avoid="milk" gtin="${GTIN}" rendering="gateway" base-url="${gateway.address}"></product-pool-card>`,
    );
    await page.locator('.served .card').waitFor();
    const fold = await use(page);
    upstream.more = { ...SAFE, status: 'recalled' };
    await page.waitForTimeout(5_200);
    // A gateway answers once more with what it has, and asks meanwhile.
    for (let step = 0; step < 4; step += 1) {
      await page.clock.runFor(3_000);
      await page.waitForTimeout(300);
    }
    await page.locator('.served [data-notice="recalled"]').waitFor();
    assert.ok(await isAsLeft(fold));
    assert.equal(
      await page.evaluate(
        () => performance.getEntriesByType?.('resource')?.filter?.(({ name }) => name.endsWith('.wasm')).length ?? 0,
      ),
      0,
    );
    await page.close();
  });

  it('is renewed where a server put it into the page', async () => {
    const upstream = await started(pool(SAFE));
    const gateway = await started(gatewayTo(upstream, market, 300));
    const page = await openPage(browser, { locale: 'en-GB', timezoneId: 'UTC' });
    await page.clock.install({ time: Date.now() });
    await page.goto(`${gateway.address}/p/${GTIN}`);
    await page.locator('.served .card').waitFor();
    assert.ok((await page.locator(CALM).count()) > 0);
    const fold = await use(page);
    await page.waitForTimeout(500);
    // The same answer changes nothing, and loads nothing. It takes a moment that the clock must leave it.
    await page.clock.runFor(296_000);
    for (let second = 0; second < 11; second += 1) {
      await page.waitForTimeout(100);
      await page.clock.runFor(1_000);
    }
    await page.waitForTimeout(500);
    assert.equal(await page.locator('.served .card').count(), 1);
    await page.route('**/v2/**', (route) => route.abort());
    await page.clock.runFor(312_000);
    await page.locator(`.mount ${NOTICE}`).waitFor();
    assert.equal(await page.locator(CALM).count(), 0);
    assert.ok(await isAsLeft(fold));
    await page.close();
  });

  it('is not calm where a server put it into the page, and WebAssembly is out of reach', async () => {
    const upstream = await started(pool(SAFE));
    const gateway = await started(gatewayTo(upstream, market, 300));
    const page = await openPage(browser, { locale: 'en-GB', timezoneId: 'UTC' });
    await page.clock.install({ time: Date.now() });
    await page.route(/\.wasm|\/v2\//, (route) => route.abort());
    await page.goto(`${gateway.address}/p/${GTIN}`);
    await page.locator('.served .card').waitFor();
    assert.ok((await page.locator(CALM).count()) > 0);
    await page.waitForTimeout(500);
    await page.clock.runFor(320_000);
    await page.locator(`.served ${NOTICE}`).waitFor();
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
    service.headers = { 'cache-control': 'max-age=1, stale-while-revalidate=3600' };
    const address = market.pageOf(`<!doctype html><html lang="en-GB"><link rel="icon" href="data:,">
      <script type="module" src="/pkg/dist/card.js"></script>
      <product-pool-card loading="eager" rendering="browser" avoid="milk" gtin="${GTIN}" base-url="${service.address}"></product-pool-card>`);
    const page = await openPage(own);
    await page.goto(address);
    await page.locator('.mount .card[data-state="ready"]').waitFor();
    await page.evaluate(() => {
      window.isKept = true;
      addEventListener('pageshow', ({ persisted }) => (window.isBack = persisted));
    });
    await page.goto(`${market.address}/other`);
    service.more = { ...SAFE, status: 'recalled' };
    await page.waitForTimeout(5_500);
    const before = service.requests.length;
    await page.evaluate(() => void setTimeout(() => history.back()));
    await page.waitForFunction(() => window.isKept && window.isBack);
    await page.locator('[data-notice="recalled"]').waitFor();
    assert.ok(service.requests.length > before);
    await own.close();
  });

  it('is renewed where two versions are compared', async () => {
    const service = await started(pool(SAFE));
    service.headers = { 'cache-control': 'max-age=300' };
    const page = await open(
      `<product-pool-changes product-id="p-1" from="1" base-url="${service.address}"></product-pool-changes>`,
      'changes-view',
    );
    await page.locator('.changes h2').waitFor();
    service.fails = true;
    await page.clock.runFor(308_000);
    await page.locator(NOTICE).waitFor();
    service.fails = false;
    service.more = { ...SAFE, components: [{ allergens: { contains_milk: { value: 1, description: 'Yes' } } }] };
    await page.clock.runFor(4_000);
    await page.locator(NOTICE).waitFor({ state: 'detached' });
    assert.ok(service.requests.length >= 6);
    await page.close();
  });

  it('is renewed in a matrix', async () => {
    const service = await started(pool(SAFE));
    service.headers = { 'cache-control': 'max-age=300' };
    const page = await open(
      `<product-pool-matrix gtins="${GTIN}" base-url="${service.address}"></product-pool-matrix>`,
      'matrix',
    );
    await page.locator('tr[data-state="ready"]').waitFor();
    assert.equal(await page.locator(CALM).count(), 3);
    service.fails = true;
    await page.clock.runFor(308_000);
    await page.getByText(/Not checked with the supplier since/).waitFor();
    assert.equal(await page.locator(CALM).count(), 0);
    service.fails = false;
    service.more = { ...SAFE, status: 'recalled' };
    await page.clock.runFor(4_000);
    await page
      .getByText(/recalled/i)
      .first()
      .waitFor();
    assert.equal(await page.getByText(/Not checked with the supplier since/).count(), 0);
    await page.close();
  });
});
