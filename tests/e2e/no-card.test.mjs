// What is no card, although a gateway answers a request for one with it: the browser draws the card then.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { GTIN, drawnPath, openShell, shows } from './shell-support.mjs';
import { NOWHERE, assertReports, launch } from './support.mjs';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

/** The heading of a verdict, and what its words are made of. */
const ANSWER = ['h3', { class: 'answer' }, ['span', { class: 'sign' }]];
const HEAD = {
  contains: 'Contains {names}',
  'may-contain': 'May contain {names}',
  'not-stated': '{names}: not stated',
  check: 'Check the label: {names}',
  unnamed: 'Check the label',
  'declared-not-present': 'Declared as not present: {names}',
  none: 'None of these is declared',
  comma: ', ',
  and: ' and ',
};

describe('an answer that is no card', () => {
  const node = (...children) => ['article', { class: 'card' }, ...children];

  // One page, which is loaded anew for each answer: a page for each takes longer.
  let page;
  before(async () => {
    page = await openShell(browser, { start: false });
    page.on('console', (message) => message.type() === 'warning' && page.warnings.push(message.text()));
  });
  after(() => page?.close());

  /** What the element expects as the answer to a request of this path. */
  const usual = (path, today) => ({
    format: 6,
    path,
    today,
    product: { pool_id: 'p-1' },
    card: node(['div', { 'data-announces': '' }], ['h2', {}, 'drawn'], ['slot', { name: 'footer' }]),
    old: null,
    avoid: {
      words: { milk: ['milk'] },
      least: 'declared-not-present',
      head: HEAD,
      names: { milk: 'milk' },
      verdict: [
        'div',
        { part: 'verdict' },
        ANSWER,
        ['ul', {}, ['li', { 'data-allergen': 'milk', 'data-answer': 'contains' }]],
      ],
      foot: null,
    },
  });

  /** Loads the page, whose gateway gives this answer, on what the element expects. */
  async function open(answer) {
    let asked;
    await page.unroute('**/drawn/**');
    await page.goto(NOWHERE);
    await page.evaluate(() => import('/fake.js'));
    page.warnings = [];
    await page.route('**/drawn/**', async (route) => {
      asked = new URL(route.request().url());
      const today = await page.evaluate(() => new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10));
      const said = answer(usual(asked.pathname + asked.search, today));
      if (said === null) return route.abort('connectionrefused');
      const body = typeof said === 'string' ? said : JSON.stringify(said);
      return route.fulfill({ body, contentType: 'application/json', status: said.status ?? 200 });
    });
    await page.evaluate(async (gtin) => {
      const { use, configure } = await import('/pkg/dist/card.js');
      use(window.fake);
      configure({ rendering: 'gateway' });
      const card = document.createElement('product-pool-card');
      Object.assign(card, { gtin, loading: 'eager' });
      document.body.append(card);
    }, GTIN);
    page.asked = () => asked;
  }

  it('would be shown if it were one', async () => {
    await open((usual) => usual);
    await page.locator('product-pool-card .served h2').getByText('drawn').waitFor();
    assert.equal(page.asked().href, NOWHERE + drawnPath(GTIN));
    assert.deepEqual(page.warnings, []);
  });

  it('outweighs a calm answer by what was not understood', async () => {
    const calm = ['li', { 'data-allergen': 'milk', 'data-answer': 'declared-not-present' }];
    for (const [least, said] of [
      ['not-stated', 'Check the label'],
      ['declared-not-present', 'Declared as not present: milk'],
    ]) {
      await open(({ avoid, ...usual }) => ({
        ...usual,
        avoid: { ...avoid, least, verdict: ['div', { part: 'verdict' }, ANSWER, ['ul', {}, calm]] },
      }));
      await page.locator('product-pool-card').evaluate((card) => (card.avoid = 'milk'));
      const verdict = page.locator('product-pool-card [part="verdict"]');
      await verdict.waitFor({ state: 'attached' });
      assert.equal(await verdict.getAttribute('data-answer'), least);
      assert.equal(await verdict.locator('.answer').textContent(), said);
    }
  });

  it('is reported once for a whole listing', async () => {
    await open(() => ({ status: 404 }));
    await page.evaluate(() => {
      const cards = ['p-2', 'p-3'].map((productId) =>
        Object.assign(document.createElement('product-pool-card'), { productId, loading: 'eager' }),
      );
      document.body.append(...cards);
    });
    await page.waitForFunction(() => live === 3);
    await assertReports(() => page.warnings, [/404 for /]);
  });

  /** Answers that are none, each with what is said of it. */
  const WRONG = [
    ['of a later format', (usual) => ({ ...usual, format: 7 }), /its format is 7, not 6/],
    ['of another product', (usual) => ({ ...usual, path: '/drawn/b' }), /it answers .drawn.b, not/],
    ['of another day', (usual) => ({ ...usual, today: '2020-01-01' }), /it was drawn for 2020-01-01/],
    ['with a script', (usual) => ({ ...usual, card: node(['script', {}, 'window.broken = 1']) }), /element script/],
    [
      'with an element of the page',
      (usual) => ({ ...usual, card: node(['product-pool-card', {}]) }),
      /element product/,
    ],
    ['with a handler', (usual) => ({ ...usual, card: node(['p', { onclick: 'broken' }]) }), /attribute onclick/],
    ['with a style', (usual) => ({ ...usual, card: node(['p', { style: 'color:red' }]) }), /attribute style/],
    ['with a link that runs', (usual) => ({ ...usual, card: node(['a', { href: 'javascript:broken' }]) }), /href/],
    [
      'with an unknown action',
      (usual) => ({ ...usual, card: node(['button', { 'data-action': 'x' }]) }),
      /data-action/,
    ],
    ['with a value that is no text', (usual) => ({ ...usual, card: node(['p', { class: [] }]) }), /attribute class/],
    ['with a node that is none', (usual) => ({ ...usual, card: node(null) }), /./],
    ['with an unknown answer', (usual) => ({ ...usual, avoid: { ...usual.avoid, least: 'safe' } }), /no verdict/],
    [
      'with a verdict of something new',
      (usual) => ({ ...usual, avoid: { ...usual.avoid, verdict: ['meter', {}] } }),
      /element meter/,
    ],
    ['with a foot that is a text', (usual) => ({ ...usual, avoid: { ...usual.avoid, foot: 'x' } }), /x is no element/],
    [
      'with an allergen without an answer',
      (usual) => ({
        ...usual,
        avoid: { ...usual.avoid, verdict: ['div', {}, ANSWER, ['ul', {}, ['li', {}, 'Milk']]] },
      }),
      /no verdict/,
    ],
    ['without the words of a head', (usual) => ({ ...usual, avoid: { ...usual.avoid, head: {} } }), /no verdict/],
    ['without the names in it', (usual) => ({ ...usual, avoid: { ...usual.avoid, names: {} } }), /no verdict/],
    ['without what it is later', ({ old, ...usual }) => old === null && usual, /./],
    ['with another text later', (usual) => ({ ...usual, old: { nodes: [0, 1, 2] } }), /from when it is/],
    [
      'with a script later',
      (usual) => ({ ...usual, old: { nodes: [{ at: 1, attributes: {}, nodes: [['script', {}]] }] } }),
      /element script/,
    ],
    ['without answers', ({ avoid, ...usual }) => avoid && usual, /./],
    ['that is a text', (usual) => ({ ...usual, card: 'article' }), /article is no element/],
    ['that is another element', (usual) => ({ ...usual, card: ['p', {}] }), /it has no card/],
    ['without a card', ({ card, ...usual }) => usual && { ...usual, none: card }, /./],
    ['that is no JSON', () => '<!doctype html>', /./],
    ['of an endless depth', () => `{"format":6,"card":${'['.repeat(2e5)}`, /./],
  ];

  it('is recognised in whatever it is wrong', async () => {
    await page.goto(NOWHERE);
    const found = await page.evaluate(
      async (texts) => {
        const { build } = await import('/pkg/dist/src/card/drawn.js');
        return texts.map((text) => {
          try {
            build(text, '/drawn/a', '2026-01-31').check();
            return 'it is shown';
          } catch (error) {
            return error.message;
          }
        });
      },
      [(usual) => usual, ...WRONG.map(([, answer]) => answer)].map((answer) => {
        const said = answer(usual('/drawn/a', '2026-01-31'));
        return typeof said === 'string' ? said : JSON.stringify(said);
      }),
    );
    assert.equal(found.shift(), 'it is shown');
    for (const [at, [what, , reason]] of WRONG.entries()) {
      assert.match(found[at], reason, `one ${what}`);
      assert.notEqual(found[at], 'it is shown', `one ${what}`);
    }
    assert.equal(await page.evaluate(() => window.broken), undefined);
  });

  for (const [what, answer, reason] of [
    WRONG[0],
    ['by a pool that draws none', () => ({ status: 404 }), /404 for http/],
    ['by nobody', () => null, /./],
  ]) {
    it(`is left to the browser: one ${what}`, async () => {
      await open(answer);
      await shows(page);
      assert.equal(await page.locator('product-pool-card .card').count(), 1);
      await assertReports(() => page.warnings, [new RegExp(`did not draw a card, .*${reason.source}`)]);
    });
  }
});
