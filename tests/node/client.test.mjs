// The package's client in Node: how a call becomes a request and a result,
// what the global object and the console see of it, and where the WebAssembly
// comes from.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { ADDED, GTIN, TOKEN, errorOf, fresh, json, pool, program, service, until } from './support.mjs';

const it = service();

test('importing the package leaves nothing behind', () => {
  assert.deepEqual(ADDED, []);
});

test('a product comes as plain objects, asked for with two headers', async () => {
  it.answer = (_, response) => json(response, 200, '{"data":{"pool_id":"p1","unknown":[1.50]}}');
  const product = await it.client().getProductByGtin(GTIN);
  assert.deepEqual(product, { pool_id: 'p1', unknown: [1.5] });
  assert.equal(Object.getPrototypeOf(product), Object.prototype);
  assert.equal(it.asked.length, 1);
  const [{ url, method, headers }] = it.asked;
  assert.equal(url, `/v2/products/gtin/${GTIN}`);
  assert.equal(method, 'GET');
  assert.equal(headers.authorization, `Bearer ${TOKEN}`);
  assert.equal(headers.accept, 'application/json');
});

test('without a token none is sent', async () => {
  it.answer = (_, response) => json(response, 200, { data: { pool_id: 'p1' } });
  await it.client({ token: null }).getProduct('p1');
  assert.equal(it.asked[0].headers.authorization, undefined);
});

test('a result is a promise like any other, and has the response beside it', async () => {
  it.answer = (_, response) => json(response, 203, { data: { pool_id: 'p1' } }, { etag: '"e"' });
  const call = it.client().getProduct('p1');
  assert.ok(call instanceof Promise);
  assert.equal(Object.getPrototypeOf(call.then(() => {})), Promise.prototype);
  const [one, all, raced] = [await call, await Promise.all([call]), await Promise.race([call])];
  assert.deepEqual([all, raced], [[one], one]);
  let settled = 0;
  await call.finally(() => {
    settled += 1;
  });
  assert.equal(settled, 1);
  const { data, response } = await call.withResponse();
  assert.deepEqual(data, { pool_id: 'p1' });
  assert.equal(response.status, 203);
  assert.equal(response.headers.get('ETag'), '"e"');
  assert.equal(response.url, `${it.base}/v2/products/p1`);
  // The body is unread, and each look has one of its own.
  assert.ok(response instanceof Response && response.ok && !response.bodyUsed);
  const again = await call.withResponse();
  for (const each of [response, again.response]) assert.deepEqual(await each.json(), { data });
  assert.equal(it.asked.length, 1, 'however often one looks, it is asked once');
});

test('a handled failure is no unhandled rejection, and an unhandled one is', async () => {
  it.answer = (_, response) => json(response, 404, { errors: [] });
  const { stdout } = await program(
    `
    const one = new pool.PoolClient({ baseUrl: BASE });
    const strangers = [];
    process.on('unhandledRejection', ({ code }) => strangers.push(code));
    const failed = async (call) => console.log((await call().then(() => 'none', (error) => error)).code);
    await failed(() => one.getProduct('p1'));
    await failed(() => one.getProduct('p1').withResponse());
    await failed(() => one.getProduct('p1').finally(() => {}));
    await failed(() => one.getProduct('p1').catch((error) => Promise.reject(error)));
    await failed(() => one.listProducts());
    await failed(() => one.listProducts().withResponse());
    await failed(() => one.listProducts().toArray());
    await failed(async () => {
      for await (const item of one.listProducts()) console.log(item);
    });
    await sleep(10);
    console.log(strangers);
    // A call that nothing awaits is reported as unhandled.
    one.getProduct('p2');
    while (strangers.length === 0) await sleep(5);
    console.log(strangers);
    `,
    { base: it.base },
  );
  const expected = [...Array(8).fill('not_found'), '[]', "[ 'not_found' ]"];
  assert.deepEqual(stdout.trim().split('\n'), expected);
});

test('a fetch function is called with an address and an object, and may be any', async () => {
  const calls = [];
  const fetch = (...given) => {
    calls.push(given);
    return Promise.resolve(new Response('{"data":{"pool_id":"fake"}}'));
  };
  assert.equal((await it.client({ fetch }).getProduct('p1')).pool_id, 'fake');
  assert.equal(calls.length, 1);
  assert.equal(calls[0].length, 2);
  const [url, { headers, signal, ...more }] = calls[0];
  assert.equal(url, `${it.base}/v2/products/p1`);
  assert.deepEqual(headers, { Accept: 'application/json', Authorization: `Bearer ${TOKEN}` });
  assert.ok(signal instanceof AbortSignal && !signal.aborted);
  assert.deepEqual(more, {});

  // Answers of another library, without a class or headers.
  const plain = { status: 200, text: async () => '{"data":{"pool_id":"p1"}}' };
  const { data, response } = await it
    .client({ fetch: () => plain })
    .getProduct('p1')
    .withResponse();
  assert.deepEqual(data, { pool_id: 'p1' });
  assert.deepEqual([...response.headers], []);
  assert.equal(await response.text(), '{"data":{"pool_id":"p1"}}');

  // Headers that cannot be listed.
  const bare = { get: (name) => (name === 'x-shard' ? '7' : null) };
  const some = it.client({ fetch: () => ({ ...plain, headers: bare }) }).getProduct('p1');
  assert.equal((await some.withResponse()).response.headers.get('x-shard'), '7');
});

