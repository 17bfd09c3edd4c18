// The shop on a page that the browser translates: its text nodes leave the page, and elements of the
// translation take their places. The components themselves are tested in tests/card/translated.rs, so
// most of the shop's pages are for a run of the whole.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { atNight } from '../drawn.mjs';
import { ROOT, launch } from './support.mjs';
import { FIRST, openMenu, openShop, ready, settled } from './shop-support.mjs';

const translation = (await readFile(join(ROOT, 'tests/card/translated.js'), 'utf8')).replaceAll(
  'export function',
  'function',
);

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** A page of the shop, which is translated from its beginning. */
async function openTranslated(path, count) {
  const page = await openShop(browser, path, {
    viewport: { width: 1280, height: 20_000 },
    prepare: (page) =>
      page.addInitScript(`${translation};
        window.original = original;
        addEventListener('DOMContentLoaded', () => translating(document.body));`),
  });
  page.whole = async () => {
    if (count > 0)
      await ready(page)
        .nth(count - 1)
        .waitFor();
    await page.locator('.waiting').first().waitFor({ state: 'detached' });
    await settled(page);
  };
  await page.whole();
  return page;
}

/** Asserts that the page shows what it would if it were opened anew. */
async function isAsNew(page) {
  await settled(page);
  // A fold is open or closed at first, as the reader leaves it afterwards.
  const read = () =>
    page.evaluate(() => original(document.getElementById('main')).replaceAll(' open=""', '').split('\n'));
  const shown = await read();
  await page.reload();
  await page.whole();
  assert.deepEqual(shown, await read());
  assert.deepEqual(page.problems, []);
}

describe('a translated shop', () => {
  atNight('answers on a shelf for the allergens that are ticked', async () => {
    const page = await openTranslated('/shelf', 24);
    const box = (name) => page.locator(`.choices input[value="${name}"]`);
    await box('celery_celeriac').check();
    await page.locator('.verdict').nth(23).waitFor();
    await box('eggs').check();
    await box('celery_celeriac').uncheck();
    await settled(page);
    const answers = await page.locator('.verdict li').evaluateAll((items) => items.map((item) => item.textContent));
    assert.equal(answers.length, 24);
    for (const answer of answers) assert.match(answer, /Eggs/);
    await isAsNew(page);
    await page.close();
  });

  atNight('finds what is searched for after something else', async () => {
    const page = await openTranslated('/find?q=dark+choc', 0);
    const field = page.getByRole('searchbox');
    for (const [words, name] of [
      ['zzzz', undefined],
      ['pad thai', 'Prawn Pad Thai'],
    ]) {
      await field.fill(words);
      await field.press('Enter');
      await page.waitForURL(`**/find?q=${words.replace(' ', '+')}`);
      await page.whole();
      const shown = await page.locator('#main').innerText();
      assert.doesNotMatch(shown, /Dark Chocolate/);
      assert.match(shown, name ? new RegExp(name) : /No product has such a name/);
      assert.doesNotMatch(shown, name ? /No product has such a name/ : /Contains/);
    }
    await isAsNew(page);
    await page.close();
  });

  it('answers on a product for the allergens that are ticked, in the language that is chosen', async () => {
    const page = await openTranslated(`/product/${FIRST}`, 1);
    for (const name of ['celery_celeriac', 'peanuts', 'celery_celeriac']) {
      await page.locator(`.choices input[value="${name}"]`).evaluate((box) => box.click());
      await settled(page);
    }
    await openMenu(page);
    for (const tag of ['de', 'en-GB', 'fr']) {
      await page.locator('#language').selectOption(tag);
      await page.locator(`.card[data-state="ready"][lang="${tag}"]`).waitFor();
    }
    await isAsNew(page);
    await page.close();
  });

  atNight('compares the products that are left', async () => {
    const page = await openTranslated('/compare?ids=000010000+000010001+000010002', 0);
    await page.locator('.product-pool-view tbody tr').nth(2).waitFor();
    await page.locator('.chosen button').first().click();
    await page.locator('.product-pool-view tbody tr').nth(2).waitFor({ state: 'detached' });
    await isAsNew(page);
    await page.close();
  });

  atNight('says what is wrong with a number, and goes on', async () => {
    const page = await openTranslated('/', 1);
    const field = page.locator('product-pool-scanner').getByRole('textbox');
    await field.fill('9520000000');
    await page.keyboard.press('Enter');
    await page.locator('product-pool-scanner [data-state="error"]').waitFor();
    await field.fill(FIRST);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/product/*');
    await ready(page).waitFor();
    assert.deepEqual(page.problems, []);
    await page.close();
  });
});
