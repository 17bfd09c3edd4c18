// Finding a product by any scan, and the index of GTINs that this uses.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { errorOf, json, service, until } from './support.mjs';

const it = service();

const CASE = '9520123456788';
const UNIT = '5012345678900';
const SECOND = '96385074';

/** What the service holds: products by `pool_id`, newest version each. */
let held;

function product(id, second, { gtin = null, units = [], version = '1', status = 'published' } = {}) {
  const changed_at = `2024-10-12 08:${String(Math.floor(second / 60)).padStart(2, '0')}:${String(second % 60).padStart(2, '0')}`;
  return {
    pool_id: id,
    version,
    status,
    changed_at,
    traded_unit_gtin: gtin,
    components: units.map((internal_gtin, index) => ({ component_uuid: `${id}-${index}`, internal_gtin })),
  };
}

/** The full record of a product of the list. */
function full({ components, traded_unit_gtin, ...more }) {
  return {
    ...more,
    outer: { traded_unit_gtin },
    components: components.map(({ component_uuid, internal_gtin }) => ({
      general: { component_uuid },
      inner: { internal_gtin },
    })),
  };
}

/** A small service: the list in the order of `changed_at`, products, GTINs. */
function serve(request, response) {
  const { pathname, searchParams } = new URL(request.url, it.base);
  const rest = pathname.replace('/v2/products', '');
  if (rest === '') {
    const from = Number(searchParams.get('cursor') ?? 0);
    const size = Number(it.pageSize ?? 500);
    const all = [...held.values()].toSorted((a, b) => (a.changed_at < b.changed_at ? -1 : 1));
    const data = all.slice(from, from + size);
    const next = from + size < all.length ? String(from + size) : null;
    return json(response, 200, { next, previous: null, data });
  }
  const [, word, gtin] = rest.split('/');
  const found =
    word === 'gtin'
      ? [...held.values()].find(({ traded_unit_gtin: own }) => own?.padStart(14, '0') === gtin.padStart(14, '0'))
      : held.get(word);
  return found
    ? json(response, 200, { data: full(found) })
    : json(response, 404, { errors: [{ code: 'product_not_found' }] });
}

const hold = (...products) => products.forEach((one) => held.set(one.pool_id, one));

beforeEach(() => {
  held = new Map();
  it.pageSize = undefined;
  it.answer = serve;
  hold(
    product('a', 1, { gtin: CASE, units: [UNIT] }),
    product('b', 2, { gtin: '09520123456795', units: [null, SECOND, 'mistyped', '5012345678901'] }),
  );
});

test('a case is found by whatever its code was read as', async () => {
  for (const scan of [
    CASE,
    ` ${CASE}\r\n`,
    `0${CASE}`,
    '952-0123-45678-8',
    '0 9520123 45678 8',
    `(01)0${CASE}`,
    `(01)0${CASE}(10)ABC(17)261231`,
    `(10)ABC(01)0${CASE}`,
    `(02)05012345678900(01)0${CASE}`,
    `010${CASE}`,
    `010${CASE}10ABC\u001d17261231`,
    `\u001d010${CASE}10ABC`,
    `]C1010${CASE}10ABC`,
    `]d2010${CASE}17261231`,
    `]Q310ABC\u001d010${CASE}`,
    `]e0010${CASE}`,
    `https://id.gs1.org/01/0${CASE}`,
    `https://shop.example/some/path/01/0${CASE}/10/ABC?17=261231#x`,
    `http://shop.example/01/${CASE}`,
    `https://shop.example/01/0${UNIT}/01/0${CASE}`,
    `HTTPS://ID.GS1.ORG/01/0${CASE}`,
  ]) {
    const found = await it.client().findByGtin(scan);
    assert.equal(found.product.pool_id, 'a', JSON.stringify(scan));
    assert.equal(found.component, undefined);
    assert.deepEqual(Object.keys(found), ['product', 'component']);
  }
  assert.equal(
    it.urls().some((url) => !url.startsWith('/v2/products/gtin/')),
    false,
  );
});

