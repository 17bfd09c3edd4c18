// Cards that the gateway draws: shown without WebAssembly, and handed over once the reader wants more.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { drawn, firsts, some, whole } from '../drawn.mjs';
import { drawnPath } from './shell-support.mjs';
import { ROOT, assertReports, launch, openPage, readShowcase, servePages } from './support.mjs';

const GTIN = '09520000000004';
const OTHER = '09520000001001';

const LANGUAGES = ['en-GB', 'cy', 'de', 'es', 'fr', 'it', 'nl', 'pl'];

/** The words of the service for the 14 allergens. */
const GROUPS =
  'celery_celeriac cereal crustacea eggs fish lupin milk molluscs mustard peanuts sesame_seeds soybeans sulphur_dioxide tree_nuts'.split(
    ' ',
  );

/** What records say of an allergen; the last is contradicted by the ingredients. */
const SAID = ['Yes', 'May Contain', null, 'No', 'contradicted'];

/** Lists of one word, of two, and of three where there are `threes`. */
function listsOf(words, threes = true) {
  const longer = (lists) =>
    lists.flatMap((list) => words.slice(words.indexOf(list.at(-1)) + 1).map((word) => [...list, word]));
  const ones = words.map((word) => [word]);
  const twos = longer(ones);
  return [...ones, ...twos, ...(threes ? longer(twos) : [])].map((list) => list.join(' '));
}

const KINDS = ['cereal', 'barley', 'wheat', 'tree_nuts', 'almond_nuts', 'milk'];

/** A record that says this of each allergen. */
function recordOf(saidOf) {
  const isContradicted = (group) => saidOf(group) === 'contradicted';
  const flags = GROUPS.map((group) => {
    const description = isContradicted(group) ? 'No' : saidOf(group);
    return [`contains_${group}`, { value: 1, description }];
  });
  const words = GROUPS.filter(isContradicted).map((group) => group.replace(/_.*/, ''));
  const ingredients = { plaintext_ingredients: words.join(', ').replace('tree', 'nuts') };
  return { components: [{ allergens: Object.fromEntries(flags), ingredients }] };
}

/**
 * Records in which each allergen has each status, with all lists of one or two allergens, at night of three; those
 * in which peanuts and nuts have every two, as the head of an answer on nuts names peanuts, too; and one with kinds
 * of cereals and nuts.
 */
const records = () => [
  ...SAID.map((_, turn) => ({
    data: recordOf((group) => SAID[(GROUPS.indexOf(group) + turn) % SAID.length]),
    lists: listsOf(GROUPS, whole(true, false)),
  })),
  ...SAID.flatMap((nuts) =>
    SAID.flatMap((peanuts) =>
      ['published', 'archived'].map((status) => ({
        data: { status, ...recordOf((group) => ({ tree_nuts: nuts, peanuts, milk: 'May Contain' })[group] ?? 'No') },
        lists: listsOf(['tree_nuts', 'milk', 'peanuts', 'lupin']),
      })),
    ),
  ),
  {
    data: {
      components: [
        { allergens: Object.fromEntries(KINDS.map((kind) => [`contains_${kind}`, { description: 'Yes' }])) },
      ],
    },
    lists: listsOf(['cereal', 'tree_nuts', 'milk']),
  },
];

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

