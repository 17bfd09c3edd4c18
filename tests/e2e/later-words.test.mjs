// The words that a page loads after the first drawing of a card, where their file cannot
// be loaded: no element shows a key instead of a text.

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { some } from '../drawn.mjs';
import { NOWHERE, ROOT, call, launch } from './support.mjs';
import { openView } from './views-support.mjs';

const GTIN = '09520000000004';
const LATER = '**/dist/lang-later/**';
/** A key of a message: `field.pallet_type`. */
const KEY = /\b(accreditations|diff|error|fact|field|matrix|notice|particular|quality|section)\.[a-z]/;

const messagesOf = async (file) => JSON.parse(await readFile(join(ROOT, 'src/messages', file), 'utf8'));
const languages = (await readdir(join(ROOT, 'src/messages'))).filter((name) => name.endsWith('.json'));

let browser;
let product;
before(async () => {
  browser = await launch();
  ({ data: product } = await (await call(`/v2/products/gtin/${GTIN}`)).json());
});
after(() => browser?.close());

/** A page with an element, on which the files of later words are not found until `page.unroute(LATER)`. */
async function openWithout(tag, attributes, script) {
  const page = await openView(browser, {
    script,
    body: '',
    answer: (url) => (url.pathname.startsWith('/v2/products/') ? product : 404),
  });
  await page.route(LATER, (route) => route.abort());
  await page.evaluate(
    ([tag, attributes]) => {
      const element = document.createElement(tag);
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      document.querySelector('main').append(element);
    },
    [tag, attributes],
  );
  return page;
}

/** All text of the element's tree, with that of its folds. */
const textOf = (page) =>
  page.evaluate(() => document.querySelector('main').lastElementChild.shadowRoot.querySelector('.mount').textContent);

const openCard = (attributes) => openWithout('product-pool-card', { gtin: GTIN, ...attributes }, 'card.js');

describe('a card without its later words', () => {
  for (const file of some(languages, 2)) {
    const lang = file.slice(0, -5);
    it(`says so in its folds, in ${lang}`, async () => {
      const messages = await messagesOf(file);
      const page = await openCard({ lang });
      const fold = page.locator('details[data-toggle="logistics"]');
      await fold.locator('summary').click();
      await fold.getByText(messages['error.fold']).waitFor();
      assert.equal(await fold.locator('summary').innerText(), messages['panel.logistics']);
      const text = await textOf(page);
      assert.doesNotMatch(text, KEY);
      // One each, and nothing else in them.
      const folds = page.locator('details[data-toggle]:not([open], .provenance), details[data-toggle="logistics"]');
      for (const one of await folds.all()) {
        const [title, ...rest] = await one.evaluate((it) => Array.from(it.children, ({ textContent }) => textContent));
        assert.deepEqual(rest, [messages['error.fold']], title);
      }
      await page.close();
    });
  }

  it('loads them when a fold is opened again', async () => {
    const page = await openCard({});
    const fold = page.locator('details[data-toggle="logistics"]');
    const { 'error.fold': sentence } = await messagesOf('en-GB.json');
    await fold.locator('summary').click();
    await fold.getByText(sentence).waitFor();
    await fold.locator('summary').click();
    await page.unroute(LATER);
    await fold.locator('summary').click();
    await fold.locator('.facts').first().waitFor();
    assert.doesNotMatch(await textOf(page), KEY);
    assert.ok(!(await textOf(page)).includes(sentence));
    assert.ok(await fold.evaluate((it) => it.open));
    await page.close();
  });

  it('begins no second card with keys', async () => {
    const page = await openCard({});
    const { 'error.fold': sentence } = await messagesOf('en-GB.json');
    await page.getByText(sentence).first().waitFor({ state: 'attached' });
    await page.evaluate(() => {
      const [card] = document.querySelectorAll('product-pool-card');
      document.querySelector('main').append(card.cloneNode());
    });
    await page.locator('product-pool-card:last-child .card[data-state="ready"]').waitFor();
    await page.locator('product-pool-card:last-child').getByText(sentence).first().waitFor({ state: 'attached' });
    assert.doesNotMatch(await textOf(page), KEY);
    await page.close();
  });
});

describe('a view without its later words', () => {
  for (const [tag, script, attributes] of [
    ['product-pool-matrix', 'matrix.js', { gtins: GTIN }],
    ['product-pool-changes', 'changes-view.js', { 'product-id': 'p', from: '1', to: '2' }],
  ]) {
    it(`is no ${tag} but a notice, until it is tried again`, async () => {
      const page = await openWithout(tag, { ...attributes, 'base-url': NOWHERE }, script);
      const notice = page.locator(`${tag} [role="alert"]`);
      await notice.waitFor();
      assert.match(await notice.innerText(), /could not be loaded\. Please check the label\./);
      assert.equal(await page.locator(`${tag} .mount`).count(), 0);
      assert.ok(page.problems.length > 0);
      await page.unroute(LATER);
      await notice.getByRole('button').click();
      await page.locator(`${tag} .mount .view`).waitFor();
      assert.doesNotMatch(await textOf(page), KEY);
      await page.close();
    });
  }
});
