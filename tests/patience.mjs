// How long tests wait for what must happen, and what they say where it does not.

import { availableParallelism, loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** In milliseconds. Nothing takes as long, also on a machine that does many other things, but a hang. */
export const PATIENCE = 120_000;

/** Waits until something is so. */
export async function until(condition) {
  const begun = performance.now();
  while (!(await condition())) {
    const seconds = Math.round((performance.now() - begun) / 1000);
    if (seconds * 1000 > PATIENCE) {
      const machine = `load ${loadavg()[0].toFixed(1)} on ${availableParallelism()} cores`;
      throw new Error(`expected, but not so after ${seconds} s: ${condition} (${machine})`);
    }
    await sleep(5);
  }
}
