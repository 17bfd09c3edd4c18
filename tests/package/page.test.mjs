// The packed package on pages without a build: module scripts, workers, classic scripts that
// import it, under a strict policy, and from servers that know little.

import assert from 'node:assert/strict';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { before, beforeEach, test } from 'node:test';
import { PATIENCE } from '../patience.mjs';
import {
  GTIN,
  NAME,
  PAGE,
  assertShown,
  launch,
  makeProject,
  open,
  serve,
  startService,
  useClient,
  write,
} from './support.mjs';

const PACKAGE = '/node_modules/product-pool';
const CLIENT = `${PACKAGE}/dist/index.js`;
const MODULE = '<script type="module" src="/main.js"></script>';

let browser;
let service;
let shop;
before(async () => {
  browser = await launch();
  service = await startService();
});

beforeEach(async () => {
  shop = await makeProject({
    'index.html': PAGE(MODULE),
    'main.js': `import { PoolClient } from '${CLIENT}';\n${useClient(service)}`,
    'classic.html': PAGE('<script src="/classic.js"></script>'),
    'classic.js': `import('${CLIENT}').then(({ PoolClient }) => {${useClient(service)}});`,
    'worker.html': PAGE('<script src="/start.js"></script>'),
    'start.js': `new Worker('/worker.js', { type: 'module' }).onmessage = ({ data }) => { document.title = data; };`,
    'worker.js': `import { PoolClient } from '${CLIENT}';
      const document = { set title(text) { postMessage(text); } };\n${useClient(service)}`,
    'old.html': PAGE('<script src="/old.js"></script>'),
    'old.js': `new Worker('/old-worker.js').onmessage = ({ data }) => { document.title = data; };`,
    'old-worker.js': `const document = { set title(text) { postMessage(text); } };
      import('${CLIENT}').then(({ PoolClient }) => {${useClient(service)}});`,
    'card.html': PAGE('<script type="module" src="/card.js"></script>'),
    'card.js': `import { configure } from '${PACKAGE}/dist/card.js';
      configure({ baseUrl: '${service}', token: 'demo', dangerouslyAllowBrowser: true });
      document.title = 'a shop';`,
  });
});

const PAGES = ['/', '/classic.html', '/worker.html', '/old.html'];

test('module script and worker, and classic ones, which import', async () => {
  const address = await serve(shop);
  for (const path of PAGES) await assertShown(browser, address + path);
});

test('a strict policy holds and does not disturb', async () => {
  const policy = (scripts) => ({
    'content-security-policy': `default-src 'none'; script-src ${scripts}; worker-src 'self'; style-src 'self'; img-src data:; connect-src 'self' ${service}`,
  });
  const address = await serve(shop, { headers: policy("'self' 'wasm-unsafe-eval'") });
  for (const path of PAGES) await assertShown(browser, address + path);

  const card = await open(browser, `${address}/card.html`);
  await card.evaluate((gtin) => {
    document.body.innerHTML = `<product-pool-card loading="eager" gtin="${gtin}"></product-pool-card>`;
  }, GTIN);
  await card.getByRole('heading', { name: NAME }).waitFor({ timeout: PATIENCE });
  assert.deepEqual(
    card.problems.filter((text) => /policy/i.test(text)),
    [],
  );
  await card.close();

  // The policy is in force: without WebAssembly's word it refuses.
  const page = await open(browser, await serve(shop, { headers: policy("'self'") }));
  assert.match(
    await page.title(),
    /^failed: the WebAssembly of product-pool could not be loaded: .*CSP|Content Security/i,
  );
  await page.close();
});

test('a server with a wrong content type does not matter', async () => {
  for (const type of ['application/octet-stream', 'text/plain; charset=utf-8', 'application/wasm; charset=x']) {
    const asked = [];
    const address = await serve(shop, { types: { '.wasm': type }, asked });
    for (const path of ['/', '/classic.html']) await assertShown(browser, address + path);
    assert.ok(!asked.some((path) => path.includes('base64')), 'the file itself was taken');
  }
});

