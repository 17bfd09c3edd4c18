// Elements beside the scripts of other people's pages: built-ins that these have replaced, nodes that
// extensions put into the shadow trees, links and buttons around a card, a second copy of the package.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { patchAsMooTools, patchAsPolyfills, patchAsPrototype } from '../../www/hosts/patches.js';
import { some, whole } from '../drawn.mjs';
import { ROOT, assertReports, launch, openPage, readShowcase, servePages } from './support.mjs';

const showcase = await readShowcase();
const { gtin } = showcase.get('many-allergens');
const conflict = showcase.get('conflict').gtin;

let browser;
let server;
before(async () => {
  const copies = ['/pkg', '/copy'].flatMap((path) => ['--static', `${path}=${join(ROOT, 'pkg')}`]);
  server = await servePages(...copies);
  browser = await launch();
});
after(async () => {
  server?.end();
  await browser?.close();
});

/** A page of a shop with that body; `prepare` run in it before all of its scripts. */
async function openShop(body, { prepare = [], script = '', path = '/pkg/dist' } = {}) {
  const page = await openPage(browser, { viewport: { width: 1000, height: 3000 } });
  page.requests = [];
  page.on('request', (request) => page.requests.push(new URL(request.url()).pathname));
  for (const script of prepare) await page.addInitScript(script);
  const html = `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,">${body}
    <script type="module">
      import { configure } from '${path}/card.js';
      import '/pkg/dist/matrix.js';
      import '/pkg/dist/changes-view.js';
      configure({ token: 'demo', dangerouslyAllowBrowser: true });
      ${script}
    </script>`;
  await page.route('**/shop', (route) => route.fulfill({ body: html, contentType: 'text/html; charset=utf-8' }));
  await page.goto(`${server.address}/shop`);
  return page;
}

const SHOWN = '.card[data-state="ready"], .matrix tr[data-state="ready"], .changes section';

/** Waits until all elements of a page have drawn their products. */
const drawn = (page) =>
  page.waitForFunction((shown) => {
    const elements = document.querySelectorAll('product-pool-card, product-pool-matrix, product-pool-changes');
    return [...elements].every((element) => element.shadowRoot?.querySelector(shown));
  }, SHOWN);

describe('built-ins that scripts of a page have replaced', () => {
  const BODY = `<product-pool-card class="given" avoid="milk" theme="dark" loading="eager"></product-pool-card>
    <product-pool-card gtin="${gtin}" rendering="gateway" avoid="milk" loading="eager"></product-pool-card>
    <product-pool-card gtin="${conflict}" variant="summary" json-ld loading="eager"></product-pool-card>
    <product-pool-matrix class="given"></product-pool-matrix>
    <product-pool-changes product-id="000010000" from="1" to="3"></product-pool-changes>`;
  const SCRIPT = `
    const answer = await fetch('/v2/products/gtin/${gtin}', { headers: { authorization: 'Bearer demo' } });
    const product = await answer.json();
    document.querySelector('product-pool-card.given').product = product;
    document.querySelector('product-pool-matrix.given').products = [product];`;

  it('change nothing that elements show', async () => {
    const shown = [];
    for (const prepare of [[], [patchAsMooTools, patchAsPrototype, patchAsPolyfills]]) {
      const page = await openShop(BODY, { prepare, script: SCRIPT });
      await drawn(page);
      await page.locator('script[type="application/ld+json"]').waitFor({ state: 'attached' });
      // Another product, a failure, and an end.
      shown.push(
        await page.evaluate(async () => {
          const card = document.querySelector('.given');
          const texts = [...document.body.children].map(({ shadowRoot }) => shadowRoot?.textContent);
          texts.push(card.shadowRoot.querySelector('.shell').dataset.theme);
          const pause = () => new Promise((resolve) => setTimeout(resolve, 50));
          card.product = { data: { pool_id: 'p', general: { product_name: 'Soup' } } };
          await pause();
          texts.push(card.shadowRoot.textContent);
          for (const element of [...document.body.children]) element.parentNode.removeChild(element);
          await pause();
          return texts;
        }),
      );
      assert.ok(!page.requests.some((path) => path.endsWith('/fallback.js')), 'the first request is enough');
      assert.deepEqual(page.problems, []);
      await page.close();
    }
    assert.deepEqual(shown[1], shown[0]);
    assert.match(shown[0][0], /Contains/);
  });
});

