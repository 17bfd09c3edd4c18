// Hostile strings in every text of a record, drawn by the real card in a real
// browser: nothing of them may run, become an element or an attribute, or make
// the page ask for anything but images.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { join } from 'node:path';
import { some, whole } from '../drawn.mjs';
import { BASE_URL, NOWHERE, ROOT, TOKEN, call, launch, openPage, readShowcase, serveFiles } from './support.mjs';

const strings = JSON.parse(await readFile(join(ROOT, 'tests/fixtures/hostile.json'), 'utf8'));

/** The names of elements that a card is made of, and none else. */
const ELEMENTS = new Set(
  (
    'a article b br button caption code dd details dialog div dl dt h2 h3 h4 h5 h6 header img li p q section' +
    ' slot span strong summary table tbody td th thead tr ul'
  ).split(' '),
);

/** A record in which the texts of a full one are replaced; `put(text, path)` says by what. */
function replaced(value, put, path = '') {
  if (Array.isArray(value)) return value.map((one, at) => replaced(one, put, `${path}.${at}`));
  if (typeof value === 'object' && value) {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replaced(one, put, `${path}.${key}`)]));
  }
  return typeof value === 'string' ? put(value, path) : value;
}

/** Flags stay what they are, so that each panel is drawn; all words about them go. */
const isFlag = (text) => /^(yes|no|may contain|contains|-)$/i.test(text);

