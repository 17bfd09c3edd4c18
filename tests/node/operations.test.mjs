// Every operation of the service: the address that each argument makes, and
// what of the body is the result.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GTIN, errorOf, json, service } from './support.mjs';

const it = service();

/** What is asked for by a call that is answered with this body. */
async function addressOf(call, body) {
  it.answer = (_, response) => json(response, 200, body);
  it.asked = [];
  await call(it.client());
  assert.equal(it.asked.length, 1);
  return it.asked[0].url;
}

const RECORD = { data: { pool_id: 'p1' } };
const LIST = { data: [] };

test('List Products: every parameter', async () => {
  for (const [options, query] of [
    [undefined, ''],
    [null, ''],
    [{}, ''],
    [{ sort: 'changed_at' }, '?sort=changed_at'],
    [{ sort: '-changed_at' }, '?sort=-changed_at'],
    [{ sort: 'manufacturer_product_name' }, '?sort=manufacturer_product_name'],
    [{ sort: '-manufacturer_product_name' }, '?sort=-manufacturer_product_name'],
    [{ filter: { manufacturer: 12 } }, '?filter%5Bmanufacturer%5D=12'],
    [{ filter: { brand: 0 } }, '?filter%5Bbrand%5D=0'],
    [{ filter: { label: 2 ** 53 - 1 } }, '?filter%5Blabel%5D=9007199254740991'],
    [
      { filter: { manufacturerProductCode: '!@£ppp &=' } },
      '?filter%5Bmanufacturer_product_code%5D=%21%40%C2%A3ppp%20%26%3D',
    ],
    [{ filter: { changedAt: 'gt:2024-10-12' } }, '?filter%5Bchanged_at%5D=gt%3A2024-10-12'],
    [
      { filter: { changedAt: 'eq:2024-10-12T08:30:00+02:00' } },
      '?filter%5Bchanged_at%5D=eq%3A2024-10-12T08%3A30%3A00%2B02%3A00',
    ],
    [{ filter: { changedAt: '2024-10-12' } }, '?filter%5Bchanged_at%5D=eq%3A2024-10-12'],
    [{ filter: { changedAt: { gt: '2024-10-12' } } }, '?filter%5Bchanged_at%5D=gt%3A2024-10-12'],
    [
      { filter: { changedAt: { lt: '2024-10-12', gt: undefined, eq: null } } },
      '?filter%5Bchanged_at%5D=lt%3A2024-10-12',
    ],
    [{ filter: { changedAt: { eq: new Date(0) } } }, '?filter%5Bchanged_at%5D=eq%3A1970-01-01T00%3A00%3A00.000Z'],
    [{ filter: { changedAt: new Date(0) } }, '?filter%5Bchanged_at%5D=eq%3A1970-01-01T00%3A00%3A00.000Z'],
    [{ filter: { status: ['archived'] } }, '?filter%5Bstatus%5D=archived'],
    [{ filter: { status: ['published', 'archived'] } }, '?filter%5Bstatus%5D=published%2Carchived'],
    [{ filter: { status: 'archived' } }, '?filter%5Bstatus%5D=archived'],
    [{ filter: { status: 'published,archived' } }, '?filter%5Bstatus%5D=published%2Carchived'],
    [{ cursor: 'a/b+c=' }, '?cursor=a%2Fb%2Bc%3D'],
    [{ limit: 500 }, '?limit=500'],
    [{ count: true }, '?count=1'],
    [{ count: false, limit: null, cursor: undefined }, ''],
    [{ filter: { brand: null, label: undefined } }, ''],
    [{ filter: {} }, ''],
    [{ filter: null }, ''],
    [
      { filter: { status: ['archived'], manufacturer: 12, changedAt: { gt: '2024-10-12' } } },
      '?filter%5Bmanufacturer%5D=12&filter%5Bchanged_at%5D=gt%3A2024-10-12&filter%5Bstatus%5D=archived',
    ],
    [{ limit: 1, filter: { brand: 7 }, sort: '-changed_at' }, '?sort=-changed_at&filter%5Bbrand%5D=7&limit=1'],
  ]) {
    const url = await addressOf((pool) => pool.listProducts(options), LIST);
    assert.equal(url, `/v2/products${query}`);
  }
});

test('Get Product: every parameter', async () => {
  for (const [id, options, target] of [
    ['p1', undefined, 'p1'],
    ['a/b?c#d%2F e', null, 'a%2Fb%3Fc%23d%252F%20e'],
    ['crème', {}, 'cr%C3%A8me'],
    ['...', {}, '...'],
    ['p1', { version: '1 & 2' }, 'p1?version=1%20%26%202'],
    ['p1', { output: 'raw' }, 'p1?output=raw'],
    ['p1', { output: 'flat' }, 'p1?output=flat'],
    ['p1', { output: 'ungroup', version: '3' }, 'p1?version=3&output=ungroup'],
  ]) {
    const url = await addressOf((pool) => pool.getProduct(id, options), RECORD);
    assert.equal(url, `/v2/products/${target}`);
  }
});

