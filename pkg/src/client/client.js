// The client: what a page or a program calls.

import { invalid, rethrown } from '../shared/error.js';
import { Changes } from './changes.js';
import { PoolPromise, byCursor, byNumber, list } from './lists.js';
import { warnOfToken } from '../shared/token-warning.js';
import { orStopped, wasm } from '../wasm/loader.js';

/**
 * The options, checked as far as is possible without the WebAssembly, which
 * checks them in full.
 */
function checked(options) {
  if (typeof options !== 'object' || options === null) {
    throw invalid('PoolClient needs options: { baseUrl, token }');
  }
  const { baseUrl: address, token, fetch } = options;
  const baseUrl = address instanceof URL ? address.href : address;
  if (typeof baseUrl !== 'string') {
    throw invalid('the option baseUrl must be a string or a URL');
  }
  if (!/^(https?:\/\/|\/(?!\/)|$)/i.test(baseUrl.trim())) {
    throw invalid('the base URL must begin with http://, https:// or /');
  }
  try {
    // Such as a port that is too large: no attempt would ever succeed.
    new URL(baseUrl, 'http://a');
  } catch {
    throw invalid('the base URL is not a valid URL');
  }
  if (!/^http/i.test(baseUrl.trim()) && globalThis.location === undefined) {
    throw invalid('a relative base URL needs a page to be relative to');
  }
  // No message repeats a token.
  if (token !== undefined && token !== null && typeof token !== 'function') {
    if (typeof token !== 'string' || !/^[!-~]+$/.test(token)) {
      throw invalid('the token must be a string that is not empty and contains only characters of a token');
    }
  }
  if (fetch !== undefined && fetch !== null && typeof fetch !== 'function') {
    throw invalid('the option fetch must be a function');
  }
  for (const name of ['timeoutMs', 'totalTimeoutMs']) {
    const time = options[name];
    if (time !== undefined && time !== null && !(typeof time === 'number' && time > 0)) {
      throw invalid(`the option ${name} must be a number of milliseconds above 0`);
    }
  }
  const most = options.maxRetries;
  if (most !== undefined && most !== null && !(Number.isSafeInteger(most) && most >= 0)) {
    throw invalid('the option maxRetries must be a whole number from 0');
  }
  const { concurrency, validate } = options;
  if (concurrency != null && !(Number.isSafeInteger(concurrency) && concurrency > 0)) {
    throw invalid('the option concurrency must be a whole number from 1');
  }
  if (validate != null && !['off', 'report', 'strict'].includes(validate)) {
    throw invalid('the option validate must be one of off, report, strict');
  }
  return Object.freeze({ ...options, baseUrl });
}

/**
 * The names and values of a query: of an object, or of whatever gives pairs,
 * such as URLSearchParams and maps. What is undefined or null is left out.
 */
function pairsOf(query) {
  if (typeof (query ?? {}) !== 'object') {
    throw invalid('the query must be an object');
  }
  const pairs = typeof query?.[Symbol.iterator] === 'function' ? [...query] : Object.entries(query ?? {});
  const given = pairs.filter((pair) => pair?.[1] != null);
  return given.map(([name, value]) => {
    if (!['string', 'number', 'boolean', 'bigint'].includes(typeof value)) {
      throw invalid(`the value of ${String(name)} in the query must be a string, number or boolean`);
    }
    return [String(name), String(value)];
  });
}

/** A client of one service. */
export class PoolClient {
  // Private, so that the token shows in no console and no JSON.
  #settings;
  #made;
  #name = 'client';

  constructor(options) {
    this.#settings = checked(options);
    const { token, dangerouslyAllowBrowser } = this.#settings;
    const inPage = typeof document === 'object' && typeof window === 'object';
    if (inPage) warnOfToken(token, dangerouslyAllowBrowser);
  }

  /**
   * The WebAssembly's client, made with the first call; once the tools are
   * wanted, theirs, so that one of them keeps to the limit of requests.
   */
  async #client(wantsTools) {
    const name = wantsTools ? 'tools' : this.#name;
    const module = await wasm(name);
    if (wantsTools) this.#name = name;
    else if (this.#name !== name) return this.#client();
    // The module may have been loaded anew, after it had stopped.
    if (this.#made?.module !== module) {
      try {
        this.#made = { module, client: new module.Client(this.#settings) };
      } catch (error) {
        throw rethrown(error);
      }
    }
    return this.#made.client;
  }

  async #send(name, given, options) {
    const validate = options?.validate ?? this.#settings.validate;
    // What is no object is passed on, to be refused.
    const isObject = typeof (options ?? {}) === 'object';
    const all = validate && isObject ? { ...options, validate } : options;
    const client = await this.#client(validate && validate !== 'off');
    try {
      return await orStopped(() => client.send(name, given, all));
    } catch (error) {
      throw rethrown(error, options?.signal);
    }
  }

  #call(name, given, options) {
    return new PoolPromise(this.#send(name, given, options));
  }

  #list(name, given, options, next) {
    return list((each) => this.#send(name, given, each), options, next);
  }

  listProducts(options) {
    return this.#list('listProducts', [], options, byCursor);
  }

  getProduct(product, options) {
    return this.#call('getProduct', [product], options);
  }

  getProductByGtin(gtin, options) {
    return this.#call('getProductByGtin', [gtin], options);
  }

  listManufacturers(options) {
    return this.#list('listManufacturers', [], options, byNumber);
  }

  getManufacturer(manufacturer, options) {
    return this.#call('getManufacturer', [manufacturer], options);
  }

  listBrands(manufacturer, options) {
    return this.#list('listBrands', [manufacturer], options, byNumber);
  }

  getBrand(manufacturer, brand, options) {
    return this.#call('getBrand', [manufacturer, brand], options);
  }

  listImages(product, options) {
    return this.#list('listImages', [product], options, byNumber);
  }

  getFeatureImage(product, options) {
    return this.#call('getFeatureImage', [product], options);
  }

  get(path, query, options) {
    return new PoolPromise((async () => this.#send('get', [path, pairsOf(query)], options))());
  }

  changes(options) {
    return new Changes(() => this.#client(true), options);
  }

  async buildGtinIndex(options) {
    const { buildIndex } = await import('./gtin-index.js');
    return buildIndex(() => this.#client(true), options);
  }

  async findByGtin(scan, options) {
    const { find } = await import('./gtin-index.js');
    return find((name, ...given) => this.#call(name, [given[0]], given[1]), scan, options);
  }
}
