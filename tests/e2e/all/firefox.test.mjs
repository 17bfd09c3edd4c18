// The card's main features, in Firefox: over the real server, driven by
// WebDriver BiDi. What differs between engines is under test here (modules,
// adopted style sheets, dialogs, folding, WebAssembly under a policy), not what
// the card says.

import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { launch } from 'puppeteer-core';
import { BASE_URL, TOKEN, readShowcase } from '../support.mjs';

const STRICT = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self'";

const showcase = await readShowcase();
const GTIN = showcase.get('many-allergens').gtin;

const BODY = (attributes = '') =>
  `<main><h1>Shop</h1><product-pool-card loading="eager" ${attributes}></product-pool-card></main>`;

describe('in Firefox', () => {
  let browser;
  let page;
  let problems;
  /** The answers of the page's own addresses: by path, a function of the request, or a response. */
  let answers;

  before(async () => {
    browser = await launch({
      browser: 'firefox',
      executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr',
      headless: true,
    });
  });
  after(() => browser.close());
  beforeEach(async () => {
    await page?.close();
    page = await browser.newPage();
    page.setDefaultTimeout(20_000);
    problems = [];
    answers = {};
    page.on('pageerror', (error) => problems.push(`uncaught: ${error}`));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      const said = Object.hasOwn(answers, pathname) ? answers[pathname] : undefined;
      const answer = typeof said === 'function' ? said() : said;
      if (answer === null) request.abort();
      else if (answer === undefined) request.continue();
      else request.respond(answer);
    });
  });

  /** Opens a page of ours with a card on it. */
  async function open(attributes = `gtin="${GTIN}"`, headers = {}) {
    answers['/shop.js'] = {
      contentType: 'text/javascript',
      body: `import { configure } from '/pkg/dist/card.js'; configure({ baseUrl: '', token: '${TOKEN}', dangerouslyAllowBrowser: true });`,
    };
    answers['/shop.html'] = {
      contentType: 'text/html; charset=utf-8',
      headers,
      body: `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><title>shop</title><link rel="icon" href="/www/icon.svg">
        <script type="module" src="/shop.js"></script></head><body>${BODY(attributes)}</body></html>`,
    };
    await page.goto(`${BASE_URL}/shop.html`);
  }

  const root = () => page.evaluateHandle(() => document.querySelector('product-pool-card').shadowRoot);
  /** Asks in the page, of the card's shadow root; a policy against `eval` is no hindrance. */
  const inCard = async (look, ...given) => page.evaluate(look, await root(), ...given);
  /** The same, again and again until it is so: a policy against `eval` stops `waitForFunction`. */
  const until = async (look, ...given) => {
    for (const end = Date.now() + 30_000; ; await pause(50)) {
      const found = await page.evaluateHandle(look, await root(), ...given);
      if (await page.evaluate((value) => Boolean(value), found)) return;
      assert.ok(Date.now() < end, `not so after 30 s: ${look}`);
    }
  };
  const state = (name) => until((root, name) => root.querySelector(`.mount .card[data-state="${name}"]`), name);

  it('shows a product with its panels, styles and pictures', async () => {
    await open();
    await state('ready');
    const found = await inCard((root) => ({
      panels: root.querySelectorAll('[data-panel]').length,
      chips: root.querySelectorAll('.lines li[data-allergen]').length,
      fish: root.querySelector('.lines li[data-allergen="fish"]').dataset.status,
      border: getComputedStyle(root.querySelector('.card')).borderTopStyle,
      rows: root.querySelectorAll('[data-panel="nutrition"] tbody tr').length,
    }));
    assert.ok(found.panels >= 10 && found.rows >= 8, JSON.stringify(found));
    assert.deepEqual([found.chips, found.fish, found.border], [14, 'contains', 'solid']);
    await until((root) => [...root.querySelectorAll('.head img')].some((image) => image.naturalWidth > 0));
    assert.deepEqual(problems, []);
  });

  for (const [what, attributes, name] of [
    ['a product that there is not', 'gtin="9520000199999"', 'not-found'],
    ['a mistyped GTIN', 'gtin="9520000199"', 'bad-gtin'],
  ]) {
    it(`says so of ${what}`, async () => {
      await open(attributes);
      await state(name);
      assert.equal(await inCard((root) => root.querySelector('[role="alert"] .name').textContent.trim() !== ''), true);
      assert.equal(await inCard((root) => root.querySelectorAll('[data-panel]').length), 0);
    });
  }

  it('recovers from a network that fails, by a click', async () => {
    answers[`/v2/products/gtin/${GTIN}`] = null;
    await open();
    await state('network');
    delete answers[`/v2/products/gtin/${GTIN}`];
    await inCard((root) => root.querySelector('[data-action="retry"]').click());
    await state('ready');
  });

  it('never shows an allergen that is not stated as absent', async () => {
    await open(`gtin="${showcase.get('milk-not-stated').gtin}" avoid="milk"`);
    await state('ready');
    const [status, verdict] = await inCard((root) => [
      root.querySelector('.lines li[data-allergen="milk"]').dataset.status,
      root.querySelector('.verdict').dataset.answer,
    ]);
    assert.deepEqual([status, verdict], ['not-stated', 'not-stated']);
  });

  it('folds a panel by keys, and tells the page', async () => {
    await open(`gtin="${GTIN}" density="compact"`);
    await state('ready');
    await page.evaluate(() => {
      window.toggles = [];
      document.addEventListener('product-pool-panel-toggle', ({ detail }) => toggles.push(detail));
    });
    const isOpen = () => inCard((root) => root.querySelector('details[data-toggle="nutrition"]').open);
    assert.equal(await isOpen(), false);
    await inCard((root) => root.querySelector('details[data-toggle="nutrition"] summary').focus());
    await page.keyboard.press('Enter');
    await until((root) => root.querySelector('details[data-toggle="nutrition"]').open);
    await page.waitForFunction(() => window.toggles.length === 1);
    assert.deepEqual(await page.evaluate(() => toggles), [{ panel: 'nutrition', open: true }]);
  });

  it('shows another language on request', async () => {
    await open(`gtin="${GTIN}" lang="de"`);
    await state('ready');
    const title = () => inCard((root) => root.querySelector('[data-panel="allergens"] .title').textContent);
    assert.equal(await title(), 'Allergene');
    await page.evaluate(() => {
      document.querySelector('product-pool-card').lang = 'fr';
    });
    await until((root) => root.querySelector('.card').lang === 'fr');
    assert.equal(await title(), 'Allergènes');
  });

  it('works under a strict content security policy', async () => {
    await open(undefined, { 'Content-Security-Policy': STRICT });
    await state('ready');
    assert.equal(await inCard((root) => getComputedStyle(root.querySelector('.card')).borderTopStyle), 'solid');
    assert.deepEqual(problems, []);
  });

  it('shows an image large, and gives the focus back', async () => {
    await open();
    await state('ready');
    await until((root) => root.querySelector('[data-action="zoom"]'));
    await inCard((root) => root.querySelector('[data-action="zoom"]').focus());
    await page.keyboard.press('Enter');
    await until((root) => root.querySelector('dialog').open);
    await page.keyboard.press('Escape');
    await until((root) => !root.querySelector('dialog').open);
    assert.equal(await inCard((root) => root.activeElement?.dataset.action), 'zoom');
    await inCard((root) => root.querySelector('[data-action="image"][data-index="0"]').focus());
    await page.keyboard.press('ArrowRight');
    await until((root) => root.querySelector('[data-index="1"][aria-current]'));
    assert.equal(await inCard((root) => root.activeElement?.dataset.index), '1');
  });

  it('draws the matrix of several products', async () => {
    await open(undefined);
    await page.evaluate(
      async ([one, other]) => {
        await import('/pkg/dist/matrix.js');
        const matrix = document.createElement('product-pool-matrix');
        matrix.setAttribute('gtins', `${one} ${other}`);
        document.querySelector('main').append(matrix);
      },
      [GTIN, showcase.get('drink').gtin],
    );
    await page.waitForFunction(
      () => document.querySelector('product-pool-matrix').shadowRoot?.querySelectorAll('table tbody tr').length >= 2,
    );
    assert.deepEqual(problems, []);
  });
});
