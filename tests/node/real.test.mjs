// Every operation against the real server and its demo catalogue. It refuses
// parameters that it does not know, so each one sent is one that it takes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorOf, pool } from './support.mjs';

const { BASE_URL, TOKEN } = process.env;
const skip = BASE_URL && TOKEN ? false : 'BASE_URL and TOKEN name no server: run cargo xtask test e2e';
const options = { skip };

const one = skip ? undefined : new pool.PoolClient({ baseUrl: BASE_URL, token: TOKEN });

/** The first product of the list with these options. */
const first = async (given) => (await one.listProducts({ limit: 1, ...given })).data[0];

test('List Products takes every parameter', options, async () => {
  const some = await first();
  for (const given of [
    {},
    { sort: 'changed_at' },
    { sort: '-changed_at' },
    { sort: 'manufacturer_product_name' },
    { sort: '-manufacturer_product_name' },
    { filter: { manufacturer: some.manufacturer } },
    { filter: { brand: some.brand } },
    { filter: { label: some.label } },
    { filter: { manufacturerProductCode: some.manufacturer_product_code } },
    { filter: { changedAt: `eq:${some.changed_at.slice(0, 10)}` } },
    { filter: { changedAt: `gt:${some.changed_at.slice(0, 10)}` } },
    { filter: { changedAt: 'lt:2099-01-01T08:00:00+02:00' } },
    { filter: { status: 'published' } },
    { filter: { status: 'archived' } },
    { filter: { status: 'published,archived' } },
    { limit: 1 },
    { limit: 500 },
    { count: true },
  ]) {
    const page = await one.listProducts(given);
    assert.ok(page.data.length > 0, JSON.stringify(given));
    assert.equal(page.data.length, Math.min(page.data.length, given.limit ?? 100));
    assert.equal(typeof page.count, given.count ? 'number' : 'undefined');
    for (const item of page.data) {
      if (given.filter?.brand !== undefined) assert.equal(item.brand, some.brand);
      if (given.filter?.status === 'archived') assert.equal(item.status, 'archived');
    }
  }
  const second = await one.listProducts({ limit: 1, cursor: (await one.listProducts({ limit: 1 })).next });
  assert.notEqual(second.data[0].pool_id, some.pool_id);
});

test('a walk has as many products as the service counts', options, async () => {
  const { count } = await one.listProducts({ count: true });
  const ids = new Set();
  for await (const { pool_id } of one.listProducts({ limit: 90, sort: 'manufacturer_product_name' })) {
    assert.ok(!ids.has(pool_id));
    ids.add(pool_id);
  }
  assert.equal(ids.size, count);
  assert.equal((await one.listProducts({ filter: { status: 'archived' } }).toArray()).length < count, true);
});

test('Get Product in every form, and by GTIN', options, async () => {
  const { pool_id, version, traded_unit_gtin } = await first({ filter: { status: 'published' } });
  const product = await one.getProduct(pool_id);
  assert.equal(product.version, version);
  assert.deepEqual(await one.getProduct(pool_id, { version }), product);
  for (const output of ['raw', 'flat', 'ungroup']) {
    assert.equal((await one.getProduct(pool_id, { output, version })).pool_id, pool_id);
  }
  for (const gtin of [
    traded_unit_gtin,
    traded_unit_gtin.padStart(14, '0'),
    `(01)${traded_unit_gtin.padStart(14, '0')}`,
  ]) {
    if (!gtin.startsWith('(')) assert.equal((await one.getProductByGtin(gtin)).pool_id, pool_id);
    assert.equal((await one.findByGtin(gtin)).product.pool_id, pool_id);
  }
  const { response } = await one.getProduct(pool_id).withResponse();
  assert.ok(response.headers.get('etag'));
});