describe('nodes that extensions put into shadow trees', () => {
  const BODY = `<product-pool-card id="card" loading="eager"></product-pool-card>
    <product-pool-card id="badges" variant="badges" loading="eager"></product-pool-card>
    <product-pool-matrix id="matrix"></product-pool-matrix>
    <product-pool-changes id="changes"></product-pool-changes>`;

  it('never come to stand beside what they were not about', async () => {
    const page = await openShop(BODY);
    await page.waitForFunction(() => customElements.get('product-pool-changes'));
    const found = await page.evaluate(
      async (isWhole) => {
        const pause = () => new Promise((resolve) => setTimeout(resolve));
        const record = (name, allergens, ingredients) => ({
          data: {
            pool_id: name,
            version: name,
            general: { product_name: name },
            components: [
              {
                ingredients: { ingredients },
                allergens: Object.fromEntries(
                  Object.entries(allergens).map(([key, description]) => [`contains_${key}`, { description }]),
                ),
              },
            ],
          },
        });
        const soup = record('Soup', { celery_celeriac: 'No', eggs: 'Yes', milk: 'May contain' }, 'Water, EGG, salt');
        const stew = record('Stew', { celery_celeriac: 'Yes', eggs: 'No', fish: 'Yes' }, 'CELERY, water');
        const cake = record('Cake', { eggs: 'No', milk: 'Yes', fish: 'No' }, 'MILK, flour');
        const states = [
          [soup, stew, 'celery eggs'],
          [stew, soup, 'eggs'],
          [cake, stew, 'milk celery'],
          [soup, cake, 'eggs milk'],
          [soup, stew, 'celery eggs'],
        ].slice(0, isWhole ? undefined : 3);
        const show = (element, [first, second, avoid]) => {
          if (element.localName === 'product-pool-card') Object.assign(element, { product: first, avoid });
          else if (element.localName === 'product-pool-matrix') element.products = [first, second];
          else Object.assign(element, { earlier: first, later: second });
        };
        const ready = async (element) => {
          while (!element.shadowRoot.querySelector('.mount')) await pause();
          await pause();
          await pause();
        };
        /** What extensions do to the children of elements. */
        const DEEDS = {
          before: (place) => place.prepend(Object.assign(document.createElement('font'), { textContent: 'Eier' })),
          after: (place) => place.append(Object.assign(document.createElement('font'), { textContent: 'Eier' })),
          // By the same text, as translators do.
          instead: (place) => {
            const last = place.lastChild;
            if (last)
              last.replaceWith(Object.assign(document.createElement('font'), { textContent: last.textContent }));
          },
          reversed: (place) => place.append(...[...place.childNodes].reverse()),
          wrapped: (place) => {
            const wrapper = document.createElement('font');
            wrapper.append(...place.childNodes);
            place.append(wrapper);
          },
        };
        const SELECTORS = ['.mount', 'article, .view', 'li', 'ul, dl, tr, tbody', 'dt, dd, td, th', 'div, section'];
        /** What an element says of each allergen, whatever the order in a place. */
        const read = (element) =>
          [...element.shadowRoot.querySelectorAll('[data-allergen], .changes li, .changes tr, .card h2, .card h3')].map(
            (place) => {
              const copy = place.cloneNode(true);
              for (const font of copy.querySelectorAll('font')) if (font.textContent === 'Eier') font.remove();
              const { allergen, status, answer } = place.dataset;
              const words = [];
              const texts = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
              while (texts.nextNode()) words.push(...(texts.currentNode.data.match(/[\w-]+/g) ?? []));
              return `${allergen} ${status ?? answer}: ${words.sort().join(' ')}`;
            },
          );
        const faults = [];
        for (const name of ['card', 'badges', 'matrix', 'changes']) {
          const element = document.getElementById(name);
          const expected = [];
          for (const state of states) {
            const fresh = element.cloneNode();
            document.body.append(fresh);
            show(fresh, state);
            await ready(fresh);
            expected.push(read(fresh));
            fresh.remove();
          }
          const cases = Object.keys(DEEDS).flatMap((deed, row) =>
            SELECTORS.filter((_, at) => isWhole || at % 3 === row % 3).map((selector) => ({
              deed,
              selector,
              one: element.cloneNode(),
            })),
          );
          document.body.append(...cases.map(({ one }) => one));
          for (const [at, state] of states.entries()) {
            for (const { one } of cases) show(one, state);
            for (const { deed, selector, one } of cases) {
              await ready(one);
              const known = new Set(expected[at]);
              const shown = read(one);
              const faulty = shown.filter((line) => !known.has(line));
              if (shown.length === 0) faulty.push('nothing');
              if (one.isFailed) faulty.push('it stopped');
              faults.push(...faulty.map((line) => `${name}, ${deed} in ${selector}, ${at}: ${line}`));
              for (const place of one.shadowRoot.querySelectorAll(selector))
                if (place.closest('.mount')) DEEDS[deed](place);
            }
          }
          for (const { one } of cases) one.remove();
        }
        return faults;
      },
      whole(true, false),
    );
    assert.deepEqual(found, []);
    // The elements that were copied have no product.
    assert.deepEqual(
      page.problems.filter((text) => !text.includes('has no product to show')),
      [],
    );
    await page.close();
  });

  it('leave a card that the gateway drew with what it says anew', async () => {
    const card = (lang) =>
      `<product-pool-card lang="${lang}" gtin="${gtin}" rendering="gateway" avoid="milk" loading="eager"></product-pool-card>`;
    const page = await openShop(card('en') + card('de'));
    await drawn(page);
    await page.evaluate(() => {
      const { shadowRoot } = document.querySelector('product-pool-card');
      for (const place of shadowRoot.querySelectorAll('.served, article, ul, dl, li, dd')) {
        for (const deed of ['prepend', 'append'])
          place[deed](Object.assign(document.createElement('font'), { textContent: 'Eier' }));
      }
    });
    const first = page.locator('product-pool-card').first();
    await first.evaluate((it) => (it.lang = 'de'));
    await first.locator('.card[lang="de"]').waitFor();
    const [shown, expected] = await page
      .locator('product-pool-card')
      .evaluateAll((cards) => cards.map(({ shadowRoot }) => shadowRoot.querySelector('.served').innerHTML));
    assert.equal(shown, expected);
    assert.ok(!page.requests.some((path) => path.endsWith('.wasm')));
    assert.deepEqual(page.problems, []);
    await page.close();
  });
});

