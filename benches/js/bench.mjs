// All measurements in one engine, in order. The drivers for the browser and for
// Node pass in what differs between them.

import { check, comparisons } from './contenders.mjs';
import { compete } from './measure.mjs';
import { schemas } from './schema.mjs';
import { walk } from './walk.mjs';

/**
 * Measures everything and passes each result to `report` as soon as it is known:
 * `report('fields', number)`, `report('comparison', way, result)`,
 * `report('walk', result)`.
 */
export async function bench({ pool, zods, base, product, page, fields, heap, seconds, report }) {
  await pool.init();
  const table = JSON.parse(fields);
  const zodSchemas = { zod4: schemas(zods.zod4, table), zod3: schemas(zods.zod3, table) };
  await report('fields', zodSchemas.zod4.fields);
  const encoder = new TextEncoder();
  const bodies = { product: encoder.encode(product), page: encoder.encode(page) };
  for (const network of [true, false]) {
    const way = network ? 'over loopback' : 'with a fetch that costs nothing';
    for (const comparison of comparisons({ pool, schemas: zodSchemas, base, bodies, network })) {
      await check(comparison);
      const times = await compete(comparison.contenders, { seconds });
      await report('comparison', way, { name: comparison.name, times });
    }
  }
  await report('walk', await walk({ pool, base, heap }));
}
