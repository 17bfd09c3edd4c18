// The packed package in fresh projects of bundlers, none of which has a
// configuration; the outcome runs in a browser and asks a service.

import assert from 'node:assert/strict';
import { copyFile, cp, mkdir, readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { build } from 'esbuild';
import { rollup } from 'rollup';
import webpack from 'webpack';
import {
  GTIN,
  PAGE,
  TOOLS,
  assertCardShown,
  assertShown,
  launch,
  makeProject,
  open,
  run,
  serve,
  startProgram,
  startService,
  useClient,
  write,
} from './support.mjs';

// Vite 7 prepares packages for development with another bundler than Vite 8; it
// moves the code and not the file.
const VITES = ['vite', 'vite-7'].map((name) => [name, join(TOOLS, name, 'bin/vite.js')]);

let browser;
let service;
before(async () => {
  browser = await launch();
  service = await startService();
});

const MAIN = () => `import { PoolClient } from 'product-pool';\n${useClient(service)}`;

/** A project whose `main.js` uses the client, and whose `card.js` the card. */
const makeShop = (index = '<script type="module" src="/main.js"></script>') =>
  makeProject(
    {
      'main.js': MAIN(),
      'card.js': `import { configure } from 'product-pool/card';
        configure({ baseUrl: '${service}', token: 'demo', dangerouslyAllowBrowser: true });
        document.title = 'a shop';`,
      'index.html': PAGE(index),
    },
    { type: 'module' },
  );

/** The files of a folder, by the ending of their names. */
async function listed(folder, ending) {
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => name.endsWith(ending));
}

/** The card of a page shows the product of the service. */
async function assertCard(address, allowed) {
  const page = await open(browser, address);
  await page.evaluate((gtin) => {
    document.body.innerHTML = `<product-pool-card loading="eager" gtin="${gtin}"></product-pool-card>`;
  }, GTIN);
  await assertCardShown(page, allowed);
  await page.close();
}

for (const [name, vite] of VITES) {
  test(`${name} build`, async () => {
    const shop = await makeShop();
    await run(process.execPath, [vite, 'build', '--outDir', 'out'], { cwd: shop });
    const asked = [];
    await assertShown(browser, await serve(join(shop, 'out'), { asked }));
    assert.equal(asked.filter((path) => path.endsWith('.wasm')).length, 1, asked.join('\n'));
    assert.ok(!asked.some((path) => path.includes('base64')), 'the text is left alone where the file is there');
  });

  test(`${name} dev`, async () => {
    const shop = await makeShop();
    const args = [vite, '--port', '0', '--host', '127.0.0.1'];
    await assertShown(browser, await startProgram(process.execPath, args, { cwd: shop }));
  });

  test(`${name} dev, the card`, async () => {
    const shop = await makeShop('<script type="module" src="/card.js"></script>');
    const args = [vite, '--port', '0', '--host', '127.0.0.1'];
    const moved = name === 'vite-7' ? [/A \.wasm file could not be loaded .*, so a larger copy of it was\./] : [];
    await assertCard(await startProgram(process.execPath, args, { cwd: shop }), moved);
  });

  test(`${name} dev, the card, left where it is`, async () => {
    const shop = await makeShop('<script type="module" src="/card.js"></script>');
    const [, config] = /```mjs\n(export default .*?)```/s.exec(
      await readFile(join(shop, 'node_modules/product-pool/README.md'), 'utf8'),
    );
    await write(shop, { 'vite.config.js': config });
    const args = [vite, '--port', '0', '--host', '127.0.0.1'];
    await assertCard(await startProgram(process.execPath, args, { cwd: shop }));
  });

  test(`${name} build, the card`, async () => {
    const shop = await makeShop('<script type="module" src="/card.js"></script>');
    await run(process.execPath, [vite, 'build', '--outDir', 'out'], { cwd: shop });
    await assertCard(await serve(join(shop, 'out')));
  });
}

async function runWebpack(shop, options) {
  const config = { context: shop, mode: 'production', output: { path: join(shop, 'out') }, ...options };
  const stats = await new Promise((resolve, reject) => {
    webpack(config, (error, stats) => (error ? reject(error) : resolve(stats)));
  });
  const { errors } = stats.toJson({ all: false, errors: true });
  assert.deepEqual(errors, []);
}

test('webpack', async () => {
  const shop = await makeShop();
  await write(shop, {
    'main.html': PAGE('<script src="/out/main.js" defer></script>'),
    'card.html': PAGE('<script src="/out/card.js" defer></script>'),
  });
  const address = await serve(shop);
  for (const mode of ['production', 'development']) {
    await runWebpack(shop, { entry: { main: './main.js', card: './card.js' }, mode });
    await assertShown(browser, `${address}/main.html`);
    await assertCard(`${address}/card.html`);
    assert.equal((await listed(join(shop, 'out'), '.wasm')).length, 4);
  }
});

