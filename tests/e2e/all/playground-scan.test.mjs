// The till scan of the playground: what scanners type, and what the camera reads.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { DEMO_URL, launch } from '../support.mjs';
import { PLAYGROUND, markup, openPlayground, query, settled, showcase, shown } from '../playground-support.mjs';

const drink = showcase.get('drink').gtin;
const oats = showcase.get('gluten-free-oats').gtin;

/** A browser that can read barcodes: `window.codes` is what it sees. */
function fakeCamera() {
  window.codes = [];
  window.tracks = [];
  window.BarcodeDetector = class {
    static getSupportedFormats = async () => ['ean_13', 'itf'];
    async detect() {
      return window.codes.splice(0, 1).map((rawValue) => ({ rawValue, format: 'ean_13' }));
    }
  };
  navigator.mediaDevices.getUserMedia = async () => {
    const canvas = document.createElement('canvas');
    canvas.getContext('2d').fillRect(0, 0, 9, 9);
    const stream = canvas.captureStream(10);
    window.tracks.push(...stream.getTracks());
    return stream;
  };
}

describe('the till scan', () => {
  let browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  const openWithCamera = (search) =>
    openPlayground(browser, search, { prepare: (page) => page.addInitScript(fakeCamera) });
  const showsGtin = (page, gtin) =>
    shown(page)
      .locator('.card[data-state="ready"]', { hasText: gtin.replace(/^0+/, '') })
      .waitFor();

  it('takes digits, GS1 codes and Digital Links, one after the other', async () => {
    const page = await openPlayground(browser, '?state=many-allergens&theme=dark');
    await settled(page);
    const box = page.getByLabel('Till scan');
    const gtin14 = oats.padStart(14, '0');
    for (const [scan, gtin] of [
      [drink, drink],
      [`(01)${gtin14}(10)AB1`, oats],
      [`https://id.gs1.org/01/${drink.padStart(14, '0')}?17=271231`, drink],
    ]) {
      // A scanner types into the box where the last code is still selected.
      await box.focus();
      await page.keyboard.type(scan);
      await page.keyboard.press('Enter');
      await showsGtin(page, gtin);
      assert.equal(query(page).get('gtin'), scan);
      assert.equal(query(page).get('theme'), 'dark');
      assert.equal(query(page).has('state'), false);
      assert.equal(await shown(page).getAttribute('gtin'), scan);
      assert.equal(await page.locator('#scan-status').textContent(), `Scanned ${scan}`);
      assert.equal(await box.evaluate((input) => getSelection().toString() === input.value), true);
    }
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  it('takes the separator that scanners type as Ctrl+]', async () => {
    const page = await openPlayground(browser);
    await settled(page);
    const box = page.getByLabel('Till scan');
    await box.focus();
    await page.keyboard.type('10AB1');
    await page.keyboard.press('Control+]');
    await page.keyboard.type(`01${oats.padStart(14, '0')}`);
    assert.equal(await box.inputValue(), `10AB1\x1d01${oats.padStart(14, '0')}`);
    await page.keyboard.press('Enter');
    await showsGtin(page, oats);
    await page.close();
  });

  it('does nothing without a code, and shows what is wrong with a bad one', async () => {
    const page = await openPlayground(browser, '?state=drink');
    await settled(page);
    await page.getByRole('button', { name: 'Show' }).click();
    assert.equal(new URL(page.url()).search, '?state=drink');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'scan');
    await page.keyboard.type('952000');
    await page.keyboard.press('Enter');
    await settled(page, 'bad-gtin');
    await page.close();
  });

  it('adds a product to the matrix, and is not there for changes', async () => {
    const page = await openPlayground(browser, '?element=matrix&state=missing');
    await shown(page).locator('tbody[aria-busy="false"]').waitFor();
    const before = await shown(page).getAttribute('gtins');
    await page.getByLabel('Till scan').fill(drink);
    await page.keyboard.press('Enter');
    await shown(page).locator('tbody tr:nth-child(4)[data-state="ready"]').waitFor();
    assert.equal(await shown(page).getAttribute('gtins'), `${before} ${drink}`);
    await page.getByRole('link', { name: 'Changes' }).click();
    await shown(page).locator('[part~="changes"]').first().waitFor();
    assert.equal(await page.locator('#scan-form').isVisible(), false);
    await page.close();
  });

  it('reads a code with the camera, and switches it off again', async () => {
    const page = await openWithCamera('?state=many-allergens');
    await settled(page);
    await page.getByRole('button', { name: 'Scan a barcode' }).click();
    await page.waitForFunction(() => window.tracks[0]?.readyState === 'live');
    await page.evaluate((code) => window.codes.push(code), drink);
    await showsGtin(page, drink);
    await page.waitForFunction(() => window.tracks[0].readyState === 'ended');
    assert.equal(await markup(page), `<product-pool-card gtin="${drink}"></product-pool-card>`);
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  it('is allowed the camera by the server, which allows it to no other kind of response', async () => {
    const policy = async (path) => (await fetch(`${DEMO_URL}${path}`)).headers.get('permissions-policy');
    assert.match(await policy(PLAYGROUND), /(^|, )camera=\(self\)(,|$)/);
    for (const path of ['/v2/products', '/pkg/dist/card.js', '/www/site.css', '/nothing']) {
      assert.match(await policy(path), /(^|, )camera=\(\)(,|$)/, path);
    }
  });
});
