// The playground over the real server: that it opens and keeps the token to itself, and the markup, which
// shows the same in a page of one's own; at night also every state by its link, and the address.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { atNight, firsts, some } from '../drawn.mjs';
import { until } from '../patience.mjs';
import { RESERVED } from '../../www/playground/address.js';
import { DEMO_URL, TOKEN, assertReports, call, launch, openPage, servePictures } from './support.mjs';
import {
  ELEMENTS,
  STATES,
  markup,
  openGroups,
  openPlayground,
  query,
  settled,
  showcase,
  shown,
} from './playground-support.mjs';

describe('the playground', () => {
  let browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  const current = (page) => page.locator('#states a[aria-current="true"]').getAttribute('data-key');

  /** Opens a state by the click that a visitor makes. */
  async function pick(page, key) {
    await page.locator(`#states a[data-key="${key}"]`).click();
    await page.locator(`#states a[data-key="${key}"][aria-current="true"]`).waitFor();
  }

  it('opens on a product, without an error', async () => {
    const page = await openPlayground(browser);
    await settled(page);
    const [first] = showcase.values();
    assert.equal(await current(page), first.key);
    assert.equal(await markup(page), `<product-pool-card gtin="${first.gtin}"></product-pool-card>`);
    assert.equal(await page.title(), `${first.title} · Playground · product-pool`);
    // The token is in no attribute and in no address.
    const attributes = await page.evaluate((token) => {
      const roots = [document, document.querySelector('#stage > *').shadowRoot];
      return roots
        .flatMap((root) => [...root.querySelectorAll('*')])
        .flatMap((node) => [...node.attributes])
        .filter(({ value }) => value === token || value.includes('Bearer'))
        .map(({ name }) => name);
    }, TOKEN);
    assert.deepEqual(attributes, []);
    assert.ok(!page.url().includes(`=${TOKEN}`));
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  atNight('has every state one click away, and at an address of its own', async () => {
    const page = await openPlayground(browser);
    await settled(page);
    const links = page.locator('#states a');
    assert.deepEqual(await links.evaluateAll((all) => all.map(({ dataset }) => dataset.key)), [...STATES.keys()]);
    for (const [key, state] of firsts([...STATES], ([, state]) => state)) {
      await pick(page, key);
      await settled(page, state);
      assert.equal(query(page).get('state'), key);
      assert.notEqual(await page.locator('#shows').textContent(), '', key);
      const entry = showcase.get(key);
      if (!entry || state !== 'ready') continue;
      const { data } = await (await call(`/v2/products/gtin/${entry.gtin}`)).json();
      const name = data.general?.product_name ?? data.general?.manufacturer_product_name;
      if (typeof name === 'string' && name.trim()) {
        await shown(page).locator('[data-panel="summary"]', { hasText: name.trim() }).waitFor();
      }
    }
    // The browser itself reports the requests that were meant to fail.
    const others = () => page.problems.filter((text) => !/status of 40[14]|ERR_UNSAFE_PORT/.test(text));
    await assertReports(others, [
      /^product-pool: The product 9520000199 was not requested: a GTIN has 8, 12, 13 or 14 digits, not 10\./,
      /^product-pool: The request to the service failed: The service is out of order\./,
      /^product-pool: The service at \S+ does not accept the token\./,
      /^product-pool: The service at \S+ has no product with the GTIN 9520000199999, neither on a case nor on a unit\./,
      /^product-pool: The service at http:\/\/127\.0\.0\.1:9 cannot be reached\./,
    ]);
    await page.close();
    for (const key of some(['conflict', 'unauthenticated', 'loading', 'bad-gtin'], 1)) {
      const direct = await openPlayground(browser, `?state=${key}`);
      await settled(direct, STATES.get(key));
      assert.equal(await current(direct), key);
      await direct.close();
    }
  });

  atNight('keeps the choices in the address: reload, Back and Forward show the same', async () => {
    const page = await openPlayground(browser);
    await settled(page);
    await openGroups(page);
    await pick(page, 'drink');
    await page.locator('#attribute-theme').selectOption('dark');
    // Letter by letter, and yet one step in the history.
    await page.locator('#attribute-avoid').pressSequentially('milk nuts');
    await page.locator('#widths input[value="390"]').check({ force: true });
    const address = '?state=drink&theme=dark&avoid=milk+nuts&width=390';
    assert.equal(new URL(page.url()).search, address);
    await page.reload();
    await shown(page).locator('.verdict').first().waitFor();
    assert.equal(await page.locator('#attribute-theme').inputValue(), 'dark');
    assert.equal(await page.locator('#attribute-avoid').inputValue(), 'milk nuts');
    assert.equal(await page.locator('#width').inputValue(), '390');
    assert.equal(await page.locator('#frame').evaluate(({ clientWidth }) => clientWidth), 390);
    const text = await markup(page);
    for (const expected of ['?state=drink&theme=dark&avoid=milk+nuts', '?state=drink&theme=dark', '?state=drink', '']) {
      await page.goBack();
      await page.waitForFunction((search) => location.search === search, expected);
    }
    await page.waitForFunction(() => document.querySelector('#states [aria-current]').dataset.key === 'many-allergens');
    assert.equal(await page.locator('#attribute-avoid').inputValue(), '');
    for (let step = 0; step < 4; step += 1) await page.goForward();
    await page.waitForFunction((search) => location.search === search, address);
    await shown(page).locator('.verdict').first().waitFor();
    assert.equal(await markup(page), text);
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  atNight('has an address for anything that can be chosen, without clashes of names', async () => {
    for (const [element, { table }] of Object.entries(ELEMENTS)) {
      const clashes = Object.keys(table).filter((name) => RESERVED.includes(name));
      assert.deepEqual(clashes, [], element);
    }
    const page = await openPlayground(browser, '?theme=pink&density=compact&onclick=alert(1)&panels=allergens&lang=ar');
    await settled(page);
    // Invalid values are left out; a language without messages of its own is not invalid.
    const names = await shown(page).evaluate((element) => element.getAttributeNames().sort());
    assert.deepEqual(names, ['density', 'gtin', 'lang', 'panels']);
    assert.equal(await page.locator('#attribute-lang').inputValue(), 'ar');
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  atNight('shows one element at a time', async () => {
    const page = await openPlayground(browser, '?theme=dark');
    await settled(page);
    for (const [element, { tag, view }] of [...Object.entries(ELEMENTS).reverse(), ...Object.entries(ELEMENTS)]) {
      await page.locator(`#elements a[data-element="${element}"]`).click();
      await page.locator(`#stage > ${tag}`).locator(view).first().waitFor();
      assert.equal(await page.locator('#stage > *').count(), 1, element);
      assert.equal(await page.locator('#elements [aria-current="page"]').getAttribute('data-element'), element);
    }
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  atNight('ignores what is no name in the address', async () => {
    const page = await openPlayground(browser, '?element=constructor&constructor=1&__proto__=2&slots=toString&gtin=');
    await page.getByText('No product is chosen.').waitFor();
    assert.equal(await markup(page), '<product-pool-card></product-pool-card>');
    assert.equal(await page.locator('#problem').isVisible(), false);
    await page.close();
  });

  const WAYS = ['browser', 'gateway', 'server'];
  const way = (page, name) => page.locator(`#ways input[value="${name}"]`);
  /** What an element shows: the card, and whether WebAssembly drew it. */
  const cardOf = (page) =>
    shown(page)
      .locator('.card[data-state="ready"]')
      .evaluate((card) => [card.innerText, card.closest('.mount') !== null]);

  atNight('shows a card drawn each way, and keeps the way for the next state and in the address', async () => {
    const page = await openPlayground(browser, '?state=drink&lang=de&panels=allergens+nutrition');
    await settled(page);
    const [text, isMounted] = await cardOf(page);
    assert.ok(isMounted);
    assert.match(text, /^Allergene\n/);
    for (const [name, added] of [
      ['gateway', 'rendering=gateway'],
      ['server', 'drawn=server'],
    ]) {
      await way(page, name).check({ force: true });
      await page.waitForURL(`**?state=drink&lang=de&panels=allergens+nutrition&${added}`);
      await shown(page).locator('.served .card').waitFor();
      await page.reload();
      await shown(page).locator('.served .card').waitFor();
      assert.ok(await way(page, name).isChecked());
      assert.deepEqual(await cardOf(page), [text, false], name);
    }
    assert.match(await markup(page), /\/card\/gtin\/\d+\?lang=de&panels=allergens\+nutrition /);
    await pick(page, 'conflict');
    assert.equal(query(page).get('drawn'), 'server');
    await shown(page).locator('.served .card').waitFor();
    // What the page alone has, the browser draws; then the way is what it was.
    await pick(page, 'recalled');
    await shown(page).locator('.mount .band').waitFor();
    assert.deepEqual(
      await Promise.all(
        WAYS.map(async (name) => [await way(page, name).isChecked(), await way(page, name).isDisabled()]),
      ),
      [
        [true, false],
        [false, true],
        [false, true],
      ],
    );
    assert.equal(await page.locator('#measure').isVisible(), false);
    await pick(page, 'drink');
    await shown(page).locator('.served .card').waitFor();
    await way(page, 'browser').check({ force: true });
    await shown(page).locator('.mount .card').waitFor();
    assert.equal(query(page).has('drawn'), false);
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  atNight('measures what each way loads, of the card that is shown', async () => {
    const page = await openPlayground(browser, '?state=drink');
    await settled(page);
    const figures = () => page.locator('#ways small').allInnerTexts();
    await page.locator('#measure').click();
    await page.locator('#ways-status', { hasText: 'Not counted' }).waitFor();
    const numbers = (await figures()).map((text) => /^(\d+) requests?, ([\d,]+) KB$/.exec(text));
    const [[ofBrowser, inBrowser], [ofGateway, byGateway], [ofServer, byServer]] = numbers.map(([, count, size]) => [
      Number(count),
      Number(size.replaceAll(',', '')),
    ]);
    // The module alone has 90 KB, however it is compressed. A drawn card has about 7, a fragment 18; the rest are
    // modules as the demo serves them, with their comments and not compressed.
    assert.ok(inBrowser > 90 && byGateway < 70 && byServer < 80, `${numbers}`);
    assert.ok(byGateway > 3 && byServer > 3 && ofBrowser > ofGateway && ofServer >= 1, `${numbers}`);
    assert.equal(await page.locator('iframe').count(), 0);
    // They are those of this card, whoever draws it, and of no other.
    await way(page, 'gateway').check({ force: true });
    await shown(page).locator('.served .card').waitFor();
    assert.ok((await figures()).every(Boolean));
    await pick(page, 'conflict');
    assert.deepEqual(await figures(), ['', '', '']);
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  atNight('says that a state does not exist', async () => {
    const page = await openPlayground(browser, '?state=sold-out');
    await page.getByText('There is no state sold-out.').waitFor();
    await pick(page, 'drink');
    await settled(page);
    await page.close();
  });

  atNight('reports that the catalogue cannot be reached', async () => {
    const page = await openPage(browser);
    await page.route('**/showcase.json', (route) => route.abort());
    await page.goto(`${DEMO_URL}/www/playground.html`);
    await page.locator('#problem:not([hidden])').waitFor();
    await page.close();
  });

  /** The markup and the script, by their buttons. */
  async function copied(page) {
    const texts = [];
    await openGroups(page);
    for (const id of ['settings', 'markup']) {
      await page.locator(`button[data-copies="${id}"]`).click();
      const status = page.locator(`.copy:has([data-copies="${id}"]) [role="status"]`);
      await status.filter({ hasText: 'Copied' }).waitFor();
      texts.push(await page.evaluate(() => navigator.clipboard.readText()));
    }
    return texts.join('\n');
  }

  /** The text of an element, once it stays the same. */
  async function drawn(locator, view) {
    const place = locator.locator(view).first();
    await place.waitFor({ state: 'attached' });
    let [before, now] = ['', await locator.evaluate(({ shadowRoot }) => shadowRoot.innerHTML)];
    for (let tries = 0; tries < 100 && before !== now; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      [before, now] = [now, await locator.evaluate(({ shadowRoot }) => shadowRoot.innerHTML)];
    }
    return now;
  }

  const OWN = [
    [
      'a card with attributes',
      '?state=many-allergens&theme=dark&density=compact&lang=de&avoid=milk+%22eggs%22+%3C%26&heading-level=4&panels=nutrition+allergens&loading=eager&json-ld=&successor-url=%2F%3Fproduct%3D%7Bid%7D',
      '.verdict',
    ],
    ['a card as it is', '?state=conflict', '.card[data-state="ready"]'],
    ['a card with slots', '?state=drink&slots=header+actions+footer+before-allergens', '.card[data-state="ready"]'],
    ['a card without a network', '?state=network', '.card[data-state="network"]'],
    ['a card without access', '?state=unauthenticated', '.card[data-state="unauthenticated"]'],
    ['a card of a recalled product', '?state=recalled', '.band'],
    ['a card that loads', '?state=loading', '.skeleton'],
    ['a matrix', '?element=matrix&state=missing&caption=Lunch+%26+dinner', 'tbody[aria-busy="false"]'],
    ['a card of a service out of order', '?state=error', '.card[data-state="error"]'],
    ['a view of changes', '?element=changes&state=step&heading-level=4', '[part~="changes"]'],
  ];
  for (const [name, search, view] of some(OWN, 1)) {
    it(`offers markup that shows ${name} in a page of one’s own`, async () => {
      const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
      const page = await openPlayground(context, search);
      await drawn(shown(page), view);
      const text = await copied(page);
      const own = await context.newPage();
      const html = `<!doctype html><html lang="en-GB"><meta charset="utf-8"><title>Own</title>${text}</html>`;
      await own.route(`${DEMO_URL}/own.html`, (route) => route.fulfill({ body: html, contentType: 'text/html' }));
      await servePictures(own);
      await own.goto(`${DEMO_URL}/own.html`);
      const there = own.locator(await shown(page).evaluate(({ localName }) => localName));
      // Pictures come later, in each page at its own time.
      const both = () => Promise.all([drawn(there, view), drawn(shown(page), view)]);
      await until(async () => new Set(await both()).size === 1).catch(async () => assert.equal(...(await both())));
      const attributes = (element) => Array.from(element.attributes, ({ name, value }) => [name, value]).sort();
      assert.deepEqual(await there.evaluate(attributes), await shown(page).evaluate(attributes));
      const children = (element) => Array.from(element.children, ({ outerHTML }) => outerHTML);
      assert.deepEqual(await there.evaluate(children), await shown(page).evaluate(children));
      await context.close();
    });
  }

  atNight('selects the markup where it may not copy it, and says so', async () => {
    const page = await openPlayground(browser, '?state=drink', {
      prepare: (page) =>
        page.addInitScript(() => {
          navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
        }),
    });
    await settled(page);
    await page.locator('button[data-copies="markup"]').click();
    await page.locator('.copy [role="status"]', { hasText: 'Not copied' }).waitFor();
    assert.equal(await page.evaluate(() => String(getSelection())), await markup(page));
    await page.close();
  });

  atNight('logs events and messages to developers, and reads them aloud only on request', async () => {
    const page = await openPlayground(browser, '?state=conflict');
    await settled(page);
    await openGroups(page);
    const log = page.locator('#log');
    await log.locator('li', { hasText: 'product-pool-load' }).waitFor();
    // By then the card listens.
    await page.evaluate(() => import('/pkg/dist/src/card/later.js'));
    await shown(page).locator('details[data-toggle] > summary').last().click();
    await log.locator('li', { hasText: 'product-pool-panel-toggle {"panel":' }).waitFor();
    await pick(page, 'not-found');
    await log.locator('li', { hasText: 'product-pool-error {"code":"not_found"' }).waitFor();
    await log.locator('li', { hasText: 'console.error product-pool: The service at' }).waitFor();
    assert.equal(await log.getAttribute('aria-live'), 'off');
    await page.getByLabel('Read new entries aloud').check();
    assert.equal(await log.getAttribute('aria-live'), 'polite');
    await page.getByRole('button', { name: 'Clear' }).click();
    assert.equal(await log.locator('li').count(), 0);
    await page.close();
  });
});