test('the other operations: every parameter', async () => {
  for (const [call, body, url] of [
    [(pool) => pool.getProductByGtin(GTIN), RECORD, `/v2/products/gtin/${GTIN}`],
    [(pool) => pool.getProductByGtin('952 0123-456788'), RECORD, `/v2/products/gtin/${GTIN}`],
    [(pool) => pool.listManufacturers(), LIST, '/v2/manufacturers'],
    [(pool) => pool.listManufacturers({ page: 2 }), LIST, '/v2/manufacturers?page=2'],
    [(pool) => pool.getManufacturer(12), RECORD, '/v2/manufacturers/12'],
    [(pool) => pool.listBrands(12), LIST, '/v2/manufacturers/12/brands'],
    [(pool) => pool.listBrands(0, { page: 3 }), LIST, '/v2/manufacturers/0/brands?page=3'],
    [(pool) => pool.getBrand(12, 7), RECORD, '/v2/manufacturers/12/brands/7'],
    [(pool) => pool.listImages('a/b'), LIST, '/v2/images/a%2Fb'],
    [
      (pool) => pool.listImages('p1', { wholesaler: 1, filter: { wholesaler: 2, type: 3 }, sort: 0, page: 4 }),
      LIST,
      '/v2/images/p1?wholesaler=1&filter%5Bwholesaler%5D=2&filter%5Btype%5D=3&sort=0&page=4',
    ],
    [(pool) => pool.getFeatureImage('crème'), RECORD, '/v2/images/cr%C3%A8me/feature'],
    [(pool) => pool.getFeatureImage('p1', { wholesaler: 7 }), RECORD, '/v2/images/p1/feature?wholesaler=7'],
    [(pool) => pool.listCatalogProducts(501), LIST, '/v2/catalogs/501'],
    [
      (pool) =>
        pool.listCatalogProducts(501, {
          sort: '-product_code',
          filter: { changedAt: { lt: '2024-10-12' }, catalogedAt: new Date(0) },
          page: 2,
          limit: 500,
        }),
      LIST,
      '/v2/catalogs/501?sort=-product_code&filter%5Bchanged_at%5D=lt%3A2024-10-12' +
        '&filter%5Bcataloged_at%5D=eq%3A1970-01-01T00%3A00%3A00.000Z&page=2&limit=500',
    ],
    [(pool) => pool.getCatalogProduct(501, '0964'), RECORD, '/v2/catalogs/501/0964'],
    [(pool) => pool.getCatalogProduct(501, '!@£ppp'), RECORD, '/v2/catalogs/501/%21%40%C2%A3ppp'],
    [(pool) => pool.getCatalogProduct(501, 'a/b c?d#e%2F'), RECORD, '/v2/catalogs/501/a%2Fb%20c%3Fd%23e%252F'],
    [(pool) => pool.listLabels({ page: 2 }), LIST, '/v2/labels?page=2'],
    [(pool) => pool.getLabel(3001), RECORD, '/v2/labels/3001'],
  ]) {
    assert.equal(await addressOf(call, body), url);
  }
});

test('any other resource: a path and a query', async () => {
  const pairs = [
    ['a b', '1&2'],
    ['a b', 'é'],
  ];
  for (const [path, query, url] of [
    ['/v2/wholesalers', undefined, '/v2/wholesalers'],
    ['/v2/wholesalers', null, '/v2/wholesalers'],
    ['/v2/a%2Fb/c', {}, '/v2/a%2Fb/c'],
    ['/v2/x', { 'filter[a]': 'b c', n: 1.5, f: false, big: 10n }, '/v2/x?filter%5Ba%5D=b%20c&n=1.5&f=false&big=10'],
    ['/v2/x', { gone: undefined, none: null, empty: '' }, '/v2/x?empty='],
    ['/v2/x', new URLSearchParams(pairs), '/v2/x?a%20b=1%262&a%20b=%C3%A9'],
    ['/v2/x', new Map(pairs.slice(0, 1)), '/v2/x?a%20b=1%262'],
    ['/v2/x', pairs, '/v2/x?a%20b=1%262&a%20b=%C3%A9'],
  ]) {
    assert.equal(await addressOf((pool) => pool.get(path, query), RECORD), url);
  }
});

