// The client against the library's table of operations
// (tests/fixtures/operations.json, which tests/native/records/operations.rs writes).

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { GTIN, errorOf, json, pool, service } from './support.mjs';

const OPERATIONS = JSON.parse(await readFile(new URL('../fixtures/operations.json', import.meta.url), 'utf8'));
/** Methods of the client that are no operation of the service. */
const OTHERS = ['constructor', 'get', 'changes', 'buildGtinIndex', 'findByGtin'];

const ARGUMENTS = { Id: 12, Text: 'a/b', Code: '@£ppp / 1', Gtin: GTIN };

/** A valid value of an option, and its text in the query. */
function valid({ kind, words }) {
  switch (kind) {
    case 'Id':
    case 'Page':
    case 'Limit':
      return [3, '3'];
    case 'Flag':
      return [true, '1'];
    case 'Text':
      return ['a b', 'a b'];
    case 'Word':
    case 'Words':
      return [words[0], words[0]];
    case 'DateComparison':
      return ['gt:2024-10-12', 'gt:2024-10-12'];
    default:
      throw new Error(`no value of the kind ${kind}`);
  }
}

/** The body of a successful answer. */
const body = ({ returns }) => ({ data: /Page|Listing/.test(returns) ? [] : { pool_id: 'p1' } });

const it = service();

/** The path and the parameters that a call requests. */
async function requested(operation, options) {
  it.asked = [];
  it.answer = (_, response) => json(response, 200, body(operation));
  const given = operation.arguments.map(({ kind }) => ARGUMENTS[kind]);
  await it.client()[operation.name](...given, options);
  assert.equal(it.asked.length, 1, operation.name);
  const [path, query] = it.asked[0].url.split('?');
  return { path, parameters: [...new URLSearchParams(query)] };
}

test('the methods are the operations of the table, with their arguments', () => {
  const names = Object.getOwnPropertyNames(pool.PoolClient.prototype);
  const expected = [...OPERATIONS.map(({ name }) => name), ...OTHERS];
  assert.deepEqual(names.toSorted(), expected.toSorted());
  for (const operation of OPERATIONS) {
    const method = pool.PoolClient.prototype[operation.name];
    assert.equal(method.length, operation.arguments.length + 1, operation.name);
  }
});

for (const operation of OPERATIONS) {
  test(`${operation.name}: the path and every option of the table`, async () => {
    const values = Object.fromEntries(
      operation.arguments.map(({ name, kind }) => [name, encodeURIComponent(ARGUMENTS[kind])]),
    );
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => values[name]);
    assert.deepEqual(await requested(operation), { path, parameters: [] });

    const all = {};
    const parameters = [];
    for (const parameter of operation.parameters) {
      const [value, text] = valid(parameter);
      all[parameter.option] = value;
      parameters.push([parameter.name, text]);
      assert.deepEqual(await requested(operation, { [parameter.option]: value }), {
        path,
        parameters: [[parameter.name, text]],
      });
      for (const word of parameter.words) {
        const { parameters: sent } = await requested(operation, { [parameter.option]: word });
        assert.deepEqual(sent, [[parameter.name, word]]);
      }
    }
    assert.deepEqual(await requested(operation, all), { path, parameters });
  });

  test(`${operation.name}: loops over pages if it returns one`, async () => {
    it.answer = (_, response) => json(response, 200, body(operation));
    const given = operation.arguments.map(({ kind }) => ARGUMENTS[kind]);
    const result = it.client()[operation.name](...given);
    const isList = Array.isArray(body(operation).data);
    assert.equal(Symbol.asyncIterator in result, isList);
    assert.equal(typeof result.withResponse, 'function');
    await result;
  });

  test(`${operation.name}: checks each argument`, async () => {
    for (const index of operation.arguments.keys()) {
      const given = operation.arguments.map(({ kind }) => ARGUMENTS[kind]);
      given[index] = undefined;
      it.asked = [];
      await errorOf(() => it.client()[operation.name](...given), 'invalid_argument');
      assert.equal(it.asked.length, 0);
    }
  });
}
