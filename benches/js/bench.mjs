// All that is measured in one engine, in order. The browser runs it in a page
// and Node in itself; both hand over what they have.

import { check, comparisons } from './contenders.mjs';
import { compete } from './measure.mjs';
import { schemas } from './schema.mjs';
import { walk } from './walk.mjs';

/**
 * Measures everything and gives each result to `tell` when it is there:
 * `tell('fields', number)`, `tell('comparison', way, result)`,
 * `tell('walk', result)`.
 */
export async function bench({ pool, zods, base, product, page, fields, heap, seconds, tell }) {
  await pool.init();
  const table = JSON.parse(fields);
  const made = { zod4: schemas(zods.zod4, table), zod3: schemas(zods.zod3, table) };
  await tell('fields', made.zod4.fields);
  const encoder = new TextEncoder();
  const bodies = { product: encoder.encode(product), page: encoder.encode(page) };
  for (const network of [true, false]) {
    const way = network ? 'over loopback' : 'with a fetch that costs nothing';
    for (const comparison of comparisons({ pool, schemas: made, base, bodies, network })) {
      await check(comparison);
      const times = await compete(comparison.contenders, { seconds });
      await tell('comparison', way, { name: comparison.name, times });
    }
  }
  await tell('walk', await walk({ pool, base, heap }));
}