test('the base URL may be written in many ways', async () => {
  it.answer = (_, response) => json(response, 200, RECORD);
  for (const [end, url] of [
    ['', '/v2/products/p1'],
    ['/', '/v2/products/p1'],
    ['/v2', '/v2/products/p1'],
    ['/v2/', '/v2/products/p1'],
    ['/pool', '/pool/v2/products/p1'],
    ['/pool/v2//', '/pool/v2/products/p1'],
  ]) {
    for (const baseUrl of [it.base + end, new URL(it.base + end), ` ${it.base + end} `]) {
      it.asked = [];
      await it.client({ baseUrl }).getProduct('p1');
      assert.deepEqual(it.urls(), [url]);
    }
  }
});

test('a record is what stands under data; a list is the whole body', async () => {
  const one = it.client();
  const given = (body) => {
    it.answer = (_, response) => json(response, 200, body);
  };
  given({ data: { id: 'i1' }, more: 1 });
  assert.deepEqual(await one.getProduct('p1'), { id: 'i1' });
  assert.deepEqual(await one.getProductByGtin(GTIN), { id: 'i1' });
  assert.deepEqual(await one.getFeatureImage('p1'), { id: 'i1' });
  assert.deepEqual(await one.getManufacturer(1), { id: 'i1' });
  assert.deepEqual(await one.getBrand(1, 2), { id: 'i1' });
  assert.deepEqual(await one.get('/v2/x'), { data: { id: 'i1' }, more: 1 });

  const body = { page: 1, 'per page': 20, pages: 1, total: 1, data: [{ id: 'i' }] };
  given(body);
  for (const list of [one.listImages('p1'), one.listManufacturers(), one.listBrands(1)]) {
    const page = await list;
    assert.deepEqual({ ...page }, body);
    assert.deepEqual(Object.keys(page), Object.keys(body));
    assert.equal(JSON.stringify(page), JSON.stringify(body));
  }
  given({ next: null, previous: null, data: [], count: 0 });
  assert.deepEqual({ ...(await one.listProducts()) }, { next: null, previous: null, data: [], count: 0 });
});

test('where the service documents no shape, others are taken too', async () => {
  const one = it.client();
  it.answer = (_, response) => json(response, 200, [{ id: 1 }, { id: 2 }]);
  assert.deepEqual({ ...(await one.listManufacturers()) }, { data: [{ id: 1 }, { id: 2 }] });
  assert.deepEqual(await one.listBrands(1).toArray(), [{ id: 1 }, { id: 2 }]);
  assert.deepEqual(await one.get('/v2/x'), [{ id: 1 }, { id: 2 }]);
  it.answer = (_, response) => json(response, 200, { id: 1 });
  assert.deepEqual(await one.getManufacturer(1), { id: 1 });
  assert.deepEqual(await one.getBrand(1, 2), { id: 1 });
  for (const output of ['raw', 'flat', 'ungroup']) {
    assert.deepEqual(await one.getProduct('p1', { output }), { id: 1 });
  }
  await errorOf(() => one.getProduct('p1'), 'invalid_response');
  for (const body of ['7', '"text"', 'null', 'true']) {
    it.answer = (_, response) => json(response, 200, body);
    assert.deepEqual(await one.get('/v2/x'), JSON.parse(body));
  }
});

test('a GTIN not found is looked up in its other forms', async () => {
  for (const [given, forms] of [
    [GTIN, [GTIN, `0${GTIN}`]],
    [`0${GTIN}`, [`0${GTIN}`, GTIN]],
    ['19520123456785', ['19520123456785']],
    ['614141007349', ['614141007349', '0614141007349', '00614141007349']],
    ['0614141007349', ['0614141007349', '00614141007349', '614141007349']],
    ['96385074', ['96385074', '0000096385074', '00000096385074']],
  ]) {
    it.asked = [];
    it.answer = (_, response) => json(response, 404, { errors: [{ detail: 'none' }] });
    const error = await errorOf(() => it.client().getProductByGtin(given), 'not_found');
    assert.deepEqual(
      it.urls(),
      forms.map((form) => `/v2/products/gtin/${form}`),
    );
    assert.equal(error.url, `${it.base}/v2/products/gtin/${forms[0]}`, 'the first speaks for all');
    it.answer = (request, response) =>
      request.url.endsWith(`/${forms.at(-1)}`) ? json(response, 200, RECORD) : json(response, 404, { errors: [] });
    const { data, response } = await it.client().getProductByGtin(given).withResponse();
    assert.deepEqual(data, RECORD.data);
    assert.equal(response.url, `${it.base}/v2/products/gtin/${forms.at(-1)}`);
  }
  // Any other failure ends it.
  it.asked = [];
  it.answer = (_, response) => json(response, 402, {});
  await errorOf(() => it.client().getProductByGtin(GTIN), 'http');
  assert.equal(it.asked.length, 1);
});
