// Single flight: elements that need the same response share one request.

import { VERSION, shared } from './page.js';
import { slotsOf } from './slots.js';

/** The time for which a response serves further elements, in milliseconds. */
const TTL = 30_000;

/**
 * @typedef {object} Flight - A request that runs, or whose response is still cached.
 * @property {unknown[]} key
 * @property {number} users
 * @property {AbortController} controller
 * @property {Promise<unknown>} promise
 * @property {boolean} [settled]
 */

/**
 * Of this version alone: another one may expect other responses.
 * @type {Set<Flight>}
 */
const flights = shared(`requests ${VERSION}`, () => new Set());

/**
 * Runs `work` once for all callers with an equal `key`. It is aborted when all of
 * them have aborted. `again` wants a new response, not a cached one; `address` is where
 * the requests go, if that is known; `queue` is 1 for what can wait.
 * @template T
 * @param {unknown[]} key
 * @param {(signal: AbortSignal) => Promise<T>} work
 * @param {{ signal: AbortSignal, again?: boolean, address?: string, queue?: number }} options
 * @returns {Promise<T>}
 */
export function dedupe(key, work, { signal, again, address, queue = 0 }) {
  let flight = [...flights].find((one) => key.every((part, at) => part === one.key[at]));
  if (again && flight?.settled) {
    flights.delete(flight);
    flight = undefined;
  }
  const { promise } = (flight ??= start(key, work, address, queue));
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
 * @param {string | undefined} address
 * @param {number} queue
 */
function start(key, work, address, queue) {
  const controller = new AbortController();
  const promise = slotsOf(address).run(work, controller.signal, queue);
  /** @type {Flight} */
  const flight = { key, users: 0, controller, promise };
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
