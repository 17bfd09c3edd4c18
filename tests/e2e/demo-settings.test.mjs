// The demo's form for how the card is shown: each choice is seen on the card
// and in the markup that a shop would copy.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { BASE_URL, launch, openPage } from './support.mjs';
import { faults } from './states-support.mjs';

describe('the settings of the demo', () => {
  let browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  async function open(options) {
    const page = await openPage(browser, options);
    await page.goto(BASE_URL);
    await page.locator('#card .card[data-state="ready"]').waitFor();
    return page;
  }
  const markup = (page) => page.locator('#markup').textContent();
  const panels = (page) =>
    page.evaluate(() =>
      Array.from(
        document.getElementById('card').shadowRoot.querySelectorAll('[data-panel]'),
        ({ dataset }) => dataset.panel,
      ),
    );

  it('begin with what holds anyway', async () => {
    const page = await open();
    assert.match(await markup(page), /<product-pool-card gtin="\d+"><\/product-pool-card>$/);
    await page.close();
  });

  it('choose language, theme, density and what is avoided', async () => {
    const page = await open();
    await page.getByLabel('Language').selectOption('de');
    await page.locator('#card .card[lang="de"]').waitFor();
    await page.getByLabel('Theme').selectOption('dark');
    await page.waitForFunction(
      () => getComputedStyle(document.getElementById('card').shadowRoot.querySelector('.card')).colorScheme === 'dark',
    );
    await page.getByLabel('Density').selectOption('compact');
    await page.locator('#card details[data-toggle="nutrition"]:not([open])').waitFor();
    await page.getByLabel('I avoid').fill('fish');
    await page.locator('#card .verdict[data-answer="contains"]').waitFor();
    assert.match(await markup(page), / lang="de" theme="dark" density="compact" avoid="fish"><\/product-pool-card>$/);
    // They hold for the next product too.
    await page.locator('#states a[data-key="drink"]').click();
    await page.locator('#card .verdict:not([data-answer="contains"])').waitFor();
    assert.match(await markup(page), / lang="de" /);
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  it('choose panels, of which one always stays, and go back to how it was', async () => {
    const page = await open();
    await page.getByText('Panels', { exact: true }).click();
    const all = await panels(page);
    assert.ok(all.length > 8, all.join());
    for (const box of await page.locator('#settings input[type="checkbox"]').all()) {
      if ((await box.getAttribute('value')) !== 'allergens') await box.uncheck();
    }
    await page.waitForFunction(
      () => document.getElementById('card').shadowRoot.querySelectorAll('[data-panel]').length === 1,
    );
    assert.deepEqual(await panels(page), ['allergens']);
    assert.match(await markup(page), / panels="allergens"/);
    await page.locator('#settings input[value="allergens"]').press('Space');
    assert.equal(await page.locator('#settings input[value="allergens"]').isChecked(), true);
    await page.getByRole('button', { name: 'As it was' }).click();
    await page.waitForFunction(
      (count) => document.getElementById('card').shadowRoot.querySelectorAll('[data-panel]').length === count,
      all.length,
    );
    assert.doesNotMatch(await markup(page), /panels=/);
    await page.close();
  });

  for (const colorScheme of ['light', 'dark']) {
    it(`have no fault that axe can see, nor has the page around them, ${colorScheme}`, async () => {
      const page = await open({ colorScheme, viewport: { width: 390, height: 800 } });
      await page.getByText('Panels', { exact: true }).click();
      const { faults: found } = await faults(page);
      assert.deepEqual(found, []);
      const [wide, seen] = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        document.documentElement.clientWidth,
      ]);
      assert.ok(wide <= seen, `${wide} > ${seen}`);
      await page.close();
    });
  }
});
