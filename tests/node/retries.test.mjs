// How often a client in JavaScript tries again, and what its errors say of that. Which failures are retried,
// and after how long, is the subject of src/client/retry.rs and src/client/tests/flow.rs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENDLESS, GTIN, errorOf, json, nowhere, quickClock, service } from './support.mjs';

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

test('how often is up to the client and to the call', async (t) => {
  quickClock(t);
  for (const [ofClient, ofCall, requests] of [
    [undefined, undefined, 3],
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

test('an error has the wait that was asked for last', async (t) => {
  quickClock(t);
  answers([503, {}, { 'retry-after': '1' }], [429, {}, { 'retry-after': '12' }]);
  const error = await errorOf(() => patient({ maxRetries: 1 }).getProduct('p1'), 'rate_limited');
  assert.equal(error.retryAfter, 12);
  answers([503, {}, { 'retry-after': '1' }], [503]);
  const last = await errorOf(() => patient({ maxRetries: 1 }).getProduct('p1'), 'http');
  assert.equal(last.retryAfter, undefined);
});
