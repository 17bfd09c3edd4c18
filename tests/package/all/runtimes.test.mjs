// The packed package in runtimes other than Node and browsers.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { GTIN, NAME, makeProject, run, startProgram, startService, write } from '../support.mjs';

const BIN = fileURLToPath(new URL('node_modules/.bin/', import.meta.url));

let service;
let project;
before(async () => {
  service = await startService();
  project = await makeProject({}, { type: 'module' });
});

const ASK = () => `
async function ask() {
  const options = { baseUrl: '${service}', token: 'demo' };
  const client = new PoolClient(options);
  const { signal } = new AbortController();
  const product = await client.getProductByGtin('${GTIN}', { signal });
  // Of three pages.
  const products = await client.listProducts({ signal }).toArray();
  const wrong = await new PoolClient(options).getProductByGtin('1').catch((error) => error);
  return JSON.stringify({
    name: product.general.product_name,
    count: products.length,
    isOurs: wrong instanceof PoolError,
  });
}`;
const ANSWER = { name: NAME, count: 3, isOurs: true };
const CARD = `import { ProductPoolCard } from 'product-pool/card';
if (typeof ProductPoolCard !== 'function') throw new Error('the card is no class');`;

const PROGRAM = () => `import { PoolClient, PoolError } from 'product-pool';
${CARD}
${ASK()}
console.log(await ask());`;

test('Deno', async () => {
  await write(project, { 'deno.js': PROGRAM() });
  const flags = [
    'run',
    '--no-prompt',
    '--no-remote',
    '--node-modules-dir=manual',
    '--allow-read=.',
    '--allow-net=127.0.0.1',
  ];
  const { stdout } = await run(join(BIN, 'deno'), [...flags, 'deno.js'], { cwd: project });
  assert.deepEqual(JSON.parse(stdout), ANSWER);
});

test('Bun, ES modules and CommonJS', async () => {
  await write(project, {
    'bun.js': PROGRAM(),
    'bun.cjs': `const { PoolClient, PoolError } = require('product-pool');
      require('product-pool/card');\n${ASK()}\nask().then((text) => console.log(text));`,
  });
  for (const name of ['bun.js', 'bun.cjs']) {
    const { stdout } = await run(join(BIN, 'bun'), [name], { cwd: project });
    assert.deepEqual(JSON.parse(stdout), ANSWER, name);
  }
});

test('a program that Bun made of it', async () => {
  await write(project, { 'single.js': PROGRAM() });
  await run(join(BIN, 'bun'), ['build', 'single.js', '--compile', '--outfile', 'single'], { cwd: project });
  const { stdout } = await run(join(project, 'single'), [], { cwd: '/' });
  assert.deepEqual(JSON.parse(stdout), ANSWER);
});

test('workerd', async () => {
  await write(project, {
    'worker.js': `import { PoolClient, PoolError, init } from 'product-pool';
      import client from 'product-pool/client.wasm';
      import { describe, init as initLabel } from 'product-pool/label';
      import label from 'product-pool/label.wasm';
      ${CARD}
      ${ASK()}
      export default {
        async fetch(request) {
          await Promise.all([init(client), initLabel(label)]);
          const isLabel = request.url.endsWith('/label');
          return new Response(isLabel ? (await describe({ general: { product_name: 'Soup' } })).name : await ask());
        },
      };`,
  });
  // As wrangler bundles: its conditions, and WebAssembly left to the runtime.
  const { metafile } = await build({
    absWorkingDir: project,
    entryPoints: ['worker.js'],
    bundle: true,
    format: 'esm',
    conditions: ['workerd', 'worker', 'browser'],
    outfile: 'out/worker.js',
    external: ['*.wasm'],
    metafile: true,
    logLevel: 'silent',
  });
  const [{ imports }] = Object.values(metafile.outputs);
  const modules = imports.filter(({ path }) => path.endsWith('.wasm')).map(({ path }) => path);
  assert.deepEqual(modules.sort(), ['product-pool/client.wasm', 'product-pool/label.wasm']);
  await write(project, {
    'out/config.capnp': `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker), (name = "internet", network = (allow = ["private", "public"]))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  compatibilityDate = "2025-01-01",
  modules = [
    (name = "worker.js", esModule = embed "worker.js"),
    (name = "product-pool/client.wasm", wasm = embed "../node_modules/product-pool/dist/wasm/client_bg.wasm"),
    (name = "product-pool/label.wasm", wasm = embed "../node_modules/product-pool/dist/wasm/label_bg.wasm"),
  ],
);
`,
  });
  // It tells its events, among them the port, to the descriptor named.
  const args = ['serve', '--control-fd=1', 'out/config.capnp'];
  const port = await startProgram(join(BIN, 'workerd'), args, { cwd: project }, /"port":(\d+)/);
  const answer = await fetch(`http://127.0.0.1:${port}`);
  assert.deepEqual(await answer.json(), ANSWER);
  assert.equal(await (await fetch(`http://127.0.0.1:${port}/label`)).text(), 'Soup');
});
