import type * as model from '../shared/model.js';
import type * as api from './types.js';
import type { ClientModule, RawResponse, WasmClient } from '../shared/types.js';
import { rethrown } from '../shared/error.js';
import { digitsOf, warnOfCheckDigit } from '../shared/gtin.js';
import { report } from '../shared/report.js';
import { warnOfToken } from '../shared/token.js';
import { Changes } from './changes.js';
import type { GtinIndex } from './gtin-index.js';
import type { NextPage, Page } from './lists.js';
import { PoolPromise, byCursor, byNumber, list } from './lists.js';
import { CALL_NAMES, PLAIN_NAMES, clientOptions, queryPairs, refuseUnknown, withFilters } from './options.js';
import { clientModule, untilStopped, toolsModule } from '../wasm/loader.js';

/** The failure of a look-up by `pool_id`, with a hint where that was a GTIN. */
const withHint = (thrown: any, operation: string, [id]: unknown[]) =>
  operation === 'getProduct' && thrown?.code === 'not_found' && digitsOf(String(id))
    ? { ...thrown, message: `${thrown.message} (for a GTIN call getProductByGtin)` }
    : thrown;

/** A client of one service. It holds nothing that has to be closed. */
export class PoolClient {
  // Private, so that consoles and JSON do not show the token.
  #settings;
  #made: { module: ClientModule; client: WasmClient } | undefined;
  #usesTools = false;