describe('a card that the gateway draws', () => {
  let server;
  before(async () => {
    server = await servePages('--static', `/pkg=${join(ROOT, 'pkg')}`);
  });
  after(() => server?.end());

  /** A page of a shop with such a card; its requests are in `page.paths`, the events in `page.events`. */
  async function open(attributes = `gtin="${GTIN}"`, headers = {}) {
    const page = await openPage(browser);
    page.paths = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      page.paths.push(pathname + search);
    });
    await page.addInitScript(() => {
      window.loads = [];
      document.addEventListener('product-pool-load', ({ detail }) => window.loads.push(detail));
    });
    const head = '<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,">';
    const body = `${head}<product-pool-card ${attributes}></product-pool-card><script type="module" src="/start.js"></script>`;
    const start = `import { configure } from '/pkg/dist/card.js';
      configure({ rendering: 'gateway', token: 'demo', dangerouslyAllowBrowser: true });`;
    await page.route('**/shop', (route) => route.fulfill({ body, headers, contentType: 'text/html' }));
    await page.route('**/start.js', (route) => route.fulfill({ body: start, contentType: 'text/javascript' }));
    await page.goto(`${server.address}/shop`);
    await page.waitForFunction(() => window.loads.length > 0);
    page.card = page.locator('product-pool-card');
    // By which the same nodes are known later.
    await page.card.locator('.card').evaluate((card) => (card.isFirst = true));
    return page;
  }

  const isFirst = (page) => page.card.locator('.card').evaluate((card) => card.isFirst === true);
  const countOf = (page, pattern) => page.paths.filter((path) => pattern.test(path)).length;
  const ofBrowser = (page) => countOf(page, /\.wasm$|\/lang\/|^\/v2\/products/);

  it('is one answer, styled, with what it does by itself', async () => {
    const page = await open();
    assert.equal(await page.card.locator('.card').evaluate((it) => getComputedStyle(it).borderTopStyle), 'solid');
    assert.match(await page.card.locator('[data-panel="allergens"]').innerText(), /Contains\s[^]*Crustaceans/);
    const [detail] = await page.evaluate(() => window.loads);
    assert.deepEqual([detail.gtin, 'product' in detail && detail.product], [GTIN, undefined]);
    await page.card.locator('[data-toggle="origin"] summary').click();
    await page.card.locator('[data-action="zoom"]').click();
    assert.ok(await page.card.locator('dialog').isVisible());
    await page.card.locator('[data-action="close"]').click();
    await page.card.evaluate((card) => (card.theme = 'dark'));
    await page.waitForTimeout(200);
    assert.equal(await page.card.locator('.shell').getAttribute('data-theme'), 'dark');
    assert.equal(ofBrowser(page), 0, `${page.paths}`);
    assert.deepEqual(
      page.paths.filter((path) => path.startsWith('/drawn/')),
      [drawnPath(GTIN)],
    );
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  it('is handed over with its nodes, its focus and what is open', async () => {
    const page = await open();
    await page.card.locator('[data-toggle="origin"] summary').click();
    await page.card.locator('[data-action="image"]').nth(1).click();
    await page.card.locator('.mount .card').waitFor();
    await page.waitForFunction(
      () =>
        document.querySelector('product-pool-card').shadowRoot.querySelector('[aria-current]').dataset.index === '1',
    );
    assert.ok(await isFirst(page), 'the same nodes');
    assert.ok(await page.card.locator('[data-toggle="origin"]').evaluate((it) => it.open));
    const focused = () => document.activeElement.shadowRoot.activeElement?.dataset.index;
    assert.equal(await page.evaluate(focused), '1');
    assert.equal(countOf(page, /card_bg\.wasm$/), 1);
    assert.equal(countOf(page, /^\/v2\/products\//), 1);
    // It asks the gateway no more.
    await page.card.evaluate((card) => (card.lang = 'fr'));
    await page.card.getByText('Contient', { exact: true }).waitFor();
    assert.equal(countOf(page, /^\/drawn\//), 1);
    await page.close();
  });

  it('stays where its record cannot be loaded, unless there is no such product', async () => {
    const page = await open();
    const warnings = [];
    page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
    const image = page.card.locator('[data-action="image"]').nth(1);
    let status = 403;
    await page.route('**/v2/products/**', (route) => (status ? route.fulfill({ status }) : route.continue()));
    await image.click();
    await assertReports(() => warnings, [/cannot show more, .*403/]);
    assert.ok(await isFirst(page));
    assert.ok(await page.card.locator('.served [data-panel="allergens"]').isVisible());
    // The next use requests it again.
    status = undefined;
    await image.click();
    await page.card.locator('.mount .card[data-state="ready"]').waitFor();
    assert.ok(await isFirst(page));
    await page.close();
    // A product that was withdrawn meanwhile is not shown.
    const other = await open();
    await other.route('**/v2/products/**', (route) => {
      const json = { status: 'error', code: 404, errors: [{ message: 'not found' }] };
      return route.fulfill({ status: 404, json });
    });
    await other.card.locator('[data-action="image"]').nth(1).click();
    await other.card.locator('.mount .card[data-state="not-found"]').waitFor();
    await other.close();
  });

  it('is another card for another language, panels or product, and never an earlier one', async () => {
    const page = await open();
    await page.card.evaluate((card) => (card.lang = 'fr-CA'));
    await page.card.getByText('Contient', { exact: true }).waitFor();
    await page.card.evaluate((card) => {
      card.panels = 'nutrition, Allergens';
      card.headingLevel = 3;
    });
    await page.card.locator('[data-panel="nutrition"] h4').waitFor();
    assert.equal(await page.card.locator('[data-panel="ingredients"]').count(), 0);
    let send;
    await page.route(`**/drawn/gtin/${OTHER}*`, async (route) => {
      await new Promise((resolve) => (send = resolve));
      await route.continue();
    });
    await page.card.evaluate((card, gtin) => (card.gtin = gtin), OTHER);
    while (!send) await page.waitForTimeout(20);
    assert.equal(await page.card.locator('[data-panel="allergens"]').count(), 0);
    send();
    await page.card.locator('[data-panel="allergens"]').waitFor();
    // Nor what another gateway said of the product, while this one is asked.
    await page.route('**/other/**', () => new Promise(() => {}));
    await page.card.evaluate((card) => (card.baseUrl = '/other'));
    await page.card.locator('.card[aria-busy="true"]').waitFor();
    assert.equal(await page.card.locator('[data-panel="allergens"]').count(), 0);
    assert.equal(ofBrowser(page), 0, `${page.paths}`);
    assert.deepEqual(
      page.paths.filter((path) => path.startsWith('/drawn/')),
      [
        drawnPath(GTIN),
        drawnPath(GTIN, 'fr'),
        drawnPath(GTIN, 'fr', 'nutrition+allergens', '3'),
        drawnPath(OTHER, 'fr', 'nutrition+allergens', '3'),
      ],
    );
    await page.close();
  });

  it('takes the place of what the browser drew while the gateway failed', async () => {
    const page = await open();
    const shown = () =>
      page.card.evaluate(({ shadowRoot }) =>
        Array.from(shadowRoot.querySelectorAll('.card[data-state]'), (card) => card.dataset.state),
      );
    await page.route('**/drawn/**', (route) => route.fulfill({ status: 500 }));
    await page.card.evaluate((card, gtin) => (card.gtin = gtin), OTHER);
    await page.card.locator('.mount .card[data-state="ready"]').waitFor();
    assert.deepEqual(await shown(), ['ready']);
    // Nothing of it stays while the next is on its way, and nothing beside that.
    let answer;
    await page.unroute('**/drawn/**');
    await page.route('**/drawn/**', async (route) => {
      await new Promise((resolve) => (answer = resolve));
      return route.continue();
    });
    await page.card.evaluate((card) => (card.gtin = '09520000005009'));
    while (!answer) await page.waitForTimeout(10);
    assert.deepEqual(await shown(), []);
    answer();
    await page.card.locator('.served .card[data-state="ready"]').waitFor();
    assert.deepEqual(await shown(), ['ready']);
    // A failure that the browser drew goes with the attempt that succeeds.
    await page.unroute('**/drawn/**');
    for (const path of ['**/drawn/**', '**/v2/products/**']) {
      await page.route(path, (route) => route.fulfill({ status: 500 }));
    }
    await page.card.evaluate((card) => (card.gtin = '09520000011000'));
    await page.card.locator('.mount .card[data-state="error"]').waitFor();
    await page.unrouteAll();
    await page.card.evaluate((card) => card.retry());
    await page.card.locator('.served .card[data-state="ready"]').waitFor();
    assert.deepEqual(await shown(), ['ready']);
    await page.close();
  });

  it('answers for what the reader avoids, which stays in the page', async () => {
    const page = await open(`gtin="${GTIN}" avoid="Milk, EGGS"`);
    const verdict = page.card.locator('[part="verdict"]');
    const answers = () =>
      verdict.locator('li').evaluateAll((items) => items.map(({ dataset }) => `${dataset.allergen} ${dataset.answer}`));
    assert.deepEqual(await answers(), ['eggs contains', 'milk may-contain']);
    assert.equal(await verdict.getAttribute('data-answer'), 'contains');
    assert.ok(await isFirst(page));
    for (const [avoid, expected, head] of [
      [
        'lupin nuts',
        ['peanuts contains', 'lupin declared-not-present', 'tree_nuts declared-not-present'],
        ['Contains peanuts'],
      ],
      [
        'lupin tree_nuts',
        ['lupin declared-not-present', 'tree_nuts declared-not-present'],
        ['None of these is declared', 'Contains peanuts'],
      ],
      ['lupin', ['lupin declared-not-present'], ['Declared as not present: lupin']],
      [' , ', [], []],
      ['milk', ['milk may-contain'], ['May contain milk']],
      [
        'lupin milk eggs',
        ['eggs contains', 'milk may-contain', 'lupin declared-not-present'],
        ['Contains eggs', 'May contain milk'],
      ],
    ]) {
      await page.card.evaluate((card, avoid) => (card.avoid = avoid), avoid);
      await page.waitForFunction(
        (expected) =>
          document.querySelector('product-pool-card').shadowRoot.querySelectorAll('[part="verdict"] li').length ===
          expected,
        expected.length,
      );
      assert.deepEqual(await answers(), expected, avoid);
      assert.deepEqual(await verdict.locator('.answer').allTextContents(), head, avoid);
      const advice = await page.card.getByText('Always check the label.').count();
      assert.equal(advice, 1, avoid);
    }
    assert.equal(ofBrowser(page), 0, `${page.paths}`);
    assert.ok(page.paths.every((path) => !/milk|lupin|nuts/i.test(path)));
    await page.close();
  });

  it('has the verdict that the browser draws, for lists of allergens over every status', async () => {
    const page = await open();
    for (const [at, { data, lists }] of records().entries()) {
      const lang = LANGUAGES[at % LANGUAGES.length];
      const messages = await readFile(join(ROOT, 'src/messages', `${lang}.json`), 'utf8');
      const product = JSON.stringify({ data });
      const differing = await page.evaluate(
        async ({ product, lists, all, lang, messages, path }) => {
          const [{ build }, card] = await Promise.all([
            import('/pkg/dist/src/card/drawn.js'),
            import('/pkg/dist/wasm/card.js'),
          ]);
          await card.default();
          const view = { state: 'ready', product, panels: 'summary', locale: { lang, messages } };
          const container = document.createElement('div');
          const mounted = card.mountCard(container, { ...view, avoid: all });
          const nodeOf = (element) => [
            element.localName,
            Object.fromEntries(Array.from(element.attributes, ({ name, value }) => [name, value])),
            ...Array.from(element.childNodes, (child) => child.data ?? nodeOf(child)),
          ];
          // The gateway's texts, and answers on this product.
          const answer = await (await fetch(path)).json();
          Object.assign(answer.avoid, {
            least: 'declared-not-present',
            verdict: nodeOf(container.querySelector('.verdict')),
          });
          const drawn = build(JSON.stringify({ ...answer, old: null }), answer.path, answer.today);
          return lists.filter((avoid) => {
            mounted.update({ ...view, avoid });
            drawn.answer(avoid);
            const [one, other] = [container, drawn.card].map((tree) => tree.querySelector('.verdict'));
            return !one.isEqualNode(other);
          });
        },
        { product, lists, all: GROUPS.join(), lang, messages, path: drawnPath(GTIN, lang) },
      );
      assert.deepEqual(differing, [], `${product} in ${lang}`);
    }
    await page.close();
  });

  it('is shown under a strict policy, under Trusted Types, and where there is no WebAssembly', async () => {
    const policy = `default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data:; style-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'`;
    const page = await open(`gtin="${GTIN}" variant="summary"`, { 'Content-Security-Policy': policy });
    await page.evaluate(() => delete globalThis.WebAssembly);
    assert.equal(await page.card.locator('.card').evaluate((it) => getComputedStyle(it).borderTopStyle), 'solid');
    assert.ok(await page.card.getByText('Crustaceans').first().isVisible());
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  it('is drawn by the browser where the page wants what the gateway does not draw', async () => {
    const wishes = {
      'words that only WebAssembly understands': (card) => (card.avoid = 'milk shellfish'),
      'a version': (card) => (card.version = '1'),
      "a wholesaler's images": (card) => (card.wholesaler = 5),
      'words of its own': (card) => (card.messages = { 'panel.allergens': 'Allergies' }),
      'a description for search engines': (card) => (card.jsonLd = true),
    };
    const page = await open();
    for (const [what, wish] of Object.entries(wishes)) {
      const card = await page.evaluateHandle(async (gtin) => {
        const card = Object.assign(document.createElement('product-pool-card'), { gtin, loading: 'eager' });
        const loaded = new Promise((resolve) => card.addEventListener('product-pool-load', resolve, { once: true }));
        document.body.append(card);
        await loaded;
        return card;
      }, GTIN);
      assert.ok(await card.$('.served .card'), what);
      const before = countOf(page, /^\/drawn\//);
      await card.evaluate(wish);
      await card.waitForSelector('.mount .card[data-state="ready"]');
      assert.equal(countOf(page, /^\/drawn\//), before, what);
      await card.evaluate((it) => it.remove());
    }
    await page.close();
  });

  it('is the reason where there is no such product, and is shown again once there is', async () => {
    const page = await open();
    const messages = [];
    page.on('console', (message) => messages.push(message.text()));
    await page.evaluate(() => addEventListener('product-pool-error', ({ detail }) => loads.push(detail)));
    await page.card.evaluate((card) => (card.gtin = '9520000199999'));
    await page.card.locator('.served .card[data-state="not-found"]').waitFor();
    assert.equal(await page.card.locator('[data-panel="allergens"]').count(), 0);
    await page.waitForFunction(() => loads.length === 2);
    const [, { code, status }] = await page.evaluate(() => loads);
    assert.deepEqual([code, status], ['not_found', 404]);
    assert.equal(countOf(page, /^\/drawn\//), 2);
    assert.equal(ofBrowser(page), 0, `${page.paths}`);
    await page.waitForFunction(() => !document.querySelector('[data-missing]'));
    const isSaid = () => messages.some((text) => text.includes('has no product with the GTIN 9520000199999'));
    while (!isSaid()) await page.waitForTimeout(20);
    assert.ok(messages.every((text) => !text.includes('did not draw')));
    await page.card.evaluate((card) => (card.hideMissing = true));
    await page.card.waitFor({ state: 'hidden' });
    await page.card.evaluate((card, gtin) => (card.gtin = gtin), GTIN);
    await page.card.locator('[data-panel="allergens"]').waitFor();
    await page.close();
  });

  it('is the card that the browser draws', async () => {
    const showcase = [...(await readShowcase()).values()].filter(({ state }) => !state);
    const cases = drawn(showcase, ['full', 'summary', 'badges'], ['en', 'de', 'pl', 'fr']);
    const page = await open();
    for (const [{ gtin }, variant, lang] of some(
      firsts(cases, ([{ gtin }]) => gtin),
      5,
    )) {
      const result = await page.evaluate(
        async ([gtin, variant, lang]) => {
          const card = document.createElement('product-pool-card');
          const avoid = lang === 'fr' ? null : 'sesame_seeds nuts milk';
          Object.assign(card, { gtin, variant, lang, avoid, loading: 'eager' });
          const loaded = new Promise((resolve) => card.addEventListener('product-pool-load', resolve, { once: true }));
          document.body.append(card);
          await loaded;
          const shown = card.shadowRoot.querySelector('.served .card');
          card.messages = {};
          while (!card.shadowRoot.querySelector('.mount .card')) await new Promise((resolve) => setTimeout(resolve, 5));
          const same = card.shadowRoot.querySelector('.card') === shown;
          card.remove();
          return same;
        },
        [gtin, variant, lang],
      );
      assert.ok(result, `${gtin} as ${variant} in ${lang}`);
    }
    await page.close();
  });
});
