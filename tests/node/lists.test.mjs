// Iterating over lists, page by page.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { whole } from '../drawn.mjs';
import { errorOf, json, pool, program, service, until } from './support.mjs';

const it = service();

/** Three pages of List Products with two items each, cursors `c1` and `c2`. */
function byCursor(request, response) {
  const cursor = new URL(request.url, it.base).searchParams.get('cursor');
  const number = cursor ? Number(cursor.slice(1)) : 0;
  json(response, 200, {
    next: number < 2 ? `c${number + 1}` : null,
    previous: number > 0 ? `c${number - 1}` : null,
    data: [2 * number, 2 * number + 1].map((id) => ({ pool_id: `p${id}` })),
  });
}

/** The same by page numbers. */
function byNumber(request, response) {
  const page = Number(new URL(request.url, it.base).searchParams.get('page') ?? 1);
  json(response, 200, {
    page,
    'per page': 2,
    pages: 3,
    total: 6,
    data: page > 3 ? [] : [2 * page - 2, 2 * page - 1].map((id) => ({ id })),
  });
}

const LISTS = {
  listProducts: [byCursor, (one, options) => one.listProducts(options), ({ pool_id }) => Number(pool_id.slice(1))],
  listImages: [byNumber, (one, options) => one.listImages('p1', options), ({ id }) => id],
  listManufacturers: [byNumber, (one, options) => one.listManufacturers(options), ({ id }) => id],
  listBrands: [byNumber, (one, options) => one.listBrands(7, options), ({ id }) => id],
  listCatalogProducts: [byNumber, (one, options) => one.listCatalogProducts(7, options), ({ id }) => id],
  listLabels: [byNumber, (one, options) => one.listLabels(options), ({ id }) => id],
};
const NUMBERED = Object.entries(LISTS).filter(([name]) => name !== 'listProducts');

/** All items of a loop, or the first so many. */
async function gather(list, most = Infinity) {
  const items = [];
  for await (const item of list) {
    if (items.push(item) >= most) break;
  }
  return items;
}

test('a call that is awaited twice gives the same page', async () => {
  it.answer = byCursor;
  const call = it.client().listProducts();
  const { data } = await call.withResponse();
  assert.equal(await call, data);
  assert.equal(await call, await call);
  assert.equal(it.asked.length, 1);
});

