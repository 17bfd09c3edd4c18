// Running contenders in turns, and comparing their times. Independent of Node
// and the browser.

/** The clock is too coarse for shorter times, so calls are made in batches. */
const SHORTEST_SAMPLE = 2; // ms

/**
 * Runs all contenders in every round, in a different order each time, so that a
 * slow phase of the machine affects all of them equally.
 *
 * `contenders` are functions by name; the result has, for each of them, the time
 * of one call in ms for every round.
 */
export async function compete(contenders, { seconds = 8, minRounds = 30 } = {}) {
  const names = Object.keys(contenders);
  const batch = await batchSize(contenders);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end || times[names[0]].length < minRounds) {
    for (const name of shuffled(names)) {
      const run = contenders[name];
      const start = performance.now();
      for (let call = 0; call < batch; call += 1) await run();
      times[name].push((performance.now() - start) / batch);
    }
  }
  return times;
}

/** Warms the contenders up, and returns how many calls make a batch of the fastest one. */
async function batchSize(contenders) {
  let fastest = Infinity;
  for (const run of Object.values(contenders)) {
    // Long enough for the engine to optimise the hot code.
    const warmUntil = performance.now() + 400;
    let calls = 0;
    let start = performance.now();
    do {
      await run();
      calls += 1;
      if (calls === 5) start = performance.now();
    } while (performance.now() < warmUntil || calls < 10);
    fastest = Math.min(fastest, (performance.now() - start) / (calls - 5));
  }
  return Math.max(1, Math.ceil(SHORTEST_SAMPLE / fastest));
}

/** The list in random order. */
export function shuffled(list) {
  const shuffledList = [...list];
  for (let at = shuffledList.length - 1; at > 0; at -= 1) {
    const other = Math.floor(Math.random() * (at + 1));
    [shuffledList[at], shuffledList[other]] = [shuffledList[other], shuffledList[at]];
  }
  return shuffledList;
}

export function median(list) {
  const sorted = Float64Array.from(list).sort();
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * The ratio of the median of `a` to that of `b`, with its 95 % confidence
 * interval from resampling the rounds (a paired bootstrap).
 */
export function ratio(a, b, resamples = 400) {
  const ratios = [];
  for (let resample = 0; resample < resamples; resample += 1) {
    const rounds = a.map(() => Math.floor(Math.random() * a.length));
    ratios.push(median(rounds.map((at) => a[at])) / median(rounds.map((at) => b[at])));
  }
  ratios.sort((x, y) => x - y);
  const quantile = (share) => ratios[Math.floor(share * (resamples - 1))];
  return { value: median(a) / median(b), low: quantile(0.025), high: quantile(0.975) };
}
