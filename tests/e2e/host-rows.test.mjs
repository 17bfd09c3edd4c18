// Every host of www/hosts/rows.js: whatever the page does, each element in it can be read as in a plain
// page, on a desktop, on a narrow phone and on paper. A bug report is a row there.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PLACES } from '../../www/hosts/places.js';
import { ROWS } from '../../www/hosts/rows.js';
import { some, whole } from '../drawn.mjs';
import { faultsOf, isStale, lookAt, openHost } from './hosts-support.mjs';
import { DEMO_URL, launch, openPage } from './support.mjs';

const MODES = { desktop: { width: 1000 }, phone: { width: 320 }, paper: { width: 1000, media: 'print' } };

describe('the elements in', () => {
  let browser;
  let page;
  /** What each element says in a plain page, by mode. */
  const plain = {};

  before(async () => {
    browser = await launch();
    page = await openPage(browser);
  });
  after(() => browser?.close());

  /** What is wrong with the elements in a host, by mode and element. */
  async function look(name) {
    const found = [];
    page.problems.length = 0;
    await page.setViewportSize({ width: MODES.desktop.width, height: 800 });
    await openHost(page, name);
    for (const [mode, { width, media }] of Object.entries(MODES)) {
      await page.setViewportSize({ width, height: 800 });
      if (media) await page.emulateMedia({ media });
      let elements = await lookAt(page, ROWS[name], media === 'print');
      for (
        const end = Date.now() + 10_000;
        Date.now() < end && (await page.evaluate(isStale));
        await page.waitForTimeout(100)
      )
        elements = await lookAt(page, ROWS[name], media === 'print');
      plain[mode] ??= elements;
      const faults = faultsOf(elements, plain[mode]);
      found.push(...faults.map((fault) => `${mode}: ${fault}`));
    }
    return [...found, ...page.problems];
  }

  const [first, ...places] = Object.keys(PLACES);
  const others = Object.keys(ROWS).filter((name) => !Object.hasOwn(PLACES, name));
  // All places are on one page of hosts.test.mjs.
  for (const name of [first, ...whole(places, []), ...some(others, 2)]) {
    it(`${first === name ? 'a plain page' : `the page "${name}"`} can be read`, async () => {
      assert.deepEqual(await look(name), []);
    });
  }

  it('are shown on a page of the demo, one that its address names or a visitor chooses', async () => {
    const heading = () => page.frameLocator('#page').locator('[data-host="card"]').getByRole('heading').first();
    await page.goto(`${DEMO_URL}/www/hosts.html?host=dialog`);
    await heading().waitFor();
    assert.equal(await page.locator('#host').inputValue(), 'dialog');
    assert.match(await page.locator('#row').textContent(), /^html: <dialog open>/);
    await page.locator('#host').selectOption('right to left');
    await page.frameLocator('#page').locator('html[dir="rtl"]').waitFor();
    await heading().waitFor();
    assert.match(page.url(), /\?host=right\+to\+left$/);
    await page.goBack();
    await page.frameLocator('#page').locator('dialog').first().waitFor();
    assert.equal(await page.locator('#host option').count(), Object.keys(ROWS).length);
  });
});
