// The element's requests, with mocked responses and a mock module that only records its
// calls. The client is the real one.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  CARD,
  GTIN,
  add,
  filesOfClient,
  heard,
  isImage,
  lastView,
  listen,
  log,
  openShell,
  product,
  products,
  shows,
  until,
} from './shell-support.mjs';
import { NOWHERE, launch } from './support.mjs';

describe('the requests of the element', () => {
  let browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  const open = (options) => openShell(browser, options);

  it('asks once for an ordinary product, then for its images, and never for the client', async () => {
    const page = await open();
    const files = filesOfClient(page);
    await listen(page, 'load');
    await add(page);
    const [event] = await heard(page, 'load');
    assert.equal(event.productId, GTIN);
    assert.equal(event.gtin, GTIN);
    assert.equal(event.product.version, '1');
    assert.deepEqual([event.bubbles, event.composed], [true, true]);
    await page.waitForFunction(() => log.at(-1).view?.image && log.at(-1).view.images);
    assert.deepEqual(page.requests.map(({ path }) => path).sort(), [
      `/images/${GTIN}`,
      `/images/${GTIN}/feature`,
      `/products/gtin/${GTIN}`,
    ]);
    assert.deepEqual(
      [...new Set(page.requests.map(({ origin, authorization }) => `${origin} ${authorization}`))],
      [`${NOWHERE} undefined`],
    );
    assert.deepEqual(files, []);
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  it('shows since when a gateway could not verify the product, whichever code fetched it', async () => {
    const page = await open({ locale: 'en-GB', timezoneId: 'UTC' });
    const files = filesOfClient(page);
    let failures = 0;
    await page.route('**/v2/products/**', (route) => {
      if (failures > 0) {
        failures -= 1;
        return route.fulfill({ status: 503, headers: { 'retry-after': '0' }, body: '{}' });
      }
      const headers = { 'x-product-pool-stale': '2026-01-31T12:00:00Z' };
      return route.fulfill({ headers, contentType: 'application/json', body: JSON.stringify(product()) });
    });
    await add(page);
    await shows(page);
    assert.match((await lastView(page)).stale, /31 January 2026.*12:00/);
    assert.deepEqual(files, []);
    // The same by way of the client.
    failures = 1;
    await page.evaluate(() => document.querySelector('product-pool-card').retry());
    await page.waitForFunction(() => log.at(-1).view?.state === 'loading');
    await page.waitForFunction(() => log.at(-1).view?.state === 'ready');
    assert.ok(files.length > 0);
    assert.match((await lastView(page)).stale, /31 January 2026.*12:00/);
    await page.close();
  });

  it('asks by identifier, with its images at once, for a version and a wholesaler', async () => {
    let release;
    const held = new Promise((resolve) => {
      release = resolve;
    });
    const page = await open({
      answer: async (path) => {
        if (!isImage(path)) await held;
      },
    });
    await add(
      page,
      '<product-pool-card loading="eager" product-id="a/b ü" version="1 2" wholesaler="7" base-url="/pool/v2/"></product-pool-card>',
    );
    await until(() => page.requests.length === 3);
    release();
    await shows(page);
    assert.deepEqual(page.requests.map(({ path }) => path).sort(), [
      '/images/a%2Fb%20%C3%BC/feature?wholesaler=7',
      '/images/a%2Fb%20%C3%BC?wholesaler=7',
      '/products/a%2Fb%20%C3%BC?version=1%202',
    ]);
    await page.close();
  });

  it('asks for no more images than it shows', async () => {
    // Which those are is the subject of tests/node/card-images.test.mjs.
    const expected = [
      ['', ['', '/feature']],
      ['variant="summary"', ['', '/feature']],
      ['variant="badges"', []],
      ['variant="badges" panels="gallery"', ['', '/feature']],
    ];
    const page = await open();
    for (const [at, [attributes]] of expected.entries())
      await add(
        page,
        `<product-pool-card id="c${at}" loading="eager" product-id="p-${at}" ${attributes}></product-pool-card>`,
      );
    for (const at of expected.keys()) await shows(page, 'ready', `#c${at}`);
    // A later card, whose requests come after those of the others.
    await add(page, '<product-pool-card id="last" loading="eager" product-id="last"></product-pool-card>');
    await until(() => page.requests.some(({ path }) => path === '/images/last'));
    const images = page.requests.map(({ path }) => path).filter((path) => path.startsWith('/images/p-'));
    assert.deepEqual(
      images.sort(),
      expected.flatMap(([, ends], at) => ends.map((end) => `/images/p-${at}${end}`)).sort(),
    );
    await page.close();
  });

  it('asks for no image of a product without any, nor for another one than the only one', async () => {
    const count = (path) => Number(/-(\d)$/.exec(path)?.[1]);
    const page = await open({
      answer: (path) => {
        if (!isImage(path)) return undefined;
        if (path.includes('none')) return 404;
        return path.includes('feature') ? undefined : { data: ['a', 'b'].slice(0, count(path)).map((id) => ({ id })) };
      },
    });
    const ids = ['p-0', 'p-1', 'p-2', 'none'];
    const card = (id, variant) =>
      `<product-pool-card id="${id}-${variant}" loading="eager" variant="${variant}" product-id="${id}"></product-pool-card>`;
    await add(page, ids.map((id) => card(id, 'full') + card(id, 'summary')).join(''));
    for (const id of ids) await shows(page, 'ready', `#${id}-full`);
    await until(() => page.requests.filter(({ path }) => path.endsWith('/feature')).length === 2);
    const images = page.requests.map(({ path }) => path).filter(isImage);
    // Cards of a product share their requests. One of two may be another than the first of the list.
    const features = ['/images/none/feature', '/images/p-2/feature'];
    assert.deepEqual(images.sort(), [...ids.map((id) => `/images/${id}`), ...features].sort());
    // Those of a service that has no list for such a product.
    assert.equal(page.problems.length, 2, page.problems.join());
    await page.close();
  });

  it('asks for images once they are shown, each once', async () => {
    const page = await open();
    const images = () => page.requests.map(({ path }) => path).filter(isImage);
    const set = (change) =>
      page.evaluate((change) => Object.assign(document.querySelector('product-pool-card'), change), change);
    await add(page, CARD.replace('>', ' loading="eager" variant="badges">'));
    await shows(page);
    assert.deepEqual(images(), []);
    await set({ variant: 'summary' });
    await page.waitForFunction(() => log.at(-1).view?.image);
    assert.deepEqual(images(), [`/images/${GTIN}`, `/images/${GTIN}/feature`]);
    await set({ variant: 'full' });
    await page.waitForFunction(() => log.at(-1).view?.images);
    await set({ variant: 'badges', avoid: 'milk' });
    await page.waitForFunction(() => log.at(-1).view?.avoid);
    await set({ variant: null, panels: 'gallery', avoid: null });
    await page.waitForFunction(() => log.at(-1).view?.panels);
    assert.deepEqual(images(), [`/images/${GTIN}`, `/images/${GTIN}/feature`]);
    assert.equal(products(page).length, 1);
    await page.close();
  });

  it('makes no request for a product that it is given, unless it has an address', async () => {
    const page = await open({ body: '<product-pool-card loading="eager"></product-pool-card>' });
    await page.evaluate(() => {
      document.querySelector('product-pool-card').product = { pool_id: 'p-5' };
    });
    await shows(page);
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
    assert.deepEqual(page.requests, []);
    await page.evaluate(() => {
      document.querySelector('product-pool-card').baseUrl = '';
    });
    await page.waitForFunction(() => log.at(-1).view?.images);
    assert.deepEqual(page.requests.map(({ path }) => path).sort(), ['/images/p-5', '/images/p-5/feature']);
    await page.close();
  });

  it('asks for a product that a hundred cards show once, and for a hundred products 24 at a time', async () => {
    let running = 0;
    let most = 0;
    const page = await open({
      answer: async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setTimeout(resolve, 5));
        running -= 1;
      },
    });
    await add(page, CARD.replace('>', ' loading="eager">').repeat(100));
    await page.waitForFunction(() => live === 100);
    assert.deepEqual(products(page), [`/products/gtin/${GTIN}`]);
    const many = Array.from(
      { length: 100 },
      (_, at) => `<product-pool-card loading="eager" product-id="p-${at}"></product-pool-card>`,
    );
    await add(page, many.join(''));
    await page.waitForFunction(() => live === 200);
    assert.equal(products(page).length, 101);
    assert.ok(most <= 24 && most > 6, `${most} at once`);
    await page.close();
  });

  it('cancels requests whose result is no longer needed', async () => {
    const page = await open({ answer: (path) => (path.includes('slow') ? new Promise(() => {}) : undefined) });
    // Nor by the time limit.
    await page.evaluate(() => shell.configure({ timeoutMs: 600_000 }));
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/products/slow'));
    await add(
      page,
      '<product-pool-card loading="eager" product-id="slow" panels="summary"></product-pool-card>'.repeat(2),
    );
    await until(() => products(page).length > 0);
    await page.evaluate(() => document.querySelector('product-pool-card').remove());
    await page.evaluate(() => {
      document.querySelector('product-pool-card').productId = 'other';
    });
    await failed;
    await shows(page);
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  it('discards an answer that comes after another product was asked for', async () => {
    const releases = {};
    const page = await open({
      answer: (path) =>
        isImage(path)
          ? 404
          : new Promise((resolve) => {
              releases[path] = () => resolve(undefined);
            }),
    });
    await add(page, '<product-pool-card loading="eager" product-id="first"></product-pool-card>');
    // Another card keeps the first request going.
    await add(page, '<product-pool-card id="keeps" loading="eager" product-id="first"></product-pool-card>');
    await until(() => releases['/products/first']);
    await page.evaluate(() => {
      document.querySelector('product-pool-card').productId = 'second';
    });
    await until(() => releases['/products/second']);
    releases['/products/second']();
    await shows(page);
    releases['/products/first']();
    await shows(page, 'ready', '#keeps');
    assert.equal(await page.locator('product-pool-card h2').first().innerText(), 'card of second');
    await page.close();
  });

  it('shows neither product while the next is on its way', async () => {
    let release;
    const page = await open({
      answer: (path) =>
        path.includes('second') && !isImage(path)
          ? new Promise((resolve) => {
              release = () => resolve(undefined);
            })
          : undefined,
    });
    await add(page, '<product-pool-card loading="eager" product-id="first"></product-pool-card>');
    await shows(page);
    await page.evaluate(() => {
      document.querySelector('product-pool-card').productId = 'second';
    });
    await shows(page, 'loading');
    assert.equal((await lastView(page)).product, undefined);
    await until(() => release);
    release();
    await shows(page);
    assert.equal(await page.locator('h2').innerText(), 'card of second');
    await page.close();
  });

  it('asks a client that the page gives instead of the service', async () => {
    const page = await open({ body: '<product-pool-card></product-pool-card>' });
    await page.evaluate((gtin) => {
      window.calls = [];
      const client = new Proxy(
        {},
        {
          get:
            (_, name) =>
            async (...given) => {
              calls.push([name, given[0], given[1]?.wholesaler ?? given[1]?.version]);
              if (name === 'listImages') return { page: 1, data: [{ id: 'a' }, { id: 'b' }] };
              if (name === 'findByGtin') return { product: { pool_id: 'scanned' } };
              return name === 'getFeatureImage' ? { id: 'i' } : { pool_id: 'mine', version: '2' };
            },
        },
      );
      Object.assign(document.querySelector('product-pool-card'), { client, gtin, wholesaler: 3, loading: 'eager' });
    }, GTIN);
    await page.waitForFunction(() => log.at(-1)?.view?.images && log.at(-1).view.image);
    const view = await lastView(page);
    assert.deepEqual(JSON.parse(view.product), { pool_id: 'mine', version: '2' });
    assert.deepEqual(JSON.parse(view.image), { data: { id: 'i' } });
    assert.deepEqual(await page.evaluate(() => calls), [
      ['getProductByGtin', GTIN, undefined],
      ['listImages', 'mine', 3],
      ['getFeatureImage', 'mine', 3],
    ]);
    await page.evaluate(() => {
      document.querySelector('product-pool-card').gtin = '(01)09520000000011';
    });
    await page.waitForFunction(() => calls.some(([name]) => name === 'findByGtin'));
    assert.deepEqual(page.requests, []);
    await page.close();
  });

  it('fetches again on request, although the response was shared', async () => {
    const page = await open();
    await add(page);
    await shows(page);
    await add(page, CARD.replace('>', ' id="second" loading="eager">'));
    await shows(page, 'ready', '#second');
    assert.equal(products(page).length, 1);
    const again = page.waitForRequest((request) => request.url().includes('/products/'));
    await page.evaluate(() => document.querySelector('product-pool-card').retry());
    await again;
    await shows(page);
    assert.equal(products(page).length, 2);
    await page.close();
  });

  it('tells of a successor once, and links to it where the page says how', async () => {
    const replaced = (ids) => (path) =>
      path.startsWith('/products') ? product('old', { replaced_by: ids }) : undefined;
    const page = await open({ answer: replaced([{ pool_id: 'new/1' }, 17]) });
    await listen(page, 'replaced');
    await add(page, CARD.replace('>', ' loading="eager" successor-url="/p/{id}">'));
    await shows(page);
    const all = await heard(page, 'replaced');
    const url = `${NOWHERE}/p/new%2F1`;
    assert.deepEqual(all, [{ productId: 'old', replacedBy: ['new/1', '17'], url, bubbles: true, composed: true }]);
    assert.equal((await lastView(page)).successor, url);
    await page.evaluate(() => document.querySelector('product-pool-card').retry());
    await page.evaluate(() => {
      document.querySelector('product-pool-card').avoid = 'milk';
    });
    await page.waitForFunction(() => log.at(-1).view?.avoid && log.at(-1).view.state === 'ready');
    assert.equal((await heard(page, 'replaced')).length, 1);
    await page.close();

    const other = await open({
      answer: (path) =>
        path.startsWith('/products') ? product(path.split('/').at(-1), { replaced_by: ['new'] }) : undefined,
    });
    await other.evaluate(() =>
      document.addEventListener('product-pool-replaced', (event) => {
        if (event.detail.productId === 'prevented') event.preventDefault();
      }),
    );
    for (const [id, attribute] of [
      ['script', 'successor-url="javascript:alert({id})"'],
      ['nowhere', ''],
      ['prevented', 'successor-url="/p/{id}"'],
    ]) {
      await add(
        other,
        `<product-pool-card id="${id}" product-id="${id}" loading="eager" ${attribute}></product-pool-card>`,
      );
      await shows(other, 'ready', `#${id}`);
    }
    const views = (await log(other)).flatMap(({ view }) => (view?.state === 'ready' ? [view] : []));
    const ids = views.map(({ product }) => JSON.parse(product).data.pool_id);
    assert.deepEqual([...new Set(ids)], ['script', 'nowhere', 'prevented']);
    assert.deepEqual(
      views.filter(({ successor }) => successor !== undefined),
      [],
    );
    await other.close();
  });
});
