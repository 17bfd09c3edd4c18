// The client: what a page or a program calls.

import { invalid, rethrown } from '../shared/error.js';
import { digitsOf, warnOfCheckDigit } from '../shared/gtin.js';
import { Changes } from './changes.js';
import { PoolPromise, byCursor, byNumber, list } from './lists.js';
import { warnOfToken } from '../shared/token-warning.js';
import { clientModule, orStopped, toolsModule } from '../wasm/loader.js';

/** @import * as api from '../../types/index.js' */
/** @import { NextPage, PagePromise } from './lists.js' */
/** @import { RawResponse, WasmClient } from '../shared/types.js' */

/**
 * The options, checked as far as is possible without the WebAssembly, which
 * checks them in full.
 * @param {api.PoolClientOptions} options
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
    // It fails for a port that is too large, for example.
    new URL(baseUrl, 'http://a');
  } catch {
    throw invalid('the base URL is not a valid URL');
  }
  if (!/^http/i.test(baseUrl.trim()) && globalThis.location === undefined) {
    throw invalid('a relative base URL needs a page to be relative to');
  }
  // The messages do not repeat the token.
  if (token !== undefined && token !== null && typeof token !== 'function') {
    if (typeof token !== 'string' || !/^[!-~]+$/.test(token)) {
      throw invalid('the token must be a string that is not empty and contains only characters of a token');
    }
  }
  if (fetch !== undefined && fetch !== null && typeof fetch !== 'function') {
    throw invalid('the option fetch must be a function');
  }
  for (const name of /** @type {const} */ (['timeoutMs', 'totalTimeoutMs'])) {
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
 * The names and values of a query: of an object, or of an iterable of pairs such as
 * URLSearchParams or a map. Values that are undefined or null are left out.
 * @param {Parameters<api.PoolClient['get']>[1]} query
 */
function pairsOf(query) {
  if (typeof (query ?? {}) !== 'object') {
    throw invalid('the query must be an object');
  }
  const pairs = query && Symbol.iterator in query ? [...query] : Object.entries(query ?? {});
  return pairs
    .filter((pair) => pair?.[1] != null)
    .map(([name, value]) => {
      if (!['string', 'number', 'boolean', 'bigint'].includes(typeof value)) {
        throw invalid(`the value of ${String(name)} in the query must be a string, number or boolean`);
      }
      return [String(name), String(value)];
    });
}

/** A client of one service. */
export class PoolClient {
  // Private, so that consoles and JSON do not show the token.
  #settings;
  /** @type {{ module: object, client: WasmClient } | undefined} */
  #made;
  #usesTools = false;

  /** @param {api.PoolClientOptions} options */

  constructor(options) {
    this.#settings = checked(options);
    const { token, dangerouslyAllowBrowser } = this.#settings;
    const inPage = typeof document === 'object' && typeof window === 'object';
    if (inPage) warnOfToken(token, dangerouslyAllowBrowser);
  }

  /**
   * The WebAssembly's client, made with the first call. Once the tools are needed it
   * is theirs for all calls, so that one client limits the concurrent requests.
   * @param {boolean} [needsTools]
   * @returns {Promise<WasmClient>}
   */
  async #client(needsTools) {
    const withTools = needsTools || this.#usesTools;
    const module = await (withTools ? toolsModule() : clientModule());
    if (withTools) this.#usesTools = true;
    else if (this.#usesTools) return this.#client();
    // The module may have been loaded again, after it had stopped.
    if (this.#made?.module !== module) {
      try {
        this.#made = { module, client: new module.Client(this.#settings) };
      } catch (error) {
        throw rethrown(error);
      }
    }
    return this.#made.client;
  }

  /**
   * @param {string} operation
   * @param {unknown[]} parameters
   * @param {api.CallOptions | null} [options]
   * @returns {Promise<RawResponse>}
   */
  async #send(operation, parameters, options) {
    const validate = options?.validate ?? this.#settings.validate;
    // Anything else than an object is passed on, to be refused.
    const isObject = typeof (options ?? {}) === 'object';
    const all = validate && isObject ? { ...options, validate } : options;
    const client = await this.#client(Boolean(validate && validate !== 'off'));
    try {
      return await orStopped(() => client.send(operation, parameters, all));
    } catch (error) {
      throw rethrown(error, options?.signal);
    }
  }

  /**
   * @template T
   * @param {string} operation
   * @param {unknown[]} parameters
   * @param {api.CallOptions | null} [options]
   * @returns {PoolPromise<T>}
   */
  #call(operation, parameters, options) {
    return new PoolPromise(this.#send(operation, parameters, options));
  }

  /**
   * @template T
   * @template {api.CallOptions} Options
   * @param {string} operation
   * @param {unknown[]} parameters
   * @param {Options | null | undefined} options
   * @param {NextPage<NoInfer<Options>>} next
   * @returns {PagePromise<T>}
   */
  #list(operation, parameters, options, next) {
    return list((each) => this.#send(operation, parameters, each), options, next);
  }

  /**
   * @param {api.ListProductsOptions | null} [options]
   * @returns {PagePromise<api.ProductListItem>}
   */
  listProducts(options) {
    return this.#list('listProducts', [], options, byCursor);
  }

  /**
   * @param {string} product
   * @param {api.GetProductOptions | null} [options]
   * @returns {PoolPromise<api.Product>}
   */
  getProduct(product, options) {
    return this.#call('getProduct', [product], options);
  }

  /**
   * @param {string} gtin
   * @param {api.CallOptions | null} [options]
   * @returns {PoolPromise<api.Product>}
   */
  getProductByGtin(gtin, options) {
    if (typeof gtin === 'string') warnOfCheckDigit(digitsOf(gtin));
    return this.#call('getProductByGtin', [gtin], options);
  }

  /**
   * @param {api.NumberedOptions | null} [options]
   * @returns {PagePromise<api.Manufacturer>}
   */
  listManufacturers(options) {
    return this.#list('listManufacturers', [], options, byNumber);
  }

  /**
   * @param {number} manufacturer
   * @param {api.CallOptions | null} [options]
   * @returns {PoolPromise<api.Manufacturer>}
   */
  getManufacturer(manufacturer, options) {
    return this.#call('getManufacturer', [manufacturer], options);
  }

  /**
   * @param {number} manufacturer
   * @param {api.NumberedOptions | null} [options]
   * @returns {PagePromise<api.Brand>}
   */
  listBrands(manufacturer, options) {
    return this.#list('listBrands', [manufacturer], options, byNumber);
  }

  /**
   * @param {number} manufacturer
   * @param {number} brand
   * @param {api.CallOptions | null} [options]
   * @returns {PoolPromise<api.Brand>}
   */
  getBrand(manufacturer, brand, options) {
    return this.#call('getBrand', [manufacturer, brand], options);
  }

  /**
   * @param {string} product
   * @param {api.ListImagesOptions | null} [options]
   * @returns {PagePromise<api.Image>}
   */
  listImages(product, options) {
    return this.#list('listImages', [product], options, byNumber);
  }

  /**
   * @param {string} product
   * @param {api.GetFeatureImageOptions | null} [options]
   * @returns {PoolPromise<api.Image>}
   */
  getFeatureImage(product, options) {
    return this.#call('getFeatureImage', [product], options);
  }

  /**
   * @template Body
   * @param {string} path
   * @param {Parameters<api.PoolClient['get']>[1]} [query]
   * @param {api.CallOptions | null} [options]
   * @returns {PoolPromise<Body>}
   */
  get(path, query, options) {
    return new PoolPromise((async () => this.#send('get', [path, pairsOf(query)], options))());
  }

  /** @param {api.ChangesOptions | null} [options] */
  changes(options) {
    return new Changes(() => this.#client(true), options);
  }

  /** @param {Parameters<api.PoolClient['buildGtinIndex']>[0]} [options] */
  async buildGtinIndex(options) {
    const { buildIndex } = await import('./gtin-index.js');
    return buildIndex(() => this.#client(true), options);
  }

  /**
   * @param {string} scan
   * @param {Parameters<api.PoolClient['findByGtin']>[1]} [options]
   */
  async findByGtin(scan, options) {
    const { find } = await import('./gtin-index.js');
    return find((operation, parameters, more) => this.#call(operation, parameters, more), scan, options);
  }
}