for (const [name, [answer, call, idOf]] of Object.entries(LISTS)) {
  test(`${name}: a loop takes every item of every page, in order`, async () => {
    it.answer = answer;
    const items = await gather(call(it.client()));
    assert.deepEqual(items.map(idOf), [0, 1, 2, 3, 4, 5]);
    assert.equal(it.asked.length, 3);
  });

  test(`${name}: awaited, one page comes, and leads to the next`, async () => {
    it.answer = answer;
    let page = await call(it.client());
    const seen = [];
    for (;;) {
      assert.ok(page instanceof pool.Page);
      seen.push(page.data.map(idOf));
      assert.equal(it.asked.length, seen.length, 'nothing is fetched ahead');
      if (!page.hasNextPage()) break;
      const next = page.getNextPage();
      page = await next;
      assert.equal((await next.withResponse()).response.status, 200);
    }
    assert.deepEqual(seen, [
      [0, 1],
      [2, 3],
      [4, 5],
    ]);
    const none = page.getNextPage();
    await errorOf(() => none, 'invalid_argument');
    await errorOf(() => none.toArray(), 'invalid_argument');
  });

  test(`${name}: toArray gives all, or so many`, async () => {
    it.answer = answer;
    for (const [options, count] of [
      [undefined, 6],
      [null, 6],
      [{}, 6],
      [{ limit: Infinity }, 6],
      [{ limit: 100 }, 6],
      [{ limit: 3 }, 3],
      [{ limit: 2.5 }, 3],
      [{ limit: 1 }, 1],
      [{ limit: 0 }, 0],
    ]) {
      it.asked = [];
      const items = await call(it.client()).toArray(options);
      assert.deepEqual(items.map(idOf), [0, 1, 2, 3, 4, 5].slice(0, count));
      // Pages of two; of one that nobody wants not even the request is made.
      assert.equal(it.asked.length, Math.ceil(count / 2));
    }
    const { message } = await errorOf(() => call(it.client()).toArray({ max: 3 }), 'invalid_argument');
    assert.equal(message, 'there is no option max; there are limit');
    for (const limit of [-1, NaN, '5', {}]) {
      const error = await errorOf(() => call(it.client()).toArray({ limit }), 'invalid_argument');
      assert.match(error.message, /limit/);
    }
  });

  test(`${name}: a loop may begin at a page, and anywhere else as well`, async () => {
    it.answer = answer;
    const list = call(it.client());
    const page = await list;
    assert.equal(page.data.length, 2);
    // A promise that was awaited can be looped over, even twice.
    for (let round = 0; round < 2; round += 1) {
      assert.deepEqual((await gather(list)).map(idOf), [0, 1, 2, 3, 4, 5]);
    }
    assert.deepEqual((await gather(page.getNextPage())).map(idOf), [2, 3, 4, 5]);
    const at = name === 'listProducts' ? { cursor: 'c2' } : { page: 3 };
    assert.deepEqual((await gather(call(it.client(), at))).map(idOf), [4, 5]);
  });

  test(`${name}: the next page is fetched while one is taken`, async () => {
    it.answer = answer;
    const loop = call(it.client())[Symbol.asyncIterator]();
    await loop.next();
    await until(() => it.asked.length === 2);
    await sleep(10);
    assert.equal(it.asked.length, 2, 'one page ahead and no more');
    await loop.next();
    await loop.next();
    await until(() => it.asked.length === 3);
    await loop.return();
  });

  test(`${name}: a loop that is left leaves nothing running`, async () => {
    it.answer = (request, response) => {
      if (!/cursor|page/.test(request.url)) answer(request, response);
    };
    for (const leave of [
      (list) => gather(list, 1),
      (list) => list.toArray({ limit: 1 }),
      async (list) => {
        const failing = (async () => {
          for await (const item of list) throw new RangeError(`mine ${idOf(item)}`);
        })();
        await assert.rejects(failing, RangeError);
      },
    ]) {
      await leave(call(it.client()));
      await until(() => it.under === 0);
    }
  });

  test(`${name}: a loop that is cancelled part-way ends at once`, async () => {
    for (const moment of ['before the loop', 'at an item', 'while a page is awaited']) {
      it.asked = [];
      it.answer = (request, response) => {
        if (!/cursor|page/.test(request.url)) answer(request, response);
      };
      const controller = new AbortController();
      const { signal } = controller;
      const reason = new Error('enough');
      const list = call(it.client(), { signal });
      const taken = [];
      const error = await errorOf(async () => {
        if (moment === 'before the loop') {
          await list;
          controller.abort(reason);
        }
        for await (const item of list) {
          taken.push(idOf(item));
          if (moment === 'at an item') controller.abort(reason);
          else if (taken.length === 2) setTimeout(() => controller.abort(reason), 10);
        }
      }, 'aborted');
      assert.equal(error.cause, reason);
      assert.equal(taken.length, { 'before the loop': 0, 'at an item': 1 }[moment] ?? 2);
      await until(() => it.under === 0);
    }
  });

  test(`${name}: a failure part-way is thrown when its item is reached`, async () => {
    // By its address: a request of the test before may still arrive.
    const isSecond = ({ url }) => /cursor=|page=2/.test(url);
    it.answer = (request, response) => (isSecond(request) ? json(response, 402, {}) : answer(request, response));
    const taken = [];
    await errorOf(async () => {
      for await (const item of call(it.client())) {
        // The failure of the page ahead is here long before.
        await sleep(20);
        taken.push(idOf(item));
      }
    }, 'http');
    assert.deepEqual(taken, [0, 1]);
  });
}

test('every page is asked for with the options of the first', async () => {
  it.answer = byCursor;
  const options = { sort: 'changed_at', filter: { brand: 7 }, limit: 2, count: true };
  await gather(it.client().listProducts(options));
  const query = 'sort=changed_at&filter%5Bbrand%5D=7';
  assert.deepEqual(it.urls(), [
    `/v2/products?${query}&limit=2&count=1`,
    `/v2/products?${query}&cursor=c1&limit=2&count=1`,
    `/v2/products?${query}&cursor=c2&limit=2&count=1`,
  ]);
  it.asked = [];
  it.answer = byNumber;
  await gather(it.client().listImages('p1', { wholesaler: 1, sort: 2 }));
  assert.deepEqual(it.urls(), [
    '/v2/images/p1?wholesaler=1&sort=2',
    '/v2/images/p1?wholesaler=1&sort=2&page=2',
    '/v2/images/p1?wholesaler=1&sort=2&page=3',
  ]);
  // Timeouts apply to each page, too.
  it.answer = (request, response) =>
    it.asked.length % 2 ? json(response, 503, {}, { 'retry-after': '0' }) : byCursor(request, response);
  it.asked = [];
  assert.equal((await gather(it.client().listProducts({ maxRetries: 1 }))).length, 6);
  assert.equal(it.asked.length, 6);
});

test('no cursor leads in a circle', async () => {
  for (const [answer, requests] of [
    [(cursor) => ({ next: cursor ?? 'a', data: [{}] }), 2],
    [() => ({ next: 'a', data: [] }), 2],
    [() => ({ next: '', data: [{}] }), 1],
    [() => ({ next: null, data: [{}] }), 1],
    [() => ({ data: [{}] }), 1],
    [() => ({ next: 7, data: [{}] }), 1],
    [() => ({ next: {}, data: [{}] }), 1],
    [(cursor) => ({ next: { null: 'a', a: 'b', b: 'c', c: 'a' }[cursor], data: [{}] }), 4],
  ]) {
    it.asked = [];
    it.answer = (request, response) =>
      json(response, 200, answer(new URL(request.url, it.base).searchParams.get('cursor')));
    await gather(it.client().listProducts());
    assert.equal(it.asked.length, requests);
  }
});