test('where the file is missing the text serves', async () => {
  await rm(join(shop, PACKAGE, 'dist/wasm/client_bg.wasm'));
  await assertShown(browser, await serve(shop), [/404.*client_bg\.wasm$/]);
  // A server that answers every address with its start page.
  await write(shop, { [`${PACKAGE}/dist/wasm/client_bg.wasm`]: '<!doctype html><title>Shop</title>' });
  await assertShown(browser, await serve(shop, { types: { '.wasm': 'text/html' } }));
  await write(shop, { [`${PACKAGE}/dist/wasm/client_bg.wasm`]: '' });
  await assertShown(browser, await serve(shop, { types: { '.wasm': 'text/html' } }));
});

test('where nothing is there the error says what was missing, and a later call tries again', async () => {
  const file = `${PACKAGE}/dist/wasm/client_bg.wasm`;
  for (const name of [file, `${PACKAGE}/dist/wasm/client.base64.js`]) await rm(join(shop, name));
  const untouched = await makeProject();
  const page = await open(browser, await serve(shop));
  assert.match(await page.title(), /^failed: .* could not be loaded: 404 for http.*client_bg\.wasm$/);
  const load = () =>
    page.evaluate(async (entry) => {
      const { init } = await import(entry);
      return init().then(
        () => 'loaded',
        ({ name, code }) => `${name} ${code}`,
      );
    }, CLIENT);
  assert.equal(await load(), 'PoolError internal');
  await copyFile(join(untouched, file), join(shop, file));
  assert.equal(await load(), 'loaded');
  await page.close();
});

test('init takes an address, a response, a promise of one, bytes and a module', async () => {
  const address = await serve(shop);
  const file = `${PACKAGE}/dist/wasm/client_bg.wasm`;
  const sources = {
    text: `'${file}'`,
    url: `new URL('${file}', location)`,
    request: `new Request('${file}')`,
    response: `await fetch('${file}')`,
    promise: `fetch('${file}')`,
    bytes: `await (await fetch('${file}')).arrayBuffer()`,
    module: `await WebAssembly.compileStreaming(fetch('${file}'))`,
  };
  for (const [name, source] of Object.entries(sources)) {
    await write(shop, {
      'main.js': `import { PoolClient, init } from '${CLIENT}';
        const given = { it: ${source} };
        await Promise.all([init(given.it), init(), init('/nowhere')]);\n${useClient(service)}`,
    });
    const page = await open(browser, address);
    assert.equal(await page.title(), NAME, name);
    assert.deepEqual(page.problems, [], name);
    await page.close();
  }
});

test('a worker is given a module that the page has compiled', async () => {
  const start = (names) => `(async () => {
    const modules = await Promise.all(${JSON.stringify(names)}.map((name) =>
      WebAssembly.compileStreaming(fetch('${PACKAGE}/dist/wasm/' + name + '_bg.wasm'))));
    const worker = new Worker('/given.js', { type: 'module' });
    worker.onmessage = ({ data }) => { document.title = data; };
    worker.postMessage(modules);
  })();`;
  await write(shop, {
    'start.js': start(['client', 'label']),
    'given.js': `import { PoolClient, init } from '${CLIENT}';
      import { describe, init as initLabel } from '${PACKAGE}/dist/label.js';
      onmessage = async ({ data: [client, label] }) => {
        await Promise.all([init(client), initLabel(label)]);
        const pool = new PoolClient({ baseUrl: '${service}', token: 'demo', dangerouslyAllowBrowser: true });
        postMessage((await describe(await pool.getProductByGtin('${GTIN}'))).name);
      };`,
  });
  const asked = [];
  await assertShown(browser, `${await serve(shop, { asked })}/worker.html`);
  const files = asked.filter((path) => path.includes('_bg.wasm')).map((path) => path.split('/').pop());
  assert.deepEqual(files.sort(), ['client_bg.wasm', 'label_bg.wasm']);
});
