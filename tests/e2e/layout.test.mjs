// The room that a card takes: every product of the showcase and many others, on
// a phone and on a desktop, in the longest language too, with the goals.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { atNight } from '../drawn.mjs';
import { LANGUAGES } from '../states.mjs';
import { brokenNames, measure, openProducts, otherProducts, setAll, showcaseProducts } from './layout-support.mjs';
import { launch } from './support.mjs';

/** The widths of a phone's window and of a desktop's. */
const PHONE = 390;
const DESKTOP = 1280;

/**
 * The number of products other than those of the showcase, and the share of them that is within the goals. One in
 * twenty has three components, each with a strip of its own in a summary.
 */
const OTHERS = 200;
const SHARE = 0.95;

/** The factor by which a card may be longer in the longest language. */
const LONGER = 1.2;

/** The number of rows that badges may take beyond those that their words fill, where these fill the goal: words break nowhere. */
const SPARE_ROWS = 1;

/**
 * The goals, in CSS pixels for text of 16 px (`badges`: rows of badges): which
 * figure of `measure` may be how large, in which variant and window, and with which
 * words in `avoid`. `kit`, if there are several components; `notice` and `remark`, what each
 * of them adds, and `line`, each line of the answer after the first; `others`, by how much the 95th percentile of other products may exceed the
 * goal until it reaches it.
 */
const GOALS = [
  {
    what: 'end of the allergen lines',
    width: PHONE,
    variant: 'full',
    figure: 'allergens',
    plain: 700,
    kit: 850,
    notice: 100,
  },
  { what: 'default card', width: PHONE, variant: 'full', figure: 'height', plain: 2400, kit: 3200, others: 1.04 },
  {
    what: 'default card, desktop',
    width: DESKTOP,
    variant: 'full',
    figure: 'height',
    plain: 1500,
    kit: 2100,
  },
  {
    what: 'variant="summary"',
    width: PHONE,
    variant: 'summary',
    figure: 'height',
    plain: 260,
    notice: 100,
    remark: 100,
  },
  {
    what: 'variant="summary" with avoid',
    width: PHONE,
    variant: 'summary',
    avoid: 'milk eggs',
    figure: 'height',
    plain: 140,
    notice: 100,
    remark: 100,
    line: 30,
  },
  { what: 'variant="badges"', width: PHONE, variant: 'badges', figure: 'rows', plain: 3 },
];

/** The goal for a card, by its figures in the full variant. */
function goalFor(goal, { kit }, { notices, remarks, answers }) {
  const more = notices * (goal.notice ?? 0) + remarks * (goal.remark ?? 0);
  return ((kit && goal.kit) || goal.plain) + more + Math.max(answers - 1, 0) * (goal.line ?? 0);
}

/** The cards of a page, each with its figure and its goal for every row of GOALS. */
async function figures(page, products, lang, longer = 1) {
  const rows = [];
  let full;
  for (const [variant, width, avoid = ''] of [
    ['full', PHONE],
    ['full', DESKTOP],
    ['summary', PHONE],
    ['summary', PHONE, 'milk eggs'],
    ['badges', PHONE],
  ]) {
    await page.setViewportSize({ width, height: 844 });
    await setAll(page, { variant, lang, avoid });
    const cards = await measure(page);
    full ??= cards.map((card, index) => ({ ...card, kit: products[index].kit }));
    const isMeant = (goal) => goal.variant === variant && goal.width === width && (goal.avoid ?? '') === avoid;
    for (const goal of GOALS.filter(isMeant)) {
      for (const [index, card] of cards.entries()) {
        const least = goalFor(goal, full[index], card);
        // No allergen is left out of badges, even if the words alone need more rows than the goal.
        const filled = card.least < least ? 0 : card.least + SPARE_ROWS;
        const limit = goal.figure === 'rows' ? Math.max(Math.ceil(least * longer), filled) : least * longer;
        const { kit, name } = full[index];
        const kind = goal.kit && kit ? 'kit' : 'plain';
        rows.push({ goal, kind, name, value: card[goal.figure], limit, panels: card.panels });
      }
    }
  }
  return rows;
}

/**
 * A line of the table for each goal, and for each kind of product if there are
 * `kinds`: the product that comes nearest to its goal or furthest beyond it, but
 * for those that the `share` leaves out.
 */
