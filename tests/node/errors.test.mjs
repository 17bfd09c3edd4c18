// Kinds of failures: each code, what an error carries, and bodies that are
// not what the service promises.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { GTIN, TOKEN, errorOf, fresh, json, nowhere, pool, service } from './support.mjs';

const it = service();

/** Answers with a body as it is. */
function body(text, headers = {}) {
  it.answer = (_, response) => json(response, 200, text, headers);
}

test('each status has its code', async () => {
  for (const [status, code] of [
    [300, 'http'],
    [304, 'http'],
    [400, 'http'],
    [401, 'unauthenticated'],
    [402, 'http'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [408, 'http'],
    [410, 'http'],
    [418, 'http'],
    [429, 'rate_limited'],
    [500, 'http'],
    [501, 'http'],
    [503, 'http'],
  ]) {
    const empty = status === 304;
    it.answer = (_, response) => json(response, status, empty ? '' : { message: `said ${TOKEN}` });
    const error = await errorOf(() => it.client().getProduct('p1'), code);
    assert.equal(error.status, status);
    assert.equal(error.attempts, 1);
    assert.equal(error.method, 'GET');
    assert.equal(error.url, `${it.base}/v2/products/p1`);
    assert.match(error.message, new RegExp(`status ${status}`));
    if (!empty) assert.match(error.message, /said \[token\]/);
  }
});

test('every code can be reached', async () => {
  const reached = new Set();
  const reach = async (code, call) => {
    await errorOf(call, code);
    reached.add(code);
  };
  for (const [code, status] of Object.entries({
    unauthenticated: 401,
    forbidden: 403,
    not_found: 404,
    invalid_request: 422,
    rate_limited: 429,
    http: 400,
    invalid_response: 200,
  })) {
    it.answer = (_, response) => json(response, status, { message: 'no' });
    await reach(code, () => it.client().getProduct('p1'));
  }
  await reach('network', async () => it.client({ baseUrl: await nowhere() }).getProduct('p1'));
  it.answer = () => {};
  await reach('timeout', () => it.client({ timeoutMs: 20 }).getProduct('p1'));
  await reach('aborted', () => it.client().getProduct('p1', { signal: AbortSignal.abort() }));
  await reach('invalid_argument', () => it.client().getProduct(''));
  const other = await fresh();
  await errorOf(() => other.init(new URL('file:///nowhere.wasm')), 'internal', other.PoolError);
  assert.equal(reached.size, 11);
});

test('a 404 that is not the service’s own names the base URL', async () => {
  for (const body of ['<!doctype html><h1>Not here</h1>', '', '{}', '{"error":"no route"}', '{"errors":"none"}']) {
    it.answer = (_, response) => response.writeHead(404).end(body);
    for (const call of [(one) => one.getProduct('p1'), (one) => one.findByGtin(GTIN), (one) => one.listProducts()]) {
      const error = await errorOf(() => call(it.client()), 'invalid_response');
      assert.equal(error.status, 404);
      assert.ok(error.message.includes(`the base URL "${it.base}" is probably wrong`), error.message);
      assert.doesNotMatch(error.message, /Not here/);
    }
  }
});

test('a redirect is followed, and its end is what counts', async () => {
  it.answer = (request, response) => {
    if (request.url === '/v2/products/p1') {
      response.writeHead(302, { location: '/v2/products/p2' });
      return response.end();
    }
    return json(response, 200, { data: { pool_id: 'p2' } });
  };
  assert.equal((await it.client().getProduct('p1')).pool_id, 'p2');
  // In a circle there is none.
  it.answer = (_, response) => {
    response.writeHead(302, { location: '/v2/products/p1' });
    response.end();
  };
  await errorOf(() => it.client().getProduct('p1'), 'network');
});

test('the errors of a body are kept, whatever their shape', async () => {
  const problem = { status: '429', code: 'slow', title: 'Slow down', detail: 'Too many.' };
  for (const [errors, expected] of [
    [[problem], [problem]],
    [
      [problem, { detail: 'Again.' }],
      [problem, { detail: 'Again.' }],
    ],
    [problem, [problem]],
    [[{ ...problem, status: 429, code: null, meta: {} }], [{ status: '429', title: 'Slow down', detail: 'Too many.' }]],
    ['Too many.', [{ detail: 'Too many.' }]],
    [['a', {}, null, []], [{ detail: 'a' }]],
    [[{ detail: TOKEN }], [{ detail: '[token]' }]],
    [[], []],
    [null, []],
    [undefined, []],
  ]) {
    it.answer = (_, response) => json(response, 400, { errors });
    const error = await errorOf(() => it.client().getProduct('p1'), 'http');
    assert.deepEqual(error.errors, expected);
    if (expected[0]) assert.match(error.message, new RegExp(expected[0].detail.replace(/[[\]]/g, '.')));
  }
  // A text of any length and kind makes one line.
  it.answer = (_, response) => json(response, 400, { message: `a\nb\u0000${'x'.repeat(9999)}` });
  const error = await errorOf(() => it.client().getProduct('p1'), 'http');
  assert.ok(error.message.length < 300 && !/[\n\0]/.test(error.message), error.message);
});

test('an error is shown with what it is about, and goes through JSON', async () => {
  it.answer = (_, response) => json(response, 404, { errors: [{ detail: 'gone' }] });
  const error = await errorOf(() => it.client().getProduct('p1'), 'not_found');
  assert.deepEqual(JSON.parse(JSON.stringify({ error })).error, {
    name: 'PoolError',
    code: 'not_found',
    message: error.message,
    status: 404,
    errors: [{ detail: 'gone' }],
    attempts: 1,
    method: 'GET',
    url: `${it.base}/v2/products/p1`,
  });
  assert.match(String(error), /^PoolError: .*gone/);
  assert.match(inspect(error), /not_found/);
  assert.equal(Object.prototype.toString.call(error), '[object Error]');
});

test('an error has the headers of its answer, which no log shows', async () => {
  for (const [status, text, code] of [
    [429, '{"message":"slow"}', 'rate_limited'],
    [404, '<p>nothing here', 'invalid_response'],
    [200, 'not JSON', 'invalid_response'],
  ]) {
    it.answer = (_, response) => json(response, status, text, { 'x-shard': '7', 'x-repeated': `Bearer ${TOKEN}` });
    const error = await errorOf(() => it.client().getProduct('p1'), code);
    assert.equal(error.headers.get('X-Shard'), '7');
    assert.ok(!JSON.stringify(error).includes('shard') && !Object.keys(error).includes('headers'));
  }
  const unreachable = it.client({ baseUrl: await nowhere() });
  assert.equal((await errorOf(() => unreachable.getProduct('p1'), 'network')).headers, undefined);
  assert.equal((await errorOf(() => it.client().getProduct(7), 'invalid_argument')).headers, undefined);
});

test('a body that is not a product is an invalid response, and not retried', async () => {
  const patient = it.client({ maxRetries: 2 });
  for (const text of [
    '',
    ' ',
    'null',
    '[]',
    '{}',
    '{"data":null}',
    '{"data":[]}',
    '{"data":"x"}',
    '{"data":7}',
    '{"data":{',
    '7',
    '"x"',
    "{'data':{}}",
    '{"data":{}}x',
  ]) {
    body(text);
    it.asked = [];
    const error = await errorOf(() => patient.getProduct('p1'), 'invalid_response');
    await errorOf(() => patient.getProductByGtin(GTIN), 'invalid_response');
    await errorOf(() => patient.getFeatureImage('p1'), 'invalid_response');
    assert.equal(error.status, 200);
    assert.equal(error.url, `${it.base}/v2/products/p1`);
    assert.equal(it.asked.length, 3, text);
  }
  // It would look like a product about which nothing is stated.
  body('{"data":{}}');
  await errorOf(() => patient.getProduct('p1'), 'invalid_response');
  await errorOf(() => patient.getProductByGtin(GTIN), 'invalid_response');
  for (const text of ['', 'null', '{}', '[]', '{"data":{}}', '{"data":null}', '{"data":"x"}', '[', '7']) {
    body(text);
    it.asked = [];
    await errorOf(() => patient.listImages('p1'), 'invalid_response');
    await errorOf(() => patient.listProducts(), 'invalid_response');
    await errorOf(() => patient.changes()[Symbol.asyncIterator]().next(), 'invalid_response');
    assert.equal(it.asked.length, 3, text);
  }
  for (const text of ['', 'null', '{}', '{"data":{}}', '{"data":null}', '[', '7']) {
    body(text);
    await errorOf(() => patient.listManufacturers(), 'invalid_response');
    await errorOf(() => patient.listBrands(1), 'invalid_response');
  }
  for (const text of ['', '[', 'null', '7', '"x"', '[]']) {
    body(text);
    await errorOf(() => patient.getManufacturer(1), 'invalid_response');
  }
});

test('a page of HTML is called one and not repeated', async () => {
  const page = '<!doctype html><title>Please sign in</title>';
  for (const [status, code] of [
    [200, 'invalid_response'],
    [403, 'forbidden'],
    [502, 'http'],
  ]) {
    for (const type of ['text/html', 'text/html; charset=utf-8', 'application/json']) {
      it.answer = (_, response) => json(response, status, page, { 'content-type': type });
      const error = await errorOf(() => it.client().getProduct('p1'), code);
      assert.match(error.message, /an HTML page of 44 bytes/);
      assert.ok(!error.message.includes('sign in'));
      assert.equal(error.status, status);
    }
  }
  body(page, { 'content-type': 'text/html' });
  const error = await errorOf(() => it.client().getProduct('p1'), 'invalid_response');
  assert.match(error.message, /base URL/);
});

test('JSON is read despite a wrong content type', async () => {
  for (const type of [
    'text/plain',
    'text/html',
    'application/octet-stream',
    'nonsense',
    'application/json; charset=latin1',
  ]) {
    body('{"data":{"pool_id":"é"}}', { 'content-type': type });
    assert.equal((await it.client().getProduct('p1')).pool_id, 'é');
  }
  it.answer = (_, response) => response.end('\u{feff}{"data":{"pool_id":"p1"}}');
  assert.equal((await it.client().getProduct('p1')).pool_id, 'p1');
});

test('what a record should not hold comes as it is', async () => {
  body('{"data":{"a":1,"a":2,"general":{"brand":"7"},"outer":null},"data":{"b":"7","c":null}}');
  assert.deepEqual(await it.client().getProduct('p1'), { b: '7', c: null });
  body('{"data":{"outer":{"consumer_units_per_traded":{"value":"12"}},"components":"none"}}');
  assert.deepEqual(await it.client().getProduct('p1'), {
    outer: { consumer_units_per_traded: { value: '12' } },
    components: 'none',
  });
  body('{"data":{"a":"\\ud800","b":"\u{fffd}"}}');
  assert.deepEqual(await it.client().getProduct('p1'), { a: '\ud800', b: '\u{fffd}' });
});

test('no member of a body takes the place of a method or a prototype', async () => {
  body(`{"__proto__":{"polluted":true},"constructor":7,"hasNextPage":"yes","getNextPage":1,
    "then":1,"toString":2,"follow":3,"next":null,"data":[{"__proto__":{"polluted":true}}]}`);
  const page = await it.client().listProducts();
  assert.equal(page.polluted, undefined);
  assert.equal({}.polluted, undefined);
  assert.ok(page instanceof pool.Page);
  assert.equal(page.hasNextPage(), false);
  await errorOf(() => page.getNextPage(), 'invalid_argument');
  assert.equal(page.then, 1);
  assert.equal(Object.hasOwn(page, 'toString'), false);
  // JSON.parse makes an own member of it, which hurts nobody.
  assert.equal(page.data[0].polluted, undefined);
  assert.ok(Object.hasOwn(page.data[0], '__proto__'));
  for await (const item of it.client().listProducts()) assert.equal(item.polluted, undefined);
});

test('a body nested deeply stops nothing', async () => {
  const deep = 100_000;
  const nested = '['.repeat(deep) + ']'.repeat(deep);
  for (const validate of ['off', 'report', 'strict']) {
    body(`{"data":{"pool_id":"p1","deep":${nested}}}`);
    const call = () => it.client().getProduct('p1', { validate });
    if (validate === 'off') {
      assert.equal((await call()).pool_id, 'p1');
    } else {
      const error = await errorOf(call, 'invalid_response');
      assert.match(error.message, /deep/);
    }
  }
  body(`{"data":[{"pool_id":"p1","deep":${nested}}]}`);
  await errorOf(() => it.client().changes()[Symbol.asyncIterator]().next(), 'invalid_response');
  it.answer = (_, response) => json(response, 400, `{"errors":${nested}}`);
  assert.deepEqual((await errorOf(() => it.client().getProduct('p1'), 'http')).errors, []);
  // And the instance still works.
  body('{"data":{"pool_id":"p1"}}');
  assert.equal((await it.client().getProduct('p1', { validate: 'strict' })).pool_id, 'p1');
});

test('a body of 50 MB is read, refused or reported like any other', async () => {
  const filler = 'x'.repeat(1 << 20);
  const large = (head, tail) => (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write(head);
    for (let count = 0; count < 50; count += 1) response.write(filler);
    response.end(tail);
  };
  it.answer = large('{"data":{"pool_id":"p1","text":"', '"}}');
  assert.equal((await it.client().getProduct('p1')).text.length, 50 << 20);
  it.answer = large('<!doctype html>', '');
  const error = await errorOf(() => it.client().getProduct('p1'), 'invalid_response');
  assert.match(error.message, /an HTML page of 52428815 bytes/);
  it.answer = large('{"data":{"text":"', '');
  await errorOf(() => it.client().getProduct('p1'), 'invalid_response');
});

test('a service that is not there, or hangs up, is a network error', async () => {
  const lost = it.client({ baseUrl: await nowhere() });
  const error = await errorOf(() => lost.getProduct('p1'), 'network');
  assert.equal(error.status, undefined);
  assert.match(error.url, /\/v2\/products\/p1$/);
  const unknown = it.client({ baseUrl: 'http://pool.invalid' });
  await errorOf(() => unknown.getProduct('p1'), 'network');
  it.answer = (request) => request.socket.destroy();
  await errorOf(() => it.client().getProduct('p1'), 'network');
  it.answer = (request) => request.socket.end('not HTTP at all\r\n\r\n');
  await errorOf(() => it.client().getProduct('p1'), 'network');
});

test('a body that breaks off is a network error', async () => {
  it.answer = (_, response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('{"data":', () => response.destroy());
  };
  await errorOf(() => it.client().getProduct('p1'), 'network');
  it.answer = (_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' });
    response.end('this is no gzip');
  };
  await errorOf(() => it.client().getProduct('p1'), 'network');
});

test('an error is known by its name, whichever copy of the package it is of', () => {
  const { PoolError, isPoolError } = pool;
  const error = new PoolError({ code: 'rate_limited', message: 'too many requests' });
  assert.ok(isPoolError(error));
  assert.ok(isPoolError(Object.assign(new Error('x'), { name: 'PoolError', code: 'http' })));
  for (const other of [new Error('x'), undefined, null, 'PoolError', 7, {}]) assert.ok(!isPoolError(other));
});
