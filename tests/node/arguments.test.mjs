// What a caller gives is checked before anything is sent, and the error says
// which argument it was.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { GTIN, TOKEN, errorOf, pool, service } from './support.mjs';

const it = service();

after(() => assert.equal(it.asked.length, 0, 'nothing was sent'));

/** The call is refused with a message that names the argument. */
async function refused(call, name) {
  it.asked = [];
  const error = await errorOf(() => call(it.client()), 'invalid_argument');
  assert.match(error.message, name);
  assert.equal(error.url, undefined);
  assert.equal(error.method, undefined);
  assert.equal(error.attempts, undefined);
  assert.equal(it.asked.length, 0, error.message);
}

const NO_IDS = ['', '.', '..', '../../me', '%2e%2e%2fme', '..;a=b', undefined, null, 7, {}, Symbol('id')];
const NO_NUMBERS = [-1, 1.5, 2 ** 53, NaN, Infinity, '7', true, 7n, {}, []];
const NO_TEXTS = [7, true, {}, []];

test('a GTIN is a text of 8, 12, 13 or 14 digits', async () => {
  const wrong = ['952012345', '9520123456', '952012345678890', '', ' ', 'abc', '0', '00000000000000'];
  for (const gtin of [...wrong, undefined, null, 9520123456788, {}, [GTIN]]) {
    await refused((one) => one.getProductByGtin(gtin), /GTIN/);
    await refused((one) => one.findByGtin(gtin), /GTIN|scan/);
  }
});

test('an id of a product is a text that an address can hold', async () => {
  for (const id of NO_IDS) {
    await refused((one) => one.getProduct(id), /product id/);
    await refused((one) => one.listImages(id), /product id/);
    await refused((one) => one.getFeatureImage(id), /product id/);
    await refused((one) => one.getCatalogProduct(1, id), /product code/);
  }
});

test('an id of a manufacturer or a brand is a whole number', async () => {
  for (const id of [...NO_NUMBERS, undefined, null]) {
    await refused((one) => one.getManufacturer(id), /manufacturer id/);
    await refused((one) => one.listBrands(id), /manufacturer id/);
    await refused((one) => one.getBrand(id, 1), /manufacturer id/);
    await refused((one) => one.getBrand(1, id), /brand id/);
    await refused((one) => one.listCatalogProducts(id), /wholesaler id/);
    await refused((one) => one.getCatalogProduct(id, 'a'), /wholesaler id/);
    await refused((one) => one.getLabel(id), /label id/);
  }
});

/** Options with a value for the one of this name: `filter.brand` is `{ filter: { brand } }`. */
const nested = (name, value) =>
  name.split('.').reduceRight((inner, part) => ({ [part]: inner }), /** @type {unknown} */ (value));