test('a fetch function may fail in any way', async () => {
  for (const [fetch, code] of [
    [
      () => {
        throw new Error(`thrown with ${TOKEN}`);
      },
      'network',
    ],
    [() => Promise.reject('a string'), 'network'],
    [() => Promise.reject(undefined), 'network'],
    [() => Promise.reject(null), 'network'],
    [() => undefined, 'invalid_response'],
    [() => ({ status: 200 }), 'invalid_response'],
    [() => ({ status: 200, text: () => Promise.reject('cut') }), 'network'],
    [
      () => ({
        status: 200,
        text: () => {
          throw new Error('no');
        },
      }),
      'network',
    ],
    [() => ({ status: 200, text: () => '{' }), 'invalid_response'],
    [() => ({ status: 200, text: () => 7 }), 'invalid_response'],
    [() => ({ status: 200, headers: 7, text: () => '' }), 'invalid_response'],
    [() => ({ status: 200, headers: {}, text: () => '' }), 'invalid_response'],
  ]) {
    await errorOf(() => it.client({ fetch }).getProduct('p1'), code);
  }
});

test('the global fetch is looked up for each call', async (t) => {
  const own = globalThis.fetch;
  t.after(() => {
    globalThis.fetch = own;
  });
  const one = it.client();
  for (const id of ['first', 'second']) {
    globalThis.fetch = async () => new Response(`{"data":{"pool_id":"${id}"}}`);
    assert.equal((await one.getProduct('p1')).pool_id, id);
  }
});

test('calls at once do not disturb one another', async () => {
  it.answer = (request, response) => {
    const id = decodeURIComponent(request.url.split('/').at(-1));
    setTimeout(() => json(response, 200, { data: { pool_id: id } }), Math.random() * 20);
  };
  const one = it.client();
  const ids = Array.from({ length: 50 }, (_, index) => `p ${index}`);
  const products = await Promise.all(ids.map((id) => one.getProduct(id)));
  assert.deepEqual(
    products.map(({ pool_id }) => pool_id),
    ids,
  );
});

test('a client shows no token', async () => {
  for (const token of [TOKEN, async () => TOKEN]) {
    const one = it.client({ token });
    it.answer = (_, response) => json(response, 200, { data: { pool_id: 'p1' } });
    await one.getProduct('p1');
    const shown = inspect(one, { showHidden: true, depth: 9 }) + JSON.stringify(one);
    assert.ok(!shown.includes(TOKEN));
  }
});

test('options may change after they were passed to a constructor', async () => {
  it.answer = (_, response) => json(response, 200, { data: { pool_id: 'p1' } });
  const options = { baseUrl: it.base, token: TOKEN };
  const one = new pool.PoolClient(options);
  options.token = 'other';
  options.baseUrl = 'http://elsewhere.invalid';
  await one.getProduct('p1');
  assert.equal(it.asked[0].headers.authorization, `Bearer ${TOKEN}`);
});

test('a page that contains its token is warned once', async () => {
  const { stderr } = await program(`
    globalThis.window = globalThis;
    globalThis.document = {};
    const make = (options) => new pool.PoolClient({ baseUrl: 'http://127.0.0.1', ...options });
    make({});
    make({ token: async () => '${TOKEN}' });
    make({ token: '${TOKEN}', dangerouslyAllowBrowser: true });
    console.error('so far nothing');
    make({ token: '${TOKEN}' });
    make({ token: '${TOKEN}' });
  `);
  const [nothing, ...warnings] = stderr.trim().split('\n');
  assert.equal(nothing, 'so far nothing');
  assert.equal(warnings.length, 1, stderr);
  assert.match(warnings[0], /token.*gateway.*baseUrl.*dangerouslyAllowBrowser/);
  assert.ok(!warnings[0].includes(TOKEN));
});

test('outside a page there is no warning', async () => {
  const { stdout, stderr } = await program(`
    new pool.PoolClient({ baseUrl: 'http://127.0.0.1', token: '${TOKEN}' });
  `);
  assert.equal(stdout + stderr, '');
});

test('a failed load rejects, and the next call tries again', async () => {
  // A copy of the module of its own, whose WebAssembly has not been loaded.
  const other = await fresh();
  const load = () => other.init(new URL('./no-such-file.wasm', import.meta.url));
  const error = await errorOf(load, 'internal', other.PoolError);
  assert.match(error.message, /could not be loaded/);
  it.answer = (_, response) => json(response, 200, { data: { pool_id: 'p1' } });
  const late = new other.PoolClient({ baseUrl: it.base });
  assert.equal((await late.getProduct('p1')).pool_id, 'p1');
});

