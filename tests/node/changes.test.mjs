// The change feed with a mock service: what it requests, what it returns, and where it
// continues.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { errorOf, json, service, until } from './support.mjs';

const it = service();

/** The service's products, newest version each, and how many a page holds. */
let held;
let size;

const clock = (second) => new Date(Date.UTC(2024, 9, 12, 8) + second * 1000).toISOString();
const at = (second) => clock(second).slice(0, 19).replace('T', ' ');

function write(pool_id, second, version = '1', status = 'published') {
  held.set(pool_id, { pool_id, version, status, changed_at: at(second) });
}

/** The list by `changed_at` and `pool_id`; a cursor is the row it follows. */
function serve(request, response) {
  const { searchParams } = new URL(request.url, it.base);
  const keyOf = ({ changed_at, pool_id }) => `${changed_at} ${pool_id}`;
  const after = searchParams.get('cursor') ?? '';
  const day = searchParams.get('filter[changed_at]')?.slice('gt:'.length) ?? '';
  const rows = [...held.values()]
    .filter((row) => keyOf(row) > after && row.changed_at >= day)
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const data = rows.slice(0, size);
  json(response, 200, { next: rows.length > size ? keyOf(data.at(-1)) : null, previous: null, data });
}

const short = ({ pool_id, version, status }) => `${pool_id}${version}${status === 'archived' ? '!' : ''}`;

/** All that a feed gives until it has caught up, or the first so many. */
async function gather(feed, most = Infinity) {
  const items = [];
  for await (const item of feed) {
    if (items.push(short(item)) >= most) break;
  }
  return items;
}

beforeEach(() => {
  held = new Map();
  size = 500;
  it.answer = serve;
  ['a', 'b', 'c', 'd', 'e'].forEach((id, index) => write(id, index * 3600));
});

test('from the beginning every product comes, the oldest change first', async () => {
  const feed = it.client().changes();
  assert.equal(feed.checkpoint, undefined);
  assert.deepEqual(await gather(feed), ['a1', 'b1', 'c1', 'd1', 'e1']);
  assert.deepEqual(it.urls(), ['/v2/products?sort=changed_at&filter%5Bstatus%5D=published%2Carchived&limit=500']);
  for await (const item of it.client().changes()) {
    assert.deepEqual(item, held.get('a'), 'an item is what the list holds');
    break;
  }
});

test('it begins at a time: a date, a text with a zone, or a Date', async () => {
  for (const [since, expected] of [
    ['2024-10-12', ['a1', 'b1', 'c1', 'd1', 'e1']],
    ['2024-10-12 09:00', ['b1', 'c1', 'd1', 'e1']],
    ['2024-10-12 09:00:01', ['c1', 'd1', 'e1']],
    ['2024-10-12T12:00:00+02:00', ['c1', 'd1', 'e1']],
    ['2024-10-12T11:59:59.999Z', ['e1']],
    [new Date(Date.UTC(2024, 9, 12, 11)), ['d1', 'e1']],
    ['2024-10-13', []],
  ]) {
    assert.deepEqual(await gather(it.client().changes({ since })), expected, String(since));
  }
  // The filter has days only, and whether the day named is in is not said.
  assert.match(decodeURIComponent(it.urls()[0]), /filter\[changed_at\]=gt:2024-10-11&/);
});

test('another loop gives what has changed since, and once only', async () => {
  const feed = it.client().changes();
  await gather(feed);
  assert.deepEqual(await gather(feed), []);
  write('b', 20_000, '2');
  write('f', 20_001);
  assert.deepEqual(await gather(feed), ['b2', 'f1']);
  assert.deepEqual(await gather(feed), []);
  // Archiving is a change though the version stays; a new time alone is none.
  write('f', 20_002, '1', 'archived');
  write('b', 20_003, '2');
  assert.deepEqual(await gather(feed), ['f1!']);
  write('f', 20_004, '1', 'published');
  assert.deepEqual(await gather(feed), ['f1']);
});

