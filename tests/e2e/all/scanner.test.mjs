// The scanner in a browser, before a camera that shows a barcode: the file of a film, which Chromium takes for one.

import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { esbuild } from '../../../xtask/js/imports.mjs';
import { NOWHERE, ROOT, contentOf, launch, openPage, serveFiles } from '../support.mjs';

const GTIN = '09520000000004';
const SHOP = 'https://shop.test';

const require = createRequire(import.meta.url);
const axe = await readFile(require.resolve('axe-core/axe.min.js'), 'utf8');
const reader = await readFile(require.resolve('zxing-wasm/reader/zxing_reader.wasm'));

/** A well-kept decoder, as a page would load it. */
const DECODER = await esbuild(ROOT).build({
  stdin: {
    contents: `export { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill';`,
    resolveDir: import.meta.dirname ?? join(ROOT, 'tests/e2e/all'),
  },
  bundle: true,
  format: 'esm',
  write: false,
});

/** The bars of an EAN-13, each as light or dark (ISO/IEC 15420). */
function bars(digits) {
  const ODD = [
    '0001101',
    '0011001',
    '0010011',
    '0111101',
    '0100011',
    '0110001',
    '0101111',
    '0111011',
    '0110111',
    '0001011',
  ];
  const SETS = ['OOOOOO', 'OOEOEE', 'OOEEOE', 'OOEEEO', 'OEOOEE', 'OEEOOE', 'OEEEOO', 'OEOEOE', 'OEOEEO', 'OEEOEO'];
  const inverted = (code) => code.replace(/./g, (bit) => 1 - bit);
  const even = (digit) => [...inverted(ODD[digit])].reverse().join('');
  const [first, ...rest] = digits;
  const left = rest.slice(0, 6).map((digit, at) => (SETS[first][at] === 'O' ? ODD[digit] : even(digit)));
  const right = rest.slice(6).map((digit) => inverted(ODD[digit]));
  return `101${left.join('')}01010${right.join('')}101`;
}

/** A film of one picture: the barcode on white. */
function film(digits, [width, height] = [640, 480]) {
  const code = bars(digits);
  const luma = Buffer.alloc(width * height, 235);
  const [left, module] = [130, 4];
  for (let y = 100; y < 380; y += 1)
    [...code].forEach(
      (bit, at) => bit === '1' && luma.fill(16, y * width + left + at * module, y * width + left + (at + 1) * module),
    );
  const chroma = Buffer.alloc((width * height) / 2, 128);
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420\nFRAME\n`), luma, chroma]);
}

let folder;
let browser;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'product-pool-film-'));
  await writeFile(join(folder, 'code.y4m'), film(GTIN.slice(1)));
  const camera = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'];
  browser = await launch({ args: [...camera, `--use-file-for-fake-video-capture=${join(folder, 'code.y4m')}`] });
});
after(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

const html = (inside, setup) => `<!doctype html><html lang="de"><meta name="viewport" content="width=device-width">
  <title>Shop</title><main><h1>Shop</h1>${inside}</main>
  <script type="module">
    window.scans = [];
    addEventListener('product-pool-scan', ({ detail }) => scans.push(detail));
    ${setup}
    import '/pkg/dist/scanner.js';
  </script></html>`;

/** Gives the scanners of the page a decoder. */
const WITH_DECODER = `
  for (const scanner of document.querySelectorAll('product-pool-scanner'))
    scanner.decoder = async () => {
      window.decoders = (window.decoders ?? 0) + 1;
      const module = await import('/decoder.js');
      module.prepareZXingModule({ overrides: { locateFile: () => '/zxing_reader.wasm' } });
      return module;
    };`;

/** A page with a scanner, in a browser that reads no barcodes itself. */
async function open(
  inside = '<product-pool-scanner></product-pool-scanner>',
  { setup = WITH_DECODER, at = SHOP, prepare } = {},
) {
  const page = await openPage(browser, { viewport: { width: 320, height: 600 } });
  await page.addInitScript(() => {
    delete window.BarcodeDetector;
    const devices = navigator.mediaDevices;
    const ask = devices?.getUserMedia.bind(devices);
    if (ask) devices.getUserMedia = async (...options) => (window.stream = await ask(...options));
  });
  const files = { '/': html(inside, setup), '/decoder.js': DECODER.outputFiles[0].text, '/zxing_reader.wasm': reader };
  if (at === NOWHERE) await serveFiles(page, files);
  else {
    await page.route(`${at}/**`, async (route) => {
      const { pathname } = new URL(route.request().url());
      const type = { js: 'text/javascript', wasm: 'application/wasm' }[pathname.split('.').at(-1)] ?? 'text/html';
      const body = files[pathname] ?? (await contentOf(pathname).catch(() => undefined));
      await route.fulfill(body === undefined ? { status: 404, body: '' } : { body, contentType: type });
    });
  }
  await prepare?.(page);
  await page.goto(`${at}/`);
  await page.locator('product-pool-scanner [part=scanner]').waitFor();
  return page;
}

const scans = (page) => page.evaluate(() => window.scans);
const isLive = (page) => page.evaluate(() => window.stream?.getTracks()[0].readyState === 'live');

/** What axe finds, and what is wider than the page. */
async function assertGood(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run());
  assert.deepEqual(
    violations.map(({ id, nodes }) => [id, nodes.map(({ html: code }) => code)]),
    [],
  );
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  assert.deepEqual(page.problems, []);
}