test('every option is named when it is wrong', async () => {
  const lists = {
    'filter.manufacturer': NO_NUMBERS,
    'filter.brand': NO_NUMBERS,
    'filter.label': NO_NUMBERS,
    limit: [...NO_NUMBERS, 0, 501, 2 ** 40],
    'filter.manufacturerProductCode': [...NO_TEXTS, ''],
    'filter.changedAt': [
      ...NO_TEXTS,
      '',
      'soon',
      'ge:2024-10-12',
      'gt:',
      'gt:soon',
      new Date(NaN),
      { gt: 'soon' },
      { gt: 'gt:2024-10-12' },
      { gt: 20241012 },
      { gt: new Date('soon') },
      { gt: null },
      { gt: '2024-10-12', lt: '2024-10-13' },
    ],
    'filter.status': [...NO_TEXTS, '', 'draft', 'published,', 'published, archived', ['draft'], ['published', '']],
    cursor: [...NO_TEXTS, ''],
    sort: [...NO_TEXTS, '', 'name', 'Changed_at', '--changed_at'],
    count: ['1', 1, 0, {}],
  };
  for (const [name, values] of Object.entries(lists)) {
    for (const value of values) {
      await refused((one) => one.listProducts(nested(name, value)), new RegExp(`the option ${name}\\b`));
    }
  }
  for (const [name, values] of Object.entries({
    'filter.manufacturer': NO_NUMBERS,
    'filter.brand': NO_NUMBERS,
    'filter.label': NO_NUMBERS,
    'filter.changedAt': lists['filter.changedAt'],
    'filter.catalogedAt': lists['filter.changedAt'],
    limit: lists.limit,
    sort: [...NO_TEXTS, '', 'code', '--product_code'],
    page: [...NO_NUMBERS, 0],
  })) {
    for (const value of values) {
      await refused((one) => one.listCatalogProducts(1, nested(name, value)), new RegExp(`the option ${name}\\b`));
    }
  }
  for (const value of NO_NUMBERS) {
    for (const name of ['wholesaler', 'filter.wholesaler', 'filter.type', 'sort', 'page']) {
      await refused((one) => one.listImages('p1', nested(name, value)), new RegExp(`option ${name}`));
    }
    await refused((one) => one.getFeatureImage('p1', { wholesaler: value }), /option wholesaler/);
    await refused((one) => one.listManufacturers({ page: value }), /option page/);
    await refused((one) => one.listBrands(1, { page: value }), /option page/);
    await refused((one) => one.listLabels({ page: value }), /option page/);
  }
  for (const list of ['listManufacturers', 'listBrands', 'listImages', 'listLabels']) {
    const given = { listBrands: [1], listImages: ['p1'] }[list] ?? [];
    await refused((one) => one[list](...given, { page: 0 }), /page must be at least 1/);
  }
  for (const value of [...NO_TEXTS, '']) {
    await refused((one) => one.getProduct('p1', { version: value }), /version/);
  }
  for (const value of [...NO_TEXTS, '', 'xml', 'RAW']) {
    await refused((one) => one.getProduct('p1', { output: value }), /option output/);
  }
});

/** The call is refused with exactly this message. */
async function refusedWith(call, message) {
  await refused(call, new RegExp(`^${message.replace(/[^\w ]/g, '\\$&')}$`));
}

test('an option that does not exist is refused, with the one that was probably meant', async () => {
  for (const [name, message] of [
    ['status', 'there is no option status; did you mean filter.status?'],
    ['filterStatus', 'filterStatus is filter.status here'],
    ['filter[status]', 'filter[status] is filter.status here'],
    ['filter[manufacturer_product_code]', 'filter[manufacturer_product_code] is filter.manufacturerProductCode here'],
    ['changed_at', 'there is no option changed_at; did you mean filter.changedAt?'],
    ['limti', 'there is no option limti; did you mean limit?'],
    ['singal', 'there is no option singal; did you mean signal?'],
    ['timeout', 'there is no option timeout; did you mean timeoutMs?'],
    ['retries', 'there is no option retries; did you mean maxRetries?'],
  ]) {
    for (const value of ['archived', undefined, null]) {
      await refusedWith((one) => one.listProducts({ [name]: value }), message);
    }
    await refusedWith((one) => one.listProducts({ [name]: 1 }).toArray(), message);
  }
  const version = 'there is no option versoin; did you mean version?';
  await refusedWith((one) => one.getProduct('p1', { versoin: '2' }), version);
  await refusedWith((one) => one.listImages('p1', { 'filter[type]': 1 }), 'filter[type] is filter.type here');
  await refusedWith((one) => one.changes({ sinse: '2024-10-12' }), 'there is no option sinse; did you mean since?');
  await refusedWith((one) => one.buildGtinIndex({ form: '' }), 'there is no option form; did you mean from?');
  await refusedWith((one) => one.findByGtin(GTIN, { indx: {} }), 'there is no option indx; did you mean index?');
  await refusedWith(
    (one) => one.listProducts({ filter: { changedAt: { after: '2024-10-12' } } }),
    'there is no option after; there are eq, gt, lt',
  );
  for (const [filter, message] of [
    [{ changed_at: { gt: '2024-10-12' } }, 'filter.changed_at is filter.changedAt here'],
    [
      { changedAt: { gt: '2024-10-12', lt: '2024-10-13' } },
      'the option filter.changedAt must have one time alone: eq, gt or lt',
    ],
    [{ stats: 'archived' }, 'there is no option filter.stats; did you mean filter.status?'],
    ['archived', 'the option filter must be an object'],
    [7, 'the option filter must be an object'],
  ]) {
    await refusedWith((one) => one.listProducts({ filter }), message);
  }
  await refused((one) => one.listManufacturers({ filter: { brand: 1 } }), /no option filter\.brand; there are page,/);
  // Only records can be validated.
  for (const call of [
    (one) => one.get('/v2/x', {}, { validate: 'strict' }),
    (one) => one.changes({ validate: 'strict' }),
    (one) => one.buildGtinIndex({ validate: 'strict' }),
  ]) {
    await refused(call, /there is no option validate/);
  }
  for (const [name, message] of [
    ['tokn', 'there is no option tokn; did you mean token?'],
    ['apiToken', 'there is no option apiToken; did you mean token?'],
    ['base_url', 'base_url is baseUrl here'],
    ['base-url', 'base-url is baseUrl here'],
    ['baseURL', 'baseURL is baseUrl here'],
    ['onrequest', 'onrequest is onRequest here'],
  ]) {
    assert.throws(() => it.client({ [name]: TOKEN }), { code: 'invalid_argument', message });
  }
});

