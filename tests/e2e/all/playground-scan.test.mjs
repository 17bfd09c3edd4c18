// The till scan of the playground: what scanners type, and what the camera reads.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { DEMO_URL, launch } from '../support.mjs';
import { PLAYGROUND, markup, openPlayground, query, settled, showcase, shown } from '../playground-support.mjs';

const drink = showcase.get('drink').gtin;
const oats = showcase.get('gluten-free-oats').gtin;

/** A browser that can read barcodes: `window.codes` is what it sees, `window.refusal` why it does not. */
function fakeCamera() {
  window.codes = [];
  window.refusal = undefined;
  window.tracks = [];
  window.cameraRequests = 0;
  window.BarcodeDetector = class {
    static getSupportedFormats = async () => ['ean_13', 'itf', 'upc_e', 'qr_code'];
    constructor({ formats }) {
      window.formats = formats;
    }
    async detect(video) {
      if (!(video instanceof HTMLVideoElement) || video.paused) throw new Error('no picture');
      return window.codes.splice(0, 1).map((rawValue) => ({ rawValue }));
    }
  };
  navigator.mediaDevices.getUserMedia = async (constraints) => {
    window.cameraRequests += 1;
    if (window.refusal) throw new DOMException('no', window.refusal);
    if (!constraints.video || constraints.audio) throw new TypeError('only a picture is needed');
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
  const live = (page) => page.evaluate(() => window.tracks.filter(({ readyState }) => readyState === 'live').length);
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

  it('says that a browser cannot read barcodes, where it cannot', async () => {
    const page = await openPlayground(browser, '', {
      prepare: (page) =>
        page.addInitScript(() => {
          delete window.BarcodeDetector;
        }),
    });
    assert.equal(await page.getByRole('button', { name: 'Camera' }).count(), 0);
    assert.equal(await page.getByText('This browser cannot read barcodes with the camera.').isVisible(), true);
    await page.close();
  });

  it('reads a code with the camera, asks only on request, and switches it off again', async () => {
    const page = await openWithCamera('?state=many-allergens');
    await settled(page);
    assert.equal(await page.getByText('This browser cannot read barcodes').isVisible(), false);
    assert.equal(await page.evaluate(() => window.cameraRequests), 0);
    await page.getByRole('button', { name: 'Camera' }).click();
    await page.getByText('Hold the barcode in front of the camera.').waitFor();
    assert.equal(await live(page), 1);
    // Eight digits of a UPC-E would be taken for an EAN-8.
    assert.deepEqual(await page.evaluate(() => window.formats), ['ean_13', 'itf', 'qr_code']);
    await page.evaluate((code) => window.codes.push(code), drink);
    await showsGtin(page, drink);
    assert.equal(await page.locator('#camera').evaluate(({ open }) => open), false);
    assert.equal(await live(page), 0);
    assert.equal(await markup(page), `<product-pool-card gtin="${drink}"></product-pool-card>`);
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  it('switches the camera off however it is closed, and the focus returns', async () => {
    const page = await openWithCamera('');
    await settled(page);
    const address = page.url();
    const button = page.getByRole('button', { name: 'Camera' });
    for (const close of [
      () => page.getByRole('button', { name: 'Close' }).click(),
      () => page.keyboard.press('Escape'),
      // As when another tab is shown.
      () =>
        page.evaluate(() => {
          Object.defineProperty(document, 'hidden', { value: true });
          document.dispatchEvent(new Event('visibilitychange'));
        }),
    ]) {
      await button.click();
      await page.getByText('Hold the barcode').waitFor();
      assert.equal(await live(page), 1);
      await close();
      await page.locator('#camera').waitFor({ state: 'hidden' });
      await page.waitForFunction(() => window.tracks.every(({ readyState }) => readyState === 'ended'));
      assert.equal(await button.evaluate((node) => node === document.activeElement), true);
    }
    // A later reading has no effect.
    await page.evaluate((code) => window.codes.push(code), drink);
    await page.waitForTimeout(300);
    assert.equal(page.url(), address);
    await page.close();
  });

  it('says why there is no picture', async () => {
    const page = await openWithCamera('');
    await settled(page);
    for (const [refusal, text] of [
      ['NotAllowedError', 'The camera may not be used'],
      ['NotFoundError', 'There is no camera'],
      ['NotReadableError', 'used by another program'],
      ['SecurityError', 'cannot be used here'],
    ]) {
      await page.evaluate((name) => {
        window.refusal = name;
      }, refusal);
      await page.getByRole('button', { name: 'Camera' }).click();
      await page.locator('#camera-status', { hasText: text }).waitFor();
      await page.keyboard.press('Escape');
      await page.locator('#camera').waitFor({ state: 'hidden' });
    }
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  it('is allowed the camera by the server, which allows it to no other kind of response', async () => {
    const policy = async (path) => (await fetch(`${DEMO_URL}${path}`)).headers.get('permissions-policy');
    assert.match(await policy(PLAYGROUND), /(^|, )camera=\(self\)(,|$)/);
    for (const path of ['/v2/products', '/pkg/card.js', '/www/site.css', '/nothing']) {
      assert.match(await policy(path), /(^|, )camera=\(\)(,|$)/, path);
    }
  });
});
