// The requests that run at once: an origin has a few slots over HTTP/1.1, and more
// once it is known to speak HTTP/2 or HTTP/3.

/** The connections that browsers allow one origin over HTTP/1.1; further requests would only wait there. */
const FEW = 6;

/** Over HTTP/2 and HTTP/3, where requests share a connection. */
const MANY = 24;

/** The slots of an origin. */
class Slots {
  limit = FEW;
  #running = 0;
  /**
   * Functions that wait for a slot, by priority: products first, for images are no
   * use without them.
   * @type {((value?: unknown) => void)[][]}
   */
  #queues = [[], []];

  /** Starts what waits, as far as there are slots. */
  fill() {
    while (this.#running < this.limit) {
      const start = this.#queues[0].shift() ?? this.#queues[1].shift();
      if (!start) return;
      this.#running += 1;
      start();
    }
  }

  /**
   * Runs `work` when there is a slot for it.
   * @template T
   * @param {(signal: AbortSignal) => Promise<T>} work
   * @param {AbortSignal} signal
   * @param {number} queue
   */
  async run(work, signal, queue) {
    const started = new Promise((resolve) => this.#queues[queue].push(resolve));
    // Once the turn has ended: products that are requested in it come before images.
    queueMicrotask(() => this.fill());
    await started;
    try {
      signal.throwIfAborted();
      return await work(signal);
    } finally {
      this.#running -= 1;
      this.fill();
    }
  }
}

/**
 * The slots by origin; '' stands for requests to an unknown one.
 * @type {Map<string, Slots>}
 */
const slots = new Map();

let observing = false;

/**
 * The origin of an absolute address: `https://pool.example`.
 * @param {string} address
 */
const originOf = (address) => address.split('/', 3).join('/');

/** @param {string} origin */
function slotsAt(origin) {
  let found = slots.get(origin);
  if (!found) slots.set(origin, (found = new Slots()));
  return found;
}

/** @param {PerformanceObserverEntryList} list */
function observed(list) {
  for (const entry of list.getEntries()) {
    const { name, nextHopProtocol } = /** @type {PerformanceResourceTiming} */ (entry);
    // Empty for responses from a cache, and for those of another origin that does not
    // send Timing-Allow-Origin.
    if (!nextHopProtocol) continue;
    const origin = slotsAt(originOf(name));
    origin.limit = /^h[23]/.test(nextHopProtocol) ? MANY : FEW;
    origin.fill();
  }
}

/** Follows which protocol each origin speaks: that of the page itself and of all it has loaded. */
function observe() {
  if (observing || typeof PerformanceObserver !== 'function') return;
  observing = true;
  const observer = new PerformanceObserver(observed);
  for (const type of ['navigation', 'resource']) observer.observe({ type, buffered: true });
}

/**
 * The slots for requests to an absolute address, or to an unknown one.
 * @param {string} [address]
 */
export function slotsOf(address = '') {
  observe();
  return slotsAt(originOf(address));
}
