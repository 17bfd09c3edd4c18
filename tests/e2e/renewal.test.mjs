// A card that stays open asks again once its answer is too old. Until there is another, and if there
// is none, it says from when it is. These tests have a mock module, and set the page's clock; when a page
// asks is the subject of tests/node/renewal.test.mjs.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { GTIN, lastView, log, openShell, product, products, shows, until } from './shell-support.mjs';
import { NOWHERE, freeze, launch, pass } from './support.mjs';

const CARD = `<product-pool-card gtin="${GTIN}" base-url="${NOWHERE}"></product-pool-card>`;
const HEADERS = {
  'cache-control': 'max-age=300, stale-while-revalidate=3600',
  'access-control-expose-headers': 'age, date',
};

/** The time at which the pages begin. */
const BEGIN = Date.parse('2026-11-27T12:00:00Z');

describe('a card that stays open', () => {
  let browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  /** Loads the element with a clock that the test sets. */
  async function begin(page, time) {
    await page.clock.install({ time });
    await page.evaluate(async () => {
      window.shell = await import('/pkg/dist/card.js');
      shell.use(window.fake);
      // What renews it.
      await import('/pkg/dist/src/card/later.js');
    });
  }

  /**
   * A page whose service gives `page.status` of a product, or fails with `page.failure`. The latter
   * may be a promise, which the answer waits for.
   */
  async function open({ body = CARD, ...options } = {}) {
    const state = { status: 'published' };
    const page = await openShell(browser, {
      body,
      start: false,
      answer: async (path) => {
        if (!path.startsWith('/products')) return undefined;
        const failure = await state.failure;
        if (failure) return failure;
        const id = path.split('/').at(-1);
        return [200, { ...HEADERS, ...state.headers }, product(id, { status: state.status })];
      },
      ...options,
    });
    await begin(page, BEGIN);
    await shows(page);
    await freeze(page);
    return Object.assign(page, { state });
  }

  /** Lets time pass until so many products were requested, and waits until the last of them is there. */
  async function requested(page, count) {
    await pass(page, () => products(page).length === count);
    await until(() => page.answers === count);
  }

  /** Waits until the last view of a card is so. */
  async function seen(page, wanted) {
    await until(async () => wanted(await lastView(page)));
    return lastView(page);
  }

  const isRecalled = ({ product }) => JSON.parse(product).data.status === 'recalled';

  it('shows that its product was recalled meanwhile', async () => {
    const page = await open();
    await page.evaluate(() => {
      window.loads = [];
      addEventListener('product-pool-load', ({ detail }) => loads.push(detail.product.status));
    });
    page.state.status = 'recalled';
    await requested(page, 2);
    const { stale } = await seen(page, isRecalled);
    assert.equal(stale, undefined);
    await pass(page, () => page.evaluate(() => String(window.loads) === 'recalled'));
    assert.equal((await log(page)).filter(({ kind }) => kind === 'mount').length, 1, 'the same view');
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  it('keeps its product where an empty record comes', async () => {
    const page = await open();
    const { product } = await lastView(page);
    page.state.failure = [200, HEADERS, { data: {} }];
    await requested(page, 2);
    const view = await seen(page, (view) => view.stale || view.product !== product);
    assert.equal(view.product, product);
    await page.close();
  });

  it('is as it was if nothing has changed, and announces nothing', async () => {
    const page = await open();
    await page.evaluate(() => {
      window.loads = 0;
      addEventListener('product-pool-load', () => (window.loads += 1));
    });
    const drawn = (await log(page)).length;
    for (const count of [2, 3]) await requested(page, count);
    assert.equal((await log(page)).length, drawn);
    assert.equal(await page.evaluate(() => loads), 0);
    await page.close();
  });

  it('says from when it is while it waits, and where there is no answer', async () => {
    const page = await open();
    let fail;
    page.state.failure = new Promise((resolve) => (fail = resolve));
    await pass(page, () => products(page).length === 2);
    await page.clock.runFor(12_000);
    const { stale, state } = await seen(page, ({ stale }) => stale);
    assert.match(stale, /^27 November 2026 at 12:00$/);
    assert.equal(state, 'ready');
    page.state.failure = undefined;
    fail(500);
    await until(() => page.answers === 2);
    assert.ok((await lastView(page)).stale);
    // The notice goes once there is an answer.
    await requested(page, 3);
    await seen(page, ({ stale }) => !stale);
    // The browser itself reports the 500.
    assert.ok(
      page.problems.every((text) => text.includes('500')),
      `${page.problems}`,
    );
    await page.close();
  });

  it('is requested as any other where it is added while another is renewed', async () => {
    const page = await open();
    page.state.failure = new Promise(() => {});
    await pass(page, () => products(page).length === 2);
    page.state.failure = undefined;
    await page.evaluate(() => document.body.append(document.querySelector('product-pool-card').cloneNode()));
    await until(() => products(page).length === 3);
    await shows(page, 'ready', 'product-pool-card:last-child');
    await page.close();
  });

  it('shows that its product is not there any more', async () => {
    const page = await open();
    page.state.failure = [404, {}, { errors: [{ code: 'missing', message: 'gone' }], message: 'gone' }];
    await requested(page, 2);
    await seen(page, ({ state }) => state === 'not-found');
    const before = products(page).length;
    await page.clock.runFor(3_600_000);
    assert.equal(products(page).length, before);
    await page.close();
  });

  it('asks for nothing that the page gave, nor after it has left the page', async () => {
    const page = await open({ body: `${CARD}<product-pool-card></product-pool-card>` });
    await page.evaluate((given) => {
      document.querySelectorAll('product-pool-card')[1].product = given;
      document.querySelector('product-pool-card').remove();
    }, product('own'));
    await page.clock.runFor(3_600_000);
    assert.equal(products(page).length, 1);
    assert.equal((await lastView(page)).stale, undefined);
    await page.close();
  });

  /** A card that a server put into the page, with other settings than it has by now. */
  const SERVED = CARD.replace(
    '></',
    `><template shadowrootmode="open"><div class="shell"><div class="served" data-settings="">
      <article class="card"><p class="calm">calm</p></article></div></div></template>
      <script type="application/json" data-given="product" data-for="gtin:${GTIN}">${JSON.stringify(product())}</script></`,
  );

  it('is not calm where what renews it could not be loaded at first', async () => {
    const page = await openShell(browser, { body: CARD, start: false, answer: () => page.isDown && null });
    await page.route('**/later.js*', (route) => route.abort());
    await begin(page, BEGIN).catch(() => {});
    await shows(page);
    await freeze(page);
    page.isDown = true;
    await page.clock.runFor(320_000);
    await page.unroute('**/later.js*');
    await pass(page, async () => (await lastView(page)).stale, 16_000);
    assert.ok(
      page.problems.every((text) => text.includes('ERR_')),
      `${page.problems}`,
    );
    await page.close();
  });

  it('is renewed where a server drew it and the module of the cards cannot be loaded', async () => {
    const page = await openShell(browser, { body: SERVED, start: false });
    await page.clock.install({ time: BEGIN });
    await page.route('**/dist/wasm/card.js*', () => {});
    await page.evaluate(() => import('/pkg/dist/card.js'));
    await page.evaluate(() => import('/pkg/dist/src/card/later.js'));
    await page.clock.setSystemTime(BEGIN + 400_000);
    await page.clock.runFor(20_000);
    await until(() => products(page).length > 0);
    await page.close();
  });

  it('has no calm sign, and no calm word alone, where it is a server’s and cannot be drawn', async () => {
    const page = await openShell(browser, { body: '' });
    const outdated = (markup) =>
      page.evaluate(async (markup) => {
        const { outdate } = await import('/pkg/dist/src/card/patch.js');
        const container = document.createElement('div');
        container.innerHTML = `<article class="card"><slot name="header"></slot>${markup}</article>`;
        outdate(container);
        const first = container.innerHTML;
        outdate(container);
        if (container.innerHTML !== first) throw new Error('it differs the second time');
        return Array.from(container.querySelectorAll('p, li, dt'), ({ textContent }) => textContent).concat(
          Array.from(container.querySelectorAll('[data-sign]'), ({ dataset }) => dataset.sign),
        );
      }, markup);
    const line = `<div class="line" data-status="declared-not-present"><dt>Not present</dt><dd><ul><li data-status="declared-not-present">Milk</li></ul></dd></div>`;
    const answer = `<li data-answer="declared-not-present"><span class="sign" data-sign="declared-not-present"></span><b>Milk</b>: not declared</li>`;
    const claim = '<li data-claim="yes"><span class="sign" data-sign="yes"></span><span class="name">Vegan</span></li>';
    assert.deepEqual(
      await outdated(
        `<div class="verdict" data-answer="declared-not-present"><ul>${answer}</ul><p class="muted">Check it.</p></div>${claim}`,
      ),
      ['Check it.', 'Milk: not declared. Check it.', 'Check it.', 'Vegan – Check it.', 'not-stated', 'not-stated'],
    );
    assert.deepEqual(await outdated(`${line}<p class="foot">By Fenwick, York. Check it.</p>`), [
      'Check it.',
      'Not present – Check it.',
      'Milk',
      'By Fenwick, York. Check it.',
    ]);
    assert.deepEqual(await outdated(line), []);
    await page.close();
  });

  const VERDICT = ['div', {}, ['h3', { class: 'answer' }, ['span', { class: 'sign' }]], ['ul', {}]];
  /** A text for each kind of line in a head. */
  const KINDS = ['contains', 'may-contain', 'not-stated', 'check', 'unnamed', 'declared-not-present', 'none'];
  const HEAD = Object.fromEntries(KINDS.map((kind) => [kind, kind]));

  /** What a gateway draws of a product; once it is old, a notice comes first. */
  const drawing = (path, more) => ({
    format: 6,
    path,
    today: '2026-11-27',
    product: { pool_id: 'p-1' },
    card: ['article', { class: 'card' }, ['div', { 'data-announces': '' }], ['p', {}, 'calm']],
    avoid: { words: {}, least: 'declared-not-present', head: HEAD, names: {}, verdict: VERDICT, foot: null },
    old: {
      nodes: [['p', { 'data-notice': 'stale' }, 'since {date}'], 0],
      avoid: { least: 'declared-not-present', nodes: [0, 1] },
    },
    ...more,
  });

  /** A page just before the day changes, with cards of a gateway, whose answer is `page.state.drawn`. */
  async function openDrawn() {
    const body = ['gateway', 'browser'].map((by) => CARD.replace('gtin', `rendering="${by}" gtin`)).join('');
    const page = await openShell(browser, { body, start: false, answer: () => page.state.answer });
    page.state = { answer: [200, HEADERS] };
    await page.route('**/drawn/**', (route) => {
      const { pathname, search } = new URL(route.request().url());
      const { drawn } = page.state;
      if (drawn === null) return route.abort();
      return route.fulfill({ headers: HEADERS, json: drawing(pathname + search, drawn) });
    });
    await begin(page, Date.parse('2026-11-27T09:58:00Z'));
    await page.locator('.served .card').waitFor();
    await shows(page, 'ready', 'product-pool-card:last-child');
    await freeze(page);
    return page;
  }

  it('is not calm after the day has changed either, drawn by a gateway', async () => {
    const page = await openDrawn();
    Object.assign(page.state, { drawn: null, answer: null });
    await page.clock.runFor(320_000);
    await page.locator('.served [data-notice="stale"]').waitFor();
    assert.equal(await page.locator('.served').getByText('calm').count(), 0);
    await seen(page, ({ stale }) => stale);
    Object.assign(page.state, { drawn: { today: '2026-11-28' }, answer: [200, HEADERS] });
    const calm = page.locator('.served').getByText('calm');
    await pass(page, async () => (await calm.count()) > 0 && !(await lastView(page)).stale);
    await page.close();
  });

  it('is drawn by the browser where its gateway draws in another way by now', async () => {
    const page = await openDrawn();
    page.state.drawn = { format: 7 };
    const mounted = page.locator('.mount .card[data-state="ready"]');
    await pass(page, async () => (await mounted.count()) === 2 && !(await lastView(page)).stale);
    await page.close();
  });
});
