// The card with mocked responses, so that what it must and must not show stands next to
// the record that it is shown for. The WebAssembly is the real one.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { launch } from './support.mjs';
import {
  yes,
  no,
  per100,
  component,
  product,
  openCard,
  state,
  row,
  line,
  status,
  ownProblems,
} from './card-support.mjs';

describe('the card', () => {
  let browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  const open = (options) => openCard(browser, options);

  it('shows the product with all panels', async () => {
    const page = await open({ answer: product([component('Soup')]), image: true });
    await state(page, 'ready');
    for (const panel of ['summary', 'allergens', 'ingredients', 'nutrition']) {
      await page.locator(`[data-panel="${panel}"]`).waitFor();
    }
    assert.match(await page.locator('[data-panel="summary"]').innerText(), /Tomato Soup/);
    assert.match(await page.locator('[data-panel="summary"]').innerText(), /Fenwick/);
    const image = page.locator('[data-panel="summary"] .picture img');
    await image.waitFor();
    assert.notEqual(await image.getAttribute('alt'), null);
    assert.deepEqual(ownProblems(page), []);
    await page.close();
  });

  it('says "Not stated" of milk whatever stands in the place of a flag', async () => {
    const silence = {
      null: null,
      'a dash': { value: 0, description: '-' },
      'no description': { value: 0 },
      'a description nobody knows': { value: 1, description: 'Q7' },
      'of a wrong type': ['No'],
      nothing: undefined,
    };
    const page = await open({ body: '<product-pool-card loading="eager"></product-pool-card>' });
    for (const [what, flag] of Object.entries(silence)) {
      await page.evaluate(
        (given) =>
          new Promise((resolve) => {
            const card = document.querySelector('product-pool-card');
            card.addEventListener('product-pool-load', resolve, { once: true });
            card.product = given;
          }),
        product([component('Soup', { allergens: { contains_milk: flag, contains_fish: no } })], { pool_id: what }),
      );
      assert.equal(await status(page, 'milk'), 'not-stated', what);
      const text = await row(page, 'milk').innerText();
      assert.match(text, /not stated/i, what);
      assert.doesNotMatch(text, /\bnot present\b|\bdoes not contain\b|\bfree\b|\bNo\b/, what);
      assert.equal(await status(page, 'fish'), 'declared-not-present', what);
    }
    // A record that it was given is not requested.
    assert.deepEqual(
      page.requests.filter((path) => path.startsWith('/v2/products')),
      [],
    );
    await page.close();
  });

  it('tells the four statuses apart, in words and not by colour alone', async () => {
    const allergens = {
      contains_milk: yes,
      contains_eggs: { value: 3, description: ' may contain ' },
      contains_fish: no,
      contains_mustard: null,
    };
    const page = await open({ answer: product([component('Soup', { allergens })]) });
    await state(page, 'ready');
    const expected = {
      milk: ['contains', /contains/i],
      eggs: ['may-contain', /may contain/i],
      fish: ['declared-not-present', /not present/i],
      mustard: ['not-stated', /check the label/i],
    };
    for (const [allergen, [key, words]] of Object.entries(expected)) {
      assert.equal(await status(page, allergen), key);
      assert.match(await line(page, allergen).locator('dt').innerText(), words);
    }
    assert.match(await row(page, 'mustard').innerText(), /not stated/i);
    assert.equal(await page.locator('.lines li[data-allergen]').count(), 14);
    await page.close();
  });

  it('lets a member outvote its group, and says that they conflict', async () => {
    const allergens = { contains_tree_nuts: no, contains_walnut_nuts: yes };
    const page = await open({ answer: product([component('Cake', { allergens })]) });
    await state(page, 'ready');
    assert.equal(await status(page, 'tree_nuts'), 'contains');
    assert.match(await row(page, 'tree_nuts').innerText(), /Walnuts/);
    assert.equal(await line(page, 'tree_nuts').locator('[data-conflict]').isVisible(), true);
    await page.close();
  });

  it('never lets one silent component pass for the whole product, and fits 320 pixels with a long name', async () => {
    const components = [component('Soup'), component('Roll', { allergens: {} })];
    const long = { general: { product_name: 'Donaudampfschifffahrtsgesellschaftskapitänsmützenfabrik soup' } };
    const page = await open({ answer: product(components, long), viewport: { width: 320, height: 640 } });
    await state(page, 'ready');
    assert.equal(await status(page, 'milk'), 'not-stated');
    for (const panel of ['ingredients', 'nutrition']) {
      const shown = page.locator(`[data-panel="${panel}"] [data-component]`);
      assert.equal(await shown.count(), 2);
      assert.match(await shown.nth(0).innerText(), /Soup/);
      assert.match(await shown.nth(1).innerText(), /Roll/);
    }
    const { scrollWidth, clientWidth } = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return { scrollWidth, clientWidth };
    });
    assert.ok(scrollWidth <= clientWidth, `${scrollWidth} > ${clientWidth}`);
    await page.close();
  });

  it('keeps the emphasis of formatted ingredients and nothing else of the HTML', async () => {
    const pwn = 'window.__pwned = true';
    const hostile =
      `Water, <b onclick="${pwn}" style="color:red">MILK</b> <script>${pwn}</script>` +
      `<img src=x onerror="${pwn}"><a href="javascript:${pwn}">salt</a><svg onload="${pwn}"></svg>\r\n<strong>Wheat</strong>`;
    const page = await open({
      answer: product(
        [
          component(`<img src=x onerror="${pwn}">`, {
            ingredients: { formatted_ingredients: hostile, ingredients: 'x' },
          }),
        ],
        { general: { product_name: `<img src=x onerror="${pwn}">Soup`, brand_name: `"><script>${pwn}</script>` } },
      ),
    });
    await state(page, 'ready');
    const found = await page.evaluate(() => {
      const root = document.querySelector('product-pool-card').shadowRoot;
      const all = [...root.querySelectorAll('*')];
      return {
        elements: all.filter((node) => node.matches('script, iframe, svg, a, [style]')).map((node) => node.outerHTML),
        handlers: all.flatMap((node) => [...node.attributes]).filter(({ name }) => name.startsWith('on')).length,
        images: all.filter((node) => node.matches('img')).length,
        emphasised: [...root.querySelectorAll('[data-panel="ingredients"] :is(b, strong, em)')].map(
          (node) => node.textContent,
        ),
        pwned: window.__pwned,
      };
    });
    assert.deepEqual(found.elements, []);
    assert.equal(found.handlers, 0);
    assert.equal(found.images, 0);
    assert.equal(found.pwned, undefined);
    assert.ok(found.emphasised.includes('MILK'), found.emphasised.join());
    assert.ok(found.emphasised.includes('Wheat'), found.emphasised.join());
    await page.close();
  });

  it('heads the nutrition table with the basis of the record', async () => {
    const page = await open({
      answer: product([component('Drink', { nutrients: per100(2, 'per 100ml') })]),
    });
    await state(page, 'ready');
    const head = await page.locator('[data-panel="nutrition"] table thead').innerText();
    assert.match(head, /100\s*ml/i);
    assert.doesNotMatch(head, /100\s*g\b/i);
    const names = await page.locator('[data-panel="nutrition"] tbody th').allInnerTexts();
    const order = ['Energy', 'Fat', 'Carbohydrate', 'Protein', 'Salt'].map((name) =>
      names.findIndex((text) => text.toLowerCase().includes(name.toLowerCase())),
    );
    assert.deepEqual(
      order,
      [...order].sort((a, b) => a - b),
    );
    assert.ok(
      order.every((index) => index >= 0),
      names.join(),
    );
    await page.close();
  });

  it('says of a product that it is archived, replaced or recalled, or of a day to come', async () => {
    const notices = {
      archived: { status: 'archived' },
      replaced: { replaced_by: ['p-2'] },
      recalled: { status: 'Recalled' },
      'future-date': { changed_at: '2999-01-31 10:00:00' },
    };
    const page = await open({ body: '<product-pool-card loading="eager"></product-pool-card>' });
    for (const [key, text] of Object.entries(notices)) {
      await page.evaluate(
        (given) => {
          document.querySelector('product-pool-card').product = given;
        },
        product([component('Soup')], { pool_id: key, ...text }),
      );
      await page.locator(`[data-notice="${key}"]`).waitFor();
    }
    await page.close();
  });

  it('replaces the product when the GTIN changes, and never mixes two', async () => {
    const page = await open({
      answer: (count) =>
        count === 1
          ? product([component('Soup', { allergens: { contains_milk: no } })])
          : product([component('Cake', { allergens: { contains_milk: yes } })], {
              general: { product_name: 'Milk Cake' },
            }),
    });
    await state(page, 'ready');
    await page.evaluate(() => {
      document.querySelector('product-pool-card').gtin = '95200000000028';
    });
    // A page waits for it, and styles its states.
    const states = await page.evaluate(async () => {
      const card = document.querySelector('product-pool-card');
      card.gtin = '09520000000028';
      // Settings are taken up at the end of the turn.
      await Promise.resolve();
      const before = card.matches(':state(loading)');
      await card.updateComplete;
      return [before, card.matches(':state(ready)'), card.matches(':state(loading)'), card.hasAttribute('data-state')];
    });
    assert.deepEqual(states, [true, true, false, false]);
    await page.locator('.card[data-state="ready"]', { hasText: 'Milk Cake' }).waitFor();
    assert.equal(await status(page, 'milk'), 'contains');
    assert.equal(await page.getByText('Tomato Soup').count(), 0);
    await page.close();
  });

  it('moves nothing on the page while it loads and when its picture comes', async () => {
    const page = await open({
      answer: product([component('Soup')]),
      image: true,
      viewport: { width: 800, height: 600 },
    });
    await state(page, 'ready');
    await page.locator('[data-panel="summary"] .picture img').waitFor();
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
    const moved = () => page.evaluate(() => shifts.reduce((sum, value) => sum + value, 0));
    assert.equal(await moved(), 0);
    // The measure itself works: what is pushed down is seen.
    await page.evaluate(() => document.body.prepend(document.createElement('pre'), '\n'.repeat(3), 'pushes'));
    await page.waitForFunction(() => shifts.length > 0);
    assert.ok((await moved()) > 0);
    await page.close();
  });
});
