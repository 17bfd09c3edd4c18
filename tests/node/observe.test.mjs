// What a program learns of its requests: hooks, the logger, request ids and the causes
// of errors.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GTIN, TOKEN, chance, errorOf, json, nowhere, service, until } from './support.mjs';

const it = service();
const RECORD = { data: { pool_id: 'p1' } };

/** Hooks that keep what they are called with. */
function recorder() {
  const events = [];
  return {
    events,
    options: {
      onRequest: (event) => void events.push(['request', event]),
      onResponse: (event) => void events.push(['response', event]),
    },
  };
}

/** Keeps what is written to the console's errors while a test runs. */
function consoleErrors(t) {
  const own = console.error;
  const written = [];
  console.error = (...parts) => void written.push(parts);
  t.after(() => {
    console.error = own;
  });
  return written;
}

test('every attempt is reported, and its outcome', async (t) => {
  chance(t, 0);
  let count = 0;
  it.answer = (_, response) => {
    count += 1;
    json(response, count === 1 ? 503 : 200, count === 1 ? {} : RECORD, { 'x-request-id': `id-${count}` });
  };
  const { events, options } = recorder();
  const one = it.client({ ...options, maxRetries: 2 });
  assert.deepEqual(await one.getProduct('p1'), RECORD.data);
  const url = `${it.base}/v2/products/p1`;
  const request = { operation: 'getProduct', method: 'GET', url };
  const [first, refused, second, answered] = events;
  assert.equal(events.length, 4);
  assert.deepEqual(first, ['request', { ...request, attempt: 1 }]);
  assert.deepEqual(second, ['request', { ...request, attempt: 2 }]);
  for (const [[kind, event], attempt, status] of [
    [refused, 1, 503],
    [answered, 2, 200],
  ]) {
    assert.equal(kind, 'response');
    const { durationMs, headers, ...rest } = event;
    assert.deepEqual(rest, { ...request, attempt, status, requestId: `id-${attempt}` });
    assert.ok(durationMs >= 0 && durationMs < 60_000);
    assert.equal(headers.get('content-type'), 'application/json');
  }
  assert.ok(!JSON.stringify(events).includes(TOKEN));
});

test('the operation of every call is named', async () => {
  it.answer = (request, response) => json(response, 200, request.url.includes('page') ? { data: [] } : RECORD);
  const { events, options } = recorder();
  const one = it.client(options);
  await one.getProductByGtin(GTIN);
  await one.findByGtin(GTIN);
  await one.get('/v2/x');
  it.answer = (_, response) => json(response, 200, { data: [] });
  await one.listBrands(7);
  await one.changes()[Symbol.asyncIterator]().next();
  const names = events.filter(([kind]) => kind === 'request').map(([, { operation }]) => operation);
  assert.deepEqual(names, ['getProductByGtin', 'getProductByGtin', 'get', 'listBrands', 'listProducts']);
});

test('an attempt without a response is reported with what fetch threw', async () => {
  const { events, options } = recorder();
  const lost = it.client({ ...options, baseUrl: await nowhere() });
  const error = await errorOf(() => lost.getProduct('p1'), 'network');
  const [, [, event]] = events;
  assert.equal(event.error, error.cause);
  assert.equal(event.status, undefined);
  events.length = 0;
  // Even by a function that ignores its signal.
  const stuck = it.client({ ...options, fetch: () => new Promise(() => {}), timeoutMs: 20 });
  await errorOf(() => stuck.getProduct('p1'), 'timeout');
  await until(() => events.length === 2);
  assert.equal(events[1][1].error.name, 'AbortError');
  events.length = 0;
  const strange = it.client({ ...options, fetch: async () => 7 });
  await errorOf(() => strange.getProduct('p1'), 'invalid_response');
  assert.match(events[1][1].error.message, /did not return a Response/);
});

test('a hook that fails breaks no request, and is reported', async (t) => {
  const written = consoleErrors(t);
  it.answer = (_, response) => json(response, 200, RECORD);
  const failure = new Error('of the page');
  const fails = () => {
    throw failure;
  };
  for (const [name, options] of [
    ['onRequest', { onRequest: fails }],
    ['onRequest', { onRequest: async () => fails() }],
    ['onResponse', { onResponse: fails }],
    ['logger', { logger: { debug: fails } }],
  ]) {
    written.length = 0;
    assert.deepEqual(await it.client(options).getProduct('p1'), RECORD.data);
    await until(() => written.length > 0);
    assert.deepEqual(written[0], [`product-pool: ${name} failed`, failure]);
  }
});

