// The element's requests, with mocked responses and a mock module that only records its
// calls. The client is the real one.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { NOWHERE, launch } from './support.mjs';
import { CARD, GTIN, lastView, openShell, product, products, shows, until } from './shell-support.mjs';

const isImage = (path) => path.startsWith('/images/');

describe('the requests of the element', () => {
  let browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  const open = (options) => openShell(browser, options);

  /** Files of the client, by the request. */
  function client(page) {
    const files = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/\/client(_bg)?\.(js|wasm)$/.test(pathname)) files.push(pathname);
    });
    return files;
  }

  /** Events of one name, as they come. */
  const listen = (page, name) =>
    page.evaluate((name) => {
      window.heard ??= {};
      heard[name] = [];
      document.addEventListener(`product-pool-${name}`, ({ detail, bubbles, composed }) =>
        heard[name].push({ ...detail, bubbles, composed }),
      );
    }, name);
  const heard = async (page, name) => {
    await page.waitForFunction((name) => heard[name].length > 0, name);
    return page.evaluate((name) => heard[name], name);
  };

  const add = (page, html = CARD.replace('>', ' loading="eager">')) =>
    page.evaluate((html) => document.body.insertAdjacentHTML('beforeend', html), html);

  it('asks once for an ordinary product, then for its images, and never for the client', async () => {
    const page = await open();
    const files = client(page);
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
    const files = client(page);
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

  it('asks for the version of a product that it knows by GTIN', async () => {
    const page = await open({
      answer: (path) =>
        path.startsWith('/products') ? product('p-9', { version: path.includes('version') ? '3' : '4' }) : undefined,
    });
    await add(page, CARD.replace('>', ' loading="eager" version="3">'));
    await shows(page);
    assert.deepEqual(products(page), [`/products/gtin/${GTIN}`, '/products/p-9?version=3']);
    assert.equal(JSON.parse((await lastView(page)).product).data.version, '3');
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
    for (const id of ids)
      for (const variant of ['full', 'summary'])
        await add(
          page,
          `<product-pool-card id="${id}-${variant}" loading="eager" variant="${variant}" product-id="${id}"></product-pool-card>`,
        );
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

  it('passes unusual responses to the client, which continues from there', async () => {
    // The service knows the GTIN in its other form only.
    const page = await open({ answer: (path) => (path === `/products/gtin/${GTIN}` ? 404 : undefined) });
    const files = client(page);
    await add(page);
    await shows(page);
    assert.deepEqual(products(page), [`/products/gtin/${GTIN}`, `/products/gtin/${GTIN.slice(1)}`]);
    assert.ok(
      files.some((name) => name.endsWith('client_bg.wasm')),
      files.join(),
    );
    await page.close();
  });

  it('shows figures as they came, whichever way', async () => {
    const text = `{"data":{"pool_id":"p","figure":1.50,"large":12345678901234567890}}`;
    const page = await open({
      answer: (path, count) => (isImage(path) ? 404 : count === 1 && path.includes('later') ? 503 : text),
    });
    await add(page, '<product-pool-card loading="eager" product-id="now"></product-pool-card>');
    await shows(page);
    assert.equal((await lastView(page)).product, text);
    await add(page, '<product-pool-card id="later" loading="eager" product-id="later"></product-pool-card>');
    await shows(page, 'ready', '#later');
    assert.equal((await lastView(page)).product, text);
    await page.close();
  });

  const RETRY_NOW = { 'retry-after': '0', 'access-control-expose-headers': 'retry-after' };
  /** Each by the identifier of a product: state, code, what the service answers, its status, and requests. */
  const FAILURES = [
    ['none', 'not-found', 'not_found', 404, 404, 1],
    ['refused', 'unauthenticated', 'unauthenticated', 401, 401, 1],
    ['forbidden', 'unauthenticated', 'forbidden', 403, 403, 1],
    ['wrong', 'error', 'http', 400, 400, 1],
    ['gone', 'network', 'network', null, undefined, 3],
    ['many', 'error', 'rate_limited', [429, RETRY_NOW], 429, 3],
    ['down', 'error', 'http', [503, RETRY_NOW], 503, 3],
    ['text', 'error', 'invalid_response', 'no JSON', 200, 1],
  ];
  it('tells of each failure by a state and a code, after so many requests', async () => {
    const idOf = (path) => decodeURIComponent(path.split('/').at(-1));
    const page = await open({
      answer: (path) => {
        const [, , , said] = FAILURES.find(([id]) => id === idOf(path)) ?? FAILURES[0];
        return isImage(path) ? undefined : said;
      },
    });
    await listen(page, 'error');
    for (const [id] of FAILURES)
      await add(page, `<product-pool-card id="${id}" loading="eager" product-id="${id}"></product-pool-card>`);
    for (const [id, state] of FAILURES) await shows(page, state, `#${id}`);
    await page.waitForFunction((count) => heard.error.length === count, FAILURES.length);
    const events = await heard(page, 'error');
    for (const { message, bubbles, composed } of events) {
      assert.match(message, /\w+ \w+/);
      assert.deepEqual([bubbles, composed], [true, true]);
    }
    const kinds = (list) => list.map((one) => JSON.stringify(one)).sort();
    assert.deepEqual(
      kinds(events.map(({ code, status }) => [code, status ?? null])),
      kinds(FAILURES.map(([, , code, , status]) => [code, status ?? null])),
    );
    for (const [id, , , , , requests] of FAILURES)
      assert.equal(products(page).filter((path) => idOf(path) === id).length, requests, id);
    // The images of a GTIN are asked for when its product is known. It has two forms.
    const before = page.requests.length;
    await add(page, CARD.replace('>', ' id="unknown" loading="eager">'));
    await shows(page, 'not-found', '#unknown');
    assert.deepEqual(
      page.requests.slice(before).map(({ path }) => path),
      [`/products/gtin/${GTIN}`, `/products/gtin/${GTIN.slice(1)}`],
    );
    await page.close();
  });

  it('says after ten seconds that the product is still being loaded, and shows it when it comes', async () => {
    let answer;
    const page = await open({ answer: (path) => (isImage(path) ? 404 : new Promise((resolve) => (answer = resolve))) });
    await page.clock.install();
    await add(page);
    await until(() => answer);
    // The clock also runs by itself.
    await page.clock.runFor(6000);
    assert.equal(await page.evaluate(() => live), 0);
    await page.clock.runFor(4500);
    await shows(page, 'loading');
    answer(undefined);
    await shows(page);
    await page.close();
  });

  it('makes as many attempts, each for as long, as the page has set', async () => {
    const page = await open({
      answer: (path) => (isImage(path) ? 404 : path.includes('slow') ? new Promise(() => {}) : 503),
    });
    for (const [id, settings, state] of [
      ['slow', { timeoutMs: 300, maxRetries: 0 }, 'network'],
      ['down', { timeoutMs: null }, 'error'],
    ]) {
      await page.evaluate(async (settings) => {
        const { configure } = await import('/pkg/card.js');
        configure(settings);
      }, settings);
      await add(page, `<product-pool-card id="${id}" loading="eager" product-id="${id}"></product-pool-card>`);
      await shows(page, state, `#${id}`);
    }
    assert.deepEqual(products(page).sort(), ['/products/down', '/products/slow']);
    await page.close();
  });

  it('spares the client where another attempt would change nothing', async () => {
    const page = await open({ answer: (path) => (path.includes('unknown') ? 404 : 401) });
    const files = client(page);
    await add(
      page,
      '<product-pool-card id="a" loading="eager" product-id="unknown"></product-pool-card><product-pool-card id="b" loading="eager" product-id="other"></product-pool-card>',
    );
    await shows(page, 'not-found', '#a');
    await shows(page, 'unauthenticated', '#b');
    assert.deepEqual(files, []);
    await page.close();
  });

  it('tells of a failing network even where the client cannot be loaded for it', async () => {
    for (const file of ['client_bg.wasm', 'index.js']) {
      const page = await open({ answer: (path) => (isImage(path) ? undefined : null) });
      await page.route(`**/${file}`, (route) => route.abort());
      await page.route('**/client.base64.js', (route) => route.abort());
      await add(page);
      await shows(page, 'network');
      await page.close();
    }
  });

  it('refuses what is no GTIN before any request, with a sentence for people who read English', async () => {
    const page = await open();
    for (const gtin of ['9520000000', 'abc', '123', '00000000000000']) {
      await listen(page, 'error');
      await add(page, `<product-pool-card loading="eager" gtin="${gtin}"></product-pool-card>`);
      await shows(page, 'bad-gtin');
      const [{ code, status }] = await heard(page, 'error');
      assert.deepEqual([code, status], ['invalid_argument', undefined], gtin);
      assert.match((await lastView(page)).detail, /^[A-Z].*\.$/, gtin);
      await page.evaluate(() => {
        document.querySelector('product-pool-card').lang = 'fr';
      });
      await page.waitForFunction(() => log.at(-1).view?.lang === 'fr');
      assert.equal((await lastView(page)).detail, undefined);
      await page.evaluate(() => document.querySelector('product-pool-card').remove());
    }
    assert.deepEqual(page.requests, []);
    await page.close();
  });

  it('accepts the output of a scanner', async () => {
    const page = await open();
    for (const scan of ['0952 0000-000011', `(01)${GTIN}`, `https://id.example/01/${GTIN}`]) {
      await add(page, `<product-pool-card loading="eager" gtin="${scan}"></product-pool-card>`);
      await shows(page, 'ready', 'product-pool-card:last-of-type');
      assert.equal(products(page).at(-1), `/products/gtin/${GTIN}`);
    }
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

    for (const [attribute, cancel, expected] of [
      ['successor-url="javascript:alert({id})"', false, undefined],
      ['', false, undefined],
      ['successor-url="/p/{id}"', true, undefined],
    ]) {
      const page = await open({ answer: replaced(['new']) });
      await page.evaluate(
        (cancel) => document.addEventListener('product-pool-replaced', (event) => cancel && event.preventDefault()),
        cancel,
      );
      await add(page, CARD.replace('>', ` loading="eager" ${attribute}>`));
      await shows(page);
      assert.equal((await lastView(page)).successor, expected);
      await page.close();
    }
  });
});