test('tools that cannot be loaded take nothing else along', async () => {
  const other = await fresh();
  await other.init(undefined, { tools: new URL('./no-such-file.wasm', import.meta.url) });
  const one = new other.PoolClient({ baseUrl: it.base });
  it.answer = (_, response) => json(response, 200, { data: { pool_id: 'p1' } });
  const checked = () => one.getProduct('p1', { validate: 'report' });
  const failed = errorOf(checked, 'internal', other.PoolError);
  assert.equal((await one.getProduct('p1')).pool_id, 'p1');
  await failed;
  assert.equal((await one.getProduct('p1')).pool_id, 'p1');
  // The next call tries again, beside the package.
  assert.equal((await checked()).pool_id, 'p1');
  assert.equal((await one.getProduct('p1')).pool_id, 'p1');
});

test('once the tools are there, all calls of a client share one line', async () => {
  const answers = [];
  const body = { data: { pool_id: 'p1' } };
  const one = it.client({ concurrency: 1 });
  it.answer = (_, response) => json(response, 200, body);
  await one.getProduct('a', { validate: 'report' });
  it.answer = (_, response) => answers.push(response);
  const calls = [one.getProduct('b'), one.getProduct('c', { validate: 'report' }), one.getProduct('d')];
  for (let done = 0; done < calls.length; done += 1) {
    await until(() => answers.length > done);
    await sleep(10);
    assert.equal(answers.length, done + 1);
    json(answers[done], 200, body);
  }
  await Promise.all(calls);
});

test('an instance that stops rejects what waits for it', async () => {
  const other = await fresh();
  let stop;
  let waiting = 0;
  const never = () => {
    waiting += 1;
    return new Promise(() => {});
  };
  other.use({
    onStop: (listener) => {
      stop = listener;
    },
    Client: class {
      send(name) {
        if (name === 'getProduct') throw { code: 'internal', message: 'stopped' };
        return never();
      }
    },
    Feed: class {
      next = never;
    },
    Index: class {
      refresh = never;
    },
  });
  const one = new other.PoolClient({ baseUrl: it.base });
  const calls = [
    one.getProductByGtin(GTIN),
    one.listProducts().toArray(),
    one.findByGtin(GTIN),
    one.buildGtinIndex(),
    one.changes()[Symbol.asyncIterator]().next(),
  ].map((call) => errorOf(() => call, 'internal', other.PoolError));
  await until(() => waiting === calls.length);
  stop({ code: 'internal', message: 'stopped' });
  await Promise.all(calls);
  await errorOf(() => one.getProduct('p1'), 'internal', other.PoolError);
});

test('where no timer may be set, a call is an error and no hang', async (t) => {
  const other = await fresh();
  await other.init();
  const one = new other.PoolClient({ baseUrl: it.base, fetch: async () => new Response('{"data":{"pool_id":"p1"}}') });
  const own = globalThis.setTimeout;
  t.after(() => {
    globalThis.setTimeout = own;
  });
  globalThis.setTimeout = () => {
    throw new Error('Disallowed operation called within global scope');
  };
  const error = await errorOf(() => one.getProduct('p1'), 'internal', other.PoolError);
  assert.match(String(error.cause), /global scope/);
  globalThis.setTimeout = own;
  assert.deepEqual(await one.getProduct('p1'), { pool_id: 'p1' });
});

test('a trap of the WebAssembly is an error like any other', async () => {
  const other = await fresh();
  other.use({
    Client: class {
      send() {
        throw new WebAssembly.RuntimeError('unreachable');
      }
    },
  });
  const one = new other.PoolClient({ baseUrl: it.base });
  const error = await errorOf(() => one.getProduct('p1'), 'internal', other.PoolError);
  assert.ok(error.cause instanceof WebAssembly.RuntimeError);
});

test('loading again and giving a module are harmless', async () => {
  await Promise.all([pool.init(), pool.init()]);
  for (const module of [undefined, null, {}, { Client: 7 }]) {
    assert.throws(() => pool.use(module), { name: 'PoolError', code: 'invalid_argument' });
  }
  const other = await fresh();
  const settings = [];
  other.use({
    Client: class {
      constructor(given) {
        settings.push(given);
      }

      send = async (name, given) => ({ data: { name, given } });
    },
  });
  const one = new other.PoolClient({ baseUrl: it.base });
  const expected = { name: 'getProduct', given: ['p1'] };
  assert.deepEqual(await one.getProduct('p1'), expected);
  assert.deepEqual(await one.getProduct('p1'), expected);
  assert.deepEqual(
    settings.map(({ baseUrl }) => baseUrl),
    [it.base],
    'one client, made once',
  );
});
