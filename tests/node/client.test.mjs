// The package's client in Node, against an HTTP server made here.
//
//   node --test tests/node/
//
// It wants a built package (`cargo xtask build`); PACKAGE names another one.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

const entry = process.env.PACKAGE
  ? pathToFileURL(process.env.PACKAGE)
  : new URL('../../pkg/index.js', import.meta.url);

const GTIN = '9520123456788';
const TOKEN = 's3cret-token';

let pool; // the package
let server;
let base;
/** Requests as they came, and what each is answered. */
let asked = [];
let answer;

before(async () => {
  const names = new Set(Object.getOwnPropertyNames(globalThis));
  pool = await import(entry);
  const added = Object.getOwnPropertyNames(globalThis).filter((name) => !names.has(name));
  assert.deepEqual(added, [], 'importing leaves nothing behind');
  server = createServer((request, response) => {
    asked.push({ url: request.url, headers: request.headers, method: request.method });
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${server.address().port}`;
});

after(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  asked = [];
  answer = (_, response) => json(response, 500, {});
});

/** The package anew: modules whose WebAssembly has not been loaded. */
async function fresh() {
  const folder = await mkdtemp(join(tmpdir(), 'product-pool-'));
  after(() => rm(folder, { recursive: true }));
  const from = fileURLToPath(entry);
  await cp(dirname(from), folder, { recursive: true });
  return import(pathToFileURL(join(folder, from.slice(dirname(from).length))));
}

function json(response, status, body, headers = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

function client(options = {}) {
  return new pool.PoolClient({ baseUrl: base, token: TOKEN, ...options });
}

/** The error of a call, after what holds for every error was checked. */
async function errorOf(call, code) {
  const error = await Promise.resolve()
    .then(call)
    .then(
      () => assert.fail(`no ${code} error`),
      (reason) => reason,
    );
  assert.ok(error instanceof pool.PoolError && error instanceof Error, String(error));
  assert.equal(error.code, code, error.message);
  assert.equal(error.name, 'PoolError');
  assert.ok(Array.isArray(error.errors));
  const shown = `${error} ${error.stack} ${JSON.stringify(error)}`;
  assert.ok(!shown.includes(TOKEN), 'an error shows no token');
  assert.equal(JSON.parse(JSON.stringify(error)).code, code);
  return error;
}

test('a product comes as plain objects, asked for with two headers', async () => {
  answer = (_, response) => json(response, 200, '{"data":{"pool_id":"p1","unknown":[1.50]}}');
  const product = await client().getProductByGtin(GTIN);
  assert.deepEqual(product, { pool_id: 'p1', unknown: [1.5] });
  assert.equal(Object.getPrototypeOf(product), Object.prototype);
  assert.equal(asked.length, 1);
  assert.equal(asked[0].url, `/v2/products/gtin/${GTIN}`);
  assert.equal(asked[0].method, 'GET');
  assert.equal(asked[0].headers.authorization, `Bearer ${TOKEN}`);
  assert.equal(asked[0].headers.accept, 'application/json');
});

test('without a token none is sent', async () => {
  answer = (_, response) => json(response, 200, { data: {} });
  await client({ token: null }).getProduct('p1');
  assert.equal(asked[0].headers.authorization, undefined);
});

test('every option stands in the address, encoded', async () => {
  answer = (_, response) => json(response, 200, { data: {} });
  await client({ baseUrl: new URL(`${base}/v2/`) }).getProduct('a/b?c', {
    version: '1 & 2',
    output: 'flat',
  });
  await client().getFeatureImage('crème', { wholesaler: 7 });
  answer = (_, response) => json(response, 200, { page: 1, 'per page': 20, data: [{ id: 'i' }] });
  const page = await client().listImages('p1', {
    wholesaler: 1,
    filter: { wholesaler: 2, type: 3 },
    sort: 0,
  });
  assert.deepEqual(page, { page: 1, 'per page': 20, data: [{ id: 'i' }] });
  assert.deepEqual(
    asked.map(({ url }) => url),
    [
      '/v2/products/a%2Fb%3Fc?version=1%20%26%202&output=flat',
      '/v2/images/cr%C3%A8me/feature?wholesaler=7',
      '/v2/images/p1?wholesaler=1&filter%5Bwholesaler%5D=2&filter%5Btype%5D=3&sort=0',
    ],
  );
});

test('an output whose body has no data comes as the body', async () => {
  answer = (_, response) => json(response, 200, { 'general.product_name': 'Soup' });
  const flat = await client().getProduct('p1', { output: 'flat' });
  assert.deepEqual(flat, { 'general.product_name': 'Soup' });
  await errorOf(() => client().getProduct('p1'), 'invalid_response');
});

test('a GTIN not found is looked up in its other form', async () => {
  answer = (request, response) =>
    request.url.endsWith(`/0${GTIN}`)
      ? json(response, 200, { data: { pool_id: 'p1' } })
      : json(response, 404, { errors: [{ status: '404', detail: 'none' }] });
  assert.equal((await client().getProductByGtin(GTIN)).pool_id, 'p1');
  assert.equal(asked.length, 2);
});

test('a bad argument is refused before anything is sent', async () => {
  for (const gtin of ['9520123456789', '', 'abc', undefined, null, 9520123456788, {}]) {
    await errorOf(() => client().getProductByGtin(gtin), 'invalid_argument');
  }
  for (const id of ['', '.', '..', undefined, 7]) {
    await errorOf(() => client().getProduct(id), 'invalid_argument');
    await errorOf(() => client().listImages(id), 'invalid_argument');
    await errorOf(() => client().getFeatureImage(id), 'invalid_argument');
  }
  for (const options of [
    'raw',
    { output: 'xml' },
    { version: 7 },
    { version: '' },
    { signal: {} },
    { timeout: 0 },
    { timeout: NaN },
    { timeout: '5' },
  ]) {
    await errorOf(() => client().getProduct('p1', options), 'invalid_argument');
  }
  for (const wholesaler of [-1, 1.5, 2 ** 32, NaN, '7']) {
    await errorOf(() => client().listImages('p1', { wholesaler }), 'invalid_argument');
    await errorOf(() => client().listImages('p1', { filter: { wholesaler } }), 'invalid_argument');
  }
  assert.equal(asked.length, 0);
});

test('a constructor refuses what cannot be right', async () => {
  for (const options of [
    undefined,
    null,
    'https://pool.example',
    {},
    { baseUrl: 7 },
    { baseUrl: 'pool.example' },
    { baseUrl: 'file:///etc' },
    { baseUrl: '//pool.example' },
    { baseUrl: '/pool' }, // there is no page here
    { baseUrl: base, token: '' },
    { baseUrl: base, token: `${TOKEN}\nX: 1` },
    { baseUrl: base, token: 'tökén' },
    { baseUrl: base, token: 7 },
    { baseUrl: base, fetch: 'fetch' },
    { baseUrl: base, timeout: -1 },
  ]) {
    assert.throws(() => new pool.PoolClient(options), { code: 'invalid_argument' });
  }
  // What only the WebAssembly knows is refused with the first call.
  const credentials = client({ baseUrl: base.replace('//', '//user:word@') });
  const error = await errorOf(() => credentials.getProduct('p1'), 'invalid_argument');
  assert.ok(!error.message.includes('word@'));
  assert.equal(error.url, undefined);
  assert.equal(error.method, undefined);
});

test('each status has its code', async () => {
  for (const [status, code] of [
    [400, 'http'],
    [401, 'unauthenticated'],
    [403, 'http'],
    [404, 'not_found'],
    [429, 'rate_limited'],
    [500, 'http'],
    [503, 'http'],
  ]) {
    answer = (_, response) => json(response, status, { message: `said ${TOKEN}` });
    const error = await errorOf(() => client().getProduct('p1'), code);
    assert.equal(error.status, status);
    assert.equal(error.method, 'GET');
    assert.equal(error.url, `${base}/v2/products/p1`);
    assert.match(error.message, /said \[token\]/);
  }
});

test('the errors of a body and the wait asked for are kept', async () => {
  const problem = { status: '429', code: 'slow', title: 'Slow down', detail: 'Too many.' };
  answer = (_, response) => json(response, 429, { errors: [problem] }, { 'retry-after': '12' });
  const error = await errorOf(() => client().getProduct('p1'), 'rate_limited');
  assert.deepEqual(error.errors, [problem]);
  assert.equal(error.retryAfter, 12);

  const date = new Date(Date.now() + 60_000).toUTCString();
  answer = (_, response) => json(response, 503, {}, { 'retry-after': date });
  const { retryAfter } = await errorOf(() => client().getProduct('p1'), 'http');
  assert.ok(retryAfter > 50 && retryAfter <= 60, String(retryAfter));

  answer = (_, response) => json(response, 503, {}, { 'retry-after': 'soon' });
  assert.equal((await errorOf(() => client().getProduct('p1'), 'http')).retryAfter, undefined);
});

test('a body that is no product is an invalid response', async () => {
  for (const body of ['', 'null', '[]', '{}', '{"data":null}', '{"data":[]}', '{"data":{', '7']) {
    answer = (_, response) => json(response, 200, body);
    await errorOf(() => client().getProduct('p1'), 'invalid_response');
  }
  for (const body of ['{"data":{}}', '{}', '[]']) {
    answer = (_, response) => json(response, 200, body);
    await errorOf(() => client().listImages('p1'), 'invalid_response');
  }
  answer = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<!doctype html><title>Please sign in</title>');
  };
  const error = await errorOf(() => client().getProduct('p1'), 'invalid_response');
  assert.match(error.message, /an HTML page of 44 bytes/);
  assert.ok(!error.message.includes('sign in'));
});

test('a service that is not there is a network error', async () => {
  const gone = createServer();
  gone.listen(0, '127.0.0.1');
  await once(gone, 'listening');
  const { port } = gone.address();
  gone.close();
  await once(gone, 'close');
  const lost = client({ baseUrl: `http://127.0.0.1:${port}` });
  const error = await errorOf(() => lost.getProduct('p1'), 'network');
  assert.equal(error.status, undefined);
});

test('a body that breaks off is a network error', async () => {
  answer = (_, response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('{"data":');
    setTimeout(() => response.destroy(), 20);
  };
  await errorOf(() => client().getProduct('p1'), 'network');
});

test('the time is up while headers, or the body, are awaited', async () => {
  answer = () => {};
  const error = await errorOf(() => client({ timeout: 80 }).getProduct('p1'), 'timeout');
  assert.match(error.message, /within 80 ms/);
  answer = (_, response) => {
    response.writeHead(200);
    response.write('{');
  };
  await errorOf(() => client().getProduct('p1', { timeout: 80 }), 'timeout');
});

test('a signal gives the request up and the connection is closed', async () => {
  const closed = new Promise((resolve) => {
    answer = (request) => request.on('close', resolve);
  });
  const controller = new AbortController();
  const call = errorOf(() => client().getProduct('p1', { signal: controller.signal }), 'aborted');
  while (asked.length === 0) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  controller.abort('a reason that is no Error');
  await call;
  await closed;
  await errorOf(() => client().getProduct('p1', { signal: AbortSignal.abort() }), 'aborted');
  assert.equal(asked.length, 1, 'an aborted signal sends nothing');
});

test('a fetch function is called with one Request, and may be any', async () => {
  const calls = [];
  const fetch = (...given) => {
    calls.push(given);
    return Promise.resolve(new Response('{"data":{"pool_id":"fake"}}'));
  };
  assert.equal((await client({ fetch }).getProduct('p1')).pool_id, 'fake');
  assert.equal(calls.length, 1);
  assert.equal(calls[0].length, 1);
  assert.ok(calls[0][0] instanceof Request);
  assert.equal(calls[0][0].signal.aborted, false);
  assert.deepEqual([...calls[0][0].headers.keys()].sort(), ['accept', 'authorization']);

  // One that ignores its signal keeps nobody waiting.
  const deaf = client({ fetch: () => new Promise(() => {}), timeout: 50 });
  await errorOf(() => deaf.getProduct('p1'), 'timeout');

  // Answers of another library, without a class or headers.
  const plain = { status: 200, text: async () => '{"data":{}}' };
  assert.deepEqual(await client({ fetch: () => plain }).getProduct('p1'), {});

  for (const [fetch, code] of [
    [() => { throw new Error(`thrown with ${TOKEN}`); }, 'network'],
    [() => Promise.reject('a string'), 'network'],
    [() => Promise.reject(undefined), 'network'],
    [() => Promise.reject(null), 'network'],
    [() => undefined, 'invalid_response'],
    [() => ({ status: 200 }), 'invalid_response'],
    [() => ({ status: 200, text: () => Promise.reject('cut') }), 'network'],
    [() => ({ status: 200, text: () => { throw new Error('no'); } }), 'network'],
    [() => ({ status: 200, text: () => '{' }), 'invalid_response'],
    [() => ({ status: 200, text: () => 7 }), 'invalid_response'],
    [() => ({ status: 200, headers: 7, text: () => '' }), 'invalid_response'],
    [() => ({ status: 200, headers: {}, text: () => '' }), 'invalid_response'],
  ]) {
    await errorOf(() => client({ fetch }).getProduct('p1'), code);
  }
});

test('calls at once do not disturb one another', async () => {
  answer = (request, response) => {
    const id = decodeURIComponent(request.url.split('/').at(-1));
    setTimeout(() => json(response, 200, { data: { pool_id: id } }), Math.random() * 20);
  };
  const one = client();
  const ids = Array.from({ length: 50 }, (_, index) => `p ${index}`);
  const products = await Promise.all(ids.map((id) => one.getProduct(id)));
  assert.deepEqual(products.map(({ pool_id }) => pool_id), ids);
});

test('a signal used for many calls gathers no listeners', async () => {
  answer = (_, response) => json(response, 200, { data: {} });
  const { signal } = new AbortController();
  let listening = 0;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...given) => { listening += 1; add(...given); };
  signal.removeEventListener = (...given) => { listening -= 1; remove(...given); };
  let most = 0;
  const fetch = (request) => { most = Math.max(most, listening); return globalThis.fetch(request); };
  for (let index = 0; index < 5; index += 1) {
    await client({ fetch }).getProduct('p1', { signal });
  }
  // A Request joined to the signal would listen as well; ours is not.
  assert.equal(most, 1);
  assert.equal(listening, 0);
});

test('a call that has ended leaves no clock running', async () => {
  const clocks = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const fetch = () => Promise.resolve(new Response('{"data":{}}'));
  const before = clocks();
  let during;
  await client({ fetch: () => { during = clocks(); return fetch(); } }).getProduct('p1');
  assert.equal(during, before + 1);
  assert.equal(clocks(), before);
});

test('a client shows no token', async () => {
  const { inspect } = await import('node:util');
  const shown = inspect(client(), { showHidden: true, depth: 9 }) + JSON.stringify(client());
  assert.ok(!shown.includes(TOKEN));
});

test('a failing load is told, and the next call tries again', async () => {
  // A copy of the module of its own, whose WebAssembly has not been loaded.
  const other = await fresh();
  const once = other.init(new URL('./no-such-file.wasm', import.meta.url));
  await assert.rejects(once, (error) => {
    assert.ok(error instanceof other.PoolError);
    assert.equal(error.code, 'internal');
    assert.match(error.message, /could not be loaded/);
    return true;
  });
  answer = (_, response) => json(response, 200, { data: { pool_id: 'p1' } });
  const late = new other.PoolClient({ baseUrl: base });
  assert.equal((await late.getProduct('p1')).pool_id, 'p1');
});

test('an instance that stops rejects what waits for it', async () => {
  const other = await fresh();
  let stop;
  other.use({
    onStop: (listener) => { stop = listener; },
    getProductByGtin: () => new Promise(() => {}),
    getProduct: () => { throw { code: 'internal', message: 'stopped' }; },
  });
  const one = new other.PoolClient({ baseUrl: base });
  const calls = [one.getProductByGtin(GTIN), one.getProductByGtin(GTIN)];
  await new Promise((resolve) => setTimeout(resolve, 5));
  stop({ code: 'internal', message: 'stopped' });
  for (const result of await Promise.allSettled(calls)) {
    assert.equal(result.status, 'rejected');
    assert.ok(result.reason instanceof other.PoolError);
    assert.equal(result.reason.code, 'internal');
  }
  await assert.rejects(one.getProduct('p1'), { name: 'PoolError', code: 'internal' });
});

test('loading again and giving a module are harmless', async () => {
  await Promise.all([pool.init(), pool.init()]);
  assert.throws(() => pool.use({}), { code: 'invalid_argument' });
  const calls = [];
  pool.use({ getProductByGtin() {}, getProduct: (...given) => { calls.push(given); return 'given'; } });
  assert.equal(await client().getProduct('p1'), 'given');
  assert.equal(calls[0][0].baseUrl, base);
});