test('a logger gets requests at debug and failures at warn', async () => {
  const lines = [];
  const logger = {
    debug(text, event) {
      assert.equal(this, logger);
      lines.push(`debug ${text} ${event.operation}`);
    },
    warn: (text, event) => void lines.push(`warn ${text} ${event.status}`),
  };
  it.answer = (request, response) => {
    const found = request.url.endsWith('p1');
    json(response, found ? 200 : 404, found ? RECORD : { errors: [] }, { 'x-request-id': 'abc' });
  };
  await it.client({ logger }).getProduct('p1');
  await errorOf(() => it.client({ logger }).getProduct('p2'), 'not_found');
  const url = `${it.base}/v2/products`;
  assert.deepEqual(
    lines.map((line) => line.replace(/in \d+ ms/, 'in 5 ms')),
    [
      `debug product-pool: GET ${url}/p1 (attempt 1) getProduct`,
      `debug product-pool: 200 from ${url}/p1 in 5 ms (attempt 1, request id abc) getProduct`,
      `debug product-pool: GET ${url}/p2 (attempt 1) getProduct`,
      `warn product-pool: 404 from ${url}/p2 in 5 ms (attempt 1, request id abc) 404`,
    ],
  );
  // A failure is logged with its reason, which Node's fetch has only in the cause.
  lines.length = 0;
  await errorOf(async () => it.client({ baseUrl: await nowhere(), logger }).getProduct('p3'), 'network');
  assert.match(
    lines[1],
    /^warn product-pool: no response from http.*p3 in \d+ ms \(attempt 1\): .*\(.*ECONNREFUSED.*\)/,
  );
  // Some methods are enough.
  await it.client({ logger: {} }).getProduct('p1');
});

test('no token reaches a hook, a log or a cause', async () => {
  const { events, options } = recorder();
  const lines = [];
  const logger = { debug: (...parts) => lines.push(parts), warn: (...parts) => lines.push(parts) };
  const leaky = async (_, { headers }) => {
    throw new Error(`cannot send ${headers.Authorization}`);
  };
  for (const more of [{}, { ...options, logger }]) {
    const error = await errorOf(() => it.client({ ...more, fetch: leaky }).getProduct('p1'), 'network');
    assert.equal(error.cause, undefined);
  }
  const texts = [...events, ...lines].flat().map((part) => JSON.stringify(part) + String(part.error?.stack));
  assert.ok(texts.length > 0);
  assert.ok(!texts.join().includes(TOKEN));
});

test('the request id of a failure is known', async () => {
  const id = { 'x-request-id': '01J-abc' };
  for (const [status, body, code] of [
    [404, { errors: [] }, 'not_found'],
    [500, {}, 'http'],
    [200, '<html>', 'invalid_response'],
    [200, { data: { version: 7 } }, 'invalid_response'],
  ]) {
    it.answer = (_, response) => json(response, status, body, id);
    const error = await errorOf(() => it.client({ validate: 'strict' }).getProduct('p1'), code);
    assert.equal(error.requestId, '01J-abc');
    assert.equal(error.toJSON().requestId, '01J-abc');
  }
  it.answer = (_, response) => json(response, 500, {}, { 'x-request-id': `${TOKEN}${'x'.repeat(5000)}` });
  const long = await errorOf(() => it.client().getProduct('p1'), 'http');
  assert.ok(long.requestId.length < 300 && !long.requestId.includes(TOKEN));
  it.answer = (_, response) => json(response, 500, {});
  assert.equal((await errorOf(() => it.client().getProduct('p1'), 'http')).requestId, undefined);
});

test('an error has the cause that fetch or the token function threw', async () => {
  const refused = await errorOf(async () => it.client({ baseUrl: await nowhere() }).getProduct('p1'), 'network');
  assert.ok(refused.cause instanceof TypeError);
  assert.equal(refused.cause.cause.code, 'ECONNREFUSED');
  assert.match(refused.message, /ECONNREFUSED/);
  const unknown = await errorOf(() => it.client({ baseUrl: 'http://pool.invalid' }).getProduct('p1'), 'network');
  assert.match(unknown.cause.cause.code, /ENOTFOUND|EAI_AGAIN/);
  it.answer = (_, response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('{"data":', () => response.destroy());
  };
  assert.ok((await errorOf(() => it.client().getProduct('p1'), 'network')).cause instanceof TypeError);

  const own = new RangeError('the vault is shut');
  for (const thrown of [own, 'a text', { odd: true }, null]) {
    const fails = () => {
      throw thrown;
    };
    for (const [options, code] of [
      [{ fetch: fails }, 'network'],
      [{ fetch: async () => fails() }, 'network'],
      [{ token: fails }, 'unauthenticated'],
      [{ token: async () => fails() }, 'unauthenticated'],
    ]) {
      const error = await errorOf(() => it.client(options).getProduct('p1'), code);
      assert.equal(error.cause, thrown);
      assert.ok(!('cause' in error.toJSON()));
    }
  }
});

test('calls that share a request share its cause', async () => {
  const thrown = new Error('once');
  const one = it.client({
    fetch: async () => {
      throw thrown;
    },
  });
  const errors = await Promise.all([1, 2, 3].map(() => errorOf(() => one.getProduct('p1'), 'network')));
  for (const error of errors) assert.equal(error.cause, thrown);
});
