// Layout shifts of a page while cards load, on a phone and on a desktop: the score that
// browsers call cumulative layout shift, for a card, a shelf, badges and a product page.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { atNight, drawn, some, whole } from '../drawn.mjs';
import { otherProducts } from './layout-support.mjs';
import { DEMO_URL, TOKEN, launch, openPage, readShowcase } from './support.mjs';

/** The greatest score that is good for a reader. */
const MOST = 0.05;

/** How late answers come on a page of the demo, in milliseconds. */
const LATE = 2000;

const PHONE = { viewport: { width: 360, height: 780 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const DESKTOP = { viewport: { width: 1280, height: 800 } };

/** Gathers the shifts that no reader's action has caused; runs in the page before all else. */
function observe() {
  globalThis.shifts = [];
  const entries = (list) => list.getEntries().filter((entry) => !entry.hadRecentInput);
  new PerformanceObserver((list) => globalThis.shifts.push(...entries(list))).observe({
    type: 'layout-shift',
    buffered: true,
  });
}

/** The score of a page, and what has moved; runs in the page. */
function score() {
  const nameOf = ({ node, previousRect: from, currentRect: to }) => {
    const element = node?.nodeType === 1 ? node : node?.parentElement;
    const root = element?.getRootNode();
    const host = root?.host ? `${root.host.localName} ` : '';
    const { localName, className } = element ?? {};
    return `${host}${localName}.${className} ${Math.round(from.top)}+${Math.round(from.height)} to ${Math.round(to.top)}+${Math.round(to.height)}`;
  };
  return {
    sum: globalThis.shifts.reduce((sum, { value }) => sum + value, 0),
    moved: globalThis.shifts.map(({ value, sources }) => [value.toFixed(4), ...sources.map(nameOf)].join('\n    ')),
  };
}

/**
 * A page of a shop with these cards between its title and its foot, in columns as docs/listings.md
 * has them. It keeps the room of cards until they are defined, and changes nothing of them after that.
 */
const listing = (cards, room) => `<!doctype html>
<html lang="en-GB">
<head>
  <meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Shop</title><link rel="icon" href="data:,">
  <style>body { margin: 1rem; font-family: system-ui; }
    ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(16rem, 100%), 1fr)); gap: 1rem; padding: 0; list-style: none; }
    product-pool-card:not(:defined) { display: block; min-block-size: ${room}; }</style>
</head>
<body><main><h1>Shop</h1>${cards}<p>Below</p></main>
<script type="module">
  import { configure } from '/pkg/dist/card.js';
  configure({ baseUrl: '', token: '${TOKEN}', dangerouslyAllowBrowser: true });
</script></body></html>`;

describe('what is on a page while cards load', () => {
  let browser;
  let gtins;
  let ids;
  before(async () => {
    browser = await launch();
    const showcase = Array.from((await readShowcase()).values());
    gtins = showcase.filter(({ state = 'ready' }) => state === 'ready').map(({ gtin }) => gtin);
    ids = (await otherProducts(24)).map(({ name }) => name);
  });
  after(() => browser.close());

  /** Opens a page over a slow service, and waits until nothing changes any more. */
  async function measure(path, { html, window = PHONE, complete, avoid } = {}) {
    const context = await browser.newContext(window);
    const page = await openPage(context);
    await page.addInitScript(observe);
    if (avoid) await page.addInitScript((words) => localStorage.setItem('shop.avoid', words), avoid);
    if (html)
      await page.route(`${DEMO_URL}${path}`, (route) => route.fulfill({ contentType: 'text/html', body: html }));
    const open = new Set();
    page.on('request', (request) => open.add(request));
    for (const end of ['requestfinished', 'requestfailed']) page.on(end, (request) => open.delete(request));
    // Late enough that what stands in their place is painted first, and one after the other; on a page of
    // the demo so late that everything else is there. The list of makers, which names a page, comes last.
    let requests = 0;
    await page.route(/\/(v2|search)[/?]/, async (route) => {
      requests += 1;
      const isLast = route.request().url().includes('/v2/manufacturers');
      const delay = (html ? 300 : LATE) + (isLast ? 700 : 100 * (requests % 3));
      await new Promise((resolve) => {
        setTimeout(resolve, delay);
      });
      await route.continue();
    });
    await page.goto(`${DEMO_URL}${path}`);
    if (complete) await page.locator(complete).first().waitFor();
    else
      await page.waitForFunction(() =>
        Array.from(document.querySelectorAll('product-pool-card, .product-pool-card')).some((card) =>
          (card.shadowRoot ?? card).querySelector('.card[data-state="ready"]'),
        ),
      );
    for (let calm = 0; calm < 10; calm += 1) {
      await page.waitForTimeout(50);
      if (open.size) calm = 0;
    }
    const found = await page.evaluate(score);
    await context.close();
    return found;
  }

  const check = ({ sum, moved }, t) => {
    t.diagnostic(`score ${sum.toFixed(4)}`);
    assert.ok(sum <= MOST, `${sum}\n${moved.join('\n')}`);
  };

  /** What stands inside elements: nothing, or what the documents recommend. */
  const CONTENTS = ['', 'Please check the label.'];

  for (const [avoid, content] of drawn(['', 'avoid="milk nuts gluten"'], CONTENTS)) {
    it(`stays in its place beside a card ${avoid} ${content}`, async (t) => {
      for (const gtin of some(gtins, 1)) {
        const html = listing(`<product-pool-card gtin="${gtin}" ${avoid}>${content}</product-pool-card>`, '100svh');
        check(await measure('/shifts.html', { html }), t);
      }
    });
  }

  // The heights that docs/listings.md names: without `avoid`, what a column that is as narrow as those of the
  // desktop adds, what the answer does, and each of its words.
  const BADGES = { variant: 'badges', room: 4.5, narrow: 2.5, answer: 1, word: 2.5 };
  const SUMMARY = { variant: 'summary', room: 11.75, narrow: 2.25, answer: -3, word: 0 };
  for (const [{ variant, room, narrow, answer, word }, [size, window], words, content] of drawn(
    [BADGES, SUMMARY],
    Object.entries({ phone: PHONE, desktop: DESKTOP }),
    [['milk', 'nuts', 'gluten'], []],
    [...CONTENTS].reverse(),
  )) {
    const attributes = `variant="${variant}" avoid="${words.join(' ')}"`;
    it(`stays in its place on a ${size}'s shelf of cards with ${attributes} ${content}`, async (t) => {
      const cards = ids.map(
        (id) =>
          `<li><a href="/">Product</a><product-pool-card product-id="${id}" ${attributes}>${content}</product-pool-card></li>`,
      );
      const more = words.length > 0 ? answer + words.length * word : 0;
      const html = listing(`<ul>${cards.join('')}</ul>`, `${room + more + (window === DESKTOP ? narrow : 0)}rem`);
      check(await measure('/shifts.html', { html, window }), t);
    });
  }

  it('stays in its place in a list of ten badges on a phone, with content and without', async (t) => {
    for (const content of whole(CONTENTS, CONTENTS.slice(1))) {
      // Ordinary products: of the showcase some have badges twice as high, and the score is that of the order
      // in which they come.
      const cards = ids.slice(0, 10).map((id) => {
        const card = `<product-pool-card product-id="${id}" variant="badges">${content}</product-pool-card>`;
        return `<li><a href="/">Product</a>${card}</li>`;
      });
      check(await measure('/shifts.html', { html: listing(`<ul>${cards.join('')}</ul>`, '4.5rem') }), t);
    }
  });

  it('stays in its place on a shelf of badges', async (t) => {
    check(await measure('/shelf?look=badges'), t);
  });

  atNight('stays in its place on the page of a product', async (t) => {
    check(await measure('/product/09520000000004'), t);
  });

  atNight('stays in its place on the first page of the shop', async (t) => {
    for (const [window, avoid] of drawn([PHONE, DESKTOP], ['milk peanuts', '']))
      check(await measure('/', { window, avoid }), t);
  });

  /** Pages without a card that gets ready, with what shows that they are complete. */
  const VIEWS = [
    ['/compare?ids=000010000+000010001+000010002', '.product-pool-view tbody tr:nth-child(3)'],
    ['/changes/09520000000004?from=1&to=3', '.product-pool-view [data-section="allergens"]'],
    ['/shelf?maker=1004', '.product-pool-card .card[data-state="ready"]'],
    ['/www/playground.html', 'main:not(.awaiting) product-pool-card'],
    ['/www/playground.html?element=changes', 'main:not(.awaiting) product-pool-changes'],
    ['/find?q=dark+choc', '.product-pool-card .card[data-state="ready"]'],
  ];
  for (const [[path, complete], [size, window]] of drawn(VIEWS, Object.entries({ phone: PHONE, desktop: DESKTOP }))) {
    atNight(`stays in its place on a ${size} at ${path}`, async (t) => {
      check(await measure(path, { window, complete }), t);
    });
  }
});
