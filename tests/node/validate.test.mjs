// Deviations of a record from the model: reported with the result, or refused.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GTIN, errorOf, json, service } from './support.mjs';

const it = service();

/** A record with a fault of each kind, and what is to be told of it. */
const FAULTY = `{
  "pool_id": "p1",
  "pool_id": "p2",
  "version": 7,
  "change_type": "4",
  "codes": {},
  "invented": [1, 2],
  "general": null,
  "outer": "none",
  "components": [
    {"inner": {"internal_gtin": 9520123456788}},
    {"allergens": {"contains_milk": {"value": "1", "description": "Yes"}}, "nutrients": {"fat_100": "9.5"}}
  ]
}`;
const FAULTS = [
  { path: 'pool_id', expected: 'one field of this name', found: '"p2"' },
  { path: 'version', expected: 'string', found: '7' },
  { path: 'change_type', expected: 'integer', found: '"4"' },
  { path: 'codes', expected: 'array', found: '{}' },
  { path: 'invented', expected: 'no field of this name', found: '[1,2]' },
  { path: 'general', expected: 'not null', found: 'null' },
  { path: 'outer', expected: 'object', found: '"none"' },
  { path: 'components[0].inner.internal_gtin', expected: 'string', found: '9520123456788' },
  { path: 'components[1].allergens.contains_milk.value', expected: 'integer', found: '"1"' },
  { path: 'components[1].nutrients.fat_100', expected: 'object', found: '"9.5"' },
];
const sorted = (faults) => faults.toSorted((a, b) => (a.path < b.path ? -1 : 1));

/** Answers with this record, or with a list of it. */
function give(record) {
  it.answer = (request, response) => {
    const isList = /^\/v2\/(products|images\/[^/]*)(\?|$)/.test(request.url);
    json(response, 200, `{"data":${isList ? `[${record}]` : record}}`);
  };
}

test('a report stands beside the result', async () => {
  give(FAULTY);
  for (const call of [
    () => it.client().getProduct('p1', { validate: 'report' }),
    () => it.client({ validate: 'report' }).getProduct('p1'),
    () => it.client({ validate: 'report' }).getProduct('p1', { validate: undefined }),
    () => it.client({ validate: 'report' }).getProduct('p1', { validate: null }),
    () => it.client({ validate: 'strict' }).getProductByGtin(GTIN, { validate: 'report' }),
  ]) {
    const { data, response, faults } = await call().withResponse();
    assert.deepEqual(data, JSON.parse(FAULTY), 'the record itself is left alone');
    assert.equal(response.status, 200);
    assert.deepEqual(sorted(faults), sorted(FAULTS));
    assert.deepEqual(await call(), data);
  }
});

test('without the option there is no report', async () => {
  give(FAULTY);
  for (const call of [
    () => it.client().getProduct('p1'),
    () => it.client({ validate: 'off' }).getProduct('p1'),
    () => it.client({ validate: 'strict' }).getProduct('p1', { validate: 'off' }),
    () => it.client({ validate: null }).getProduct('p1', { validate: null }),
  ]) {
    const result = await call().withResponse();
    assert.equal(result.data.pool_id, 'p2');
    assert.ok(!('faults' in result));
  }
});

test('a strict call refuses a record that departs', async () => {
  give(FAULTY);
  for (const call of [
    () => it.client().getProduct('p1', { validate: 'strict' }),
    () => it.client({ validate: 'strict', maxRetries: 2 }).getProduct('p1'),
    () => it.client({ validate: 'strict' }).findByGtin(GTIN),
  ]) {
    it.asked = [];
    const error = await errorOf(call, 'invalid_response');
    assert.equal(it.asked.length, 1, 'asking again would change nothing');
    assert.deepEqual(sorted(error.faults), sorted(FAULTS));
    assert.deepEqual(sorted(JSON.parse(JSON.stringify(error)).faults), sorted(FAULTS));
    assert.equal(error.status, 200);
    assert.match(error.url, /\/v2\/products\//);
    assert.match(error.message, /10 places/);
  }
});

test('a record without fault passes', async () => {
  give('{"pool_id": "p1", "version": "1", "components": [], "general": {"brand": 7}}');
  const one = it.client({ validate: 'strict' });
  assert.equal((await one.getProduct('p1')).general.brand, 7);
  const { faults } = await one.getProduct('p1', { validate: 'report' }).withResponse();
  assert.deepEqual(faults, []);
});

test('pages, images and the feature image are checked against theirs', async () => {
  give('{"pool_id": 7, "id": 7, "brand": "7", "width": "9"}');
  const one = it.client({ validate: 'report' });
  const pathsOf = async (call) => (await call.withResponse()).faults.map(({ path }) => path).toSorted();
  assert.deepEqual(await pathsOf(one.listProducts()), [
    'data[0].brand',
    'data[0].id',
    'data[0].pool_id',
    'data[0].width',
  ]);
  assert.deepEqual(await pathsOf(one.listImages('p1')), [
    'data[0].brand',
    'data[0].id',
    'data[0].pool_id',
    'data[0].width',
  ]);
  assert.deepEqual(await pathsOf(one.getFeatureImage('p1')), ['brand', 'id', 'pool_id', 'width']);
  for (const call of [
    () => one.listProducts({ validate: 'strict' }),
    () => one.listImages('p1', { validate: 'strict' }),
    () => one.getFeatureImage('p1', { validate: 'strict' }),
  ]) {
    assert.equal((await errorOf(call, 'invalid_response')).faults.length, 4);
  }
});

test('a walk is strict about every page', async () => {
  it.answer = (request, response) =>
    request.url.includes('cursor')
      ? json(response, 200, { next: null, previous: null, data: [{ pool_id: 7 }] })
      : json(response, 200, { next: 'c', previous: null, data: [{ pool_id: 'p1' }] });
  const taken = [];
  const error = await errorOf(async () => {
    for await (const { pool_id } of it.client({ validate: 'strict' }).listProducts()) taken.push(pool_id);
  }, 'invalid_response');
  assert.deepEqual(taken, ['p1']);
  assert.deepEqual(error.faults, [{ path: 'data[0].pool_id', expected: 'string', found: '7' }]);
});

test('what has no model is not checked', async () => {
  give('{"anything": 1}');
  const one = it.client({ validate: 'strict' });
  assert.deepEqual(await one.getManufacturer(1), { anything: 1 });
  assert.deepEqual(await one.getBrand(1, 2), { anything: 1 });
  assert.deepEqual(await one.getProduct('p1', { output: 'raw' }), { anything: 1 });
  assert.deepEqual(await one.get('/v2/x'), { data: { anything: 1 } });
});

test('a long record and long values make a report of bounded parts', async () => {
  const long = JSON.stringify('x'.repeat(10_000));
  give(
    `{"pool_id": "p1", "version": [${long}], ${Array.from({ length: 300 }, (_, i) => `"new${i}": ${long}`).join(',')}}`,
  );
  const { faults } = await it.client({ validate: 'report' }).getProduct('p1').withResponse();
  assert.equal(faults.length, 301);
  assert.ok(faults.every(({ found }) => found.length < 100));
  const error = await errorOf(() => it.client({ validate: 'strict' }).getProduct('p1'), 'invalid_response');
  assert.ok(error.message.length < 400, error.message);
});
