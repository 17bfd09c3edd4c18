// Single flight: elements that need the same response share one request.

import { VERSION, shared } from './page.js';
import { slotsOf } from './slots.js';

/** The time for which a response serves further elements, in milliseconds. */
const TTL = 30_000;

export interface Flight {
  key: unknown[];
  users: number;
  controller: AbortController;
  promise: Promise<unknown>;
  settled?: boolean;
}

/** Of this version alone: another one may expect other responses. */
const flights: Set<Flight> = shared(`requests ${VERSION}`, () => new Set());

/**
 * Runs `work` once for all callers with an equal `key`. It is aborted when all of
 * them have aborted. `again` wants a new response, not a cached one; `address` is where
 * the requests go, if that is known; `queue` is 1 for what can wait.
 */
export function dedupe<T>(
  key: unknown[],
  work: (signal: AbortSignal) => Promise<T>,
  { signal, again, address, queue = 0 }: { signal: AbortSignal; again?: boolean; address?: string; queue?: number },
): Promise<T> {
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
  return promise as Promise<T>;
}

function start<T>(
  key: unknown[],
  work: (signal: AbortSignal) => Promise<T>,
  address: string | undefined,
  queue: number,
) {
  const controller = new AbortController();
  const promise = slotsOf(address).run(work, controller.signal, queue);
  const flight: Flight = { key, users: 0, controller, promise };
  flights.add(flight);
  const settle = (ttl: number) => () => {
    flight.settled = true;
    setTimeout(() => flights.delete(flight), ttl);
  };
  // Failures are not cached.
  flight.promise.then(settle(TTL), settle(0));
  return flight;
}

/** How the browser's own cache is used: for a new answer it checks what it has. */
export const cacheOf = ({ again }: { again?: boolean | undefined }): RequestCache | undefined =>
  again ? 'no-cache' : undefined;
