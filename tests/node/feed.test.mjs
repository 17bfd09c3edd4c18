// The feed of changes against the real server, while its catalogue is written
// to and a fifth of all requests fails: nothing is missed and nothing comes
// twice, crashes of the reader included.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEMO, WITHOUT_SERVER, network, random, start } from './server.mjs';
import { whole } from '../drawn.mjs';
import { ENDLESS, chance, pool, until } from './support.mjs';

const MINUTE = 60_000;

/** How often the catalogue is written to while it is followed. */
const ROUNDS = whole(60, 24);

/** How many products it has at first. */
const PRODUCTS = whole(300, 120);

/** A time as the service writes it: seconds, without a zone. */
const text = (instant) => new Date(instant).toISOString().slice(0, 19).replace('T', ' ');
const instant = (text) => Date.parse(`${text.replace(' ', 'T')}Z`);
const keyOf = ({ pool_id, version, status }) => `${pool_id} ${version} ${status}`;

/** A client straight to the server, for what is not under test. */
const plain = (base) => new pool.PoolClient({ baseUrl: base, token: DEMO });

/**
 * Writes new versions, new products, archivings, for so many rounds, in the
 * time of a service that lies after all that was seeded. A third of the records
 * is written up to a quarter of an hour late. Each round waits until the reader
 * is `ready` for it, so that both run side by side on any machine.
 */
async function writer({ base, write }, { rounds, seed, ready, told }) {
  const next = random(seed);
  const any = (list) => list[Math.floor(next() * list.length)];
  const listed = await plain(base).listProducts({ limit: 500 }).toArray();
  const records = [];
  for (const { pool_id } of listed.slice(0, 60)) {
    records.push(await plain(base).getProduct(pool_id, { output: 'raw' }));
  }
  const newest = Math.max(...listed.map(({ changed_at }) => instant(changed_at)));
  const began = Date.now();
  const now = () => newest + 1440 * MINUTE + (Date.now() - began);
  for (let round = 0; round < rounds; round += 1) {
    await until(() => ready(round));
    const batch = new Map();
    for (let count = 0; count < 12; count += 1) {
      const isNew = next() < 0.3;
      const record = isNew
        ? { ...any(records), pool_id: `new-${round}-${count}`, version: '0' }
        : records[Math.floor(next() * records.length)];
      if (batch.has(record.pool_id)) continue;
      const late = next() < 0.33 ? Math.floor(next() * 14.9 * MINUTE) : 0;
      const written = {
        ...record,
        version: String(Number(record.version) + 1),
        status: next() < 0.2 ? 'archived' : 'published',
        changed_at: text(now() - late),
      };
      if (isNew) records.push(written);
      else records[records.indexOf(record)] = written;
      batch.set(record.pool_id, written);
    }
    await write([...batch.values()]);
    told([...batch.values()]);
    await sleep(20);
  }
}