test('a loop goes on behind an empty page', async () => {
  const PAGES = {
    null: { next: 'a', data: [{ pool_id: '1' }] },
    a: { next: 'b', data: [] },
    b: { data: [{ pool_id: '2' }] },
  };
  it.answer = (request, response) =>
    json(response, 200, PAGES[new URL(request.url, it.base).searchParams.get('cursor')]);
  const products = await gather(it.client().listProducts());
  assert.deepEqual(
    products.map(({ pool_id }) => pool_id),
    ['1', '2'],
  );
});

// As in workerd.
test('a call with a signal, and every page of a loop, settle where no listener may be passive', async (t) => {
  const add = EventTarget.prototype.addEventListener;
  t.mock.method(EventTarget.prototype, 'addEventListener', function (type, listener, options) {
    if (options?.passive) throw new TypeError('addEventListener(): options.passive must be false.');
    return add.call(this, type, listener, options);
  });
  it.answer = byCursor;
  const { signal } = new AbortController();
  assert.equal((await it.client().listProducts({ signal })).data.length, 2);
  assert.equal((await gather(it.client().listProducts())).length, 6);
});

test('no page number leads in a circle', async () => {
  for (const [answer, requests] of [
    [() => ({ page: 1, pages: 3, data: [{}] }), 2], // it knows no `page`
    [() => ({ page: 2, pages: 3, data: [{}] }), 2],
    [() => ({ page: '1', pages: '1', data: [{}] }), 1],
    [(page) => ({ page: String(page), pages: '3', data: [{}] }), 3],
    [() => ({ page: 1, data: [{}] }), 1],
    [() => ({ pages: 3, data: [{}] }), 1],
    [() => ({ page: {}, pages: [], data: [{}] }), 1],
    [() => ({ page: 1, pages: 0, data: [] }), 1],
    [() => ({ page: null, pages: null, data: [{}] }), 1],
    [() => [{}], 1],
  ]) {
    for (const [, [, call]] of NUMBERED) {
      it.asked = [];
      it.answer = (request, response) => {
        const page = Number(new URL(request.url, it.base).searchParams.get('page') ?? 1);
        json(response, 200, answer(page));
      };
      const isEnveloped = call === LISTS.listImages[1] || call === LISTS.listCatalogProducts[1];
      if (Array.isArray(answer(1)) && isEnveloped) continue;
      await gather(call(it.client()));
      assert.equal(it.asked.length, requests, String(answer));
    }
  }
});

/** So many pages of 500 items. */
const PAGES = whole(200, 80);

test('a list may be long: memory stays flat however many items there are', async () => {
  const items = Array.from({ length: 500 }, (_, index) => ({
    pool_id: `product-${index}`,
    status: 'published',
    version: '1',
    changed_at: '2024-07-02 14:25:26',
    product_name: 'A name as long as names of products tend to be',
    components: [{ component_uuid: `c${index}`, internal_gtin: '09520123456788' }],
  }));
  const data = JSON.stringify(items);
  it.answer = (request, response) => {
    const { searchParams } = new URL(request.url, it.base);
    const number = Number(searchParams.get('cursor') ?? searchParams.get('page') ?? 1);
    const next = number < PAGES ? `"${number + 1}"` : 'null';
    json(response, 200, `{"next":${next},"page":${number},"pages":${PAGES},"data":${data}}`);
  };
  const { stdout } = await program(
    `
    const one = new pool.PoolClient({ baseUrl: BASE });
    const heap = () => {
      for (let round = 0; round < 4; round += 1) gc();
      return process.memoryUsage().heapUsed;
    };
    const walk = async (list, look) => {
      let count = 0;
      for await (const item of list) {
        count += 1;
        if (item.pool_id === undefined) throw new Error('no item');
        if (count % ${PAGES * 125} === 0 && !look?.()) break;
      }
      return count;
    };
    const results = [];
    for (const list of [() => one.listProducts({ limit: 500 }), () => one.listImages('p1')]) {
      // What is loaded and compiled at first, by a quarter of the walk, is not the walk's.
      await walk(list());
      const before = heap();
      let most = 0;
      const count = await walk(list(), () => {
        most = Math.max(most, heap() - before);
        return true;
      });
      results.push({ count, most, after: heap() - before });
    }
    console.log(JSON.stringify(results));
    `,
    { base: it.base, flags: ['--expose-gc'] },
  );
  for (const { count, most, after } of JSON.parse(stdout)) {
    assert.equal(count, PAGES * 500);
    assert.ok(most < 10 << 20, `${most} bytes more in the middle`);
    assert.ok(after < 2 << 20, `${after} bytes more at the end`);
  }
});