test('what is written late, or in a second that was read, is not missed', async () => {
  const feed = it.client().changes();
  await gather(feed);
  const newest = 4 * 3600;
  write('f', newest);
  write('A', newest); // before `e`, were it sorted with it
  write('g', newest - 14 * 60);
  write('h', newest - 60);
  assert.deepEqual((await gather(feed)).toSorted(), ['A1', 'f1', 'g1', 'h1']);
  write('c', newest - 120, '2');
  assert.deepEqual(await gather(feed), ['c2']);
  assert.deepEqual(await gather(feed), []);
});

test('rows of one second straddle pages, and rows come while a page is read', async () => {
  held.clear();
  for (let index = 0; index < 40; index += 1) write(`p${String(index).padStart(2, '0')}`, Math.floor(index / 7));
  size = 5;
  const feed = it.client().changes();
  const seen = [];
  for await (const item of feed) {
    seen.push(short(item));
    if (seen.length === 12) {
      write('p00x', 0); // behind the place of the walk
      write('p03', 100, '2'); // moves to the end
      write('p20', 101, '2'); // moves before it was met
    }
  }
  seen.push(...(await gather(feed)));
  assert.equal(new Set(seen).size, seen.length, 'nothing twice');
  for (const item of held.values()) assert.ok(seen.includes(short(item)), short(item));
  assert.ok(!seen.includes('p201'), 'of two changes the newest is given');
  assert.equal(seen.length, 42);
});

test('a checkpoint continues where it was taken, also in another client', async () => {
  size = 2;
  for (let taken = 0; taken <= 5; taken += 1) {
    const feed = it.client().changes();
    const first = taken === 0 ? [] : await gather(feed, taken);
    const text = feed.checkpoint;
    if (taken === 0) {
      assert.equal(text, undefined);
    } else {
      assert.equal(typeof text, 'string');
      assert.equal(JSON.parse(JSON.stringify({ text })).text, text);
    }
    const other = it.client().changes({ since: text });
    assert.equal(other.checkpoint, text, 'it stands where it was told to');
    assert.deepEqual([...first, ...(await gather(other))], ['a1', 'b1', 'c1', 'd1', 'e1']);
    // The text was taken by nobody: it can be used again.
    assert.deepEqual(await gather(it.client().changes({ since: text }), 1), taken < 5 ? [`${'abcde'[taken]}1`] : []);
  }
});

test('a new loop continues where the last one was left', async () => {
  size = 2;
  const feed = it.client().changes();
  assert.deepEqual(await gather(feed, 1), ['a1']);
  assert.deepEqual(await gather(feed, 2), ['b1', 'c1']);
  assert.deepEqual(await gather(feed), ['d1', 'e1']);
});

test('after a failure the same feed continues, and misses nothing', async () => {
  size = 1;
  const feed = it.client().changes();
  const seen = [];
  let failures = 0;
  it.answer = (request, response) => (it.asked.length % 2 ? json(response, 402, {}) : serve(request, response));
  for (let caughtUp = false; !caughtUp;) {
    try {
      for await (const item of feed) seen.push(short(item));
      caughtUp = true;
    } catch (error) {
      assert.equal(error.code, 'http');
      failures += 1;
    }
  }
  assert.deepEqual(seen, ['a1', 'b1', 'c1', 'd1', 'e1']);
  assert.equal(failures, 5);
});

test('a service that forgets its cursors does not stop the feed', async () => {
  size = 2;
  const feed = it.client().changes();
  let forgets = true;
  it.answer = (request, response) => {
    if (!forgets || !request.url.includes('cursor')) return serve(request, response);
    forgets = false;
    return json(response, 400, { errors: [{ code: 'invalid_cursor', detail: 'no such cursor' }] });
  };
  const seen = [];
  await errorOf(async () => {
    for await (const item of feed) seen.push(short(item));
  }, 'http');
  seen.push(...(await gather(feed)));
  assert.deepEqual(seen, ['a1', 'b1', 'c1', 'd1', 'e1']);
});

