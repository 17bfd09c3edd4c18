// Iterating over 100,000 items in pages of 500: the speed compared with a bare
// loop, and the memory that is retained. Independent of Node and the browser.

import { ratio } from './measure.mjs';

const headers = { authorization: 'Bearer demo', accept: 'application/json' };

/** A minimal consumer of an item. */
function consume(item) {
  return item.pool_id.length;
}

async function bare(base) {
  let cursor = null;
  let items = 0;
  let seen = 0;
  do {
    const next = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const response = await fetch(`${base}/v2/products?limit=500${next}`, { headers });
    const page = await response.json();
    for (const item of page.data) {
      seen += consume(item);
      items += 1;
    }
    cursor = page.next;
  } while (cursor !== null);
  return { items, seen };
}

/** `every` is called after every 10,000 items. */
async function iterate(client, every) {
  let items = 0;
  let seen = 0;
  for await (const item of client.listProducts({ limit: 500 })) {
    seen += consume(item);
    items += 1;
    if (every && items % 10_000 === 0) await every();
  }
  return { items, seen };
}

/**
 * The speed of the package's iteration relative to that of the bare loop, and its
 * memory: `heap` returns the bytes in use after garbage collection.
 */
export async function walk({ pool, base, heap, rounds = 5 }) {
  const client = new pool.PoolClient({
    baseUrl: base,
    token: 'demo',
    dangerouslyAllowBrowser: true,
  });
  const expected = await bare(base);
  const found = await iterate(client);
  if (found.items !== expected.items || found.seen !== expected.seen) {
    throw new Error(`the package returned ${found.items} items, the bare loop ${expected.items}`);
  }
  const times = { bare: [], client: [] };
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 ? ['client', 'bare'] : ['bare', 'client'];
    for (const name of order) {
      const start = performance.now();
      await (name === 'bare' ? bare(base) : iterate(client));
      times[name].push(performance.now() - start);
    }
  }

  const before = await heap();
  let peak = before;
  await iterate(client, async () => {
    peak = Math.max(peak, await heap());
  });
  return {
    items: expected.items,
    times,
    // Rates are inversely proportional to times.
    rate: ratio(times.bare, times.client),
    growth: peak - before,
    left: (await heap()) - before,
  };
}
