// What screen readers say when a shopper's list changes the verdicts of a page's cards.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PIXEL, STRICT, component, no, openCard, product, yes } from './card-support.mjs';
import { launch } from './support.mjs';

const maybe = { value: 3, description: 'May contain' };

/** Products that differ in whether they have celery. */
const PRODUCTS = [yes, no, undefined, maybe, yes].map((celery, at) =>
  product(
    [component('Soup', { allergens: { contains_celery_celeriac: celery, contains_eggs: no }, ingredients: {} })],
    {
      pool_id: `p-${at}`,
      general: { product_name: `Soup ${at}` },
    },
  ),
);

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** A page with a card for each of some products; `said` has every text of its live region so far. */
async function openShelf(products, attributes = '') {
  const body = products.map(() => `<product-pool-card loading="eager" ${attributes}></product-pool-card>`).join('');
  const page = await openCard(browser, {
    body,
    headers: { 'content-security-policy': STRICT },
    answer: 404,
    image: PIXEL,
  });
  await page.locator('product-pool-card').evaluateAll((cards, products) => {
    for (const [at, card] of cards.entries()) card.product = products[at];
  }, products);
  await page
    .locator('.card[data-state="ready"]')
    .nth(products.length - 1)
    .waitFor();
  await page.evaluate(() => {
    window.said = [];
    new MutationObserver((records) => {
      for (const { target } of records) {
        if (target.dataset?.productPool === 'announcements' && target.textContent) said.push(target.textContent);
      }
    }).observe(document, { childList: true, subtree: true });
  });
  page.avoid = (list) =>
    page.locator('product-pool-card').evaluateAll((cards, list) => cards.forEach((card) => (card.avoid = list)), list);
  page.said = async (count) => {
    await page.waitForFunction((count) => said.length >= count, count);
    return page.evaluate(() => said);
  };
  return page;
}

describe('a list that changes', () => {
  it('is answered once for a page, with counts, the most serious first', async () => {
    const page = await openShelf(PRODUCTS, 'variant="summary"');
    // No card is a live region of its own.
    assert.equal(await page.locator('.card :is([role="status"], [aria-live])').count(), 0);
    assert.equal(await page.locator('[role="status"]').count(), 0);
    await page.avoid('celery');
    const all =
      'Allergens you avoid. Products: 5. Contains: 2. May contain: 1. Check the label: 1. ' +
      'Declared as not present: 1. Always check the label.';
    assert.deepEqual(await page.said(1), [all]);
    await page.avoid('celery eggs');
    assert.deepEqual(await page.said(2), [all, all]);
    // Nothing has changed.
    await page.avoid('celery  eggs');
    await page.avoid('eggs');
    const eggs = 'Allergens you avoid. Products: 5. Declared as not present: 5. Always check the label.';
    assert.deepEqual(await page.said(3), [all, all, eggs]);
    // Without a list there is no answer.
    await page.avoid(null);
    await page.locator('.verdict').first().waitFor({ state: 'detached' });
    await page.avoid('celery');
    assert.deepEqual(await page.said(4), [all, all, eggs, all]);
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  it('is answered for one card with the name of its product', async () => {
    const page = await openShelf(PRODUCTS.slice(0, 1));
    await page.avoid('eggs celery');
    assert.deepEqual(await page.said(1), [
      'Soup 0. Contains celery. Celery: in this product. Eggs: declared as not present. Always check the label.',
    ]);
    await page.close();
  });

  it('is answered in the language of the cards', async () => {
    const page = await openShelf(PRODUCTS, 'lang="fr" variant="badges"');
    await page.avoid('milk celery');
    const [said] = await page.said(1);
    assert.match(said, /^Allergènes à éviter\. Produits\u00a0: 5\. Contient\u00a0: 2\. /);
    const region = page.locator('[data-product-pool="announcements"]');
    assert.equal(await region.getAttribute('lang'), 'fr');
    await page.close();
  });

  it('is not announced as a card appears, nor with another product', async () => {
    const page = await openShelf(PRODUCTS, 'avoid="celery"');
    const cards = page.locator('product-pool-card');
    await cards.first().evaluate((card, other) => (card.product = other), PRODUCTS[3]);
    await page.locator('.name', { hasText: 'Soup 3' }).nth(1).waitFor();
    await page.avoid('celery eggs');
    const said = await page.said(1);
    assert.equal(said.length, 1);
    assert.match(said[0], /Products: 5\. Contains: 1\. May contain: 2\./);
    await page.close();
  });

  it('is announced inside of a dialog that makes the rest of the page inert', async () => {
    const page = await openShelf(PRODUCTS.slice(0, 1));
    await page.locator('product-pool-card').evaluate((card) => {
      const dialog = document.createElement('dialog');
      document.body.append(dialog);
      dialog.append(card);
      dialog.showModal();
    });
    await page.avoid('eggs');
    await page
      .locator('dialog [data-product-pool="announcements"]', { hasText: 'Eggs: ' })
      .waitFor({ state: 'attached' });
    await page.close();
  });
});
