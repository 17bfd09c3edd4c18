import type { ProductListItem } from '../shared/model.js';
import type { ChangesOptions } from './types.js';
import type { WasmClient, WasmFeed } from '../shared/types.js';
import { invalid, rethrown } from '../shared/error.js';
import { PLAIN_NAMES, members } from './options.js';
import { untilStopped, toolsModule } from '../wasm/loader.js';

/**
 * The changes, oldest first, each change of a product once; archiving is a
 * change. The loop ends when it has caught up; another loop over the same feed,
 * or over one with its checkpoint, goes on from there.
 *
 * ```ts
 * const changes = pool.changes({ since: await load() });
 * for await (const product of changes) {
 *   await take(product);
 *   await save(changes.checkpoint);
 * }
 * ```
 */
export class Changes implements AsyncIterable<ProductListItem> {
  #client;
  #since;
  #options;
  #feed: WasmFeed | undefined;

  private constructor(client: () => Promise<WasmClient>, given?: ChangesOptions | null) {
    const { since, ...options } = members(given, [...PLAIN_NAMES, 'since']);
    if (since instanceof Date && Number.isNaN(since.getTime())) {
      throw invalid('the option since must be a valid time');
    }
    this.#client = client;
    this.#since = since instanceof Date ? since.toISOString() : since;
    this.#options = options;
  }

  /**
   * The position of the feed: after the change that the loop was given last. A
   * text to keep and not to read; `undefined` before there is anything to keep.
   */
  get checkpoint(): string | undefined {
    const given = this.#since;
    return this.#feed?.checkpoint() ?? (typeof given === 'string' && given.startsWith('[') ? given : undefined);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<ProductListItem, void, undefined> {
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
