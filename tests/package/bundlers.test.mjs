// The packed package in fresh projects of bundlers, none of which has a
// configuration; the outcome runs in a browser and asks a service. Other bundlers
// are in all/.

import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { build } from 'esbuild';
import { assertCard, browser, copyFiles, listed, makeShop, service, testVite } from './bundlers-support.mjs';
import { PAGE, assertShown, open, serve, useClient, write } from './support.mjs';

testVite('vite');

test('esbuild', async () => {
  const shop = await makeShop();
  const options = { absWorkingDir: shop, entryPoints: ['main.js'], bundle: true, minify: true, logLevel: 'silent' };
  // One file: the WebAssembly is text in it, used after the file was not found.
  await build({ ...options, format: 'esm', outdir: 'out/one' });
  assert.deepEqual(await listed(join(shop, 'out/one'), ''), ['main.js']);
  // In parts, with the file put where the package's own would lie.
  await build({ ...options, format: 'esm', splitting: true, outdir: 'out/parts' });
  const asked = [];
  const address = await serve(shop, { asked });
  await write(shop, {
    'one.html': PAGE('<script type="module" src="/out/one/main.js"></script>'),
    'parts.html': PAGE('<script type="module" src="/out/parts/main.js"></script>'),
  });
  const notFound = [/404.*\/client_bg\.wasm$/];
  await assertShown(browser, `${address}/one.html`, notFound);
  await write(shop, {
    'out/parts/wasm/client_bg.wasm': await readFile(join(shop, 'node_modules/product-pool/dist/wasm/client_bg.wasm')),
  });
  asked.length = 0;
  await assertShown(browser, `${address}/parts.html`);
  assert.ok(asked.includes('/out/parts/wasm/client_bg.wasm'));
  assert.ok(!asked.some((path) => path.includes('base64')), asked.join('\n'));
});

test('esbuild with the file as an asset, named to init', async () => {
  const shop = await makeShop();
  await write(shop, {
    'named.js': `import { PoolClient, init } from 'product-pool';
      import file from 'product-pool/client.wasm';
      init(file);\n${useClient(service)}`,
    'index.html': PAGE('<script type="module" src="/out/named.js"></script>'),
  });
  const loader = { '.wasm': 'file' };
  await build({
    absWorkingDir: shop,
    entryPoints: ['named.js'],
    bundle: true,
    format: 'esm',
    outdir: 'out',
    publicPath: '/out',
    loader,
    logLevel: 'silent',
  });
  await assertShown(browser, await serve(shop));
});

/** What a page with a card in a single file may be, in bytes before compression. */
const SINGLE_FILE = 150_000;

/** How a single file is made, as the README says: it requests the rest from beside itself. */
const SINGLE = { bundle: true, minify: true, format: 'esm', external: ['./wasm/*', './lang/*'], logLevel: 'silent' };

test('esbuild, a single file without the WebAssembly as text', async () => {
  const shop = await makeShop();
  await build({ ...SINGLE, absWorkingDir: shop, entryPoints: ['card.js', 'main.js'], outdir: 'out' });
  assert.deepEqual((await listed(join(shop, 'out'), '.js')).sort(), ['card.js', 'main.js']);
  const { size } = await stat(join(shop, 'out/card.js'));
  assert.ok(size < SINGLE_FILE, `${size} bytes`);
  await copyFiles(shop, 'out');
  const script = (name) => `<script type="module" src="${name}"></script>`;
  await write(shop, {
    'card.html': PAGE(script('/out/card.js')),
    'client.html': PAGE(script('/out/main.js')),
    'german.html': PAGE(script('/out/card.js')).replace('lang="en"', 'lang="de"'),
  });
  const asked = [];
  const address = await serve(shop, { asked });
  await assertCard(`${address}/card.html`);
  assert.ok(asked.includes('/out/wasm/card_bg.wasm'), asked.join());
  assert.ok(!asked.some((path) => path.includes('base64')), asked.join());
  await assertShown(browser, `${address}/client.html`);
  await assertCard(`${address}/german.html`);
  assert.ok(asked.includes('/out/lang/de.js'), asked.join());
});

test('a single file says which file is missing', async () => {
  const shop = await makeShop();
  await build({ ...SINGLE, absWorkingDir: shop, entryPoints: ['main.js'], outdir: 'out' });
  await write(shop, { 'client.html': PAGE('<script type="module" src="/out/main.js"></script>') });
  const page = await open(browser, `${await serve(shop)}/client.html`);
  assert.match(await page.title(), /^failed: .* could not be loaded: .* http.*\/out\/wasm\/client\.js$/);
  await page.close();
});
