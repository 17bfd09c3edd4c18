// 100,000 items walked in pages of 500: how fast beside a bare loop, and how
// much memory stays behind. Nothing here knows Node or the browser.

import { ratio } from './measure.mjs';

const headers = { authorization: 'Bearer demo', accept: 'application/json' };

/** What a consumer does with an item: something, but little. */
function look(item) {
  return item.pool_id.length;
}

async function bare(base) {
  let cursor = null;
  let items = 0;
  let seen = 0;
  do {
    const next = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const answer = await fetch(`${base}/v2/products?limit=500${next}`, { headers });
    const page = await answer.json();
    for (const item of page.data) {
      seen += look(item);
      items += 1;
    }
    cursor = page.next;
  } while (cursor !== null);
  return { items, seen };
}

/** `every` is called after each so many items. */
async function walked(client, every) {
  let items = 0;
  let seen = 0;
  for await (const item of client.listProducts({ limit: 500 })) {
    seen += look(item);
    items += 1;
    if (every && items % 10_000 === 0) await every();
  }
  return { items, seen };
}

/**
 * The rate of the package's walk relative to the bare loop's, and its heap:
 * `heap` gives the bytes in use after a collection of garbage.
 */
export async function walk({ pool, base, heap, rounds = 5 }) {
  const client = new pool.PoolClient({
    baseUrl: base,
    token: 'demo',
    dangerouslyAllowBrowser: true,
  });
  const expected = await bare(base);
  const found = await walked(client);
  if (found.items !== expected.items || found.seen !== expected.seen) {
    throw new Error(`the walk gave ${found.items} items, the bare loop ${expected.items}`);
  }
  const times = { bare: [], client: [] };
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 ? ['client', 'bare'] : ['bare', 'client'];
    for (const name of order) {
      const begun = performance.now();
      await (name === 'bare' ? bare(base) : walked(client));
      times[name].push(performance.now() - begun);
    }
  }

  const before = await heap();
  let most = before;
  await walked(client, async () => {
    most = Math.max(most, await heap());
  });
  return {
    items: expected.items,
    times,
    // Rates are in the inverse proportion of times.
    rate: ratio(times.bare, times.client),
    growth: most - before,
    left: (await heap()) - before,
  };
}