test('a scan without a GTIN is refused without a request', async () => {
  for (const scan of [
    '',
    'https://id.gs1.org/',
    'https://shop.example/01/',
    `https:///01/0${CASE}`,
    `https://shop.example/gtin/0${CASE}`,
    `https://shop.example/01/0${CASE}/junk`,
    'https://shop.example/8006/0952012345678801',
    '(10)ABC',
    '(01)',
    '(02)09520123456788',
    ']C110ABC',
    'http:/x',
    '9520123456',
    '\u0000',
  ]) {
    const error = await errorOf(() => it.client().findByGtin(scan), 'invalid_argument');
    assert.match(error.message, /GTIN|code/, scan);
  }
  assert.equal(it.asked.length, 0);
});

test('a code with a wrong check digit is looked up, with one warning for each code', async (t) => {
  const warn = t.mock.method(console, 'warn', () => {});
  const warnings = () => warn.mock.calls.map(({ arguments: [text] }) => text);
  const wrong = '9520123456809';
  hold(product('m', 5, { gtin: wrong }));
  const one = it.client();
  assert.equal((await one.getProductByGtin(wrong)).pool_id, 'm');
  for (const scan of [wrong, `0${wrong}`, `(01)0${wrong}`, `010${wrong}`, `https://id.gs1.org/01/0${wrong}`]) {
    assert.equal((await one.findByGtin(scan)).product.pool_id, 'm', scan);
  }
  await until(() => warnings().length > 0);
  assert.equal(warnings().length, 1);
  assert.match(warnings()[0], /GTIN 9520123456809 .* last digit is 9, but should be 1\b/);

  // One that the service does not know either: the error says what the digit should be.
  for (const call of [(scan) => one.findByGtin(scan), (scan) => one.getProductByGtin(scan)]) {
    const error = await errorOf(() => call('4006381333932'), 'not_found');
    assert.match(error.message, /last digit is 2, but should be 1/);
  }
  await until(() => warnings().length > 1);
  assert.equal(warnings().length, 2);
  await one.findByGtin(CASE);
  assert.equal(warnings().length, 2);
});

test('GTINs are found in whatever form the supplier stored them', async () => {
  hold(
    product('s', 5, { units: ['5 449000 000996', '12345678905', 4006381333931] }),
    product('t', 6, { gtin: '87-1110012-3453' }),
  );
  const one = it.client();
  const index = await one.buildGtinIndex();
  for (const [scan, id, component] of [
    ['5449000000996', 's', 's-0'],
    ['012345678905', 's', 's-1'],
    ['12345678905', 's', 's-1'],
    ['(01)04006381333931', 's', 's-2'],
    ['8711100123453', 't', undefined],
  ]) {
    const found = await one.findByGtin(scan, { index });
    assert.equal(found.product.pool_id, id, scan);
    assert.equal(found.component?.general.component_uuid, component, scan);
  }
});

test('a gateway that knows the codes of units says which was scanned', async () => {
  it.answer = (request, response) => json(response, 200, { data: full(held.get('b')) });
  const one = it.client();
  assert.equal((await one.findByGtin(SECOND)).component.general.component_uuid, 'b-1');
  assert.equal((await one.findByGtin('9520123456795')).component, undefined);
});

test('an unknown code says how those of units are found, where that may help', async () => {
  const one = it.client();
  const advice = /This service finds products by the code on the case; .*gateway.*index.*GtinIndex/;
  for (const call of [() => one.findByGtin(UNIT), () => one.getProductByGtin(UNIT)]) {
    assert.match((await errorOf(call, 'not_found')).message, advice);
  }
  const index = await one.buildGtinIndex();
  const unknown = '4006381333931';
  assert.doesNotMatch((await errorOf(() => one.findByGtin(unknown, { index }), 'not_found')).message, advice);
  it.answer = (_, response) => json(response, 404, { errors: [{ code: 'gtin_not_found', detail: 'unknown' }] });
  assert.doesNotMatch((await errorOf(() => one.findByGtin(unknown), 'not_found')).message, advice);
});

