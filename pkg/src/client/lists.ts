import type { CallOptions, PagePromise as PageOf, WithResponse } from './types.js';
import type { RawResponse } from '../shared/types.js';

export type Body = Record<string, unknown> & { data: unknown[] };

/** The changes in the options for the page after one; undefined after the last. */
export type NextPage<Options> = (body: Body, options: Options) => Partial<Options> | undefined;

import { aborted, invalid } from '../shared/error.js';
import { members } from './options.js';

/** A response with its body unread. Equal calls share one request, so each gets a response of its own. */
function responseOf({ text, status, headers = new Headers(), url }: RawResponse) {
  // Those of a `fetch` function may be an object with `get` alone.
  const init = Symbol.iterator in headers ? { status, headers } : { status };
  return Object.defineProperties(new Response(text, init), { url: { value: url }, headers: { value: headers } });
}

/** The promise of a call. Awaiting it gives the data; `withResponse()` gives the response with them. */
export class PoolPromise<T> extends Promise<T> {
  // `then` returns an ordinary promise.
  static get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  #response;

  constructor(response: Promise<RawResponse>, read: (response: RawResponse) => T = ({ data }) => data as T) {
    super((resolve) => resolve(response.then(read)));
    this.#response = response;
  }

  withResponse(): Promise<WithResponse<T>> {
    // A failure is that of the promise returned here, and no unhandled rejection of this one.
    this.catch(() => {});
    return this.#response.then(async (raw) => ({
      data: await this,
      response: responseOf(raw),
      ...(raw.faults && { faults: raw.faults }),
    }));
  }
}

/** A page of a list. Beside `data` it has what else stands in the answer. */
export class Page<Item> {
  declare data: Item[];
  #follow: ((options?: CallOptions) => PagePromise<Item>) | undefined;

  private constructor(body: unknown, follow: ((options?: CallOptions) => PagePromise<Item>) | undefined) {
    const members = Array.isArray(body) ? { data: body } : (body as object);
    const page = this as unknown as Record<string, unknown>;
    for (const [name, value] of Object.entries(members)) {
      // A member of the body must not replace a method, nor the prototype.
      if (!(name in Page.prototype)) page[name] = value;
    }
    this.#follow = follow;
  }

  /** The number of items on a page, in lists with numbered pages: the member `per page`. */
  get perPage(): number | null | undefined {
    return (this as { 'per page'?: number | null })['per page'];
  }

  hasNextPage(): boolean {
    return this.#follow !== undefined;
  }

  /** The next page; on the last one it rejects with `invalid_argument`. */
  getNextPage(): PageOf<this> {
    const next: PagePromise<Item> = this.#follow
      ? this.#follow()
      : new PagePromise(Promise.reject(invalid('this is the last page: check hasNextPage() first')));
    // A page also has the other members of its body, which the class does not know.
    return next as unknown as PageOf<this>;
  }

  /** @internal Requests the next page with other options. */
  follow(options: CallOptions): PagePromise<Item> | undefined {
    return this.#follow?.(options);
  }
}

/** The promise of a page, and an async iterable over the items of all pages. */
export class PagePromise<T> extends PoolPromise<Page<T>> {
  #signal;

  constructor(response: Promise<RawResponse>, read?: (response: RawResponse) => Page<T>, { signal }: CallOptions = {}) {
    super(response, read);
    this.#signal = signal;
  }

  [Symbol.asyncIterator](): AsyncGenerator<T, void> {
    return itemsOf(this, this.#signal);
  }

  async toArray(options?: { limit?: number } | null): Promise<T[]> {
    const limit = members(options, ['limit']).limit ?? Infinity;
    if (typeof limit !== 'number' || !(limit >= 0)) {
      throw invalid('the option limit must be a number from 0');
    }
    const items: T[] = [];
    if (limit === 0) return items;
    for await (const item of itemsOf(this, this.#signal, limit)) {
      if (items.push(item) >= limit) break;
    }
    return items;
  }
}

/** A list, whose pages `request` requests. */
export function list<T, Options extends CallOptions>(
  request: (options: Options) => Promise<RawResponse>,
  options: Options | null | undefined,
  next: NextPage<NoInfer<Options>>,
): PagePromise<T> {
  const pageWith = (current: Options): PagePromise<T> => {
    const read = ({ data }: RawResponse) => {
      const change = next(data as Body, current);
      const follow = change && ((other?: CallOptions) => pageWith({ ...current, ...other, ...change }));
      // Its constructor is private to programs.
      return new (Page as unknown as new (body: unknown, next: typeof follow) => Page<T>)(data, follow);
    };
    return new PagePromise(request(current), read, current);
  };
  // Anything else than an object is passed on, to be refused.
  const given = typeof options === 'object' ? { ...options } : options;
  return pageWith((given ?? {}) as Options);
}

/**
 * The items of all pages from `first` on. While those of one are taken the next is fetched, unless
 * `wanted` items have been fetched.
 */
async function* itemsOf<T>(
  first: PromiseLike<Page<T>>,
  signal: AbortSignal | null | undefined,
  wanted: number = Infinity,
): AsyncGenerator<T, void> {
  // A faulty service may lead from page to page in a circle. Numbers of pages only grow.
  const cursors = new Set();
  // A loop that is left early must not leave a request running.
  const left = new AbortController();
  const stop = () => left.abort(signal?.reason);
  // The request of the first page checks the signal and follows it.
  let page: Page<T> | undefined = await first;
  signal?.addEventListener('abort', stop);
  try {
    while (page) {
      const { data, next } = page as unknown as Body & { data: T[] };
      wanted -= data.length;
      const isNew = !next || cursors.size < cursors.add(next).size;
      const ahead: PagePromise<T> | undefined = wanted > 0 && isNew ? page.follow({ signal: left.signal }) : undefined;
      // Its failure is thrown when its items are wanted.
      ahead?.catch(() => {});
      for (const item of data) {
        // After an abort the items at hand are not given either.
        if (signal?.aborted) throw aborted(signal);
        yield item;
      }
      page = await ahead;
    }
  } finally {
    signal?.removeEventListener('abort', stop);
    stop();
  }
}

/** The cursor of the next page, unless it repeats itself. An empty page may have one. */
export const byCursor: NextPage<{ cursor?: string | null | undefined }> = ({ next }, { cursor }) => {
  const isNew = typeof next === 'string' && next !== '' && next !== cursor;
  return isNew ? { cursor: next } : undefined;
};

/** The number of the next page; none where a service keeps sending the same page. */
export const byNumber: NextPage<{ page?: number | null | undefined }> = ({ page, pages }, { page: current }) => {
  const next = Number(page) + 1;
  return next <= Number(pages) && next > (current ?? 0) ? { page: next } : undefined;
};
