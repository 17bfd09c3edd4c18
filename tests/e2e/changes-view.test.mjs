// The view of changes between two versions: allergens first, nothing lost, and words
// with every sign.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { atNight } from '../drawn.mjs';
import { launch } from './support.mjs';
import { assertAccessible, assertNeedsWords, flag, openView, receivedEvents } from './views-support.mjs';

const reference = (description) => ({ id: 1, description });

const OLD = {
  pool_id: 'p-1',
  version: '1',
  general: { product_name: 'Tomato Soup' },
  outer: { traded_unit_gtin: '9520123456788' },
  components: [
    {
      general: { component_uuid: 'a', component_name: 'Soup' },
      allergens: { contains_milk: flag('No'), contains_eggs: flag('Yes'), contains_celery_celeriac: flag('Yes') },
      ingredients: { formatted_ingredients: 'Tomatoes, <b>celery</b>, salt', contains_palm_oil: flag('No') },
      nutrients: {
        nutrition_units: reference('per 100g'),
        fat_100: { value: 2, units: 'g' },
        salt_100: { value: 0.5, units: 'g' },
      },
    },
    { general: { component_uuid: 'b', component_name: 'Croutons' }, allergens: { contains_fish: flag('Yes') } },
  ],
};
const NEW = structuredClone(OLD);
NEW.version = '2';
NEW.invented = { note: '<img src=x onerror=alert(1)>' };
NEW.components[0].allergens = {
  contains_milk: flag('Yes'),
  contains_eggs: null,
  contains_celery_celeriac: flag('Yes'),
};
NEW.components[0].ingredients = {
  formatted_ingredients: 'Tomatoes, <b>celery</b>, <b>cream</b>',
  contains_palm_oil: flag('Yes'),
};
NEW.components[0].nutrients.fat_100.value = 9.5;
delete NEW.components[0].nutrients.salt_100;

const BODY = '<product-pool-changes product-id="p-1" from="1" to="2"><p>Ask us.</p></product-pool-changes>';

