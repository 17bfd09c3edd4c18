// The packed label and the elements over it: module scripts, workers, a bundler;
// and that the elements share the card's settings.

import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { build } from 'esbuild';
import { GTIN, NAME, PAGE, launch, makeProject, open, serve, startService } from './support.mjs';

const PACKAGE = '/node_modules/product-pool/dist';
const USE = `describe({ general: { product_name: 'Soup' } })
  .then(({ name, allergens }) => name + ' ' + allergens.groups.length, (error) => 'failed: ' + error.message)
  .then((title) => { document.title = title; });`;
const ELEMENTS = `
  document.body.innerHTML = '<product-pool-matrix gtins="${GTIN}"></product-pool-matrix>';
  addEventListener('product-pool-matrix-load', ({ detail }) => { document.title = 'products: ' + detail.products; });`;

let browser;
let service;
before(async () => {
  browser = await launch();
  service = await startService();
});

async function assertTitle(address, title) {
  const page = await open(browser, address);
  assert.equal(await page.title(), title, page.problems.join('\n'));
  assert.deepEqual(page.problems, []);
  return page;
}

test('module script and worker', async () => {
  const shop = await makeProject({
    'index.html': PAGE('<script type="module" src="/main.js"></script>'),
    'main.js': `import { describe } from '${PACKAGE}/label.js';\n${USE}`,
    'worker.html': PAGE('<script src="/start.js"></script>'),
    'start.js': `new Worker('/worker.js', { type: 'module' }).onmessage = ({ data }) => { document.title = data; };`,
    'worker.js': `import { describe } from '${PACKAGE}/label.js';
      const document = { set title(text) { postMessage(text); } };\n${USE}`,
  });
  const address = await serve(shop);
  for (const path of ['/', '/worker.html']) {
    await (await assertTitle(address + path, 'Soup 14')).close();
  }
});

test('the elements have the settings of the card, and load nothing of its drawing', async () => {
  const shop = await makeProject({
    'index.html': PAGE('<script type="module" src="/main.js"></script>'),
    'main.js': `import { configure } from '${PACKAGE}/card.js';
      import '${PACKAGE}/matrix.js';
      import '${PACKAGE}/changes-view.js';
      configure({ baseUrl: '${service}', token: 'demo', dangerouslyAllowBrowser: true });${ELEMENTS}`,
  });
  const asked = [];
  const page = await assertTitle(await serve(shop, { asked }), 'products: 1');
  assert.match(await page.locator('product-pool-matrix tbody th').innerText(), new RegExp(NAME.slice(0, 6)));
  assert.equal(await page.evaluate(() => customElements.get('product-pool-changes') !== undefined), true);
  assert.deepEqual(
    asked.filter((path) => path.endsWith('.wasm')),
    [`${PACKAGE}/wasm/views_bg.wasm`],
  );
  await page.close();
});

test('a bundler takes the elements and the label along', async () => {
  const shop = await makeProject({
    'main.js': `import { configure } from 'product-pool/card';
      import 'product-pool/matrix';
      configure({ baseUrl: '${service}', token: 'demo', dangerouslyAllowBrowser: true });${ELEMENTS}`,
    'out/index.html': PAGE('<script type="module" src="/main.js"></script>'),
  });
  await build({
    absWorkingDir: shop,
    entryPoints: ['main.js'],
    bundle: true,
    splitting: true,
    format: 'esm',
    outdir: 'out',
    // The file is not where the code goes: the same as text takes its place.
    logLevel: 'error',
  });
  const page = await open(browser, await serve(join(shop, 'out')));
  assert.equal(await page.title(), 'products: 1', page.problems.join('\n'));
  await page.close();
});

test('the card is one module still', async () => {
  const folder = join(await makeProject(), PACKAGE);
  const names = await readdir(folder);
  assert.ok(names.includes('card.js') && names.includes('matrix.js'), names.join());
  const shop = await makeProject({
    'index.html': PAGE('<script type="module" src="/main.js"></script>'),
    'main.js': `import '${PACKAGE}/card.js';\ndocument.title = 'a shop';`,
  });
  const asked = [];
  await (await assertTitle(await serve(shop, { asked }), 'a shop')).close();
  assert.deepEqual(
    asked.filter((path) => path.startsWith(PACKAGE)),
    [`${PACKAGE}/card.js`],
  );
});
