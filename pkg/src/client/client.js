// The client: what a page or a program calls.

import { rethrown } from '../shared/error.js';
import { digitsOf, warnOfCheckDigit } from '../shared/gtin.js';
import { report } from '../shared/report.js';
import { warnOfToken } from '../shared/token.js';
import { Changes } from './changes.js';
import { PoolPromise, byCursor, byNumber, list } from './lists.js';
import { CALL_NAMES, PLAIN_NAMES, clientOptions, queryPairs, refuseUnknown, withFilters } from './options.js';
import { clientModule, untilStopped, toolsModule } from '../wasm/loader.js';

/** @import * as api from '../../types/index.js' */
/** @import { NextPage } from './lists.js' */
/** @import { ClientModule, RawResponse, WasmClient } from '../shared/types.js' */

/**
 * A client of one service.
 * @implements {api.PoolClient}
 */
export class PoolClient {
  // Private, so that consoles and JSON do not show the token.
  #settings;
  /** @type {{ module: ClientModule, client: WasmClient } | undefined} */
  #made;
  #usesTools = false;

  /** @param {api.PoolClientOptions} options */
  constructor(options) {
    this.#settings = clientOptions(options);
    const { token, dangerouslyAllowBrowser } = this.#settings;
    warnOfToken(token, dangerouslyAllowBrowser);
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
    const settings = await this.#observed();
    // The module may have been loaded again, after it had stopped.
    if (this.#made?.module !== module) {
      try {
        this.#made = { module, client: new module.Client(settings) };
      } catch (error) {
        throw rethrown(error);
      }
    }
    return this.#made.client;
  }

  /** The settings for the WebAssembly, with a `fetch` that is observed if need be. */
  async #observed() {
    const { onRequest, onResponse, logger } = this.#settings;
    if (!onRequest && !onResponse && !logger) return this.#settings;
    const { observed } = await import('../diagnostics/observe.js');
    return { ...this.#settings, fetch: observed(this.#settings), details: true };
  }

  /**
   * Refuses options that an operation does not have.
   * @param {string} operation
   * @param {object} options
   */
  #check(operation, options) {
    const own = this.#made?.module.optionsOf?.(operation) ?? [];
    refuseUnknown(options, operation === 'get' ? PLAIN_NAMES : [...own, ...CALL_NAMES]);
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
    if (isObject && options) this.#check(operation, options);
    try {
      return await untilStopped(() => client.send(operation, parameters, all));
    } catch (thrown) {
      const error = rethrown(thrown, options?.signal);
      // Why a browser sent nothing; of a function of the page's own it is not known.
      if (error.code === 'network' && !this.#settings.fetch) report('network', { error });
      throw error;
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
   * @template {api.Page<any>} P
   * @template {api.CallOptions} Options
   * @param {string} operation
   * @param {unknown[]} parameters
   * @param {Options | null | undefined} options
   * @param {NextPage<NoInfer<Options>>} next
   * @returns {api.PagePromise<P>}
   */
  #list(operation, parameters, options, next) {
    const pages = list((each) => this.#send(operation, parameters, each), withFilters(options), next);
    // A page has the members of its body.
    return /** @type {any} */ (pages);
  }

  /** @type {api.PoolClient['listProducts']} */
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

  /** @type {api.PoolClient['getProductByGtin']} */
  getProductByGtin(gtin, options) {
    if (typeof gtin === 'string') warnOfCheckDigit(digitsOf(gtin));
    return this.#call('getProductByGtin', [gtin], options);
  }

  /** @type {api.PoolClient['listManufacturers']} */
  listManufacturers(options) {
    return this.#list('listManufacturers', [], options, byNumber);
  }

  /** @type {api.PoolClient['getManufacturer']} */
  getManufacturer(manufacturer, options) {
    return this.#call('getManufacturer', [manufacturer], options);
  }

  /** @type {api.PoolClient['listBrands']} */
  listBrands(manufacturer, options) {
    return this.#list('listBrands', [manufacturer], options, byNumber);
  }

  /** @type {api.PoolClient['getBrand']} */
  getBrand(manufacturer, brand, options) {
    return this.#call('getBrand', [manufacturer, brand], options);
  }

  /** @type {api.PoolClient['listImages']} */
  listImages(product, options) {
    return this.#list('listImages', [product], options, byNumber);
  }

  /** @type {api.PoolClient['getFeatureImage']} */
  getFeatureImage(product, options) {
    return this.#call('getFeatureImage', [product], options);
  }

  /** @type {api.PoolClient['listCatalogProducts']} */
  listCatalogProducts(wholesaler, options) {
    return this.#list('listCatalogProducts', [wholesaler], options, byNumber);
  }

  /** @type {api.PoolClient['getCatalogProduct']} */
  getCatalogProduct(wholesaler, code, options) {
    return this.#call('getCatalogProduct', [wholesaler, code], options);
  }

  /** @type {api.PoolClient['listLabels']} */
  listLabels(options) {
    return this.#list('listLabels', [], options, byNumber);
  }

  /** @type {api.PoolClient['getLabel']} */
  getLabel(label, options) {
    return this.#call('getLabel', [label], options);
  }

  /** @type {api.PoolClient['get']} */
  get(path, query, options) {
    return new PoolPromise((async () => this.#send('get', [path, queryPairs(query)], options))());
  }

  /** @type {api.PoolClient['changes']} */
  changes(options) {
    return new Changes(() => this.#client(true), options);
  }

  /** @type {api.PoolClient['buildGtinIndex']} */
  async buildGtinIndex(options) {
    const { buildIndex } = await import('./gtin-index.js');
    return buildIndex(() => this.#client(true), options);
  }

  /** @type {api.PoolClient['findByGtin']} */
  async findByGtin(scan, options) {
    const { find } = await import('./gtin-index.js');
    return find((operation, parameters, more) => this.#call(operation, parameters, more), scan, options);
  }
}
