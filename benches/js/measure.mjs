// Contenders in turns, and their times compared.

import { median, quantile, sampleWithReplacement, shuffle } from 'simple-statistics';
import { Bench } from 'tinybench';

export { median, shuffle };

/**
 * Measures all contenders in each round, in a different order each time, so that a slow phase of the
 * machine affects all of them. `contenders` are functions by name; the result has, for each, the
 * median time of a call in ms for every round.
 */
export async function compete(contenders, { rounds = 15, time = 150 } = {}) {
  const names = Object.keys(contenders);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const name of shuffle(names)) {
      const bench = new Bench({ time, iterations: 5, warmupTime: round ? 20 : 400, throws: true });
      const [task] = await bench.add(name, contenders[name]).run();
      times[name].push(task.result.latency.p50);
    }
  }
  return times;
}

/** The ratio of the medians of `a` and `b`, with its 95 % interval from resampling the rounds. */
export function ratio(a, b) {
  const rounds = [...a.keys()];
  const ratios = Array.from({ length: 400 }, () => {
    const chosen = sampleWithReplacement(rounds, rounds.length);
    return median(chosen.map((at) => a[at])) / median(chosen.map((at) => b[at]));
  });
  const [low, high] = quantile(ratios, [0.025, 0.975]);
  return `${(median(a) / median(b)).toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`;
}

/** From the least to the most. */
export const range = (list, shown) => `${shown(Math.min(...list))} to ${shown(Math.max(...list))}`;