test('given up in the middle, nothing is lost', async () => {
  size = 2;
  const controller = new AbortController();
  const { signal } = controller;
  const feed = it.client().changes({ signal });
  it.answer = (request, response) => {
    if (!request.url.includes('cursor')) serve(request, response);
  };
  const seen = [];
  const error = await errorOf(async () => {
    for await (const item of feed) {
      seen.push(short(item));
      if (seen.length === 2) setTimeout(() => controller.abort(new Error('enough')), 20);
    }
  }, 'aborted');
  assert.equal(error.cause.message, 'enough');
  await until(() => it.under === 0);
  // It stays given up; from its checkpoint another goes on.
  await errorOf(() => gather(feed), 'aborted');
  it.answer = serve;
  seen.push(...(await gather(it.client().changes({ since: feed.checkpoint }))));
  assert.deepEqual(seen, ['a1', 'b1', 'c1', 'd1', 'e1']);
});

test('the checkpoint can be read at any time', async () => {
  size = 2;
  const answers = [];
  it.answer = (request, response) => answers.push(() => serve(request, response));
  const feed = it.client().changes();
  const loop = feed[Symbol.asyncIterator]();
  const taken = [];
  for (const item of ['a1', 'b1', 'c1', 'd1', 'e1']) {
    const next = loop.next();
    const asking = taken.length % 2 === 0;
    if (asking) {
      await until(() => answers.length === 1);
      // A page is awaited: the feed stands after what was given last.
      const resumed = await resume(feed.checkpoint);
      assert.deepEqual([...taken, ...resumed], ['a1', 'b1', 'c1', 'd1', 'e1']);
      answers.pop()();
    }
    const { value } = await next;
    assert.equal(short(value), item);
    taken.push(item);
    assert.deepEqual([...taken, ...(await resume(feed.checkpoint))], ['a1', 'b1', 'c1', 'd1', 'e1']);
  }
  assert.equal((await loop.next()).done, true);

  async function resume(since) {
    const answer = it.answer;
    it.answer = serve;
    const items = await gather(it.client().changes({ since }));
    it.answer = answer;
    return items;
  }
});

test('two loops at once over one feed are refused, and harm nothing', async () => {
  const feed = it.client().changes();
  const [one, other] = [feed, feed].map((it) => it[Symbol.asyncIterator]());
  const first = one.next();
  await errorOf(() => other.next(), 'invalid_argument');
  assert.equal(short((await first).value), 'a1');
  assert.deepEqual(await gather(feed), ['b1', 'c1', 'd1', 'e1']);
});

test('an item whose time cannot be parsed is returned once, and does not stop the feed', async () => {
  held.set('x', { pool_id: 'x', version: '1', status: 'published', changed_at: 'yesterday' });
  held.set('y', { pool_id: 'y', version: '1', status: 'published', changed_at: null });
  held.set('z', { pool_id: 'z' });
  it.answer = (_, response) => json(response, 200, { next: null, data: [...held.values()] });
  const feed = it.client().changes();
  const first = await gather(feed);
  assert.equal(first.length, 8);
  assert.deepEqual(await gather(feed), []);
  assert.deepEqual(await gather(it.client().changes({ since: feed.checkpoint })), []);
  write('f', 20_000);
  assert.deepEqual(await gather(feed), ['f1']);
});

test('a time in the future is given once, and settles nothing before it', async () => {
  const ahead = (days) => new Date(Date.now() + days * 86_400_000).toISOString();
  held.set('x', { pool_id: 'x', version: '1', status: 'published', changed_at: '2999-01-01 00:00:00' });
  held.set('y', { pool_id: 'y', version: '1', status: 'published', changed_at: ahead(3) });
  const feed = it.client().changes();
  assert.equal((await gather(feed)).length, 7);
  assert.deepEqual(await gather(feed), []);
  write('f', 20_000);
  assert.deepEqual(await gather(feed), ['f1']);
  write('g', 20_001);
  const resumed = it.client().changes({ since: feed.checkpoint });
  assert.deepEqual(await gather(resumed), ['g1']);
  held.set('x', { ...held.get('x'), version: '2' });
  assert.deepEqual(await gather(resumed), ['x2']);
});

test('a checkpoint stays small, however much was read', async () => {
  held.clear();
  for (let index = 0; index < 5000; index += 1) write(`p${String(index).padStart(4, '0')}`, index * 60);
  const feed = it.client().changes();
  assert.equal((await gather(feed)).length, 5000);
  // What may be met again is of the last quarter of an hour.
  assert.ok(feed.checkpoint.length < 2000, String(feed.checkpoint.length));
});