it('reads a barcode from the camera, announces its GTIN once, and turns the camera off', async () => {
  const page = await open();
  await assertGood(page);
  assert.equal(await page.evaluate(() => window.decoders), undefined, 'the decoder is loaded with the camera');
  await page.getByRole('button', { name: 'Barcode scannen' }).click();
  await page.waitForFunction(() => window.scans.length > 0);
  assert.deepEqual(await scans(page), [{ gtin: GTIN, text: GTIN.slice(1) }]);
  assert.equal(await isLive(page), false);
  await page.getByRole('button', { name: 'Barcode scannen' }).waitFor();
  await assertGood(page);
  await page.close();
});

it('a typed number works, and what is none is said', async () => {
  const page = await open(undefined, { at: NOWHERE });
  // Without https there is no camera.
  assert.equal(await page.getByRole('button').count(), 1);
  await page.getByText('Eine Kamera braucht eine Seite mit HTTPS.').waitFor();
  const field = page.getByRole('textbox', { name: 'Nummer des Barcodes' });
  await field.fill('Milch');
  await page.keyboard.press('Enter');
  await page.getByText('Das ist keine Nummer eines Barcodes.').waitFor();
  assert.equal(await field.getAttribute('aria-invalid'), 'true');
  await assertGood(page);
  await field.fill('952 0000 000004');
  await page.getByRole('button', { name: 'Suchen' }).click();
  await page.waitForFunction(() => window.scans.length > 0);
  assert.deepEqual(await scans(page), [{ gtin: GTIN, text: '952 0000 000004' }]);
  assert.deepEqual([await field.inputValue(), await field.getAttribute('aria-invalid')], ['', 'false']);
  await page.close();
});

it('the camera is off once it is closed, by the button or by Escape, removed, or unseen', async () => {
  // It sees nothing.
  const BLIND = `document.querySelector('product-pool-scanner').decoder =
    async () => class { detect = async () => []; };`;
  const page = await open(undefined, { setup: BLIND });
  const start = () => page.getByRole('button', { name: 'Barcode scannen' }).click();
  for (const [how, end] of [
    ['button', () => page.getByRole('button', { name: 'Kamera schließen' }).click()],
    ['Escape', () => page.keyboard.press('Escape')],
    [
      'hidden',
      () =>
        page.evaluate(() => {
          Object.defineProperty(document, 'hidden', { configurable: true, value: true });
          document.dispatchEvent(new Event('visibilitychange'));
          delete document.hidden;
        }),
    ],
    ['removed', () => page.evaluate(() => document.querySelector('product-pool-scanner').remove())],
  ]) {
    await start();
    await page.waitForFunction(() => window.stream?.getTracks()[0].readyState === 'live');
    if (how === 'button') await assertGood(page);
    await end();
    await page.waitForFunction(() => window.stream.getTracks()[0].readyState === 'ended', undefined, { timeout: 5000 });
  }
  assert.deepEqual(page.problems, []);
  await page.close();
});

it('a camera that cannot be used is said, with a way on', async () => {
  const page = await open(undefined, {
    setup: `document.querySelector('product-pool-scanner').decoder = async () => undefined;`,
  });
  await page.getByRole('button', { name: 'Barcode scannen' }).click();
  await page.getByText('Die Kamera kann nicht benutzt werden. Geben Sie die Nummer unter dem Barcode ein.').waitFor();
  assert.equal(await isLive(page), false);
  await assertGood(page);
  await page.close();
});

it('a language that could not be loaded can be tried again', async () => {
  let isThere = false;
  const page = await open(undefined, {
    prepare: (opened) =>
      opened.route('**/pkg/dist/lang/*', (route) => (isThere ? route.fallback() : route.fulfill({ status: 404 }))),
  });
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  isThere = true;
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('textbox').waitFor();
  await page.close();
});

it('beside a field of the page there is the camera alone', async () => {
  const page = await open(
    '<label for="code">Code</label><input id="code"><product-pool-scanner for="code"></product-pool-scanner>',
  );
  assert.equal(await page.getByRole('textbox').count(), 1);
  await assertGood(page);
  await page.getByRole('button', { name: 'Barcode scannen' }).click();
  await page.waitForFunction(() => window.scans.length > 0);
  assert.equal((await scans(page))[0].gtin, GTIN);
  await page.close();
});
