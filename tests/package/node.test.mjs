// The packed package in Node: from both kinds of module, and bundled for servers.

import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { build } from 'esbuild';
import webpack from 'webpack';
import { GTIN, NAME, makeProject, run, startService, write } from './support.mjs';

let project;
let service;
before(async () => {
  service = await startService();
  project = await makeProject();
});

/** Runs a program of the project's; gives what it printed as JSON. */
async function runFile(name, text, args = []) {
  await write(project, { [name]: text });
  const { stdout, stderr } = await run(process.execPath, [...args, name], { cwd: project });
  assert.equal(stderr, '');
  return JSON.parse(stdout);
}

const ask = () => `
async function main() {
  const options = { baseUrl: '${service}', token: 'demo' };
  const product = await new PoolClient(options).getProductByGtin('${GTIN}');
  const wrong = await new PoolClient(options).getProductByGtin('1').catch((error) => error);
  console.log(JSON.stringify({ name: product.general.product_name, isOurs: wrong instanceof PoolError }));
}
main();`;
const ANSWER = { name: NAME, isOurs: true };

const IMPORTED = () => `import { PoolClient, PoolError } from 'product-pool';${ask()}`;
const REQUIRED = () => `const { PoolClient, PoolError } = require('product-pool');${ask()}`;

test('ES modules', async () => {
  assert.deepEqual(await runFile('main.mjs', IMPORTED()), ANSWER);
});

test('CommonJS', async () => {
  assert.deepEqual(await runFile('main.cjs', REQUIRED()), ANSWER);
});

test('the elements export what is documented, and nothing else', async () => {
  const text = `import * as all from 'product-pool/card';\nconsole.log(JSON.stringify(Object.keys(all).sort()));`;
  const names = ['ProductPoolCard', 'ProductPoolConfig', 'configure', 'use'];
  assert.deepEqual(await runFile('card.mjs', text), names);
});

test('the typings for frameworks can be imported, and export nothing', async () => {
  const text = `const names = [];
    for (const name of ['react', 'react18', 'svelte', 'vue'])
      names.push(...Object.keys(await import('product-pool/' + name)));
    console.log(JSON.stringify(names));`;
  assert.deepEqual(await runFile('typings.mjs', text), []);
});

test('both kinds of module share one client', async () => {
  const said = await runFile(
    'both.mjs',
    `import { createRequire } from 'node:module';
    import * as imported from 'product-pool';
    const required = createRequire(import.meta.url)('product-pool');
    const names = Object.keys(required).sort();
    console.log(JSON.stringify(names.map((name) => [name, imported[name] === required[name]])));`,
  );
  assert.ok(said.length >= 4, 'PoolClient, PoolError, init, use');
  assert.deepEqual(
    said.filter(([, same]) => !same),
    [],
  );
});

const WATCH = `
const before = Object.getOwnPropertyNames(globalThis);
const touched = [];
for (const name of ['fetch', 'setTimeout', 'setInterval', 'queueMicrotask']) {
  const own = globalThis[name];
  globalThis[name] = (...given) => { touched.push(name); return own(...given); };
}
for (const name of ['compile', 'instantiate', 'compileStreaming', 'instantiateStreaming']) {
  WebAssembly[name] = () => { touched.push(name); };
}
const names = () => ({ touched, added: Object.getOwnPropertyNames(globalThis).filter((name) => !before.includes(name)) });`;

test('importing does nothing, the card on a server too', async () => {
  const nothing = { touched: [], added: [], cards: 'function' };
  const entries = [
    'product-pool',
    'product-pool/card',
    'product-pool/base64',
    'product-pool/label',
    'product-pool/matrix',
    'product-pool/changes-view',
    'product-pool/scanner',
  ];
  assert.deepEqual(
    await runFile(
      'idle.mjs',
      `${WATCH}
      const modules = [];
      for (const name of ${JSON.stringify(entries)}) modules.push(await import(name));
      modules[1].configure({ baseUrl: '', token: 'secret' });
      console.log(JSON.stringify({ ...names(), cards: typeof modules[1].ProductPoolCard }));`,
    ),
    nothing,
  );
  assert.deepEqual(
    await runFile(
      'idle.cjs',
      `${WATCH}
      const modules = ${JSON.stringify(entries)}.map((name) => require(name));
      modules[1].configure({ baseUrl: '', token: 'secret' });
      console.log(JSON.stringify({ ...names(), cards: typeof modules[1].ProductPoolCard }));`,
    ),
    nothing,
  );
});

