// Every page of the demo's shop: that its address leads there, and that it is accessible on a phone
// and a desktop; and the way from one page to another.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { atNight, drawn, some, whole } from '../drawn.mjs';
import { BASE_URL, DEMO_URL, TOKEN, launch, servePictures } from './support.mjs';
import { CHANGES, FIRST, addressOf, heading, oneHeading, openShop, ready, settled } from './shop-support.mjs';
import { faults } from './states-support.mjs';

const EXAMPLES = '/compare?ids=000010000+000010001+000010002';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

const open = (path, options) => openShop(browser, path, options);

/** Each route, with what shows that it is there. */
const ROUTES = [
  ['/', async (page) => ready(page).first().waitFor()],
  ['/shelf', async (page) => ready(page).first().waitFor()],
  ['/find?q=dark+choc', async (page) => ready(page).first().waitFor()],
  [`/product/${FIRST}`, async (page) => heading(page, 'Prawn Pad Thai')],
  ['/item/000010001', async (page) => heading(page, 'Dark Chocolate Buttons')],
  ['/compare', async (page) => page.getByRole('link', { name: 'Compare three examples' }).waitFor()],
  [EXAMPLES, async (page) => page.locator('.product-pool-view tbody tr').nth(2).waitFor()],
  [CHANGES, async (page) => page.locator('.product-pool-view h2').first().waitFor()],
  ['/no/such/page', async (page) => heading(page, 'Page not found')],
];

describe('every page of the shop', () => {
  const SCREENS = [
    [320, 'dark', 'pl'],
    [1440, 'light', 'en-GB'],
  ];
  // A product is one page, by either of its names.
  const READ = ROUTES.filter(([path]) => whole(true, !path.startsWith('/item/')));
  for (const [[path], [width, colorScheme, language]] of drawn(some(READ, 1), some(SCREENS, 1))) {
    it(`fits and has no fault that axe can see at ${path}, ${width} pixels wide, ${colorScheme}`, async () => {
      const page = await open(path, {
        colorScheme,
        viewport: { width, height: 800 },
        prepare: (page) => page.addInitScript((tag) => localStorage.setItem('shop.language', tag), language),
      });
      await page.locator('h1').first().waitFor({ state: 'attached' });
      await page.locator('.waiting').first().waitFor({ state: 'detached' });
      await settled(page);
      assert.deepEqual(await page.evaluate(tooWide), []);
      assert.deepEqual((await faults(page)).faults, []);
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
      await settled(page);
      assert.deepEqual(await page.evaluate(tooWide), [], 'with text twice as large');
      await page.close();
    });
  }

  it('is there at its address, has a way past the menu, and keeps the token to itself', async () => {
    const page = await open('/');
    for (const [path, shown] of some(ROUTES, 3)) {
      await page.goto(DEMO_URL + path);
      await shown(page);
      await oneHeading(page);
      assert.match(await page.title(), /^\S.* · product-pool$/);
      await page.keyboard.press('Tab');
      await page.getByRole('link', { name: 'Skip to the content' }).press('Enter');
      assert.equal(await page.evaluate(() => document.activeElement.id), 'main');
      assert.equal(addressOf(page), path);
      assert.deepEqual(await page.evaluate(tokenIn, TOKEN), [], path);
    }
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  atNight('is a page of one application, between which links, Back and Forward lead', async () => {
    const page = await open('/');
    let loads = 0;
    page.on('load', () => (loads += 1));
    const site = page.getByRole('navigation', { name: 'Site' });
    await site.getByRole('link', { name: 'Products' }).click();
    await heading(page, 'Products');
    assert.equal(await site.getByRole('link', { name: 'Products' }).getAttribute('aria-current'), 'page');
    // A screen reader goes on at the new page.
    assert.equal(await page.evaluate(() => document.activeElement.id), 'main');
    const link = page.getByRole('link', { name: /^View product/ }).nth(3);
    await link.scrollIntoViewIfNeeded();
    await link.click();
    await page.waitForURL('**/product/*');
    await ready(page).waitFor();
    assert.equal(await page.evaluate(() => window.scrollY), 0);
    await page.goBack();
    await heading(page, 'Products');
    await page.goBack();
    await page.getByLabel('Barcode number', { exact: true }).waitFor();
    await page.goForward();
    await heading(page, 'Products');
    assert.equal(loads, 0);
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  atNight('works under a strict content security policy', async () => {
    // The pictures are the pool's.
    const policy = `default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' ${BASE_URL}`;
    const page = await open('/', {
      prepare: async (page) => {
        await servePictures(page);
        await page.route(`${DEMO_URL}/`, async (route) => {
          const response = await route.fetch();
          await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': policy } });
        });
      },
    });
    await ready(page).first().waitFor();
    assert.deepEqual(page.problems, []);
    await page.close();
  });
});

/** What reaches over the edge of a page that scrolls sideways; runs in the page. */
function tooWide() {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const over = [...document.querySelectorAll('body *')].filter(
    (element) => element.getBoundingClientRect().right > clientWidth,
  );
  return [`${scrollWidth} > ${clientWidth}`, ...over.map(({ tagName, className }) => `${tagName}.${className}`)];
}

/** The places of the document and the storage that have the token; runs in the page. */
function tokenIn(token) {
  return [
    ...[...document.querySelectorAll('*')]
      .flatMap((node) => [...node.attributes])
      .filter(({ value }) => value === token || value.includes('Bearer'))
      .map(({ name }) => name),
    ...Object.values(localStorage).filter((value) => value.includes(token)),
  ];
}
