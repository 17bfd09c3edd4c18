// The card with mocked responses, of codes that lead to no product or to one of several
// components. The WebAssembly is the real one.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertReports, launch } from './support.mjs';
import { GTIN, component, product, CARD, openCard, state } from './card-support.mjs';

describe('the card of a code', () => {
  let browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  const open = (options) => openCard(browser, options);

  describe('of a consumer unit', () => {
    const UNIT = '9520000002020';
    const biscuits = [
      component('Oat biscuit', { inner: { internal_gtin: '9520000002013' } }),
      component('Nut biscuit', { inner: { internal_gtin: '952000 0002020' } }),
    ];
    const line = (page) => page.locator('[data-notice="scanned"]');

    it('names the component that a gateway found by the code, and shows it first', async () => {
      // Each form of a code is read by the library and by the client, which have tests of all.
      const page = await open({ answer: product(biscuits), body: CARD.replace(GTIN, `(01)0${UNIT}`) });
      await state(page, 'ready');
      assert.equal(await line(page).innerText(), 'This barcode is for: Nut biscuit');
      const names = await page.locator('[data-panel="ingredients"] .subtitle').allInnerTexts();
      assert.deepEqual(names, ['Nut biscuit', 'Oat biscuit']);
      await page.close();
    });

    it('says nothing of the kind for the code of the case', async () => {
      const page = await open({ answer: product(biscuits) });
      await state(page, 'ready');
      assert.equal(await line(page).count(), 0);
      await page.close();
    });

    it('tells shoppers what is true where a pool does not know the code, and developers what to do', async () => {
      const page = await open({ answer: 404, body: CARD.replace(GTIN, UNIT) });
      const errors = [];
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
      await state(page, 'not-found');
      const shown = await page.locator('.card').innerText();
      assert.match(shown, /We could not find a product with this number/);
      assert.doesNotMatch(shown, /not found/i);
      const advice = /This service finds products by the code on the case; .*gateway.*buildGtinIndex/;
      await assertReports(() => errors.filter((text) => advice.test(text)), [advice]);
      await page.close();
    });
  });

  describe('of a code with a wrong check digit', () => {
    const WRONG = '9520000002009';
    const warnings = (page) => {
      const found = [];
      page.on('console', (message) => message.type() === 'warning' && found.push(message.text()));
      return () => found.filter((text) => /last digit is 9, but should be \d/.test(text));
    };

    it('shows the product that the service finds, and warns developers once', async () => {
      const page = await open({ answer: product([component('Soup')]), body: '' });
      const found = warnings(page);
      await page.evaluate(
        (html) => {
          document.querySelector('main').innerHTML = html;
        },
        CARD.replace(GTIN, WRONG),
      );
      await state(page, 'ready');
      await assertReports(found, [/last digit is 9/]);
      await page.close();
    });

    it('says that nothing is stored where the service does not find it either', async () => {
      const page = await open({ answer: 404, body: '' });
      const found = warnings(page);
      await page.evaluate(
        (html) => {
          document.querySelector('main').innerHTML = html;
        },
        CARD.replace(GTIN, WRONG),
      );
      await state(page, 'not-found');
      await assertReports(found, [/last digit is 9/]);
      await page.close();
    });
  });
});