describe('a hostile record', () => {
  let browser;
  let full;
  let images;
  before(async () => {
    browser = await launch();
    const { gtin } = (await readShowcase()).get('many-allergens');
    ({ data: full } = await (await call(`/v2/products/gtin/${gtin}`)).json());
    images = await (await call(`/v2/images/${encodeURIComponent(full.pool_id)}`)).json();
  });
  after(() => browser.close());

  /** A page with one card, whose images come from a service that the test imitates. */
  async function open() {
    const page = await openPage(browser);
    page.requests = [];
    page.on('request', (request) => page.requests.push({ url: request.url(), type: request.resourceType() }));
    page.on('dialog', (dialog) => {
      page.problems.push(`dialog: ${dialog.message()}`);
      dialog.dismiss();
    });
    const shell = `<!doctype html><html lang="en-GB"><head><title>hostile</title><link rel="icon" href="data:,">
      <script type="module" src="/pkg/dist/card.js"></script></head><body><main><h1>Shop</h1><product-pool-card loading="eager" base-url="${NOWHERE}" avoid="milk nuts" heading-level="2" successor-url="/p/{id}"></product-pool-card></main></body></html>`;
    // Requests for anything but the project's own files fail.
    await page.route('**/*', (route) => route.abort());
    await serveFiles(page, { '/': shell });
    page.images = {};
    await page.route(`${NOWHERE}/v2/images/**`, (route) => {
      const feature = route.request().url().includes('/feature');
      return route.fulfill({ json: feature ? { data: page.images.data?.[0] } : page.images });
    });
    await page.goto(NOWHERE);
    await page.waitForFunction(() => customElements.get('product-pool-card'));
    return page;
  }

  /** Shows a record, opens whatever can be opened, and says what is wrong in the page. */
  const draw = (page, product, id) =>
    page.evaluate(
      async ({ product, id, elements, requests }) => {
        const card = document.querySelector('product-pool-card');
        const root = card.shadowRoot;
        const frame = () => new Promise((resolve) => setTimeout(resolve, 2));
        performance.clearResourceTimings();
        const drawn = new Promise((resolve) => card.addEventListener('product-pool-load', resolve, { once: true }));
        card.product = { ...product, pool_id: id };
        await drawn;
        const answered = () =>
          performance.getEntriesByType('resource').filter(({ name }) => name.includes(`/v2/images/${id}`)).length;
        // A fold has no content until its messages are there.
        while (answered() < requests || root.querySelector('details > div:empty')) await frame();
        await frame();
        for (const details of root.querySelectorAll('details')) details.open = true;
        await frame();
        const all = [...root.querySelectorAll('.mount *')];
        const faults = [];
        for (const element of all) {
          if (!elements.includes(element.localName)) faults.push(`element ${element.localName}`);
          for (const { name, value } of element.attributes) {
            if (name.startsWith('on') || name === 'style' || name === 'srcdoc') faults.push(`attribute ${name}`);
            if (/^(src|href|action|formaction|data|xlink:href)$/.test(name) && !/^https?:\/\//.test(value))
              faults.push(`${name}=${value}`);
            // HTML divides it at ASCII white space only, of which \s has more.
            if (name === 'srcset' && value.split(', ').some((one) => !/^https?:\/\/[^\t\n\f\r ]+ \d+w$/.test(one)))
              faults.push(`srcset=${value}`);
          }
        }
        // Words of the card's own stay where they can be read, whatever stands beside them.
        const { right } = root.querySelector('.card').getBoundingClientRect();
        for (const part of root.querySelectorAll('.answer, .verdicts > li, .notice, [data-panel="allergens"] dt'))
          if (part.getBoundingClientRect().right > right) faults.push(`beyond the edge: .${part.className}`);
        if (document.querySelector('main').children.length !== 2 || document.body.children.length !== 1)
          faults.push('elements in the page');
        if (Object.keys(window).some((name) => /pwned/i.test(name))) faults.push('a script ran');
        return {
          faults,
          elements: all.length,
          panels: root.querySelectorAll('[data-panel]').length,
          text: root.querySelector('.card').textContent,
        };
      },
      // The feature image is requested where there are several.
      { product, id, elements: [...ELEMENTS], requests: page.images.data?.length > 1 ? 2 : 1 },
    );

  /** The requests of the page for what is neither its own nor an image. */
  const strange = (page) =>
    page.requests
      .filter(({ url, type }) => !(type === 'image' && /^https?:/.test(url)))
      .filter(({ url }) => !url.startsWith(NOWHERE) && !url.startsWith('data:,'))
      .map(({ url, type }) => `${type} ${url}`);

  const of = (page) => page.problems.filter((text) => !text.startsWith('Failed to load resource'));

  it('has a corpus worth the name', () => {
    assert.ok(strings.length >= 200, String(strings.length));
    assert.equal(new Set(strings).size, strings.length);
  });

  it('becomes nothing but text, whichever string every field has', async () => {
    const page = await open();
    // Those that are left out are drawn below, each in some of the fields.
    for (const [at, text] of some([...strings.entries()], 16)) {
      const product = replaced(full, (was, path) => (isFlag(was) || path === '.status' ? was : `${text}`));
      page.images = replaced(images, () => text);
      const found = await draw(page, product, `hostile-${at}`);
      assert.deepEqual(found.faults, [], JSON.stringify(text));
      // All panels are there: the strings have been drawn, not dropped.
      assert.ok(found.panels >= 12, `${found.panels} panels with ${JSON.stringify(text)}`);
    }
    // An identifier that is no text leaves nothing of the product before it.
    const name = await page.evaluate(async () => {
      const card = document.querySelector('product-pool-card');
      card.product = { pool_id: { toString: 1 }, general: { product_name: 'Soup' } };
      await card.updateComplete;
      return card.shadowRoot.querySelector('.name').textContent;
    });
    assert.equal(name, 'Soup');
    // Nor does an exception that nobody foresaw.
    const after = await page.evaluate(async () => {
      const card = document.querySelector('product-pool-card');
      let message;
      card.addEventListener('product-pool-error', ({ detail }) => {
        message = detail.message;
      });
      Object.defineProperty(card, 'density', {
        get() {
          throw new Error('unforeseen');
        },
      });
      card.product = { general: { product_name: 'Stew' } };
      // Without its error the update never ends.
      await Promise.race([card.updateComplete, new Promise((resolve) => setTimeout(resolve, 5000))]);
      return [card.shadowRoot.querySelector('.name'), message];
    });
    assert.deepEqual(after, [null, 'The card could not be loaded: unforeseen']);
    assert.deepEqual(strange(page), []);
    assert.deepEqual(
      of(page).filter((text) => !text.includes('unforeseen')),
      [],
    );
    await page.close();
  });

  it('is as harmless with every string in every flag and all of them mixed', async () => {
    const page = await open();
    // A record has about 190 texts, so a few of them meet every string: the rest move it elsewhere.
    for (let at = 0; at < strings.length; at += whole(8, 24)) {
      let next = at;
      const product = replaced(full, () => strings[next++ % strings.length]);
      page.images = replaced(images, (was) =>
        /^https?:/.test(was) ? `${was}?${strings[next++ % strings.length]}` : strings[next++ % strings.length],
      );
      const found = await draw(page, product, `mixed-${at}`);
      assert.deepEqual(found.faults, [], `from ${at}`);
    }
    assert.deepEqual(strange(page), []);
    assert.deepEqual(of(page), []);
    await page.close();
  });

  it('would be noticed: the check finds what a careless card would let through', async () => {
    const page = await open();
    await draw(page, full, 'plain');
    await page.evaluate(() => {
      const careless = '<svg><a href="javascript:1" onclick="1">x</a></svg>';
      document.querySelector('product-pool-card').shadowRoot.querySelector('.head .picture').innerHTML = careless;
    });
    const { faults } = await draw(page, full, 'other');
    for (const fault of ['element svg', 'attribute onclick', 'href=javascript:1'])
      assert.ok(faults.includes(fault), faults.join());
    await page.close();
  });

  it('is drawn from the service too', async () => {
    const page = await openPage(browser);
    const { gtin } = (await readShowcase()).get('hostile-html');
    const body = `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><title>Shop</title>
      <link rel="icon" href="/www/icon.svg"></head><body><product-pool-card gtin="${gtin}"></product-pool-card>
      <script type="module">import { configure } from '/pkg/dist/card.js';
      configure({ baseUrl: '', token: '${TOKEN}', dangerouslyAllowBrowser: true });</script></body></html>`;
    await page.route(`${BASE_URL}/hostile.html`, (route) => route.fulfill({ body, contentType: 'text/html' }));
    await page.goto(`${BASE_URL}/hostile.html`);
    await page.locator('product-pool-card .card[data-state="ready"]').waitFor();
    assert.equal(await page.evaluate(() => Object.keys(window).some((name) => /pwned/i.test(name))), false);
    assert.deepEqual(page.problems, []);
    await page.close();
  });
});