  /** @throws {PoolError} `invalid_argument` for options that cannot be right. */
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
      const error = rethrown(withHint(thrown, operation, parameters), options?.signal);
      // Why a browser sent nothing; of a function of the page's own it is not known.
      if (error.code === 'network' && !this.#settings.fetch) report('network', { error });
      throw error;
    }
  }

  #call<T>(operation: string, parameters: unknown[], options?: api.CallOptions | null): PoolPromise<T> {
    return new PoolPromise(this.#send(operation, parameters, options));
  }

  #list<P extends Page<any>, Options extends api.CallOptions>(
    operation: string,
    parameters: unknown[],
    options: Options | null | undefined,
    next: NextPage<NoInfer<Options>>,
  ): api.PagePromise<P> {
    const pages = list((each) => this.#send(operation, parameters, each), withFilters(options), next);
    // A page has the members of its body.
    return pages as any;
  }

  /** List Products: a page when awaited, all products when looped over. */
  listProducts(options?: api.ListProductsOptions | null): api.PagePromise<api.ProductsPage> {
    return this.#list('listProducts', [], options, byCursor);
  }

  /** Get Product: the product with this `pool_id`. */
  getProduct(
    product: string,
    options?: (api.GetProductOptions & { output?: null | undefined }) | null,
  ): api.PoolPromise<api.StoredProduct>;
  /** Get Product in another form. */
  getProduct(product: string, options: api.GetProductOptions): api.PoolPromise<unknown>;
  getProduct(product: string, options?: api.GetProductOptions | null): api.PoolPromise<any> {
    return this.#call('getProduct', [product], options);
  }

  /**
   * Get Product by GTIN: the product whose traded unit (the case) has this
   * GTIN, of 8, 12, 13 or 14 digits; spaces and hyphens may stand between. A
   * gateway finds it by the GTIN of a consumer unit too. A wrong check digit is
   * only warned of, because suppliers mistype their codes as well. A GTIN is a
   * string: a number would have lost its leading zeros. The form given is looked
   * up first, then the others in which it may be stored.
   */
  getProductByGtin(gtin: string, options?: api.CallOptions | null): api.PoolPromise<api.StoredProduct> {
    if (typeof gtin === 'string') warnOfCheckDigit(digitsOf(gtin));
    return this.#call('getProductByGtin', [gtin], options);
  }

  /** List Manufacturers: a page when awaited, all when looped over. */
  listManufacturers(options?: api.NumberedOptions | null): api.PagePromise<api.EntriesPage<model.Manufacturer>> {
    return this.#list('listManufacturers', [], options, byNumber);
  }

  /** Get Manufacturer: what stands under `data`, or the whole body. */
  getManufacturer(
    manufacturer: model.ManufacturerId,
    options?: api.CallOptions | null,
  ): api.PoolPromise<model.Manufacturer> {
    return this.#call('getManufacturer', [manufacturer], options);
  }

  /** List Brands of a manufacturer: a page when awaited, all when looped over. */
  listBrands(
    manufacturer: model.ManufacturerId,
    options?: api.NumberedOptions | null,
  ): api.PagePromise<api.EntriesPage<model.Brand>> {
    return this.#list('listBrands', [manufacturer], options, byNumber);
  }

  /** Get Brand: what stands under `data`, or the whole body. */
  getBrand(
    manufacturer: model.ManufacturerId,
    brand: model.BrandId,
    options?: api.CallOptions | null,
  ): api.PoolPromise<model.Brand> {
    return this.#call('getBrand', [manufacturer, brand], options);
  }

  /** List Product Images: a page when awaited, all images when looped over. */
  listImages(product: string, options?: api.ListImagesOptions | null): api.PagePromise<api.ImagesPage> {
    return this.#list('listImages', [product], options, byNumber);
  }

  /** Get Product Feature Image: the image that the brand owner chose. */
  getFeatureImage(product: string, options?: api.GetFeatureImageOptions | null): api.PoolPromise<model.Image> {
    return this.#call('getFeatureImage', [product], options);
  }

  /**
   * List Catalog Products: a wholesaler's products by the wholesaler's own codes, a page
   * when awaited, all when looped over. Rejects with `forbidden` for the catalog of
   * another wholesaler.
   *
   * @experimental The service's documentation mentions wholesaler catalogs, but does not
   * show them: this rests on what is publicly known of services of this family.
   */
  listCatalogProducts(
    wholesaler: model.WholesalerId,
    options?: api.ListCatalogProductsOptions | null,
  ): api.PagePromise<api.CatalogProductsPage> {
    return this.#list('listCatalogProducts', [wholesaler], options, byNumber);
  }

  /**
   * Get Catalog Product: the product with this code of the wholesaler, in the version
   * that has the code. The code may hold any character.
   *
   * @experimental The path is an assumption.
   */
  getCatalogProduct(
    wholesaler: model.WholesalerId,
    code: string,
    options?: api.CallOptions | null,
  ): api.PoolPromise<api.StoredProduct> {
    return this.#call('getCatalogProduct', [wholesaler, code], options);
  }

  /**
   * List Labels: the account's own labels, a page when awaited, all when looped over.
   *
   * @experimental The fields of a label are an assumption.
   */
  listLabels(options?: api.NumberedOptions | null): api.PagePromise<api.EntriesPage<model.Label>> {
    return this.#list('listLabels', [], options, byNumber);
  }

  /**
   * Get Label: what stands under `data`, or the whole body.
   *
   * @experimental The fields of a label are an assumption.
   */
  getLabel(label: model.LabelId, options?: api.CallOptions | null): api.PoolPromise<model.Label> {
    return this.#call('getLabel', [label], options);
  }

  /**
   * Any other resource of the service: the body as it came. `path` begins with `/v2/` and is percent-encoded; the
   * query is encoded here, and what is `undefined` or `null` in it left out.
   */
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

  /** The changes since a time or a checkpoint. */
  changes(options?: api.ChangesOptions | null): Changes {
    // Its constructor is private to programs.
    const Feed = Changes as unknown as new (...given: [() => Promise<WasmClient>, typeof options]) => Changes;
    return new Feed(() => this.#client(true), options);
  }

  /** Builds an index of all GTINs, or goes on with one that was exported. It walks the whole list of products once. */
  async buildGtinIndex(
    options?: (api.RefreshOptions & { from?: string | null | undefined }) | null,
  ): Promise<GtinIndex> {
    const { buildIndex } = await import('./gtin-index.js');
    return buildIndex(() => this.#client(true), options);
  }

  /**
   * The product behind whatever was scanned: digits with spaces or hyphens, a
   * GS1 element string, a GS1 Digital Link. The service itself knows traded
   * units only; through a gateway, or with an index, a consumer unit's GTIN
   * leads to its product and component too.
   */
  async findByGtin(
    scan: string,
    options?: (api.CallOptions & { index?: GtinIndex | null | undefined }) | null,
  ): Promise<api.Found> {
    const { find } = await import('./gtin-index.js');
    return find((operation, parameters, more) => this.#call(operation, parameters, more), scan, options);
  }
}
