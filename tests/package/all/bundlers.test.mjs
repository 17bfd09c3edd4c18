// The packed package in fresh projects of more bundlers, none of which has a configuration.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { rollup } from 'rollup';
import webpack from 'webpack';
import { assertCard, browser, copyFiles, listed, makeShop, service, testVite } from '../bundlers-support.mjs';
import { PAGE, assertShown, makeProject, serve, useClient, write } from '../support.mjs';

testVite('vite-7');

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

test('Rollup, in chunks and as a single file', async () => {
  const shop = await makeShop();
  const roll = async (input, external, output) => {
    const bundle = await rollup({ input: join(shop, input), external, plugins: [nodeResolve({ browser: true })] });
    await bundle.write(output);
    await bundle.close();
  };
  await roll('main.js', [], { dir: join(shop, 'chunks'), format: 'es' });
  // The other files are left out, and requested from beside the bundle.
  const paths = (id) => id.replace(/.*\/dist\//, './');
  const single = { format: 'es', inlineDynamicImports: true, paths };
  await roll('card.js', [/^\.\.?\/(wasm|lang)\//], { ...single, file: join(shop, 'out/card.js') });
  await copyFiles(shop, 'out');
  await write(shop, {
    'chunks.html': PAGE('<script type="module" src="/chunks/main.js"></script>'),
    'single.html': PAGE('<script type="module" src="/out/card.js"></script>'),
  });
  const address = await serve(shop);
  await assertShown(browser, `${address}/chunks.html`, [/404.*\/client_bg\.wasm$/]);
  await assertCard(`${address}/single.html`);
});