test('a consumer unit leads to its product and component by the index', async () => {
  const one = it.client();
  const error = await errorOf(() => one.findByGtin(UNIT), 'not_found');
  assert.match(error.url, new RegExp(`/gtin/${UNIT}$`));
  const index = await one.buildGtinIndex();
  // Two cases and three units, one of them with a wrong check digit; a text is no GTIN.
  assert.equal(index.size, 5);
  for (const scan of [UNIT, `0${UNIT}`, `(01)0${UNIT}`, `https://id.gs1.org/01/0${UNIT}`]) {
    const { product, component } = await one.findByGtin(scan, { index });
    assert.equal(product.pool_id, 'a');
    assert.equal(component.general.component_uuid, 'a-0');
    assert.ok(product.components.includes(component));
  }
  for (const scan of [SECOND, `00000${SECOND}`, `000000${SECOND}`]) {
    const { product, component } = await one.findByGtin(scan, { index });
    assert.equal(product.pool_id, 'b');
    assert.equal(component.general.component_uuid, 'b-1');
  }
  // The case comes from the service itself, index or not.
  it.asked = [];
  assert.equal((await one.findByGtin(CASE, { index })).component, undefined);
  assert.equal(it.asked.length, 1);
  await errorOf(() => one.findByGtin('4006381333931', { index }), 'not_found');
  assert.equal((await one.findByGtin(CASE, { index: null })).product.pool_id, 'a');
});

test('a stale entry of the index leads to no other product', async () => {
  const one = it.client();
  const index = await one.buildGtinIndex();
  // The unit has another GTIN now; the product is gone.
  hold(product('a', 9, { gtin: CASE, units: ['4006381333931'], version: '2' }));
  await errorOf(() => one.findByGtin(UNIT, { index }), 'not_found');
  held.delete('a');
  await errorOf(() => one.findByGtin(UNIT, { index }), 'not_found');
  // What fails otherwise is told as it is.
  it.answer = (request, response) =>
    request.url.includes('/gtin/') ? json(response, 404, { errors: [] }) : json(response, 402, {});
  await errorOf(() => one.findByGtin(UNIT, { index }), 'http');
});

test('of several products with a unit the one that has it still is found', async () => {
  hold(product('c', 3, { units: [UNIT] }), product('d', 4, { units: [UNIT] }));
  const one = it.client();
  const index = await one.buildGtinIndex();
  assert.deepEqual(index.productsOf(UNIT).toSorted(), ['a', 'c', 'd']);
  held.delete('a');
  hold(product('c', 9, { units: [], version: '2' }));
  assert.equal((await one.findByGtin(UNIT, { index })).product.pool_id, 'd');
});

test('the index is brought up to date by what has changed', async () => {
  const one = it.client();
  const index = await one.buildGtinIndex();
  hold(
    product('a', 20, { gtin: CASE, units: ['4006381333931'], version: '2' }),
    product('c', 21, { gtin: '614141007349', units: [UNIT] }),
  );
  assert.deepEqual(index.productsOf(UNIT), ['a']);
  assert.equal(await index.refresh(), index);
  assert.deepEqual(index.productsOf(UNIT), ['c']);
  assert.deepEqual(index.productsOf('4006381333931'), ['a']);
  assert.deepEqual(index.productsOf('614141007349'), ['c']);
  assert.equal((await one.findByGtin(UNIT, { index })).product.pool_id, 'c');
  // The walk begins where the last one ended and not at the beginning.
  const lists = it.urls().filter((url) => url.startsWith('/v2/products?'));
  assert.match(decodeURIComponent(lists.at(-1)), /filter\[changed_at\]=gt:2024-10-11/);
  assert.throws(() => index.productsOf('nonsense'), { name: 'PoolError', code: 'invalid_argument' });
});