/** Every call, with options after the arguments it wants. */
const CALLS = {
  listProducts: (one, options) => one.listProducts(options),
  getProduct: (one, options) => one.getProduct('p1', options),
  getProductByGtin: (one, options) => one.getProductByGtin(GTIN, options),
  listManufacturers: (one, options) => one.listManufacturers(options),
  getManufacturer: (one, options) => one.getManufacturer(1, options),
  listBrands: (one, options) => one.listBrands(1, options),
  getBrand: (one, options) => one.getBrand(1, 2, options),
  listImages: (one, options) => one.listImages('p1', options),
  getFeatureImage: (one, options) => one.getFeatureImage('p1', options),
  listCatalogProducts: (one, options) => one.listCatalogProducts(1, options),
  getCatalogProduct: (one, options) => one.getCatalogProduct(1, 'a', options),
  listLabels: (one, options) => one.listLabels(options),
  getLabel: (one, options) => one.getLabel(1, options),
  get: (one, options) => one.get('/v2/x', {}, options),
  findByGtin: (one, options) => one.findByGtin(GTIN, options),
  buildGtinIndex: (one, options) => one.buildGtinIndex(options),
  changes: (one, options) => one.changes(options)[Symbol.asyncIterator]().next(),
  toArray: (one, options) => one.listProducts(options).toArray(),
};

for (const [name, call] of Object.entries(CALLS)) {
  test(`${name} validates the options of every call`, async () => {
    await refused((one) => call(one, { tiemoutMs: 5 }), /there is no option tiemoutMs; did you mean timeoutMs\?/);
    for (const options of ['raw', 7, true, Symbol('x'), () => {}]) {
      await refused((one) => call(one, options), /options/);
      const checking = it.client({ validate: 'report' });
      await refused(() => call(checking, options), /options/);
    }
    for (const signal of [{}, 7, 'now', { addEventListener: 1 }]) {
      await refused((one) => call(one, { signal }), /option signal/);
    }
    for (const time of [0, -1, NaN, '5', {}, -Infinity]) {
      await refused((one) => call(one, { timeoutMs: time }), /option timeoutMs/);
      await refused((one) => call(one, { totalTimeoutMs: time }), /option totalTimeoutMs/);
    }
    for (const retries of NO_NUMBERS) {
      await refused((one) => call(one, { maxRetries: retries }), /option maxRetries/);
    }
  });
}

test('validate is one of three words', async () => {
  for (const validate of ['', 'on', 'Strict', true, 1, {}]) {
    assert.throws(() => it.client({ validate }), { code: 'invalid_argument', message: /validate/ });
    await refused((one) => one.getProduct('p1', { validate }), /option validate/);
    await refused((one) => one.listProducts({ validate }), /option validate/);
    await refused((one) => one.getManufacturer(1, { validate }), /option validate/);
  }
});

test('a path is below /v2/ and leads nowhere else', async () => {
  for (const path of [
    undefined,
    7,
    '',
    'v2/x',
    '/v1/x',
    '/v2',
    '/v2/../admin',
    '/v2/%2e%2E/admin',
    '/v2/.%2e/x',
    '/v2/./x',
    '/v2/x?y=1',
    '/v2/x#y',
    '/v2/x y',
    '/v2/é',
    '/v2\\..\\x',
    '/v2/x\n',
    '//evil.example/v2/',
    'http://evil.example/v2/x',
  ]) {
    await refused((one) => one.get(path), /path/);
  }
});

