// Single flight: elements that need the same response share one request. Few
// requests run at once.

/** How many requests run at once: what browsers allow one host over HTTP/1.1. */
const MAX_CONCURRENT = 6;

/** How long a response serves further elements, in milliseconds. */
const TTL = 30_000;

let running = 0;

/**
 * Functions that wait for a slot, by priority: products first, for images are no
 * use without them.
 * @type {((value?: unknown) => void)[][]}
 */
const queues = [[], []];

/**
 * Runs `work` when there is a slot for it.
 * @template T
 * @param {(signal: AbortSignal) => Promise<T>} work
 * @param {AbortSignal} signal
 * @param {number} queue
 */
async function withSlot(work, signal, queue) {
  if (running < MAX_CONCURRENT) running += 1;
  else await new Promise((resolve) => queues[queue].push(resolve));
  try {
    signal.throwIfAborted();
    return await work(signal);
  } finally {
    // The slot is passed on directly, so that no newcomer takes it in between.
    const next = queues[0].shift() ?? queues[1].shift();
    if (next) next();
    else running -= 1;
  }
}

/**
 * @typedef {object} Flight - A request that runs, or whose response is still cached.
 * @property {unknown[]} key
 * @property {number} users
 * @property {AbortController} controller
 * @property {Promise<unknown>} promise
 * @property {boolean} [settled]
 */

/** @type {Set<Flight>} */
const flights = new Set();

/**
 * Runs `work` once for all callers with an equal `key`. It is aborted when all of
 * them have aborted. `again` wants a new response, not a cached one.
 * @template T
 * @param {unknown[]} key
 * @param {(signal: AbortSignal) => Promise<T>} work
 * @param {{ signal: AbortSignal, again?: boolean, queue?: number }} options
 * @returns {Promise<T>}
 */
export function dedupe(key, work, { signal, again, queue = 0 }) {
  let flight = [...flights].find((one) => key.every((part, at) => part === one.key[at]));
  if (again && flight?.settled) {
    flights.delete(flight);
    flight = undefined;
  }
  const { promise } = (flight ??= start(key, work, queue));
  const shared = flight;
  shared.users += 1;
  signal.addEventListener('abort', () => {
    shared.users -= 1;
    if (shared.users > 0 || shared.settled) return;
    flights.delete(shared);
    shared.controller.abort();
  });
  return /** @type {Promise<T>} */ (promise);
}

/**
 * @template T
 * @param {unknown[]} key
 * @param {(signal: AbortSignal) => Promise<T>} work
 * @param {number} queue
 */
function start(key, work, queue) {
  const controller = new AbortController();
  /** @type {Flight} */
  const flight = { key, users: 0, controller, promise: withSlot(work, controller.signal, queue) };
  flights.add(flight);
  /** @param {number} ttl */
  const settle = (ttl) => () => {
    flight.settled = true;
    setTimeout(() => flights.delete(flight), ttl);
  };
  // Failures are not cached.
  flight.promise.then(settle(TTL), settle(0));
  return flight;
}
