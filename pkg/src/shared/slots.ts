// The requests that run at once. Browsers have as many connections to an origin as its protocol
// needs; what waits here can still be aborted, and products come before images.

/** The requests to one origin: a screen of a listing, and well below the limits of servers. */
const LIMIT = 24;

class Slots {
  #running = 0;
  /** Functions that wait for a slot, by priority: products first, for images are no use without them. */
  #queues: ((value?: unknown) => void)[][] = [[], []];

  /** Starts what waits, as far as there are slots. */
  #fill() {
    while (this.#running < LIMIT) {
      const start = this.#queues[0].shift() ?? this.#queues[1].shift();
      if (!start) return;
      this.#running += 1;
      start();
    }
  }

  /** Runs `work` when there is a slot for it. */
  async run<T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal, queue: number): Promise<T> {
    const started = new Promise((resolve) => this.#queues[queue].push(resolve));
    // Once the turn has ended: products that are requested in it come before images.
    queueMicrotask(() => this.#fill());
    await started;
    try {
      signal.throwIfAborted();
      return await work(signal);
    } finally {
      this.#running -= 1;
      this.#fill();
    }
  }
}

const slots: Map<string, Slots> = new Map();

export function slotsOf(address: string = ''): Slots {
  const found = slots.get(address) ?? new Slots();
  slots.set(address, found);
  return found;
}