test('webpack, from CommonJS', async () => {
  const shop = await makeProject({
    'main.js': `const { PoolClient } = require('product-pool');\n${useClient(service)}`,
    'index.html': PAGE('<script src="/out/main.js" defer></script>'),
  });
  await runWebpack(shop, { entry: { main: './main.js' } });
  await assertShown(browser, await serve(shop));
});

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
    'out/parts/dist/client_bg.wasm': await readFile(join(shop, 'node_modules/product-pool/dist/client_bg.wasm')),
  });
  asked.length = 0;
  await assertShown(browser, `${address}/parts.html`);
  assert.ok(asked.includes('/out/parts/dist/client_bg.wasm'));
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

/** The files that a single file requests, put beside it as the README says. */
async function copyFiles(shop, folder) {
  const dist = join(shop, 'node_modules/product-pool/dist');
  await mkdir(join(shop, folder), { recursive: true });
  for (const name of (await readdir(dist)).filter((name) => name.endsWith('_bg.wasm')))
    await copyFile(join(dist, name), join(shop, folder, name));
  for (const lang of (await readdir(dist)).filter((name) => name.startsWith('lang-')))
    await cp(join(dist, lang), join(shop, folder, lang), { recursive: true });
}

/** What a page with a card in a single file may be, in bytes before compression. */
const SINGLE_FILE = 150_000;

for (const format of ['esm', 'iife']) {
  test(`esbuild, a single file without the WebAssembly as text, ${format}`, async () => {
    const shop = await makeShop();
    const options = {
      absWorkingDir: shop,
      bundle: true,
      minify: true,
      conditions: ['single-file'],
      format,
      outdir: 'out',
      logLevel: 'silent',
    };
    await build({ ...options, entryPoints: ['card.js', 'main.js'] });
    assert.deepEqual((await listed(join(shop, 'out'), '.js')).sort(), ['card.js', 'main.js']);
    const { size } = await stat(join(shop, 'out/card.js'));
    assert.ok(size < SINGLE_FILE, `${size} bytes`);
    await copyFiles(shop, 'out');
    const script = (name) =>
      format === 'esm' ? `<script type="module" src="${name}"></script>` : `<script src="${name}"></script>`;
    await write(shop, {
      'card.html': PAGE(script('/out/card.js')),
      'client.html': PAGE(script('/out/main.js')),
      'german.html': PAGE(script('/out/card.js')).replace('lang="en"', 'lang="de"'),
    });
    const asked = [];
    const address = await serve(shop, { asked });
    await assertCard(`${address}/card.html`);
    const files = asked.filter((path) => path.startsWith('/out/'));
    assert.deepEqual(files.sort(), ['/out/card.js', '/out/card_bg.wasm']);
    await assertShown(browser, `${address}/client.html`);
    await assertCard(`${address}/german.html`);
    assert.ok(asked.includes('/out/lang-first/de.js'), asked.join());
  });
}

test('a single file says which file is missing', async () => {
  const shop = await makeShop();
  await build({
    absWorkingDir: shop,
    entryPoints: ['main.js'],
    bundle: true,
    conditions: ['single-file'],
    format: 'esm',
    outdir: 'out',
    logLevel: 'silent',
  });
  await write(shop, { 'client.html': PAGE('<script type="module" src="/out/main.js"></script>') });
  const page = await open(browser, `${await serve(shop)}/client.html`);
  assert.match(await page.title(), /^failed: .* could not be loaded: 404 for http.*\/out\/client_bg\.wasm$/);
  await page.close();
});

test('Rollup, in chunks and as a single file', async () => {
  const shop = await makeShop();
  const roll = async (input, exportConditions, output) => {
    const bundle = await rollup({
      input: join(shop, input),
      plugins: [nodeResolve({ browser: true, exportConditions })],
    });
    await bundle.write(output);
    await bundle.close();
  };
  await roll('main.js', [], { dir: join(shop, 'chunks'), format: 'es' });
  const single = { format: 'es', inlineDynamicImports: true };
  await roll('card.js', ['single-file'], { ...single, file: join(shop, 'out/card.js') });
  await copyFiles(shop, 'out');
  await write(shop, {
    'chunks.html': PAGE('<script type="module" src="/chunks/main.js"></script>'),
    'single.html': PAGE('<script type="module" src="/out/card.js"></script>'),
  });
  const address = await serve(shop);
  await assertShown(browser, `${address}/chunks.html`, [/404.*\/client_bg\.wasm$/]);
  await assertCard(`${address}/single.html`);
});
