// The client: what a page or a program calls.

import type * as api from '../../types/index.js';
import type { NextPage } from './lists.js';
import type { ClientModule, RawResponse, WasmClient } from '../shared/types.js';
import { rethrown } from '../shared/error.js';
import { digitsOf, warnOfCheckDigit } from '../shared/gtin.js';
import { report } from '../shared/report.js';
import { warnOfToken } from '../shared/token.js';
import { Changes } from './changes.js';
import { PoolPromise, byCursor, byNumber, list } from './lists.js';
import { CALL_NAMES, PLAIN_NAMES, clientOptions, queryPairs, refuseUnknown, withFilters } from './options.js';
import { clientModule, untilStopped, toolsModule } from '../wasm/loader.js';

/** A client of one service. */
export class PoolClient implements api.PoolClient {
  // Private, so that consoles and JSON do not show the token.
  #settings;
  #made: { module: ClientModule; client: WasmClient } | undefined;
  #usesTools = false;

  constructor(options: api.PoolClientOptions) {
    this.#settings = clientOptions(options);
    const { token, dangerouslyAllowBrowser } = this.#settings;
    warnOfToken(token, dangerouslyAllowBrowser);
  }

  /**
   * The WebAssembly's client, made with the first call. Once the tools are needed it
   * is theirs for all calls, so that one client limits the concurrent requests.
   */
  async #client(needsTools?: boolean): Promise<WasmClient> {
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

  /** Refuses options that an operation does not have. */
  #check(operation: string, options: object) {
    const own = this.#made?.module.optionsOf?.(operation) ?? [];
    refuseUnknown(options, operation === 'get' ? PLAIN_NAMES : [...own, ...CALL_NAMES]);
  }

  async #send(operation: string, parameters: unknown[], options?: api.CallOptions | null): Promise<RawResponse> {
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

  #call<T>(operation: string, parameters: unknown[], options?: api.CallOptions | null): PoolPromise<T> {
    return new PoolPromise(this.#send(operation, parameters, options));
  }

  #list<P extends api.Page<any>, Options extends api.CallOptions>(
    operation: string,
    parameters: unknown[],
    options: Options | null | undefined,
    next: NextPage<NoInfer<Options>>,
  ): api.PagePromise<P> {
    const pages = list((each) => this.#send(operation, parameters, each), withFilters(options), next);
    // A page has the members of its body.
    return pages as any;
  }

  listProducts(options?: api.ListProductsOptions | null): api.PagePromise<api.ProductsPage> {
    return this.#list('listProducts', [], options, byCursor);
  }

  getProduct(
    product: string,
    options?: (api.GetProductOptions & { output?: null | undefined }) | null,
  ): api.PoolPromise<api.Product>;
  getProduct(product: string, options: api.GetProductOptions): api.PoolPromise<unknown>;
  getProduct(product: string, options?: api.GetProductOptions | null): api.PoolPromise<any> {
    return this.#call('getProduct', [product], options);
  }

  getProductByGtin(gtin: string, options?: api.CallOptions | null): api.PoolPromise<api.Product> {
    if (typeof gtin === 'string') warnOfCheckDigit(digitsOf(gtin));
    return this.#call('getProductByGtin', [gtin], options);
  }

  listManufacturers(options?: api.NumberedOptions | null): api.PagePromise<api.EntriesPage<api.Manufacturer>> {
    return this.#list('listManufacturers', [], options, byNumber);
  }

  getManufacturer(manufacturer: number, options?: api.CallOptions | null): api.PoolPromise<api.Manufacturer> {
    return this.#call('getManufacturer', [manufacturer], options);
  }

  listBrands(manufacturer: number, options?: api.NumberedOptions | null): api.PagePromise<api.EntriesPage<api.Brand>> {
    return this.#list('listBrands', [manufacturer], options, byNumber);
  }

  getBrand(manufacturer: number, brand: number, options?: api.CallOptions | null): api.PoolPromise<api.Brand> {
    return this.#call('getBrand', [manufacturer, brand], options);
  }

  listImages(product: string, options?: api.ListImagesOptions | null): api.PagePromise<api.ImagesPage> {
    return this.#list('listImages', [product], options, byNumber);
  }

  getFeatureImage(product: string, options?: api.GetFeatureImageOptions | null): api.PoolPromise<api.Image> {
    return this.#call('getFeatureImage', [product], options);
  }

  listCatalogProducts(
    wholesaler: number,
    options?: api.ListCatalogProductsOptions | null,
  ): api.PagePromise<api.CatalogProductsPage> {
    return this.#list('listCatalogProducts', [wholesaler], options, byNumber);
  }

  getCatalogProduct(wholesaler: number, code: string, options?: api.CallOptions | null): api.PoolPromise<api.Product> {
    return this.#call('getCatalogProduct', [wholesaler, code], options);
  }

  listLabels(options?: api.NumberedOptions | null): api.PagePromise<api.EntriesPage<api.Label>> {
    return this.#list('listLabels', [], options, byNumber);
  }

  getLabel(label: number, options?: api.CallOptions | null): api.PoolPromise<api.Label> {
    return this.#call('getLabel', [label], options);
  }

  get<Body = unknown>(
    path: string,
    query?:
      | Record<string, string | number | boolean | null | undefined>
      | Iterable<[string, string | number | boolean]>
      | null,
    options?: Omit<api.CallOptions, 'validate'> | null,
  ): api.PoolPromise<Body> {
    return new PoolPromise((async () => this.#send('get', [path, queryPairs(query)], options))());
  }

  changes(options?: api.ChangesOptions | null): Changes {
    return new Changes(() => this.#client(true), options);
  }

  async buildGtinIndex(
    options?: (api.RefreshOptions & { from?: string | null | undefined }) | null,
  ): Promise<api.GtinIndex> {
    const { buildIndex } = await import('./gtin-index.js');
    return buildIndex(() => this.#client(true), options);
  }

  async findByGtin(
    scan: string,
    options?: (api.CallOptions & { index?: api.GtinIndex | null | undefined }) | null,
  ): Promise<api.Found> {
    const { find } = await import('./gtin-index.js');
    return find((operation, parameters, more) => this.#call(operation, parameters, more), scan, options);
  }
}
