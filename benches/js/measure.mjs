// Contenders run by turns, and what their times say of each other. Nothing
// here knows Node or the browser.

/** Times below this are mostly the clock's steps: calls are made in batches. */
const SHORTEST_SAMPLE = 2; // ms

/**
 * Runs all contenders in every round, each round in another order, so that a
 * slow second of the machine hits all of them alike.
 *
 * `contenders` are functions by name; the result has, for each, its times of
 * one call in ms, one a round.
 */
export async function compete(contenders, { seconds = 8, leastRounds = 30 } = {}) {
  const names = Object.keys(contenders);
  const batch = await batchSize(contenders);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end || times[names[0]].length < leastRounds) {
    for (const name of shuffled(names)) {
      const run = contenders[name];
      const begun = performance.now();
      for (let call = 0; call < batch; call += 1) await run();
      times[name].push((performance.now() - begun) / batch);
    }
  }
  return times;
}

/** Warms the contenders up, and says how many calls the quickest needs. */
async function batchSize(contenders) {
  let quickest = Infinity;
  for (const run of Object.values(contenders)) {
    // Long enough for the engine to have compiled what is hot.
    const warm = performance.now() + 400;
    let calls = 0;
    let begun = performance.now();
    do {
      await run();
      calls += 1;
      if (calls === 5) begun = performance.now();
    } while (performance.now() < warm || calls < 10);
    quickest = Math.min(quickest, (performance.now() - begun) / (calls - 5));
  }
  return Math.max(1, Math.ceil(SHORTEST_SAMPLE / quickest));
}

/** The list in another order. */
export function shuffled(list) {
  const mixed = [...list];
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    const other = Math.floor(Math.random() * (at + 1));
    [mixed[at], mixed[other]] = [mixed[other], mixed[at]];
  }
  return mixed;
}

export function median(list) {
  const sorted = Float64Array.from(list).sort();
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * How many times the median of `a` is that of `b`, and between which bounds
 * it lies in 95 of 100 re-drawings of the rounds (a paired bootstrap).
 */
export function ratio(a, b, drawings = 400) {
  const drawn = [];
  for (let drawing = 0; drawing < drawings; drawing += 1) {
    const rounds = a.map(() => Math.floor(Math.random() * a.length));
    drawn.push(median(rounds.map((at) => a[at])) / median(rounds.map((at) => b[at])));
  }
  drawn.sort((x, y) => x - y);
  const at = (share) => drawn[Math.floor(share * (drawings - 1))];
  return { value: median(a) / median(b), low: at(0.025), high: at(0.975) };
}