describe('the changes', () => {
  let browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  const answer = (url) =>
    url.pathname === '/v2/products/p-1' ? { 1: OLD, 2: NEW }[url.searchParams.get('version') ?? '2'] : 404;
  const open = (options = {}) => openView(browser, { script: 'changes-view.js', body: BODY, answer, ...options });
  const loaded = (page) => page.waitForFunction(() => window.received?.some(({ name }) => name === 'load'));
  const view = (page) => page.locator('product-pool-changes');

  it('leads with the allergens, and tells everything else after them', async () => {
    const page = await open();
    await loaded(page);
    const sections = await view(page)
      .locator('section')
      .evaluateAll((all) => all.map((one) => one.dataset.section));
    assert.deepEqual(sections, ['allergens', 'ingredients', 'nutrition', 'ingredients-fields', 'other', 'record']);
    const allergens = await view(page)
      .locator('section')
      .first()
      .getByRole('listitem')
      .evaluateAll((all) => all.map((one) => [one.dataset.direction, one.innerText]));
    const outer = allergens.filter(([direction]) => direction);
    assert.deepEqual(
      outer.map(([direction, text]) => [direction, ...text.split(/\n+/)]),
      [
        [
          'became-positive',
          'Milk: was “not stated”, now “contains”',
          'New warning',
          'Soup: was “declared as not present”, now “contains”',
        ],
        [
          'became-unstated',
          'Eggs: was “contains”, now “not stated”',
          'No longer stated: check the label',
          'Soup: was “contains”, now “not stated”',
        ],
      ],
    );
    assert.equal(outer.length, 2);
    const list = view(page).locator('[data-section="ingredients"] .text');
    assert.equal((await list.locator('ins').textContent()).trim(), 'added: cream');
    assert.equal(await list.locator('ins strong').count(), 1, 'emphasis is kept');
    assert.equal((await list.locator('del').allTextContents()).join('|').trim(), 'removed: salt');
    const rows = await view(page).locator('[data-section="nutrition"] tbody tr').allInnerTexts();
    assert.deepEqual(
      rows.map((row) => row.split(/\s*\t\s*/)),
      [
        ['Fat', 'per 100 g or 100 ml', '2 g', '9.5 g'],
        ['Salt', 'per 100 g or 100 ml', '0.5 g', 'not given'],
      ],
    );
    const other = await view(page).locator('[data-section="other"] tbody').innerText();
    assert.match(other, /invented[^]*undocumented field[^]*<img src=x onerror=alert\(1\)>/);
    assert.match(await view(page).locator('[data-section="ingredients-fields"]').innerText(), /No\s+Yes/);
    // Paths stand in the fold only.
    const paths = (place) => view(page).locator(`${place} code`).allTextContents();
    assert.deepEqual(await paths('[data-section="ingredients-fields"]'), []);
    assert.ok((await paths('details')).includes('components[0].ingredients.contains_palm_oil'));
    const [{ name, productId, diff }] = await receivedEvents(page);
    assert.deepEqual([name, productId, diff.same], ['load', 'p-1', false]);
    assert.deepEqual(await view(page).evaluate((element) => element.diff), diff);
    assert.deepEqual(page.requests.sort(), ['/v2/products/p-1?version=1', '/v2/products/p-1?version=2']);
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  it('says that allergens have not changed only if no text about them did', async () => {
    const page = await open({ body: '<product-pool-changes></product-pool-changes>' });
    await page.waitForFunction(() => customElements.get('product-pool-changes'));
    const allergens = view(page).locator('[data-section="allergens"]');
    const changed = (section, fields) => {
      const [component] = structuredClone(OLD.components);
      return {
        ...OLD,
        version: '2',
        components: [{ ...component, [section]: { ...component[section], ...fields } }, OLD.components[1]],
      };
    };
    const compare = async (later) => {
      await page.evaluate(() => {
        window.received = [];
      });
      await view(page).evaluate(
        (element, [old, now]) => Object.assign(element, { earlier: old, later: now }),
        [OLD, later],
      );
      await loaded(page);
      return allergens.innerText();
    };
    const same = /Allergen declarations have not changed/;
    assert.match(await compare({ ...OLD, version: '2' }), same);
    for (const [section, field, value] of [
      ['allergens', 'allergen_statement_on_pack', 'Contains eggs and celery.'],
      ['allergens', 'contains_eggs_risk_source', 'Whole egg'],
      ['allergens', 'contains_oats_gluten_20ppm', 'Yes'],
      ['free_from', 'free_from_lupin', 'Yes'],
    ]) {
      const text = await compare(changed(section, { [field]: value }));
      assert.doesNotMatch(text, same, field);
      assert.match(text, /No allergen status has changed, but the wording/, field);
      assert.ok(text.includes(value), `${field} is shown: ${text}`);
    }
    const list = await compare(changed('ingredients', { formatted_ingredients: 'Tomatoes, <b>celery</b>' }));
    assert.match(list, /the wording about allergens or ingredients/);
    await page.close();
  });

  it('is accessible, closed and open, and holds on a small screen', async () => {
    const page = await open({ viewport: { width: 320, height: 640 } });
    await loaded(page);
    await view(page).locator('summary').press('Enter');
    await assertAccessible(page);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
    await page.close();
  });

  it('compares with the newest version by default', async () => {
    const page = await open({ body: '<product-pool-changes product-id="p-1" from="2"></product-pool-changes>' });
    await loaded(page);
    assert.match(await view(page).locator('.view').innerText(), /The two versions are identical\./);
    assert.deepEqual(page.requests.sort(), ['/v2/products/p-1', '/v2/products/p-1?version=2']);
    await page.close();
  });

  it('compares records that the page has without a request', async () => {
    const page = await open({ body: '<product-pool-changes heading-level="3"></product-pool-changes>' });
    await page.waitForFunction(() => customElements.get('product-pool-changes'));
    await view(page).evaluate(
      (element, [old, now]) => Object.assign(element, { earlier: old, later: JSON.stringify({ data: now }) }),
      [OLD, NEW],
    );
    await loaded(page);
    assert.equal(await view(page).locator('h3').innerText(), 'What has changed');
    assert.match(await view(page).locator('.view').innerText(), /From version 1 to version 2/);
    assert.deepEqual(page.requests, []);
    await page.close();
  });

  it('shows what could not be fetched, and retries', async () => {
    let down = true;
    const page = await open({ answer: (url) => (down ? 404 : answer(url)) });
    await page.waitForFunction(() => window.received?.some(({ name }) => name === 'error'));
    assert.match(await view(page).getByRole('alert').innerText(), /No product information[^]*read the label/);
    assert.equal((await receivedEvents(page))[0].code, 'not_found');
    await assertAccessible(page);
    down = false;
    await view(page).getByRole('button', { name: 'Try again' }).click();
    await loaded(page);
    assert.equal(await view(page).locator('section').count(), 6);
    await page.close();
  });

  // As every element is; the matrix by day.
  atNight('is a notice where its words cannot be loaded, until it is tried again', async () => {
    const page = await open({ body: '' });
    await assertNeedsWords(page, BODY.replace(/<p>.*<\/p>/, ''));
    await page.close();
  });

  it('shows its fallback until it has versions to compare', async () => {
    const page = await open({ body: '<product-pool-changes from="1"><p>Ask us.</p></product-pool-changes>' });
    await page.waitForFunction(() => customElements.get('product-pool-changes'));
    await page.evaluate(
      () =>
        new Promise((done) => {
          setTimeout(done, 200);
        }),
    );
    assert.ok(await page.getByText('Ask us.').isVisible());
    assert.deepEqual(page.requests, []);
    await view(page).evaluate((element) => {
      element.productId = 'p-1';
    });
    await loaded(page);
    assert.ok(await page.getByText('Ask us.').isHidden());
    await page.close();
  });
});
