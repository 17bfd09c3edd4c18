// The feed of changes.

import { invalid, members, rethrown } from '../shared/error.js';
import { orStopped, wasm } from '../wasm/loader.js';

/** What changed since a checkpoint: to loop over, and to go on from later. */
export class Changes {
  #client;
  #since;
  #options;
  #feed;

  /** `client` gives the promise of the WebAssembly's client. */
  constructor(client, given) {
    const { since, ...options } = members(given);
    if (since instanceof Date && Number.isNaN(since.getTime())) {
      throw invalid('the option since must be a valid time');
    }
    this.#client = client;
    this.#since = since instanceof Date ? since.toISOString() : since;
    this.#options = options;
  }

  /** Where the feed stands: after the change that was given last. */
  get checkpoint() {
    const given = this.#since;
    return this.#feed?.checkpoint() ?? (given?.startsWith?.('[') ? given : undefined);
  }

  async *[Symbol.asyncIterator]() {
    const client = await this.#client();
    const { Feed } = await wasm('tools');
    try {
      this.#feed ??= new Feed(client, this.#since, this.#options);
      for (;;) {
        const text = await orStopped(() => this.#feed.next(client, this.#options));
        if (text === undefined) return;
        yield JSON.parse(text);
      }
    } catch (error) {
      throw rethrown(error, this.#options.signal);
    }
  }
}
