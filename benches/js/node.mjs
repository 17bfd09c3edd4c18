// The benchmarks in Node: `node --expose-gc benches/js/node.mjs`, with the
// variables that stage.mjs reads.

import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { z as zod3 } from 'zod/v3';
import { z as zod4 } from 'zod/v4';
import { bench } from './bench.mjs';
import * as report from './report.mjs';
import { PACKAGE, material, serve } from './stage.mjs';

if (typeof gc !== 'function') throw new Error('start Node with --expose-gc');

/** Bytes of the heap and of external memory, which includes WebAssembly's. */
async function heap() {
  for (let round = 0; round < 3; round += 1) {
    gc();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const texts = await material();
const { base, stop } = await serve(texts);
const pool = await import(pathToFileURL(join(PACKAGE, 'index.js')));
await bench({
  pool,
  zods: { zod3, zod4 },
  base,
  ...texts,
  heap,
  seconds: Number(process.env.SECONDS ?? 8),
  report(kind, ...values) {
    if (kind === 'fields') report.heading(`Node ${process.version}`, { ...texts, fields: values[0] });
    else if (kind === 'comparison') report.comparison(...values);
    else report.walking(...values);
  },
});
stop();