describe('a card in a link', () => {
  const product = `{ data: { pool_id: 'p', general: { product_name: 'Soup' }, replaced_by: ['q'], components: [{ allergens: { contains_milk: { description: 'Yes' } } }] } }`;
  const PLACES = [
    '<a href="#followed">{}</a>',
    '<button type="button">{}</button>',
    '<label><input type="checkbox">{}</label>',
    '<details><summary>{}</summary></details>',
    // A tile whose link is in a shadow tree of its own.
    '<div><template shadowrootmode="open"><a href="#followed"><slot></slot></a></template>{}</div>',
  ];
  const CARD = '<product-pool-card loading="eager" density="compact" successor-url="#successor"></product-pool-card>';

  it('keeps the clicks on its own controls, and no others', async () => {
    const places = some(PLACES, 3);
    const cards = places.map((place) => `<div class="place">${place.replace('{}', CARD)}</div>`);
    const page = await openShop(cards.join(''), {
      script: `for (const card of document.querySelectorAll('product-pool-card')) {
          card.client = {
            async listImages() {
              return { data: ['a', 'b'].map((id) => ({ id, url: 'https://images.example/' + id })) };
            },
            async getFeatureImage() { throw new Error('none'); },
          };
          card.product = ${product};
        }`,
    });
    await page.route('https://images.example/**', (route) =>
      route.fulfill({ body: '<svg xmlns="http://www.w3.org/2000/svg"/>', contentType: 'image/svg+xml' }),
    );
    await drawn(page);
    await page.evaluate(() => {
      window.heard = 0;
      for (const outer of document.querySelectorAll('.place > *'))
        outer.addEventListener('click', () => (window.heard += 1));
    });
    /** What a click, or a key on a control, has done to what is around the card. */
    const outcome = async (place, act) => {
      await page.evaluate(() => {
        location.hash = '';
        window.heard = 0;
        for (const box of document.querySelectorAll('input')) box.checked = false;
      });
      await act();
      return place.evaluate((it) => [location.hash, window.heard, it.querySelector('input')?.checked ?? false]);
    };
    const untouched = ['', 0, false];
    for (const [at, html] of places.entries()) {
      const place = page.locator('.place').nth(at);
      if (html.includes('details'))
        await place
          .locator('details')
          .first()
          .evaluate((it) => (it.open = true));
      const fold = place.locator('.card details summary').first();
      const isOpen = () => fold.evaluate((it) => it.parentElement.open);
      const before = await isOpen();
      assert.deepEqual(await outcome(place, () => fold.click()), untouched, `a fold in ${html}`);
      assert.equal(await isOpen(), !before, `a fold in ${html}`);
      assert.deepEqual(await outcome(place, () => fold.press('Enter')), untouched, `a fold by key in ${html}`);
      assert.equal(await isOpen(), before, `a fold by key in ${html}`);
      const second = place.locator('.thumbnail').nth(1);
      assert.deepEqual(await outcome(place, () => second.click()), untouched, `an image in ${html}`);
      await place.locator('.thumbnail[aria-current][data-index="1"]').waitFor();
      assert.deepEqual(await outcome(place, () => second.press('Space')), untouched, `an image by key in ${html}`);
      assert.deepEqual(await outcome(place, () => place.locator('.zoom').click()), untouched, `a zoom in ${html}`);
      const dialog = place.locator('dialog[open]');
      assert.deepEqual(
        await outcome(place, () => dialog.locator('img').first().click()),
        untouched,
        `a dialog in ${html}`,
      );
      assert.deepEqual(await outcome(place, () => dialog.locator('[data-action="close"]').click()), untouched, html);
      assert.equal(await dialog.count(), 0, html);
      const link = place.locator('[part="link"]').first();
      assert.deepEqual(await outcome(place, () => link.click()), ['#successor', 0, false], `a link in ${html}`);
      const text = place.locator('.card [data-allergen]').first();
      const [hash, heard, checked] = await outcome(place, () => text.click());
      assert.ok(heard > 0, `text in ${html}`);
      assert.deepEqual(
        [hash, checked],
        [html.includes('#followed') ? '#followed' : '', html.includes('input')],
        `text in ${html}`,
      );
    }
    assert.deepEqual(page.problems, []);
    await page.close();
  });
});

