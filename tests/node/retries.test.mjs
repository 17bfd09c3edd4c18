// Which failures are retried, how often, and after how long.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENDLESS, GTIN, chance, errorOf, json, nowhere, quickClock, service } from './support.mjs';

const it = service();
const RECORD = { data: { pool_id: 'p1' } };

/** Answers in turn; the last answer stays. */
function answers(...list) {
  it.asked = [];
  it.answer = (request, response) => {
    const answer = list[Math.min(it.asked.length, list.length) - 1];
    if (typeof answer === 'function') answer(request, response);
    else json(response, answer[0], answer[1] ?? {}, answer[2]);
  };
}

const patient = (options) => it.client({ maxRetries: 2, ...ENDLESS, ...options });

test('temporary failures are retried, twice by default', async (t) => {
  quickClock(t);
  for (const status of [408, 429, 500, 502, 503, 504, 507, 599]) {
    answers([status], [status], [200, RECORD]);
    const usual = it.client({ ...ENDLESS, maxRetries: undefined });
    assert.equal((await usual.getProduct('p1')).pool_id, 'p1');
    assert.equal(it.asked.length, 3);
    answers([status]);
    const code = status === 429 ? 'rate_limited' : 'http';
    const error = await errorOf(() => usual.getProduct('p1'), code);
    assert.equal(it.asked.length, 3);
    assert.equal(error.attempts, 3);
    assert.equal(error.status, status);
    assert.match(error.message, /; tried 3 times$/);
  }
});

test('how often is up to the client and to the call', async (t) => {
  quickClock(t);
  for (const [ofClient, ofCall, requests] of [
    [0, undefined, 1],
    [1, undefined, 2],
    [5, null, 6],
    [0, 3, 4],
    [5, 0, 1],
  ]) {
    answers([503]);
    const one = it.client({ ...ENDLESS, maxRetries: ofClient });
    const error = await errorOf(() => one.getProduct('p1', { maxRetries: ofCall }), 'http');
    assert.equal(it.asked.length, requests);
    assert.equal(error.attempts, requests);
  }
});

test('every operation tries again', async (t) => {
  quickClock(t);
  for (const [call, body] of [
    [(one) => one.listProducts(), { data: [] }],
    [(one) => one.getProductByGtin(GTIN), RECORD],
    [(one) => one.listManufacturers(), { data: [] }],
    [(one) => one.getManufacturer(1), RECORD],
    [(one) => one.listBrands(1), { data: [] }],
    [(one) => one.getBrand(1, 2), RECORD],
    [(one) => one.listImages('p1'), { data: [] }],
    [(one) => one.getFeatureImage('p1'), RECORD],
    [(one) => one.get('/v2/x'), RECORD],
    [(one) => one.findByGtin(GTIN), RECORD],
    [(one) => one.buildGtinIndex(), { data: [] }],
    [(one) => one.changes()[Symbol.asyncIterator]().next(), { data: [] }],
  ]) {
    answers([503], (request) => request.socket.destroy(), [200, body]);
    await call(patient());
    assert.equal(it.asked.length, 3, String(call));
  }
});

test('a service that was not reached, or hung up, is tried again', async (t) => {
  quickClock(t);
  const cut = (_, response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('{"data":', () => response.destroy());
  };
  answers((request) => request.socket.destroy(), cut, [200, RECORD]);
  assert.equal((await patient().getProduct('p1')).pool_id, 'p1');
  assert.equal(it.asked.length, 3);
  let calls = 0;
  const fetch = async () => {
    calls += 1;
    throw new TypeError('Failed to fetch');
  };
  const error = await errorOf(() => patient({ fetch }).getProduct('p1'), 'network');
  assert.equal(calls, 3);
  assert.equal(error.attempts, 3);
  await errorOf(async () => patient({ baseUrl: await nowhere() }).getProduct('p1'), 'network');
});

test('an attempt that takes too long is retried', async () => {
  answers(
    () => {},
    () => {},
    [200, RECORD],
  );
  const product = await it.client({ maxRetries: 2, timeoutMs: 200 }).getProduct('p1');
  assert.equal(product.pool_id, 'p1');
  assert.equal(it.asked.length, 3);
});