function table(rows, { kinds = ['plain', 'kit'], share = 1 } = {}) {
  return GOALS.flatMap((goal) =>
    kinds.flatMap((kind) => {
      const cards = rows.filter((row) => row.goal === goal && (kind === 'all' || row.kind === kind));
      cards.sort((a, b) => a.value / a.limit - b.value / b.limit);
      const worst = cards[Math.ceil(cards.length * share) - 1];
      return worst ? [{ goal, kind, cards: cards.length, worst }] : [];
    }),
  );
}

function print(t, title, lines) {
  t.diagnostic(title);
  for (const { goal, kind, cards, worst } of lines) {
    const label = `${goal.what} (${kind}, ${cards})`;
    const { value, limit, name } = worst;
    const verdict = value > limit ? 'TOO MUCH' : '';
    t.diagnostic(`  ${label.padEnd(46)} goal ${Math.round(limit)}  today ${value}  ${name} ${verdict}`);
  }
}

/** The cards above their goal, and the panels of each. */
const above = (lines) =>
  lines
    .filter(({ worst }) => worst.value > worst.limit)
    .map(
      ({ goal, worst }) =>
        `${goal.what}: ${worst.name} has ${worst.value}, the goal is ${Math.round(worst.limit)} ${JSON.stringify(worst.panels)}`,
    );

describe('the room that a card takes', () => {
  let browser;
  let showcase;
  let page;
  before(async () => {
    browser = await launch();
    showcase = await showcaseProducts();
    page = await openProducts(browser, showcase);
  });
  after(() => browser.close());

  it('is within the goals for every product of the showcase', async (t) => {
    const all = await figures(page, showcase, 'en-GB');
    const lines = table(all);
    print(t, 'Showcase, greatest', lines);
    const many = all.filter(({ goal, value }) => goal.figure === 'rows' && value > goal.plain);
    t.diagnostic(`Badges in more than three rows: ${many.map(({ name, value }) => `${name} ${value}`).join(', ')}`);
    assert.deepEqual(above(lines), []);
  });

  atNight('is within the goals and a fifth in the longest language', async (t) => {
    const lengths = [];
    for (const lang of LANGUAGES) {
      await page.setViewportSize({ width: PHONE, height: 844 });
      await setAll(page, { variant: 'full', lang });
      const sum = (await measure(page)).reduce((all, { height }) => all + height, 0);
      lengths.push([lang, sum]);
    }
    lengths.sort(([, a], [, b]) => b - a);
    const [[longest]] = lengths;
    t.diagnostic(`Heights in all: ${lengths.map(([lang, sum]) => `${lang} ${sum}`).join(', ')}`);
    const lines = table(await figures(page, showcase, longest, LONGER));
    print(t, `Showcase in ${longest}, greatest`, lines);
    assert.deepEqual(above(lines), []);
  });

  it('ends the verdict on the first screen of a phone with text twice as large', async (t) => {
    // The reader's setting, which a page cannot change.
    const large = await launch({ args: ['--blink-settings=defaultFontSize=32'] });
    const products = showcase.map((product) => ({ ...product, attributes: { ...product.attributes, avoid: 'milk' } }));
    const page = await openProducts(large, products);
    const ends = (await measure(page)).filter(({ notices }) => notices === 0).map(({ name, answer }) => [answer, name]);
    ends.sort(([a], [b]) => b - a);
    t.diagnostic(`The last ends at ${ends[0].join(' px: ')}`);
    assert.ok(ends.length > 10);
    assert.deepEqual(
      ends.filter(([answer]) => answer > 844),
      [],
    );
    await large.close();
  });

  it('ends lines of badges between names only', async () => {
    await page.setViewportSize({ width: PHONE, height: 844 });
    await setAll(page, { variant: 'badges', lang: 'en-GB' });
    assert.deepEqual(await brokenNames(page), []);
    // A name that is wider than its card has no other place to break.
    await page.setViewportSize({ width: 150, height: 844 });
    assert.notDeepEqual(await brokenNames(page), []);
  });

  atNight('is within the goals for nearly all other products', async (t) => {
    const others = await otherProducts(OTHERS);
    assert.equal(others.length, OTHERS);
    const page = await openProducts(browser, others);
    const lines = table(await figures(page, others, 'en-GB'), { kinds: ['all'], share: SHARE });
    // A card that has not reached its goal yet must not grow.
    for (const { goal, worst } of lines) worst.limit *= goal.others ?? 1;
    print(t, `${OTHERS} other products, ${SHARE * 100} %`, lines);
    assert.deepEqual(above(lines), []);
    await page.close();
  });
});