describe('two copies of the package on a page', () => {
  const BODY = `<product-pool-config avoid="milk"></product-pool-config>
    <product-pool-card gtin="${gtin}" loading="eager"></product-pool-card><product-pool-matrix gtins="${gtin}"></product-pool-matrix>`;

  for (const version of [undefined, '9.9.9']) {
    it(`share their settings and requests${version ? ', of two versions the settings alone' : ''}`, async () => {
      const page = await openPage(browser);
      const warnings = [];
      const asked = [];
      page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
      page.on('request', (request) => asked.push(request.url()));
      if (version)
        await page.route('**/copy/dist/src/shared/page.js', async (route) => {
          const response = await route.fetch();
          const text = await response.text();
          await route.fulfill({ response, body: text.replace(/(VERSION = ")[^"]+/, `$1${version}`) });
        });
      const html = `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,">${BODY}
        <script type="module">
          import { configure } from '/pkg/dist/card.js?ver=1';
          import '/copy/dist/matrix.js?ver=1';
          configure({ baseUrl: '/pool', token: 'demo', dangerouslyAllowBrowser: true });
        </script>`;
      await page.route('**/shop', (route) => route.fulfill({ body: html, contentType: 'text/html; charset=utf-8' }));
      await page.route('**/pool/v2/**', async (route) => {
        const url = route.request().url().replace('/pool/', '/');
        await route.fulfill({ response: await route.fetch({ url }) });
      });
      await page.goto(`${server.address}/shop`);
      await drawn(page);
      const products = asked.filter((url) => url.includes('/v2/products/'));
      assert.ok(
        products.every((url) => url.includes('/pool/v2/')),
        products.join(),
      );
      assert.equal(products.length, version ? 2 : 1);
      await assertReports(() => warnings, version ? [/more than one version of product-pool: .*9\.9\.9/] : []);
      assert.deepEqual(page.problems, []);
      // Pictures may be on their way still.
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.close();
    });
  }
});
