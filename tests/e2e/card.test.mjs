// The card with mocked responses, so that what it must and must not show stands next to
// the record that it is shown for. The WebAssembly is the real one. What a card says of a record is
// the subject of tests/native/card/.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { launch } from './support.mjs';
import { yes, no, component, product, openCard, state, row, line, status } from './card-support.mjs';

describe('the card', () => {
  let browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  const open = (options) => openCard(browser, options);

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

  it('says that there is no image where it could not be loaded', async () => {
    const page = await open({ answer: product([component('Soup')]), image: 'missing.png' });
    const picture = page.locator('.picture[data-failed]');
    await picture.waitFor();
    const words = await picture.evaluate((element) => getComputedStyle(element, '::after').content);
    assert.equal(words, '"No image"');
    assert.equal(await picture.locator('img').isVisible(), false);
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