test('permanent failures are not retried', async (t) => {
  const waits = quickClock(t);
  for (const [status, code] of [
    [300, 'http'],
    [301, 'http'],
    [304, 'http'],
    [400, 'http'],
    [401, 'unauthenticated'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [405, 'http'],
    [409, 'http'],
    [410, 'http'],
    [422, 'invalid_request'],
    [451, 'http'],
    [501, 'http'],
  ]) {
    answers([status, status === 304 ? '' : { message: 'no' }, { 'retry-after': '0' }]);
    const error = await errorOf(() => patient().getProduct('p1'), code);
    assert.equal(it.asked.length, 1, String(status));
    assert.equal(error.attempts, 1);
    assert.doesNotMatch(error.message, /tried/);
  }
  for (const body of ['', '{', 'null', '<html>', '{"data":null}']) {
    answers([200, body]);
    await errorOf(() => patient().getProduct('p1'), 'invalid_response');
    assert.equal(it.asked.length, 1, body);
  }
  let calls = 0;
  const fetch = () => {
    calls += 1;
  };
  await errorOf(() => patient({ fetch }).getProduct('p1'), 'invalid_response');
  assert.equal(calls, 1);
  assert.deepEqual(waits, []);
});

test('waits double from half a second, each anything up to the whole', async (t) => {
  const waits = quickClock(t);
  answers([503]);
  for (const [random, expected] of [
    [0, [0, 0, 0, 0, 0, 0]],
    [0.5, [250, 500, 1000, 2000, 4000, 4000]],
    [0.999999, [500, 1000, 2000, 4000, 8000, 8000]],
  ]) {
    chance(t, random);
    waits.length = 0;
    await errorOf(() => patient({ maxRetries: 6 }).getProduct('p1'), 'http');
    const near = waits.map((wait, index) => Math.abs(wait - expected[index]) <= 1);
    assert.ok(waits.length === 6 && near.every(Boolean), `${waits}`);
  }
});

test('Retry-After is obeyed exactly', async (t) => {
  const waits = quickClock(t);
  chance(t, 0.5);
  const own = 250; // what the package would choose
  for (const [header, least, most = least] of [
    ['0', 0],
    ['1', 1000],
    ['7', 7000],
    ['60', 60_000],
    [' 7 ', 7000],
    [new Date(Date.now() + 30_000).toUTCString(), 20_000, 30_000],
    [new Date(Date.now() - 30_000).toUTCString(), 0],
    ['soon', own],
    ['', own],
    ['-5', own],
    ['1.5', own],
    ['5 s', own],
    ['0x5', own],
  ]) {
    for (const status of [408, 429, 503]) {
      waits.length = 0;
      answers([status, {}, { 'retry-after': header }], [200, RECORD]);
      await patient().getProduct('p1');
      assert.equal(it.asked.length, 2);
      assert.equal(waits.length, 1);
      assert.ok(waits[0] >= least && waits[0] <= most, `${header}: ${waits}`);
    }
  }
});

test("a wait of more than a minute is the caller's to decide", async (t) => {
  const waits = quickClock(t);
  const hour = new Date(Date.now() + 3_600_000).toUTCString();
  for (const [header, least, most = least] of [
    ['61', 61],
    ['86400', 86_400],
    [hour, 3590, 3600],
  ]) {
    answers([429, {}, { 'retry-after': header }]);
    const error = await errorOf(() => patient().getProduct('p1'), 'rate_limited');
    assert.equal(it.asked.length, 1);
    assert.ok(error.retryAfter >= least && error.retryAfter <= most, String(error.retryAfter));
    assert.match(error.message, new RegExp(`asks to wait ${Math.floor(error.retryAfter)} s`));
  }
  assert.deepEqual(waits, []);
});

test('an error has the wait that was asked for last', async (t) => {
  quickClock(t);
  answers([503, {}, { 'retry-after': '1' }], [429, {}, { 'retry-after': '12' }]);
  const error = await errorOf(() => patient({ maxRetries: 1 }).getProduct('p1'), 'rate_limited');
  assert.equal(error.retryAfter, 12);
  answers([503, {}, { 'retry-after': '1' }], [503]);
  const last = await errorOf(() => patient({ maxRetries: 1 }).getProduct('p1'), 'http');
  assert.equal(last.retryAfter, undefined);
});