test('each refresh has the retries of its own call', async () => {
  const index = await it.client().buildGtinIndex({ maxRetries: 1 });
  it.answer = (_, response) => json(response, 503, {});
  const error = await errorOf(() => index.refresh({ maxRetries: 0 }), 'http');
  assert.equal(error.attempts, 1);
});

test('an index that was cancelled part-way continues from there', async () => {
  for (let number = 0; number < 40; number += 1) {
    hold(product(`x${String(number).padStart(2, '0')}`, 100 + number, { units: number ? [] : [UNIT] }));
  }
  it.pageSize = 10;
  const one = it.client();
  const controller = new AbortController();
  let partial;
  const sizes = [];
  const building = errorOf(
    () =>
      one.buildGtinIndex({
        signal: controller.signal,
        onProgress(index) {
          partial = index;
          sizes.push(index.size);
          if (it.asked.length === 3) controller.abort(new Error('enough'));
        },
      }),
    'aborted',
  );
  const error = await building;
  assert.equal(error.cause.message, 'enough');
  await until(() => it.under === 0);
  assert.ok(sizes.length >= 2);
  const text = partial.export();
  assert.equal(typeof text, 'string');

  // Elsewhere, by another client, from the text.
  it.asked = [];
  const other = it.client();
  const index = await other.buildGtinIndex({ from: text });
  const reference = await other.buildGtinIndex();
  assert.equal(index.size, reference.size);
  for (const gtin of [CASE, UNIT, SECOND]) {
    assert.deepEqual(index.productsOf(gtin).toSorted(), reference.productsOf(gtin).toSorted());
  }
  // And with the index that is there, by its own client.
  await partial.refresh();
  assert.equal(partial.size, reference.size);
  // A text that was exported is taken again and says the same.
  const again = await other.buildGtinIndex({ from: index.export() });
  assert.equal(again.size, index.size);
});

test('a failure in the middle keeps what was read', async () => {
  for (let number = 0; number < 20; number += 1) {
    hold(product(`x${number}`, 100 + number, { units: [] }));
  }
  hold(product('z', 200, { units: ['4006381333931'] }));
  it.pageSize = 5;
  const one = it.client();
  let failing = true;
  it.answer = (request, response) =>
    failing && it.asked.length === 3 ? json(response, 402, {}) : serve(request, response);
  let partial;
  const onProgress = (index) => {
    partial = index;
  };
  await errorOf(() => one.buildGtinIndex({ onProgress }), 'http');
  assert.ok(partial.size > 0);
  assert.deepEqual(partial.productsOf('4006381333931'), []);
  failing = false;
  await partial.refresh();
  assert.deepEqual(partial.productsOf('4006381333931'), ['z']);
});

test('an error thrown by onProgress rejects the call, and its promise is awaited', async () => {
  const mine = new RangeError('mine');
  const building = it.client().buildGtinIndex({
    onProgress: () => {
      throw mine;
    },
  });
  await assert.rejects(building, (error) => error === mine);
  let done = false;
  await it.client().buildGtinIndex({
    onProgress: async () => {
      await new Promise((resolve) => setTimeout(resolve, 10));
      done = true;
    },
  });
  assert.ok(done);
});

test('an index can be read, and kept, while it is refreshed', async () => {
  const one = it.client();
  const index = await one.buildGtinIndex();
  const before = index.export();
  const answers = [];
  it.answer = (request, response) => {
    if (request.url.startsWith('/v2/products?')) answers.push(() => serve(request, response));
    else serve(request, response);
  };
  hold(product('c', 30, { units: ['4006381333931'] }));
  const refreshing = index.refresh();
  await until(() => answers.length === 1);
  assert.equal(index.size, 5);
  assert.deepEqual(index.productsOf(UNIT), ['a']);
  assert.equal((await one.findByGtin(UNIT, { index })).product.pool_id, 'a');
  assert.equal(index.export(), before);
  // Two refreshes at once would read the same twice.
  await errorOf(() => index.refresh(), 'invalid_argument');
  it.answer = serve;
  answers[0]();
  await refreshing;
  assert.deepEqual(index.productsOf('4006381333931'), ['c']);
});
