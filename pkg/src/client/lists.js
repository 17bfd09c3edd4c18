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
 * The promise of a call. Awaiting it gives the data; `withResponse()` gives
 * status and headers beside them.
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
  #read;
  /** @type {Promise<T> | undefined} */
  #data;

  /**
   * @param {Promise<RawResponse>} response
   * @param {(response: RawResponse) => T} [read]
   */
  constructor(response, read = ({ data }) => /** @type {T} */ (data)) {
    // The promise that this class extends never settles: `then` is overridden, so that
    // a handled failure is not reported as an unhandled rejection.
    super(() => {});
    this.#response = response;
    this.#read = read;
  }

  withResponse() {
    return this.#response.then(async ({ status, headers, url, faults }) => ({
      data: await this,
      response: { status, headers: headers ?? new Headers(), url },
      ...(faults && { faults }),
    }));
  }

  /**
   * @template [Done=T]
   * @template [Failed=never]
   * @param {((data: T) => Done | PromiseLike<Done>) | null} [done]
   * @param {((error: unknown) => Failed | PromiseLike<Failed>) | null} [failed]
   * @returns {Promise<Done | Failed>}
   */
  then(done, failed) {
    // Read once: all that await it get the same object.
    this.#data ??= this.#response.then(this.#read);
    return this.#data.then(done, failed);
  }

  /**
   * @template [Failed=never]
   * @param {((error: unknown) => Failed | PromiseLike<Failed>) | null} [failed]
   * @returns {Promise<T | Failed>}
   */
  catch(failed) {
    return this.then(undefined, failed);
  }

  /**
   * @param {(() => void) | null} [settled]
   * @returns {Promise<T>}
   */
  finally(settled) {
    return this.then().finally(settled);
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
    /** @type {Promise<never>} */
    const failure = Promise.reject(invalid('this is the last page: check hasNextPage() first'));
    // Awaiting rejects at once, a loop when it takes its first item.
    return new PagePromise(failure, undefined, () => new Walk({}, failure));
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
 * @template T
 * @param {Page<T>} page
 */
const itemsOf = (page) => /** @type {{ data: T[] }} */ (/** @type {unknown} */ (page)).data;

/**
 * The promise of a page, and an async iterable over the items of all pages.
 * @template T
 * @extends {PoolPromise<Page<T>>}
 */
export class PagePromise extends PoolPromise {
  #walk;

  /**
   * @param {Promise<RawResponse>} response
   * @param {((response: RawResponse) => Page<T>) | undefined} read
   * @param {(first: PagePromise<T>, wanted?: number) => Walk<T>} walk
   */
  constructor(response, read, walk) {
    super(response, read);
    this.#walk = walk;
  }

  [Symbol.asyncIterator]() {
    return this.#walk(this);
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
    for await (const item of { [Symbol.asyncIterator]: () => this.#walk(this, limit) }) {
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
    return new PagePromise(request(current), read, (...from) => new Walk(current, ...from));
  };
  // Anything else than an object is passed on, to be refused.
  const given = typeof options === 'object' ? { ...options } : options;
  return pageWith(/** @type {Options} */ (given ?? {}));
}

/**
 * The items of each page from `first` on. While those of one are taken the next is
 * fetched, unless `wanted` items have been fetched.
 * @template T
 * @param {CallOptions} options
 * @param {PromiseLike<Page<T>>} first
 * @param {number} [wanted]
 * @returns {AsyncGenerator<T[], void>}
 */
async function* pages({ signal }, first, wanted = Infinity) {
  // A loop that is left early must not leave a request running.
  const left = new AbortController();
  const stop = () => left.abort(signal?.reason);
  // The request of the first page checks the signal and follows it.
  /** @type {Page<T> | undefined} */
  let page = await first;
  signal?.addEventListener('abort', stop);
  try {
    while (page) {
      const items = itemsOf(page);
      wanted -= items.length;
      /** @type {PagePromise<T> | undefined} */
      const ahead = wanted > 0 ? page.follow({ signal: left.signal }) : undefined;
      // Its failure is thrown when its items are wanted.
      ahead?.catch(() => {});
      yield items;
      page = await ahead;
    }
  } finally {
    signal?.removeEventListener('abort', stop);
    stop();
  }
}

/**
 * An iterator over the items. Not a generator, with which a loop would wait for three
 * microtasks for each item although only pages need waiting for.
 * @template T
 * @implements {AsyncIterableIterator<T, void, undefined>}
 */
class Walk {
  #pages;
  #signal;
  /** @type {T[]} */
  #items = [];
  #at = 0;
  /** @type {Promise<void> | undefined} */
  #turning;

  /**
   * @param {CallOptions} options
   * @param {PromiseLike<Page<T>>} first
   * @param {number} [wanted]
   */
  constructor(options, first, wanted) {
    this.#pages = pages(options, first, wanted);
    this.#signal = options.signal;
  }

  [Symbol.asyncIterator]() {
    return this;
  }

  /** @returns {Promise<IteratorResult<T, void>>} */
  next() {
    if (!this.#turning && this.#at < this.#items.length) return this.#give();
    // A call before the last one has settled is answered after it.
    const answer = Promise.resolve(this.#turning).then(() =>
      this.#at < this.#items.length ? this.#give() : this.#turn(),
    );
    const settled = () => {
      if (this.#turning === turning) this.#turning = undefined;
    };
    const turning = answer.then(settled, settled);
    this.#turning = turning;
    return answer;
  }

  /** @returns {Promise<IteratorResult<T, void>>} */
  async return() {
    this.#items = [];
    await this.#pages.return();
    return { value: undefined, done: true };
  }

  /** @returns {Promise<IteratorResult<T, void>>} */
  #give() {
    // After an abort the items at hand are not given either.
    if (this.#signal?.aborted) {
      return this.return().then(() => Promise.reject(aborted(this.#signal)));
    }
    return Promise.resolve({ value: this.#items[this.#at++], done: false });
  }

  /** @returns {Promise<IteratorResult<T, void>>} */
  async #turn() {
    do {
      const { value, done } = await this.#pages.next();
      if (done) return { value: undefined, done };
      this.#items = value;
      this.#at = 0;
    } while (this.#items.length === 0);
    return this.#give();
  }
}

/**
 * The cursor of the next page; none after an empty page, or where it repeats itself.
 * @type {NextPage<{ cursor?: string | null }>}
 */
export function byCursor({ next, data }, { cursor }) {
  const isNew = typeof next === 'string' && next !== '' && next !== cursor;
  return isNew && data.length > 0 ? { cursor: next } : undefined;
}

/**
 * The number of the next page; none where a service keeps sending the same page.
 * @type {NextPage<{ page?: number | null }>}
 */
export function byNumber({ page, pages }, { page: current }) {
  const next = Number(page) + 1;
  return next <= Number(pages) && next > (current ?? 0) ? { page: next } : undefined;
}
