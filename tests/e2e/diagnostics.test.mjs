// Messages to developers about faulty requests: one message a page and cause, which names
// the base URL and the remedy. Shoppers see nothing technical.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { atNight, some } from '../drawn.mjs';
import {
  HTML,
  JSON_TYPE,
  closeServers,
  gone,
  messages,
  open,
  openShop,
  refused,
  serve,
} from './diagnostics-support.mjs';
import { until } from './shell-support.mjs';
import { launch } from './support.mjs';

const GTINS = ['09520000000011', '09520000000004', '09520000000028'];

/** Elements of each kind with faulty requests to `base`: more than one each. */
const ELEMENTS = {
  cards: (base) =>
    GTINS.map(
      (gtin) => `<product-pool-card loading="eager" base-url="${base}" gtin="${gtin}"></product-pool-card>`,
    ).join(''),
  matrix: (base) => `<product-pool-matrix base-url="${base}" gtins="${GTINS.join(' ')}"></product-pool-matrix>`,
  changes: (base) =>
    `<product-pool-changes base-url="${base}" product-id="p-1" from="1" to="2"></product-pool-changes>`.repeat(2),
};

/** Each fault: what the service answers, and the message. */
const FAULTS = {
  'a service that does not allow the page': [
    () => [200, JSON_TYPE, '{}'],
    /^The service at BASE cannot be reached\. .*`--allow-origin PAGE`.*add BASE to the page's connect-src/,
  ],
  'a web page': [() => open(HTML), /^The answer from BASE is not a product: .* Check the base URL/],
  'JSON that is no product': [
    () => open([200, JSON_TYPE, '{"ok":true}']),
    /^The answer from BASE is not a product: .*Check the base URL/,
  ],
  'no token': [() => refused(401), /^The service at BASE requires a token, and none was sent\. Run a gateway/],
  'a product that there is not': [
    () => refused(404),
    /^The service at BASE has no product with the (GTIN \d+|pool_id p-1)\./,
  ],
  'no such product, by a gateway': [
    () => open([404, JSON_TYPE, '{"errors":[{"code":"gtin_not_found","title":"Not found"}]}']),
    /^The service at BASE has no product with the (GTIN \d+, neither on a case nor on a unit|pool_id p-1)\./,
  ],
  'another error': [() => refused(403), /^The service at BASE answered 403: .*Refused\. /],
  'too many requests': [
    () =>
      open([
        429,
        { ...JSON_TYPE, 'retry-after': '0', 'access-control-expose-headers': 'retry-after' },
        '{"errors":[]}',
      ]),
    /^The service at BASE has received too many requests\. /,
  ],
};

