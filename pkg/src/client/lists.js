// Results and pages: what a call gives to whoever awaits it or loops over it.

import { aborted, invalid } from '../shared/error.js';

/**
 * The promise of a call. Awaiting it gives the data; `withResponse()` gives
 * status and headers beside them.
 *
 * @template T
 * @extends {Promise<T>}
 */
export class PoolPromise extends Promise {
  // What `then` makes of it is an ordinary promise.
  static get [Symbol.species]() {
    return Promise;
  }

  #whole;
  #read;
  #data;

  /** `whole` is the promise of `{data, status, headers, url, faults}`. */
  constructor(whole, read = ({ data }) => data) {
    // The promise that is extended never settles by itself: all goes to `then`,
    // so that nobody is told of a failure that somebody has seen to.
    super(() => {});
    this.#whole = whole;
    this.#read = read;
  }

  withResponse() {
    return this.#whole.then(async ({ status, headers, url, faults }) => ({
      data: await this,
      response: { status, headers: headers ?? new Headers(), url },
      ...(faults && { faults }),
    }));
  }

  then(done, failed) {
    // Read once: whoever awaits it twice gets the same.
    this.#data ??= this.#whole.then(this.#read);
    return this.#data.then(done, failed);
  }

  catch(failed) {
    return this.then(undefined, failed);
  }

  finally(settled) {
    return this.then().finally(settled);
  }
}

/** A page of a list: its body's members, and the way to the next page. */
export class Page {
  #follow;

  constructor(body, follow) {
    const members = Array.isArray(body) ? { data: body } : body;
    for (const name of Object.keys(members)) {
      // A member of the body takes no method's place, nor the prototype's.
      if (!(name in Page.prototype)) this[name] = members[name];
    }
    this.#follow = follow;
  }

  hasNextPage() {
    return this.#follow !== undefined;
  }

  getNextPage() {
    if (this.#follow) return this.#follow();
    const last = Promise.reject(invalid('this is the last page: check hasNextPage() first'));
    // A loop is told as it asks, whoever awaits at once.
    return new PagePromise(last, undefined, () => new Walk({}, last));
  }

  /** The way to the next page under other options. */
  follow(options) {
    return this.#follow?.(options);
  }
}

/** The promise of a page, over which one can also loop: over all pages. */
export class PagePromise extends PoolPromise {
  #walk;

  constructor(whole, read, walk) {
    super(whole, read);
    this.#walk = walk;
  }

  [Symbol.asyncIterator]() {
    return this.#walk(this);
  }

  /** All items in an array, or the first `limit`. */
  async toArray(options) {
    const limit = options?.limit ?? Infinity;
    if (typeof limit !== 'number' || !(limit >= 0)) {
      throw invalid('the option limit must be a number from 0');
    }
    const items = [];
    if (limit === 0) return items;
    for await (const item of { [Symbol.asyncIterator]: () => this.#walk(this, limit) }) {
      if (items.push(item) >= limit) break;
    }
    return items;
  }
}

/**
 * A list: `request(options)` asks for a page of it, and `next(page, options)`
 * says what to change in the options for the page after, if there is one.
 */
export function list(request, options, next) {
  const ask = (given) => {
    const read = ({ data }) => {
      const change = next(data, given);
      return new Page(data, change && ((other) => ask({ ...given, ...other, ...change })));
    };
    return new PagePromise(request(given), read, (...from) => new Walk(given, ...from));
  };
  // What is no object is passed on, to be refused like every other argument.
  return ask(typeof options === 'object' ? { ...options } : (options ?? {}));
}

/**
 * All pages' items from a page on; while those of one are taken, the next is
 * fetched, unless there are as many as are wanted.
 */
async function* pages({ signal }, first, wanted = Infinity) {
  // A loop that is left early leaves no request running.
  const left = new AbortController();
  const stop = () => left.abort(signal?.reason);
  // The first page heeds the signal by itself, and refuses one that is none.
  let page = await first;
  signal?.addEventListener('abort', stop);
  try {
    while (page) {
      wanted -= page.data.length;
      const ahead = wanted > 0 ? page.follow({ signal: left.signal }) : undefined;
      // Its failure is told when its turn comes.
      ahead?.catch(() => {});
      yield page.data;
      page = await ahead;
    }
  } finally {
    signal?.removeEventListener('abort', stop);
    stop();
  }
}

/**
 * The items one by one. By hand, because a generator makes a loop wait three
 * times for each item, and here there is nothing to wait for but pages.
 */
class Walk {
  #pages;
  #signal;
  #items = [];
  #at = 0;
  #turning;

  constructor(options, ...from) {
    this.#pages = pages(options, ...from);
    this.#signal = options.signal;
  }

  [Symbol.asyncIterator]() {
    return this;
  }

  next() {
    if (!this.#turning && this.#at < this.#items.length) return this.#give();
    // Whoever asks before the last answer came is answered after it.
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

  return(value) {
    this.#items = [];
    return this.#pages.return(value);
  }

  #give() {
    // Whoever gave the walk up wants none of the items at hand either.
    if (this.#signal?.aborted) {
      return this.return().then(() => Promise.reject(aborted(this.#signal)));
    }
    return Promise.resolve({ value: this.#items[this.#at++], done: false });
  }

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

/** The cursor of the next page; none after an empty page or in a circle. */
export function byCursor({ next, data }, { cursor }) {
  const goesOn = typeof next === 'string' && next !== '' && next !== cursor && data.length > 0;
  return goesOn ? { cursor: next } : undefined;
}

/** The number of the next page; none where a service stays at one page. */
export function byNumber({ page, pages }, { page: asked = 0 }) {
  const next = Number(page) + 1;
  return next <= Number(pages) && next > asked ? { page: next } : undefined;
}
