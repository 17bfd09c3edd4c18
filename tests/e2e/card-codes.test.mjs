// The card with mocked responses, of codes that lead to no product or to one of several
// components, and of requests that fail. The WebAssembly is the real one.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertReports, launch } from './support.mjs';
import { GTIN, component, product, CARD, openCard, state, ownProblems } from './card-support.mjs';

describe('the card of a code', () => {
  let browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  const open = (options) => openCard(browser, options);

  for (const [answer, name, code] of [
    [404, 'not-found', 'not_found'],
    [401, 'unauthenticated', 'unauthenticated'],
  ]) {
    it(`has a state for ${answer}, and an event`, async () => {
      const page = await open({ answer, body: '' });
      const detail = await page.evaluate(
        (html) =>
          new Promise((resolve) => {
            document.addEventListener('product-pool-error', (event) => resolve(event.detail), { once: true });
            document.querySelector('main').insertAdjacentHTML('beforeend', html);
          }),
        CARD,
      );
      await state(page, name);
      assert.equal(detail.code, code);
      assert.equal(detail.status, answer);
      assert.equal(await page.locator('[data-panel]').count(), 0);
      await assertReports(() => ownProblems(page), [/^product-pool: The service at http:\/\/shop\.test /]);
      await page.close();
    });
  }

  it('passes over a failure that passes', async () => {
    const page = await open({ answer: (count) => (count > 1 ? product([component('Soup')]) : null) });
    await state(page, 'ready');
    await page.close();
  });

  it('recovers from a failing network by a click', async () => {
    // The client tries three times before the card tells.
    const page = await open({ answer: (count) => (count > 3 ? product([component('Soup')]) : null) });
    await state(page, 'network');
    await page.locator('[data-action="retry"]').click();
    await state(page, 'ready');
    assert.match(await page.locator('[data-panel="summary"]').innerText(), /Tomato Soup/);
    await page.close();
  });

  for (const gtin of ['9520000000', 'abc', '123', '00000000000000']) {
    it(`refuses ${gtin} before any request`, async () => {
      const page = await open({ answer: product([]), body: CARD.replace(GTIN, gtin) });
      await state(page, 'bad-gtin');
      assert.deepEqual(page.requests, []);
      assert.notEqual((await page.locator('.card').innerText()).trim(), '');
      await page.close();
    });
  }

  describe('of a consumer unit', () => {
    const UNIT = '9520000002020';
    const biscuits = [
      component('Oat biscuit', { inner: { internal_gtin: '9520000002013' } }),
      component('Nut biscuit', { inner: { internal_gtin: '952000 0002020' } }),
    ];
    const line = (page) => page.locator('[data-notice="scanned"]');

    for (const code of [UNIT, `0${UNIT}`, `(01)0${UNIT}`, `https://id.gs1.org/01/0${UNIT}`]) {
      it(`names the component that a gateway found by ${code}, and shows it first`, async () => {
        const page = await open({ answer: product(biscuits), body: CARD.replace(GTIN, code) });
        await state(page, 'ready');
        assert.equal(await line(page).innerText(), 'This barcode is for: Nut biscuit');
        const names = await page.locator('[data-panel="ingredients"] .subtitle').allInnerTexts();
        assert.deepEqual(names, ['Nut biscuit', 'Oat biscuit']);
        await page.close();
      });
    }

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
      await page.waitForTimeout(500);
      assert.equal(errors.filter((text) => advice.test(text)).length, 1, errors.join('\n'));
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
      await page.waitForTimeout(500);
      assert.equal(found().length, 1);
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
      await page.waitForTimeout(500);
      assert.equal(found().length, 1);
      await page.close();
    });
  });
});
