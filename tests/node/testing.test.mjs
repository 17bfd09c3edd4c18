// The fake pool that the package brings for tests of its users.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pool as package_, errorOf } from './support.mjs';
import { FakePool, PRODUCTS, makeProduct } from '../../pkg/dist/testing.js';

const ids = (items) => items.map(({ pool_id }) => pool_id);

test('each record is found by its id, its GTIN and that of its unit', async () => {
  const pool = new FakePool();
  assert.ok(pool instanceof package_.PoolClient);
  for (const [name, product] of Object.entries(PRODUCTS)) {
    const [{ inner }] = product.components;
    assert.deepEqual(await pool.getProduct(product.pool_id, { validate: 'strict' }), product, name);
    assert.deepEqual(await pool.getProductByGtin(product.outer.traded_unit_gtin), product, name);
    assert.deepEqual((await pool.findByGtin(`(01)${inner.internal_gtin.padStart(14, '0')}`)).product, product, name);
  }
  assert.deepEqual(pool.requests.slice(0, 2), ['/v2/products/000010000', '/v2/products/gtin/09520000000004']);
  await errorOf(() => pool.getProduct('000010000', { version: '9' }), 'not_found');
  await errorOf(() => pool.getProductByGtin('9520123456788'), 'not_found');
  await errorOf(() => pool.get('/v2/unheard/of'), 'not_found');
  await errorOf(() => pool.getManufacturer('7'), 'invalid_argument');
});

test('lists are sorted, filtered and have pages', async () => {
  const pool = new FakePool();
  // What was recalled is in no list.
  const all = ['000010001', '000010000', '000010003'];
  assert.deepEqual(ids(await pool.listProducts({ validate: 'strict' }).toArray()), all);
  assert.deepEqual(ids(await pool.listProducts({ limit: 1 }).toArray()), all);
  assert.deepEqual(ids(await pool.listProducts({ sort: 'changed_at' }).toArray()), all.toReversed());
  assert.deepEqual(ids(await pool.listProducts({ sort: '-manufacturer_product_name' }).toArray()), all.toReversed());
  assert.equal((await pool.listProducts({ count: true })).count, 3);
  for (const [filter, found] of [
    [{ manufacturer: 1004, brand: 2041, label: 0 }, all],
    [{ manufacturer: 1 }, []],
    [{ manufacturerProductCode: 'KE000010001' }, ['000010001']],
    [{ status: 'archived' }, ['000010003']],
    [{ changedAt: { gt: '2024-10-12' } }, ['000010001', '000010000']],
    [{ changedAt: { gt: '2024-10-12T09:00:00' } }, []],
    [{ changedAt: { lt: '2024-10-12' } }, ['000010003']],
    [{ changedAt: new Date('2024-09-01T08:00:00Z') }, ['000010003']],
  ])
    assert.deepEqual(ids(await pool.listProducts({ filter }).toArray()), found, JSON.stringify(filter));
  const changed = [];
  for await (const item of pool.changes()) changed.push(item);
  assert.deepEqual(ids(changed), all.toReversed());
  assert.deepEqual((await pool.buildGtinIndex()).productsOf('9520000000110'), ['000010001']);
});

test('manufacturers, brands, labels and images are there', async () => {
  const image = { id: 'i1', url: 'https://images.test/i1.jpg' };
  const labelled = makeProduct({ more: { general: { label: 3, label_name: 'Own', manufacturer: 7 } } });
  const pool = new FakePool({ products: [labelled], images: { [labelled.pool_id]: [image] } });
  assert.deepEqual(await pool.listManufacturers().toArray(), [{ id: 7 }]);
  assert.deepEqual(await new FakePool().getBrand(1004, 2041), { id: 2041, name: 'Kestrel Hill' });
  assert.deepEqual(await new FakePool().listBrands(1004, { page: 2 }).toArray(), []);
  assert.deepEqual(await pool.listLabels().toArray(), [{ id: 3, name: 'Own' }]);
  assert.deepEqual(await pool.getLabel(3), { id: 3, name: 'Own' });
  assert.deepEqual(await pool.listImages(labelled.pool_id).toArray(), [image]);
  assert.deepEqual(await pool.getFeatureImage(labelled.pool_id), image);
  await errorOf(() => pool.getFeatureImage('other'), 'not_found');
});

test('a test says what the service answers instead', async () => {
  const pool = new FakePool({ respond: () => ({ status: 429, headers: { 'retry-after': '7' } }) });
  assert.equal((await errorOf(() => pool.getProduct('000010000'), 'rate_limited')).retryAfter, 7);
  pool.respond = () => {
    throw new Error('unplugged');
  };
  assert.match((await errorOf(() => pool.getProduct('000010000'), 'network')).message, /unplugged/);
  pool.respond = async () => ({ body: '<p>' });
  await errorOf(() => pool.getProduct('000010000'), 'invalid_response');
  pool.respond = (target) => (target.endsWith('/x') ? { body: { data: { pool_id: 'x' } } } : undefined);
  assert.deepEqual(await pool.getProduct('x'), { pool_id: 'x' });
  const product = await pool.getProduct('000010000');
  product.general.product_name = 'changed';
  assert.equal((await pool.getProduct('000010000')).general.product_name, 'Prawn Pad Thai');
  const signal = AbortSignal.abort();
  await errorOf(() => pool.getProduct('000010000', { signal }), 'aborted');
});

test('a record states what it is made of, and nothing of other allergens', () => {
  const allergensOf = (parts) => makeProduct(parts).components[0].allergens;
  assert.deepEqual(allergensOf({ name: 'Soup' }), {});
  const named = { contains: ['milk'], mayContain: ['eggs'], declaredNotPresent: ['rye'] };
  const stated = Object.entries(allergensOf(named)).map(([name, { description }]) => `${name} ${description}`);
  assert.deepEqual(stated, ['contains_rye No', 'contains_eggs May contain', 'contains_milk Yes']);
  const all = allergensOf({ contains: ['milk'], declaredNotPresent: 'others', notStated: ['fish'] });
  assert.equal(all.contains_milk.description, 'Yes');
  assert.equal(all.contains_peanuts.description, 'No');
  assert.ok(!('contains_fish' in all));
});

test('a GTIN in place of an identifier is answered with the method for it', async () => {
  const pool = new FakePool();
  const { message } = await errorOf(() => pool.getProduct('09520000000004'), 'not_found');
  assert.match(message, / \(for a GTIN call getProductByGtin\)$/);
  const other = await errorOf(() => pool.getProduct('000099999'), 'not_found');
  assert.doesNotMatch(other.message, /GTIN/);
  const unknown = await errorOf(() => pool.getProductByGtin('09520000099998'), 'not_found');
  assert.doesNotMatch(unknown.message, /call getProductByGtin/);
});
