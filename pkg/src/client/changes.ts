// The feed of changes.

import type * as api from '../../types/index.js';
import type { WasmClient, WasmFeed } from '../shared/types.js';
import { invalid, rethrown } from '../shared/error.js';
import { PLAIN_NAMES, members } from './options.js';
import { untilStopped, toolsModule } from '../wasm/loader.js';

/** The changes since a checkpoint, as an async iterable that can be resumed. */
export class Changes implements api.Changes {
  #client;
  #since;
  #options;
  #feed: WasmFeed | undefined;

  constructor(client: () => Promise<WasmClient>, given?: api.ChangesOptions | null) {
    const { since, ...options } = members(given, [...PLAIN_NAMES, 'since']);
    if (since instanceof Date && Number.isNaN(since.getTime())) {
      throw invalid('the option since must be a valid time');
    }
    this.#client = client;
    this.#since = since instanceof Date ? since.toISOString() : since;
    this.#options = options;
  }

  /** The position of the feed: after the change that it gave last. */
  get checkpoint(): string | undefined {
    const given = this.#since;
    return this.#feed?.checkpoint() ?? (typeof given === 'string' && given.startsWith('[') ? given : undefined);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<api.ProductListItem, void, undefined> {
    const client = await this.#client();
    const { Feed } = await toolsModule();
    try {
      const feed = (this.#feed ??= new Feed(client, this.#since, this.#options));
      for (;;) {
        const text = await untilStopped(() => feed.next(client, this.#options));
        if (text === undefined) return;
        yield JSON.parse(text);
      }
    } catch (error) {
      throw rethrown(error, this.#options.signal);
    }
  }
}