test('the WebAssembly can be given in every form, and any number of times', async () => {
  const given = {
    text: `(await import('product-pool/base64')).default()`,
    address: `new URL(import.meta.resolve('product-pool/client.wasm'))`,
    bytes: `(await import('node:fs')).readFileSync(new URL(import.meta.resolve('product-pool/client.wasm')))`,
    promise: `import('product-pool/base64').then((text) => text.default()).then((bytes) => WebAssembly.compile(bytes))`,
  };
  for (const [name, source] of Object.entries(given)) {
    const text = `import { PoolClient, PoolError, init } from 'product-pool';
      import { rm } from 'node:fs/promises';
      await Promise.all([init(${source}), init(), init('nowhere')]);
      await init();${ask()}`;
    assert.deepEqual(await runFile(`${name}.mjs`, text), ANSWER, name);
  }
});

const LABEL = `describe({ general: { product_name: 'Soup' } }).then(({ name, allergens }) => console.log(JSON.stringify([name, allergens.groups.length])))`;

test('the label, in ES modules and in CommonJS, which share one instance', async () => {
  assert.deepEqual(await runFile('label.mjs', `import { describe } from 'product-pool/label'; ${LABEL};`), [
    'Soup',
    14,
  ]);
  assert.deepEqual(await runFile('label.cjs', `const { describe } = require('product-pool/label'); ${LABEL};`), [
    'Soup',
    14,
  ]);
  const said = await runFile(
    'label-both.mjs',
    `import * as imported from 'product-pool/label';
    import { createRequire } from 'node:module';
    const required = createRequire(import.meta.url)('product-pool/label');
    const names = ['describe', 'diffProducts', 'init', 'jsonLd'];
    console.log(JSON.stringify(names.map((name) => imported[name] !== undefined && imported[name] === required[name])));`,
  );
  assert.deepEqual(said, [true, true, true, true]);
});

test('the JSON-LD of the label has its words', async () => {
  const said = await runFile(
    'json-ld.cjs',
    `const { jsonLd } = require('product-pool/label');
    jsonLd({}).then((text) => console.log(JSON.stringify(JSON.parse(text).additionalProperty[0])));`,
  );
  assert.deepEqual([said.name, said.value], ['Celery', 'Not stated: check the label']);
});

test('bundled for a server the client finds its WebAssembly, file or not', async () => {
  await write(project, { 'entry.mjs': IMPORTED(), 'entry.cjs': REQUIRED() });
  const options = { absWorkingDir: project, bundle: true, platform: 'node', target: 'node20', logLevel: 'silent' };
  const outputs = {
    'esbuild.cjs': { entryPoints: ['entry.mjs'], format: 'cjs' },
    'esbuild.mjs': { entryPoints: ['entry.mjs'], format: 'esm' },
    'required.cjs': { entryPoints: ['entry.cjs'], format: 'cjs' },
  };
  for (const [name, more] of Object.entries(outputs)) {
    await build({ ...options, ...more, outfile: join(project, 'out', name) });
  }
  const stats = await new Promise((resolve, reject) => {
    const config = {
      context: project,
      entry: './entry.mjs',
      mode: 'production',
      target: 'node20',
      output: { path: join(project, 'out/webpack'), filename: 'main.cjs' },
    };
    webpack(config, (error, stats) => (error ? reject(error) : resolve(stats)));
  });
  assert.deepEqual(stats.toJson({ all: false, errors: true, warnings: true }).errors, []);
  const files = [...Object.keys(outputs), 'webpack/main.cjs'].map((name) => join(project, 'out', name));
  const kept = join(project, 'node_modules');
  await rm(kept, { recursive: true });
  for (const file of files) {
    const { stdout, stderr } = await run(process.execPath, [file], { cwd: project });
    assert.equal(stderr, '', file);
    assert.deepEqual(JSON.parse(stdout), ANSWER, file);
  }
});
