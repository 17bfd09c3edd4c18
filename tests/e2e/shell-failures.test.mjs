// What becomes of the element's requests where the service fails or answers unusually: states, codes,
// attempts, and the client's part in them. The client is the real one.

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
  openShell,
  products,
  shows,
  until,
} from './shell-support.mjs';
import { launch } from './support.mjs';

describe('a request of the element that fails', () => {
  let browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  const open = (options) => openShell(browser, options);

  it('passes unusual responses to the client, which continues from there', async () => {
    // The service knows the GTIN in its other form only.
    const page = await open({ answer: (path) => (path === `/products/gtin/${GTIN}` ? 404 : undefined) });
    const files = filesOfClient(page);
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

  it('makes as many attempts, each for as long, as the page has set, in older browsers too', async () => {
    const page = await open({
      answer: (path) => {
        if (path.includes('shown')) return undefined;
        if (isImage(path)) return 404;
        return path.includes('slow') ? new Promise(() => {}) : 503;
      },
    });
    for (const [id, settings, state] of [
      ['slow', { timeoutMs: 300, maxRetries: 0 }, 'network'],
      ['down', { timeoutMs: null }, 'error'],
      ['old-slow', { timeoutMs: 300 }, 'network'],
      ['old-shown', { timeoutMs: null, maxRetries: null }, 'ready'],
    ]) {
      await page.evaluate(
        async ([settings, isOld]) => {
          if (isOld) delete AbortSignal.any;
          const { configure } = await import('/pkg/dist/card.js');
          configure(settings);
        },
        [settings, id.startsWith('old')],
      );
      await add(page, `<product-pool-card id="${id}" loading="eager" product-id="${id}"></product-pool-card>`);
      await shows(page, state, `#${id}`);
    }
    await page.waitForFunction(() => log.at(-1).view?.image && log.at(-1).view.images);
    const asked = ['slow', 'down', 'old-slow', 'old-shown'].map((id) => `/products/${id}`);
    assert.deepEqual(products(page), asked);
    await page.close();
  });

  it('spares the client where another attempt would change nothing', async () => {
    const page = await open({ answer: (path) => (path.includes('unknown') ? 404 : 401) });
    const files = filesOfClient(page);
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
});
