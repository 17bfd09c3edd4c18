// Old Chromium, as packages of the npm registry have it: from the oldest that runs the elements, each
// says what today's does, in colours that can be read; before it, what stands inside the element.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { brotliDecompressSync } from 'node:zlib';
import { HOSTS, faultsOf, lookAt } from '../hosts-support.mjs';
import { DEMO_URL, ROOT, launch, openPage, readShowcase } from '../support.mjs';

const run = promisify(execFile);

/** The version of the browser, and that of the package with it. */
const FALLBACK = { 92: '92.0.0' };
const SHOWN = { 106: '106.0.2', 110: '110.0.1', 123: '123.0.1' };

/** Flags of a browser that was made to run alone in a container. */
const FLAGS = ['--headless', '--no-sandbox', '--no-zygote', '--disable-gpu'];

const FOLDER = join(ROOT, 'target/old-chromium');

/** The program of a package, which is downloaded once. */
async function programOf(version) {
  const folder = join(FOLDER, version);
  const program = join(folder, 'chromium');
  if (await stat(program).catch(() => undefined)) return program;
  await mkdir(folder, { recursive: true });
  const { stdout } = await run('npm', ['pack', '--silent', `@sparticuz/chromium@${version}`], { cwd: folder });
  const archive = stdout.trim();
  await run('tar', ['-xzf', archive, 'package/bin/chromium.br'], { cwd: folder });
  const packed = join(folder, 'package/bin/chromium.br');
  await writeFile(join(folder, 'new'), brotliDecompressSync(await readFile(packed)), { mode: 0o755 });
  await rename(join(folder, 'new'), program);
  await Promise.all([rm(join(folder, archive)), rm(join(folder, 'package'), { recursive: true })]);
  return program;
}

const showcase = await readShowcase();
const { gtin } = showcase.get('milk-not-stated');
const SPECIFICATION = '<a href="/specification.pdf">Specification</a>';

/** Pages of shops: the reader's colours, and the page's. */
const PAGES = {
  light: {},
  'dark system': { colorScheme: 'dark' },
  'dark scheme': { css: ':root { color-scheme: dark; } body { background: #111; color: #eee; }' },
  'dark page': { css: 'body { background: #111; color: #eee; }' },
};

const page = (served, css) => `<!doctype html><html lang="en-GB"><meta charset="utf-8"><title>Shop</title>
  <style>${css}</style><link rel="icon" href="/www/icon.svg"><script type="module">
    import { configure } from '/pkg/dist/card.js';
    import '/pkg/dist/matrix.js';
    configure({ baseUrl: location.origin });
  </script><body>
  <product-pool-card data-host="card" gtin="${gtin}" loading="eager" avoid="soybeans tree_nuts milk fish">${SPECIFICATION}</product-pool-card>
  <product-pool-card data-host="summary" gtin="${gtin}" loading="eager" variant="summary">${SPECIFICATION}</product-pool-card>
  <product-pool-card data-host="badges" gtin="${gtin}" loading="eager" variant="badges">${SPECIFICATION}</product-pool-card>
  <product-pool-card data-host="drawn" gtin="${gtin}" loading="eager" rendering="gateway">${SPECIFICATION}</product-pool-card>
  <product-pool-matrix data-host="matrix" gtins="${gtin}">${SPECIFICATION}</product-pool-matrix>
  ${served.replace(/<[\w-]+/, '$& data-host="served" loading="eager"')}`;

/** Opens a shop's page in a browser. */
async function openShop(browser, { css = '', ...options } = {}) {
  const served = await (await fetch(`${DEMO_URL}/card/gtin/${gtin}?lang=en-GB`)).text();
  const shop = await openPage(browser, options);
  await shop.route(`${DEMO_URL}/shop.html`, (route) =>
    route.fulfill({ body: page(served, css), contentType: 'text/html' }),
  );
  await shop.goto(`${DEMO_URL}/shop.html`);
  return shop;
}

/** What the elements of a shop say, once they are drawn. */
async function readShop(shop) {
  await shop.waitForFunction(() => {
    window.hostElements = () => [...document.querySelectorAll('[data-host]')];
    const shown = '.card[data-state="ready"] [data-allergen], .matrix tr[data-state="ready"]';
    return window.hostElements().every(({ shadowRoot }) => shadowRoot?.querySelector(shown));
  });
  await shop.evaluate(HOSTS);
  return lookAt(shop);
}

let plain;
before(async () => {
  const browser = await launch();
  plain = await readShop(await openShop(browser));
  await browser.close();
});

for (const [version, packed] of Object.entries({ ...FALLBACK, ...SHOWN })) {
  describe(`in Chromium ${version}`, () => {
    let browser;
    before(async () => {
      const program = await programOf(packed).catch((error) =>
        console.log(`# no Chromium ${version}: ${error.message}`),
      );
      if (program) browser = await launch({ executablePath: program, args: FLAGS });
    });
    after(() => browser?.close());

    for (const [name, options] of Object.entries(PAGES)) {
      it(`a shopper reads what there is to know: ${name}`, async (t) => {
        if (!browser) return t.skip('it could not be downloaded');
        assert.equal(browser.version().split('.')[0], version);
        const shop = await openShop(browser, options);
        if (version in FALLBACK) {
          await shop.waitForFunction(() =>
            document.querySelector('[data-host="served"]').shadowRoot?.querySelector('button'),
          );
          // Playwright asks whether a link is visible by what this browser lacks.
          const heights = await shop.$$eval('a', (links) => links.map(({ offsetHeight }) => offsetHeight));
          assert.ok(heights.length === 5 && heights.every((height) => height > 10), 'what stands inside stays');
          assert.equal(await shop.locator('[data-allergen]').count(), 0);
        } else {
          assert.deepEqual(faultsOf(await readShop(shop), plain), []);
          for (const name of ['card', 'summary', 'drawn', 'served'])
            await shop.locator(`[data-host="${name}"] img`).first().waitFor({ state: 'attached' });
          assert.deepEqual(shop.problems, []);
        }
        await shop.close();
      });
    }
  });
}
