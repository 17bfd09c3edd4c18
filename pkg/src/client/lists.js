// Results and pages: promises of data, over whose pages one can also loop.

/** @import { CallOptions } from '../../types/index.js' */
/** @import { RawResponse } from '../shared/types.js' */

/** @typedef {Record<string, unknown> & { data: unknown[] }} Body - The body of a page of a list. */

/**
 * The changes in the options for the page after one; undefined after the last.
 * @template Options
 * @typedef {(body: Body, options: Options) => Partial<Options> | undefined} NextPage
 */

import { aborted, invalid } from '../shared/error.js';
import { members } from './options.js';

/**
 * A response with its body unread. Equal calls share one request, so each gets a response of its own.
 * @param {RawResponse} raw
 */
function responseOf({ text, status, headers = new Headers(), url }) {
  // Those of a `fetch` function may be an object with `get` alone.
  const init = Symbol.iterator in headers ? { status, headers } : { status };
  return Object.defineProperties(new Response(text, init), { url: { value: url }, headers: { value: headers } });
}

/**
 * The promise of a call. Awaiting it gives the data; `withResponse()` gives
 * the response with them.
 *
 * @template T
 * @extends {Promise<T>}
 */
export class PoolPromise extends Promise {
  // `then` returns an ordinary promise.
  static get [Symbol.species]() {
    return Promise;
  }

  #response;

  /**
   * @param {Promise<RawResponse>} response
   * @param {(response: RawResponse) => T} [read]
   */
  constructor(response, read = ({ data }) => /** @type {T} */ (data)) {
    super((resolve) => resolve(response.then(read)));
    this.#response = response;
  }

  withResponse() {
    // A failure is that of the promise returned here, and no unhandled rejection of this one.
    this.catch(() => {});
    return this.#response.then(async (raw) => ({
      data: await this,
      response: responseOf(raw),
      ...(raw.faults && { faults: raw.faults }),
    }));
  }
}

/**
 * A page of a list: the members of its body, and how to get the next page.
 * @template T
 */
export class Page {
  /** @type {((options?: CallOptions) => PagePromise<T>) | undefined} */
  #follow;

  /**
   * @param {unknown} body
   * @param {((options?: CallOptions) => PagePromise<T>) | undefined} follow
   */
  constructor(body, follow) {
    const members = Array.isArray(body) ? { data: body } : /** @type {object} */ (body);
    const page = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (this));
    for (const [name, value] of Object.entries(members)) {
      // A member of the body must not replace a method, nor the prototype.
      if (!(name in Page.prototype)) page[name] = value;
    }
    this.#follow = follow;
  }

  /** The number of items on a page, in lists with numbered pages. */
  get perPage() {
    return /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (this))['per page'];
  }

  hasNextPage() {
    return this.#follow !== undefined;
  }

  /** @returns {PagePromise<T>} */
  getNextPage() {
    if (this.#follow) return this.#follow();
    return new PagePromise(Promise.reject(invalid('this is the last page: check hasNextPage() first')));
  }

  /**
   * Requests the next page with other options.
   * @param {CallOptions} options
   */
  follow(options) {
    return this.#follow?.(options);
  }
}

/**
 * The promise of a page, and an async iterable over the items of all pages.
 * @template T
 * @extends {PoolPromise<Page<T>>}
 */
export class PagePromise extends PoolPromise {
  #signal;

  /**
   * @param {Promise<RawResponse>} response
   * @param {(response: RawResponse) => Page<T>} [read]
   * @param {CallOptions} [options]
   */
  constructor(response, read, { signal } = {}) {
    super(response, read);
    this.#signal = signal;
  }

  [Symbol.asyncIterator]() {
    return itemsOf(this, this.#signal);
  }

  /**
   * All items in an array, or the first `limit`.
   * @param {{ limit?: number } | null} [options]
   * @returns {Promise<T[]>}
   */
  async toArray(options) {
    const limit = members(options, ['limit']).limit ?? Infinity;
    if (typeof limit !== 'number' || !(limit >= 0)) {
      throw invalid('the option limit must be a number from 0');
    }
    /** @type {T[]} */
    const items = [];
    if (limit === 0) return items;
    for await (const item of itemsOf(this, this.#signal, limit)) {
      if (items.push(item) >= limit) break;
    }
    return items;
  }
}

/**
 * A list, whose pages `request` requests.
 * @template T
 * @template {CallOptions} Options
 * @param {(options: Options) => Promise<RawResponse>} request
 * @param {Options | null | undefined} options
 * @param {NextPage<NoInfer<Options>>} next
 * @returns {PagePromise<T>}
 */
export function list(request, options, next) {
  /**
   * @param {Options} current
   * @returns {PagePromise<T>}
   */
  const pageWith = (current) => {
    const read = (/** @type {RawResponse} */ { data }) => {
      const change = next(/** @type {Body} */ (data), current);
      return new Page(data, change && ((other) => pageWith({ ...current, ...other, ...change })));
    };
    return new PagePromise(request(current), read, current);
  };
  // Anything else than an object is passed on, to be refused.
  const given = typeof options === 'object' ? { ...options } : options;
  return pageWith(/** @type {Options} */ (given ?? {}));
}

/**
 * The items of all pages from `first` on. While those of one are taken the next is fetched, unless
 * `wanted` items have been fetched.
 * @template T
 * @param {PromiseLike<Page<T>>} first
 * @param {AbortSignal | null | undefined} signal
 * @param {number} [wanted]
 * @returns {AsyncGenerator<T, void>}
 */
async function* itemsOf(first, signal, wanted = Infinity) {
  // A faulty service may lead from page to page in a circle. Numbers of pages only grow.
  const cursors = new Set();
  // A loop that is left early must not leave a request running.
  const left = new AbortController();
  const stop = () => left.abort(signal?.reason);
  // The request of the first page checks the signal and follows it.
  /** @type {Page<T> | undefined} */
  let page = await first;
  signal?.addEventListener('abort', stop);
  try {
    while (page) {
      const { data, next } = /** @type {Body & { data: T[] }} */ (/** @type {unknown} */ (page));
      wanted -= data.length;
      const isNew = !next || cursors.size < cursors.add(next).size;
      /** @type {PagePromise<T> | undefined} */
      const ahead = wanted > 0 && isNew ? page.follow({ signal: left.signal }) : undefined;
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

/**
 * The cursor of the next page, unless it repeats itself. An empty page may have one.
 * @type {NextPage<{ cursor?: string | null }>}
 */
export function byCursor({ next }, { cursor }) {
  const isNew = typeof next === 'string' && next !== '' && next !== cursor;
  return isNew ? { cursor: next } : undefined;
}

/**
 * The number of the next page; none where a service keeps sending the same page.
 * @type {NextPage<{ page?: number | null }>}
 */
export function byNumber({ page, pages }, { page: current }) {
  const next = Number(page) + 1;
  return next <= Number(pages) && next > (current ?? 0) ? { page: next } : undefined;
}