test('a query holds texts, numbers and booleans', async () => {
  for (const query of ['a=b', 7, true, () => {}]) {
    await refused((one) => one.get('/v2/x', query), /query/);
  }
  for (const value of [{}, [], Symbol('x'), () => {}]) {
    await refused((one) => one.get('/v2/x', { why: value }), /why in the query/);
  }
});

test('a feed begins at a time or at a checkpoint', async () => {
  const first = (one, since) => one.changes({ since })[Symbol.asyncIterator]().next();
  for (const since of [7, {}, true, new Date(NaN)]) {
    await refused((one) => first(one, since), /since/);
  }
  for (const since of ['', 'yesterday', '2024-13-01', '12.10.2024', '2024-10-12T25:00']) {
    await refused((one) => first(one, since), /begin at/);
  }
  for (const since of ['[', '[]', '["changes-0",null,null,[]]', '["changes-1"]', '[1,2,3,4]']) {
    await refused((one) => first(one, since), /checkpoint/);
  }
});

test('an index is one that was exported, or one that was built', async () => {
  for (const from of [7, {}, '', '[]', '{}', '["gtins-0","",[]]', 'null']) {
    await refused((one) => one.buildGtinIndex({ from }), /index/);
  }
  for (const index of [7, {}, '', [], { productsOf: () => ['p1'] }]) {
    await refused((one) => one.findByGtin(GTIN, { index }), /option index/);
  }
  await refused((one) => one.buildGtinIndex({ onProgress: 7 }), /option onProgress/);
});

test('a constructor refuses invalid options', () => {
  for (const options of [
    undefined,
    null,
    'https://pool.example',
    {},
    { baseUrl: null },
    { baseUrl: 7 },
    { baseUrl: 'pool.example' },
    { baseUrl: 'file:///etc' },
    { baseUrl: new URL('file:///etc') },
    { baseUrl: 'javascript:alert(1)' },
    { baseUrl: 'http://127.0.0.1:99999999' },
    { baseUrl: 'http://[::1' },
    { baseUrl: 'https://' },
    { baseUrl: 'https://:8080' },
    { baseUrl: '//pool.example' },
    { baseUrl: '/pool' }, // there is no page here
    { baseUrl: '' },
  ]) {
    assert.throws(() => new pool.PoolClient(options), {
      name: 'PoolError',
      code: 'invalid_argument',
      message: /base URL|baseUrl/,
    });
  }
  const wrong = {
    token: ['', `${TOKEN}\nX: 1`, 'tökén', 'a b', 7, {}],
    fetch: ['fetch', {}, 7],
    onRequest: ['log', {}, 7],
    onResponse: ['log', {}, 7],
    logger: ['console', 7, () => {}],
    timeoutMs: [0, -1, NaN, '5', {}],
    totalTimeoutMs: [0, -1, NaN, '5', {}],
    maxRetries: [-1, 1.5, Infinity, '2'],
    concurrency: [0, -1, 1.5, '6', {}],
  };
  assert.throws(() => it.client({ token: `Bearer ${TOKEN}` }), /without a space: Bearer is added$/);
  for (const [name, values] of Object.entries(wrong)) {
    for (const value of values) {
      const make = () => it.client({ [name]: value });
      assert.throws(make, (error) => {
        assert.equal(error.code, 'invalid_argument');
        assert.match(error.message, new RegExp(name));
        assert.ok(!error.message.includes(TOKEN));
        return true;
      });
    }
  }
});

test('what only the WebAssembly can validate is refused at the first call', async () => {
  for (const baseUrl of [
    it.base.replace('//', '//user:word@'),
    `${it.base}/?a=b`,
    `${it.base}/#a`,
    `${it.base}/a b`,
    `${it.base}\\a`,
  ]) {
    const one = it.client({ baseUrl });
    const error = await errorOf(() => one.getProduct('p1'), 'invalid_argument');
    assert.match(error.message, /base URL/);
    assert.ok(!error.message.includes('word@'));
    // And with the next.
    await errorOf(() => one.getProduct('p1'), 'invalid_argument');
  }
});