test('nothing is missed and nothing comes twice', { skip: WITHOUT_SERVER }, async (t) => {
  chance(t, 0); // retries without waits
  const server = await start(t, PRODUCTS);
  const { base, counts } = await network(t, server.base, {
    share: 0.2,
    seed: 7,
    // Small pages, so that there are many edges.
    rewrite: (url) => url.replace('limit=500', 'limit=11'),
  });
  const connect = () => new pool.PoolClient({ baseUrl: base, token: DEMO, maxRetries: 1, ...ENDLESS });

  const yielded = new Map();
  const problems = [];
  const written = { records: 0, behind: 0, rounds: 0, seconds: new Map() };
  let newestSeen = '';
  let done = false;
  let [failures, loops, midway] = [0, 0, 0];
  const writing = writer(server, {
    rounds: ROUNDS,
    seed: 11,
    ready: (round) => yielded.size >= Math.min(round * 15, PRODUCTS) && loops >= round - 20,
    told: (batch) => {
      written.rounds += 1;
      for (const { changed_at } of batch) {
        written.records += 1;
        // It lies behind a change that the feed has given.
        if (changed_at < newestSeen) written.behind += 1;
        written.seconds.set(changed_at, (written.seconds.get(changed_at) ?? 0) + 1);
      }
    },
  }).finally(() => {
    done = true;
  });

  // All that outlives a crash.
  let saved;
  const crashes = new Set(whole([120, 200, 310, 380, 440], [50, 90, 130, 170, 210]));
  for (let feed = connect().changes(), last = false; ;) {
    const isLast = done;
    let crashed = false;
    try {
      for await (const item of feed) {
        const key = keyOf(item);
        if (yielded.has(key)) problems.push(`twice: ${key}`);
        yielded.set(key, item.changed_at);
        if (item.changed_at > newestSeen) newestSeen = item.changed_at;
        if (!done) midway += 1;
        saved = feed.checkpoint;
        if (crashes.delete(yielded.size)) {
          crashed = true;
          break;
        }
      }
      loops += 1;
      if (isLast && !crashed) {
        if (last) break;
        last = true;
      }
    } catch (error) {
      if (!(error instanceof pool.PoolError)) throw error;
      assert.ok(['network', 'rate_limited', 'http'].includes(error.code), error.message);
      failures += 1;
    }
    // Another program, which knows the text and nothing else.
    if (crashed) feed = connect().changes({ since: saved });
  }
  await writing;

  const list = plain(server.base).listProducts({ limit: 500, sort: 'changed_at' });
  const held = await list.toArray();
  for (const item of held) {
    if (!yielded.has(keyOf(item))) problems.push(`missed: ${keyOf(item)} ${item.changed_at}`);
  }
  assert.deepEqual(problems, []);
  t.diagnostic(
    JSON.stringify({
      ...counts,
      loops,
      failures,
      yielded: yielded.size,
      held: held.length,
      rounds: written.rounds,
      records: written.records,
      behind: written.behind,
      midway,
      checkpoint: saved.length,
    }),
  );
  // The test was one: all that it is about has happened.
  assert.equal(crashes.size, 0, 'the reader crashed as often as it should');
  assert.ok(held.length > PRODUCTS + 50, String(held.length));
  assert.ok(counts.failed / counts.requests > 0.15, JSON.stringify(counts));
  for (const kind of ['503', '429', 'reset', 'lost', 'truncated']) assert.ok(counts[kind] > 0, kind);
  assert.ok(failures > 0, 'some failures outlast the retries');
  assert.ok(written.behind > ROUNDS, `${written.behind} were written behind what had been given`);
  assert.ok(
    midway > PRODUCTS && loops > ROUNDS / 2,
    `${midway} changes in ${loops} loops came while others were written`,
  );
  assert.ok(
    [...written.seconds.values()].some((count) => count > 5),
    'seconds repeat',
  );
});

test('an index keeps up with a catalogue that is written to', { skip: WITHOUT_SERVER }, async (t) => {
  chance(t, 0);
  const server = await start(t, 60);
  const { base } = await network(t, server.base, {
    share: 0.2,
    seed: 3,
    rewrite: (url) => url.replace('limit=500', 'limit=11'),
  });
  const one = new pool.PoolClient({ baseUrl: base, token: DEMO, maxRetries: 9, ...ENDLESS });
  let done = false;
  const writing = writer(server, { rounds: whole(10, 5), seed: 5, ready: () => true, told: () => {} }).finally(() => {
    done = true;
  });
  let index = await one.buildGtinIndex();
  for (let last = false; !last;) {
    last = done;
    index = await one.buildGtinIndex({ from: index.export() });
    await index.refresh();
  }
  await writing;
  const all = await plain(server.base).buildGtinIndex();
  assert.equal(index.size, all.size);
  let units = 0;
  for await (const { components, traded_unit_gtin } of plain(server.base).listProducts({ limit: 500 })) {
    for (const gtin of [traded_unit_gtin, ...components.map(({ internal_gtin }) => internal_gtin)]) {
      // Some of the seeded GTINs are wrong on purpose.
      const ids = await Promise.resolve(gtin)
        .then((it) => all.productsOf(it))
        .catch(() => []);
      units += ids.length;
      assert.deepEqual(ids.length ? index.productsOf(gtin).toSorted() : [], ids.toSorted());
    }
  }
  assert.ok(units > 100, String(units));
});