test('what does not exist is not found', options, async () => {
  for (const [call, status] of [
    [() => one.getProduct('no/such?product'), 'product_not_found'],
    [async () => one.getProduct((await first()).pool_id, { version: 'none' }), 'version_not_found'],
    [() => one.getProductByGtin('4006381333931'), 'product_not_found'],
    [() => one.getManufacturer(1), 'manufacturer_not_found'],
    [() => one.getBrand(1, 1), 'manufacturer_not_found|brand_not_found'],
    [() => one.getFeatureImage('none'), 'product_not_found|image_not_found'],
    [() => one.get('/v2/wholesalers'), 'not_found'],
  ]) {
    const error = await errorOf(call, 'not_found');
    assert.equal(error.status, 404);
    assert.match(error.errors[0].code, new RegExp(status));
    assert.match(error.message, /./);
  }
  const stranger = new pool.PoolClient({ baseUrl: BASE_URL, token: 'nobody' });
  assert.equal((await errorOf(() => stranger.listProducts(), 'unauthenticated')).status, 401);
  const error = await errorOf(() => one.listProducts({ cursor: 'invented' }), 'http');
  assert.equal(error.status, 400);
  assert.equal(error.errors[0].code, 'invalid_cursor');
});

test('manufacturers and their brands', options, async () => {
  const page = await one.listManufacturers({ page: 1 });
  assert.equal(page.page, 1);
  const manufacturers = await one.listManufacturers().toArray();
  assert.equal(manufacturers.length, page.total);
  const [{ id }] = manufacturers;
  assert.equal((await one.getManufacturer(id)).id, id);
  const brands = await one.listBrands(id, { page: 1 }).toArray();
  assert.ok(brands.length > 0);
  const brand = await one.getBrand(id, brands[0].id);
  assert.deepEqual([brand.id, brand.manufacturer], [brands[0].id, id]);
});

test('the catalog and the labels of the wholesaler whose token it is', options, async () => {
  const page = await one.listCatalogProducts(501, { sort: 'product_code', limit: 20 });
  assert.deepEqual([page.page, page.perPage, page.data.length], [1, 20, 20]);
  const products = await one.listCatalogProducts(501, { limit: 100 }).toArray();
  assert.equal(products.length, page.total);
  const { product_code: code, pool_id, version } = products.at(-1);
  const product = await one.getCatalogProduct(501, code, { validate: 'report' });
  assert.deepEqual([product.pool_id, product.version], [pool_id, version]);
  const labels = await one.listLabels().toArray();
  assert.deepEqual(await one.getLabel(labels[0].id), labels[0]);
  const other = await errorOf(() => one.listCatalogProducts(502), 'forbidden');
  assert.equal(other.errors[0].code, 'forbidden');
});

test('images', options, async () => {
  const { pool_id } = await first();
  const page = await one.listImages(pool_id, { page: 1 });
  assert.equal(page.data.length, page.total);
  for (const given of [
    { sort: 0 },
    { sort: 3 },
    { wholesaler: 12 },
    { filter: { wholesaler: 12 } },
    { filter: { type: 1 } },
  ]) {
    assert.ok(Array.isArray((await one.listImages(pool_id, given)).data));
  }
  const image = await one.getFeatureImage(pool_id, { wholesaler: 12 });
  assert.ok(page.data.some(({ id }) => id === image.id));
});

test('seeded records keep to the model, but for the faults planted', options, async () => {
  const checking = new pool.PoolClient({ baseUrl: BASE_URL, token: TOKEN, validate: 'report' });
  let [clean, faulty] = [0, 0];
  for (const { pool_id } of await one.listProducts({ limit: 100 }).toArray({ limit: 100 })) {
    const { faults } = await checking.getProduct(pool_id).withResponse();
    if (faults.length) faulty += 1;
    else clean += 1;
  }
  assert.ok(clean > 80 && faulty > 0, `${clean} clean, ${faulty} faulty`);
});

test('every unit of the catalogue leads to its product by the index', options, async () => {
  const index = await one.buildGtinIndex();
  assert.ok(index.size > 1000);
  let units = 0;
  for (const { pool_id, components } of await one.listProducts({ limit: 40 }).toArray({ limit: 40 })) {
    for (const { component_uuid, internal_gtin } of components) {
      if (!internal_gtin) continue;
      const found = await one.findByGtin(internal_gtin, { index }).catch((error) => error);
      // Some have a wrong check digit on purpose.
      if (found.code === 'invalid_argument') continue;
      units += 1;
      assert.equal(found.product.pool_id, pool_id);
      assert.equal(found.component.general.component_uuid, component_uuid);
    }
  }
  assert.ok(units > 20, String(units));
});
