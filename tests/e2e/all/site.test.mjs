// The documentation's site as the demo serves it: each page under the server's policy, with its elements
// alive, without a fault that axe can see, on a phone and a desktop, in light and dark.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { faults } from '../states-support.mjs';
import { DEMO_URL, launch, openPage } from '../support.mjs';

const SITE = `${DEMO_URL}/docs/`;

/** What a reader may look at the site with. */
const SCREENS = ['light', 'dark'].flatMap((colorScheme) =>
  [390, 1280].map((width) => ({ colorScheme, viewport: { width, height: 844 } })),
);

/** The addresses of all pages, from the list for programs. */
async function addresses() {
  const list = await (await fetch(`${SITE}llms.txt`)).text();
  return Array.from(list.matchAll(/\]\((\/docs\/[^)]+)\.md\)/g), ([, path]) => path);
}

/** Asserts that nothing of an example is cut off. */
async function isWhole(example) {
  const [all, shown] = await example.evaluate((it) => [it.scrollHeight, it.clientHeight]);
  assert.equal(all, shown, 'a part is cut off');
}

describe('the documentation’s site', () => {
  let browser;
  let paths;
  before(async () => {
    browser = await launch();
    paths = await addresses();
  });
  after(() => browser.close());

  it('has each page as HTML and as Markdown, without code that the policy forbids', async () => {
    assert.ok(paths.length > 100, `${paths.length} pages`);
    for (const path of paths) {
      const [html, markdown] = await Promise.all(
        ['.html', '.md'].map(async (ending) => {
          const response = await fetch(`${DEMO_URL}${path}${ending}`);
          assert.equal(response.status, 200, path + ending);
          return response.text();
        }),
      );
      assert.match(markdown, /^# /, path);
      assert.doesNotMatch(markdown, /LiveExample/, path);
      const inline = html.match(/<script(?![^>]*\ssrc=)[^>]*>|<style|<[^>]*\s(?:style|on\w+)="/g);
      assert.deepEqual(inline, null, path);
      assert.match(html, /<meta name="description" content="[^"<]+">\s/, path);
    }
  });

  it('has no fault that axe can see, and nothing on the console', async () => {
    const pages = await Promise.all(SCREENS.map((screen) => openPage(browser, screen)));
    // The reference in TypeScript is one page many times.
    const seen = paths.filter((path) => !path.includes('/typescript/') || path.endsWith('/index'));
    for (const [at, path] of seen.entries()) {
      const page = pages[at % pages.length];
      await page.goto(`${DEMO_URL}${path}.html`);
      await page.locator('main h1').first().waitFor();
      assert.deepEqual((await faults(page)).faults, [], path);
      const [all, shown] = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return [scrollWidth, clientWidth];
      });
      assert.ok(all <= shown, `${path} is ${all} pixels wide on a screen of ${shown}`);
      assert.deepEqual(page.problems, [], path);
    }
    for (const page of pages) {
      await page.goto(SITE);
      await page.locator('.hero-card product-pool-card [data-panel="allergens"]').waitFor();
      await isWhole(page.locator('.hero-card'));
      assert.deepEqual((await faults(page)).faults, [], 'the first page');
      assert.deepEqual(page.problems, []);
      await page.close();
    }
  });

  it('never says that milk is absent once its flag is taken away', async () => {
    const page = await openPage(browser);
    await page.goto(SITE);
    const answer = page.locator('.record-card [data-panel="allergens"]');
    await answer.getByText('Declared as not present').waitFor();
    await page.locator('.record').getByLabel('taken away').check();
    await page.locator('.record-card .verdict[data-answer="not-stated"]').waitFor();
    assert.doesNotMatch(await page.locator('.record-card product-pool-card').innerText(), /not present\W+.*milk/i);
    await page.locator('.record').getByLabel('The ingredients name milk').check();
    await page.locator('.record-card').getByText('Contains milk').first().waitFor();
    const record = page.locator('.record textarea');
    await record.fill('{');
    await page.locator('.record-problem').getByText('This is no JSON yet').waitFor();
    await page.close();
  });

  it('lets a reader change an example', async () => {
    const page = await openPage(browser);
    await page.goto(`${SITE}start/shop.html`);
    const card = page.locator('.live-stage product-pool-card');
    await card.locator('[data-panel="allergens"]').waitFor();
    await isWhole(page.locator('.live-stage'));
    await page.getByRole('button', { name: 'Edit' }).click();
    const area = page.getByLabel('The example’s markup');
    await area.fill(
      '<product-pool-card gtin="09520000000004" onclick="alert(1)"></product-pool-card><script>alert(1)</script>',
    );
    await card.getByText('Prawn Pad Thai').first().waitFor();
    assert.equal(await page.locator('.live-stage script').count(), 0);
    assert.equal(await card.getAttribute('onclick'), null);
    await page.getByRole('button', { name: 'Reset' }).click();
    await card.getByText('Dark Chocolate Buttons').first().waitFor();
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  it('finds a page by a word, and shows each state', async () => {
    const page = await openPage(browser);
    await page.goto(`${SITE}states.html`);
    const { version } = JSON.parse(await readFile(join(import.meta.dirname, '../../../pkg/package.json'), 'utf8'));
    await page.getByText(`v${version}`).first().waitFor();
    await page.locator('.gallery').getByLabel('State').selectOption('archived');
    await page
      .locator('.gallery-card product-pool-card')
      .getByText(/no longer/i)
      .first()
      .waitFor();
    await page.keyboard.press('Control+k');
    // An attribute comes before members of the same name, and an abbreviation is no misspelt word.
    for (const [words, address] of [
      ['heading-level', '#heading-level'],
      ['avoid', '#avoid'],
      ['csp', 'browsers.html#content-security-policy'],
    ]) {
      await page.locator('#localsearch-input').fill(words);
      await page.locator(`.result[href$="${address}"]:not([href*="typescript"])`).first().waitFor();
      assert.ok((await page.locator('.result').first().getAttribute('href')).endsWith(address), words);
    }
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  it('has the playground, with records of its own', async () => {
    const page = await openPage(browser);
    await page.goto(`${SITE}playground.html?element=matrix`);
    const frame = page.frameLocator('iframe.playground');
    await frame.locator('#stage product-pool-matrix tbody[aria-busy="false"]').waitFor();
    const tops = await frame.locator('#stage, #states').evaluateAll((all) => all.map((it) => it.offsetTop));
    assert.deepEqual(
      [...tops],
      [...tops].sort((one, other) => one - other),
      'the states are below it',
    );
    await frame.locator('#elements a[data-element="changes"]').click();
    await frame.locator('#stage [part~="section"]').first().waitFor();
    assert.equal(new URL(page.url()).searchParams.get('element'), 'changes');
    assert.deepEqual(page.problems, []);
    await page.close();
  });
});
