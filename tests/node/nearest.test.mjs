// The name that was probably meant by one that does not exist.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearest, unknownName } from '../../pkg/dist/src/diagnostics/nearest.js';

const OPTIONS = [
  'sort',
  'filter.manufacturer',
  'filter.manufacturerProductCode',
  'filter.status',
  'limit',
  'timeoutMs',
];

test('the nearest name is found by its letters', () => {
  for (const [name, meant] of [
    ['filterStatus', 'filter.status'],
    ['filter[status]', 'filter.status'],
    ['filter_status', 'filter.status'],
    ['FilterStauts', 'filter.status'],
    ['status', 'filter.status'],
    ['manufacturer', 'filter.manufacturer'],
    ['product_code', 'filter.manufacturerProductCode'],
    ['limti', 'limit'],
    ['timeout', 'timeoutMs'],
    ['sortBy', 'sort'],
    ['colour', undefined],
    ['', undefined],
    ['[]', undefined],
    ['limit'.repeat(100_000), 'limit'],
    ['日本', undefined],
  ]) {
    assert.equal(nearest(name, OPTIONS), meant, name.slice(0, 20));
  }
  assert.equal(nearest('tokn', ['baseUrl', 'token']), 'token');
  assert.equal(nearest('apiToken', ['baseUrl', 'token']), 'token');
  assert.equal(nearest('token', ['from', 'to']), undefined);
  assert.equal(nearest('anything', []), undefined);
});

test('the error lists the names that exist', () => {
  assert.equal(unknownName('option', 'stats', ['status', 'sort']), 'there is no option stats; did you mean status?');
  assert.equal(unknownName('option', 'filter[status]', OPTIONS), 'filter[status] is filter.status here');
  assert.equal(unknownName('setting', 'base-url', ['baseUrl']), 'base-url is baseUrl here');
  assert.equal(unknownName('option', 'xyz', ['status', 'sort']), 'there is no option xyz; there are status, sort');
  assert.ok(unknownName('option', 'x'.repeat(1e6), ['status']).length < 200);
});