describe('a faulty request', () => {
  let browser;
  before(async () => {
    browser = await launch();
  });
  after(async () => {
    closeServers();
    await browser.close();
  });

  /** The one message of a page, checked. */
  async function assertReported(page, pattern, base) {
    const reports = await messages(page);
    assert.equal(reports.length, 1, JSON.stringify(reports));
    const [[level, text]] = reports;
    const named = text.replaceAll(page.origin, 'PAGE').replaceAll(base, 'BASE');
    assert.equal(level, 'error');
    assert.match(named, pattern);
    await assertNothingTechnical(page);
  }

  /** Nothing of this is for shoppers. */
  async function assertNothingTechnical(page) {
    const shown = await page.evaluate(() =>
      [...document.querySelectorAll('product-pool-card, product-pool-matrix, product-pool-changes')]
        .map((one) => one.shadowRoot.textContent)
        .join(' '),
    );
    assert.doesNotMatch(shown, /http|CORS|origin|URL|token|JSON|gateway|\b[45]\d\d\b/i);
  }

  // The elements share the code that requests: those of one stand for all.
  for (const [name, html] of some(Object.entries(ELEMENTS), 1)) {
    it(`of ${name} is named once for each service`, async () => {
      const faults = Object.entries(FAULTS).slice(0, name === 'cards' ? undefined : 3);
      const services = await Promise.all(faults.map(([, [answer]]) => serve(answer)));
      const page = await openShop(browser, { body: services.map(({ origin }) => html(origin)).join('') });
      await until(() => page.reports.length >= faults.length);
      const reports = await messages(page);
      assert.equal(reports.length, faults.length, JSON.stringify(reports));
      for (const [at, [fault, [, pattern]]] of faults.entries()) {
        const { origin } = services[at];
        const own = reports.filter(([, text]) => text.includes(origin));
        assert.equal(own.length, 1, fault);
        const [[level, text]] = own;
        assert.equal(level, 'error', fault);
        assert.match(text.replaceAll(page.origin, 'PAGE').replaceAll(origin, 'BASE'), pattern);
      }
      await assertNothingTechnical(page);
      await page.close();
    });
  }

  it(`of cards to a service that is down is named once`, async () => {
    const base = await gone();
    const page = await openShop(browser, { body: ELEMENTS.cards(base) });
    await assertReported(page, /^The service at BASE cannot be reached\. /, base);
    await page.close();
  });

  it('to an address that is none is named once', async () => {
    const address = 'base-url="http://pool.example:99999"';
    const page = await openShop(browser, {
      body:
        `<product-pool-card gtin="09520000000004" loading="eager" ${address}></product-pool-card>`.repeat(3) +
        `<product-pool-changes product-id="p-1" from="1" ${address}></product-pool-changes>`,
    });
    await assertReported(
      page,
      /^The product (09520000000004|p-1) was not requested: the base URL is not a valid URL\. /,
    );
    await page.close();
  });

  atNight('for different codes that are no GTINs is named for each', async () => {
    const service = await serve(() => refused(404));
    const card = (gtin) =>
      `<product-pool-card gtin="${gtin}" loading="eager" base-url="${service.origin}"></product-pool-card>`;
    const page = await openShop(browser, { body: card('34y') + card('12x') + card('12x') });
    const reports = (await messages(page)).map(([, text]) => text).sort();
    assert.equal(reports.length, 2, reports.join());
    assert.match(reports[0], /The product 12x was not requested: .*'x'/);
    assert.match(reports[1], /The product 34y was not requested: .*'y'/);
    await page.close();
  });

  it('of a card by identifier is distinguished from a wrong address as well', async () => {
    const card = '<product-pool-card loading="eager" product-id="p-7"></product-pool-card>';
    const answers = [
      [
        () => [404, { 'content-type': 'text/html' }, 'no'],
        'invalid_response',
        /^No base URL is set, or it is the page's own, PAGE, which has no API\./,
      ],
      [
        () => [404, JSON_TYPE, '{}'],
        'invalid_response',
        /^No base URL is set, or it is the page's own, PAGE, which has no API\./,
      ],
      [
        () => [404, JSON_TYPE, '{"message":"no"}'],
        'not_found',
        /^The service at PAGE has no product with the pool_id p-7\./,
      ],
    ];
    for (const [answer, code, pattern] of some(answers, 2)) {
      const page = await openShop(browser, { service: answer });
      await page.waitForFunction(() => window.ready);
      const seen = await page.evaluate(
        (html) =>
          new Promise((resolve) => {
            addEventListener('product-pool-error', ({ detail }) => resolve(detail.code), { once: true });
            document.body.insertAdjacentHTML('beforeend', html);
          }),
        card,
      );
      assert.equal(seen, code);
      await assertReported(page, pattern, page.origin);
      await page.close();
    }
  });

  it('with a refused token says so, and never the token', async () => {
    const page = await openShop(browser, { service: () => refused(401) });
    await page.evaluate(async () => {
      const { configure } = await import('/pkg/dist/card.js');
      configure({ token: 'top-secret', dangerouslyAllowBrowser: true });
      document.body.innerHTML = '<product-pool-card loading="eager" product-id="p"></product-pool-card>'.repeat(3);
    });
    await assertReported(
      page,
      /^The service at PAGE does not accept the token\. Check that the token is complete/,
      page.origin,
    );
    assert.doesNotMatch(JSON.stringify(page.reports), /top-secret/);
    await page.close();
  });

  it('to an address with a password never shows it', async () => {
    const service = await serve(() => refused(404));
    const base = service.origin.replace('//', '//me:top-secret@');
    const page = await openShop(browser, { body: ELEMENTS.cards(`${base}/pool`) });
    await assertReported(page, /^The base URL BASE\/pool contains a user name or a password/, service.origin);
    assert.doesNotMatch(JSON.stringify(page.reports), /top-secret|me:/);
    await page.close();
  });

  atNight('that another fault follows is reported as well', async () => {
    let status = 401;
    const page = await openShop(browser, { service: () => refused(status), body: ELEMENTS.cards('') });
    await messages(page);
    status = 404;
    await page.evaluate(() => document.querySelector('product-pool-card').retry());
    await page.waitForFunction(() =>
      document.querySelector('product-pool-card').shadowRoot.querySelector('[data-state="not-found"]'),
    );
    await page.waitForTimeout(100);
    assert.deepEqual(
      page.reports.map(([, text]) => /requires a token|has no product/.exec(text)?.[0]),
      ['requires a token', 'has no product'],
    );
    await page.close();
  });

  it('that the page itself ends is not reported', async () => {
    const page = await openShop(browser, { service: () => new Promise(() => {}), body: ELEMENTS.cards('') });
    await page.waitForFunction(() => window.ready);
    await page.evaluate(() => document.querySelectorAll('product-pool-card').forEach((card) => card.remove()));
    await page.waitForTimeout(200);
    assert.deepEqual(page.reports, []);
    await page.close();
  });

  it('of a client in a page is explained as one of a card', async () => {
    const base = await gone();
    const page = await openShop(browser);
    const code = await page.evaluate(async (baseUrl) => {
      const { PoolClient } = await import('/pkg/dist/index.js');
      return new PoolClient({ baseUrl, maxRetries: 0 }).getProduct('p').catch((error) => error.code);
    }, base);
    assert.equal(code, 'network');
    await assertReported(page, /^The service at BASE cannot be reached\. /, base);
    await page.close();
  });

  atNight('of a client that the page sets names where that failed', async () => {
    const service = await serve(() => refused(403));
    const page = await openShop(browser);
    await page.evaluate(async (baseUrl) => {
      const { PoolClient } = await import('/pkg/dist/index.js');
      document.body.innerHTML = '<product-pool-card loading="eager" product-id="p"></product-pool-card>'.repeat(2);
      for (const card of document.querySelectorAll('product-pool-card')) card.client = new PoolClient({ baseUrl });
    }, service.origin);
    await assertReported(page, /^The service at BASE answered 403: /, service.origin);
    await page.close();
  });
});
