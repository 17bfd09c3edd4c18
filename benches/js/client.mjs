// The client beside a bare fetch and zod, in Node: `node --expose-gc benches/js/client.mjs`, with the
// variables that stage.mjs reads.

import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { z } from 'zod';
import { compete, median, ratio } from './measure.mjs';
import { count, mb, section, table, us } from './print.mjs';
import { FULL, PACKAGE, body, serve } from './stage.mjs';

const { PoolClient } = await import(pathToFileURL(join(PACKAGE, 'index.js')));
const headers = { authorization: 'Bearer demo', accept: 'application/json' };
const bodies = {
  product: await body(`/v2/products/gtin/${FULL}`),
  page: await body('/v2/products?limit=500'),
};
const { base, stop } = await serve(bodies);

/** A schema of all that these values have, as a user would write it for types at run time. */
function schemaOf(values) {
  const there = values.filter((value) => value !== null && value !== undefined);
  const schemas = [...new Set(there.map(kindOf))].map((kind) => {
    const list = there.filter((value) => kindOf(value) === kind);
    if (kind === 'list') return z.array(schemaOf(list.flat()));
    if (kind !== 'record') return z[kind]();
    const names = [...new Set(list.flatMap(Object.keys))];
    return z.object(Object.fromEntries(names.map((name) => [name, schemaOf(list.map((record) => record[name]))])));
  });
  const schema = schemas.length > 1 ? z.union(schemas) : (schemas[0] ?? z.unknown());
  return there.length < values.length ? schema.nullish() : schema;
}
const kindOf = (value) => (Array.isArray(value) ? 'list' : typeof value === 'object' ? 'record' : typeof value);

/** The contenders for a path; with `prepared`, a fetch that costs nothing in place of the network. */
function contenders(path, text, call, prepared) {
  const respond = async () => new Response(text, { headers: { 'content-type': 'application/json' } });
  const get = prepared ? respond : () => fetch(base + path, { headers });
  const client = new PoolClient({ baseUrl: base, token: 'demo', ...(prepared && { fetch: respond }) });
  const schema = schemaOf([JSON.parse(text)]);
  return {
    'bare fetch': async () => (await (await get()).json()).data,
    zod: async () => schema.parse(await (await get()).json()).data,
    client: () => call(client, {}),
    'client, validating': () => call(client, { validate: 'report' }),
  };
}

/** Throws unless all give the same result: only then are their times comparable. */
async function assertSame(contenders) {
  const [first, ...others] = await Promise.all(Object.values(contenders).map(async (run) => sorted(await run())));
  for (const other of others) if (other !== first) throw new Error('the contenders give different results');
}
/** As text, with the members of each object in the order of their names: zod gives them in the schema's. */
const sorted = (value) =>
  JSON.stringify(value, (_, it) =>
    kindOf(it) === 'record' && it ? Object.fromEntries(Object.entries(it).sort()) : it,
  );

const CALLS = {
  'a full product': [
    `/v2/products/gtin/${FULL}`,
    bodies.product,
    (client, options) => client.getProductByGtin(FULL, options),
  ],
  'a page of 500': [
    '/v2/products?limit=500',
    bodies.page,
    async (client, options) => (await client.listProducts({ limit: 500, ...options })).data,
  ],
};

section(
  'Client',
  `Medians of a call in Node ${process.version}, of 15 rounds in which all take turns; the ratio to a bare fetch has its 95 %
interval. The full product is of ${count(bodies.product.length / 1000)} kB, the page of ${count(bodies.page.length / 1000)} kB; zod has a schema of all that is in them. Over loopback, and
with a fetch that answers at once, which shows what each costs by itself.`,
);
const rows = [];
for (const prepared of [false, true]) {
  for (const [what, [path, text, call]] of Object.entries(CALLS)) {
    const all = contenders(path, text, call, prepared);
    await assertSame(all);
    const times = await compete(all);
    const way = prepared ? 'no network' : 'loopback';
    for (const [name, list] of Object.entries(times)) {
      rows.push([`${name}, ${what}, ${way}`, us(median(list)), ratio(list, times['bare fetch'])]);
    }
  }
}
table(['', 'a call', 'of a bare fetch'], rows);

/** The bytes in use after garbage collection, those of WebAssembly included. */
async function heap() {
  for (let round = 0; round < 3; round += 1) {
    gc();
    await sleep(10);
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function walkBare(items) {
  let seen = 0;
  for (let cursor = ''; cursor !== null && seen < items;) {
    const page = await (
      await fetch(`${base}/v2/products?limit=500${cursor && `&cursor=${cursor}`}`, { headers })
    ).json();
    for (const item of page.data) seen += item.pool_id ? 1 : 0;
    cursor = page.next;
  }
}

/** `every` is called after each tenth of the items. */
async function walkClient(items, every) {
  let seen = 0;
  for await (const { pool_id: id } of new PoolClient({ baseUrl: base, token: 'demo' }).listProducts({ limit: 500 })) {
    seen += id ? 1 : 0;
    if (every && seen % (items / 10) === 0) await every();
    if (seen === items) return;
  }
}

section(
  'Walk',
  'All items of a list in pages of 500 over loopback, read one after the other; and how much more memory is in use on the\nway than before, after garbage collection.',
);
const walks = [];
for (const items of [1000, 10_000, 100_000, 1_000_000]) {
  const rounds = Math.max(1, Math.min(7, 200_000 / items));
  const times = { bare: [], client: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, walk] of [
      ['bare', walkBare],
      ['client', walkClient],
    ]) {
      const start = performance.now();
      await walk(items);
      times[name].push(performance.now() - start);
    }
  }
  const before = await heap();
  let most = 0;
  await walkClient(items, async () => (most = Math.max(most, (await heap()) - before)));
  const rate = items / (median(times.client) / 1000);
  walks.push([`${count(items)} items`, `${count(rate)} a second`, ratio(times.client, times.bare), mb(most)]);
}
table(['', 'client', 'time, of a bare loop', 'memory'], walks);
stop();
