// The types of the client: its options, its results, and what can be looped over.

import type {
  BrandId,
  CatalogItem,
  CatalogPage,
  Component,
  Image,
  ImagePage,
  LabelId,
  ManufacturerId,
  Product,
  ProductListItem,
  ProductPage,
  WholesalerId,
} from '../shared/model.js';
import type { UrlLike, ResponseLike, AbortSignalLike, WasmObjectLike } from '../shared/globals.js';
import type { GtinIndex } from './gtin-index.js';
import type { Page } from './lists.js';

/**
 * A function instead of `fetch`, such as undici's or a wrapper of your own: of the
 * response only these members are read.
 */
export type FetchFunction = (
  url: string,
  init: { headers: Record<string, string>; signal: AbortSignalLike },
) => Promise<{
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}>;

/** One attempt of a call, as {@link PoolClientOptions.onRequest} gets it. */
export interface RequestEvent {
  /** The method of the client, such as `getProduct`; `get` for any other resource. */
  operation: string;
  method: 'GET';
  url: string;
  /**
   * The number of the attempt, from 1: a retry has the next one. A request that is
   * repeated because the token has expired keeps its number.
   */
  attempt: number;
}

/** The outcome of an attempt, as {@link PoolClientOptions.onResponse} gets it. */
export interface ResponseEvent extends RequestEvent {
  /** The time until the whole response had arrived, in milliseconds. */
  durationMs: number;
  /** The status; `undefined` where there was no whole response. */
  status?: number | undefined;
  /** The response's headers. In a page CORS hides most. */
  headers?: { get(name: string): string | null } | undefined;
  /** The header `X-Request-Id`, where it is visible. */
  requestId?: string | undefined;
  /** The exception of `fetch`, where it threw one; an `AbortError` also after a time-out. */
  error?: unknown;
}

/**
 * A client's log: `console`, or an object with some of these methods. Requests and
 * responses are logged with `debug`, attempts that failed with `warn`.
 */
export interface Logger {
  debug?: ((message: string, event: RequestEvent | ResponseEvent) => unknown) | undefined;
  warn?: ((message: string, event: RequestEvent | ResponseEvent) => unknown) | undefined;
}

/** The address of the service, and the options of requests. */
export interface PoolClientOptions extends RetryPolicy {
  /**
   * Address of the service or of a gateway: `https://host`, or in a page also
   * a path on its own host such as `/pool`, or `''`. A last slash and `/v2`
   * may follow; a user name, a query or a fragment may not.
   */
  baseUrl: string | UrlLike;
  /**
   * API token, sent as `Authorization: Bearer …`, or a function that fetches
   * one: it is asked before the first request, and once more when the service
   * no longer accepts what it gave; calls that wait meanwhile share the answer.
   * Anyone who reads a page's scripts reads a token in them too, so public pages
   * use a gateway that needs none.
   */
  token?: string | (() => string | Promise<string>) | null | undefined;
  /** Called instead of the global `fetch`, as `fetch(url, { headers, signal })`. */
  fetch?: FetchFunction | null | undefined;
  /**
   * Called before each attempt of a request. Identical concurrent calls share one
   * request. The token is in no event. An exception of this function, or of
   * `onResponse` or `logger`, goes to the console and does not change the call.
   */
  onRequest?: ((event: RequestEvent) => unknown) | null | undefined;
  /** Called after each attempt, whether there was a response or not. */
  onResponse?: ((event: ResponseEvent) => unknown) | null | undefined;
  /** Logs each attempt and its outcome. */
  logger?: Logger | null | undefined;
  /** The number of requests that may run at once, from 1; 6 unless set. Others wait in line. */
  concurrency?: number | null | undefined;
  /** As in the calls' options, for all calls. */
  validate?: Validate | null | undefined;
  /** Says that the token in this page is meant to be public: no warning is given. */
  dangerouslyAllowBrowser?: boolean | null | undefined;
}

/** Timeouts and retries of a call. */
export interface RetryPolicy {
  /** The longest time of one attempt, in milliseconds; 30,000 unless set, `Infinity` is without end. */
  timeoutMs?: number | null | undefined;
  /**
   * The longest time of a call in all, in milliseconds: its attempts, the waits
   * between them, for a token, and for its turn where `concurrency` makes it
   * wait; 150,000 unless set, `Infinity` is without end.
   */
  totalTimeoutMs?: number | null | undefined;
  /**
   * The number of further attempts after one that failed in a way that may pass: a
   * network failure, a time-out, 408, 429, 5xx but 501. 2 unless set. Waits
   * grow from at most 0.5 s to at most 8 s; where the service says how long to
   * wait it is that, and beyond a minute the call ends at once.
   */
  maxRetries?: number | null | undefined;
}

/**
 * The treatment of a record that departs from its model (`Product` and the like). To look for departures a
 * further WebAssembly file is loaded.
 *
 * - `off`: The record is not checked: the default.
 * - `report`: `withResponse()` gives them as `faults` beside the data.
 * - `strict`: The call rejects with `invalid_response`, and the error has them as `faults`.
 */
export type Validate = 'off' | 'report' | 'strict';

/** One departure of a record from its model. */
export interface Fault {
  /** The place: `data.components[0].allergens.contains_milk.value`. */
  path: string;
  /** The type that the model promises there, such as `string`. */
  expected: string;
  /** The value that was sent: JSON, cut after about 80 bytes. */
  found: string;
}

/** The options of every call. */
export interface CallOptions extends RetryPolicy {
  /** Gives the request up; the call rejects with the code `aborted`. */
  signal?: AbortSignalLike | null | undefined;
  /** Whether and how the record is checked. */
  validate?: Validate | null | undefined;
}

/**
 * A state of products by which they can be filtered.
 *
 * - `published`: The record is current.
 * - `archived`: The record is no longer maintained.
 */
export type ProductStatus = 'published' | 'archived';

/** No second time: the service compares with one. For a range ask with `gt`, and leave out what is later. */
export type NoSecondTime = null;

/** A comparison with one time: a `Date`, or a string such as `2024-10-12`. */
export type TimeComparison =
  | { gt: Date | string; lt?: NoSecondTime | undefined; eq?: NoSecondTime | undefined }
  | { lt: Date | string; gt?: NoSecondTime | undefined; eq?: NoSecondTime | undefined }
  | { eq: Date | string; gt?: NoSecondTime | undefined; lt?: NoSecondTime | undefined };

/**
 * A filter by time: after (`{ gt }`), before (`{ lt }`) or at (`{ eq }`) a `Date`, or a
 * string such as `2024-10-12`. A time alone means `eq`; a string may also begin with
 * `gt:`, `lt:` or `eq:`, as the service has it.
 */
export type TimeFilter = Date | string | TimeComparison;

/** Conditions on products; all of them must hold. */
export interface ProductFilter {
  /** Of this manufacturer. */
  manufacturer?: ManufacturerId | null | undefined;
  /** Of this brand. */
  brand?: BrandId | null | undefined;
  /** Of this label. */
  label?: LabelId | null | undefined;
  /** With this product code. */
  manufacturerProductCode?: string | null | undefined;
  /** By the time of the last change. */
  changedAt?: TimeFilter | null | undefined;
  /** In these states; both unless given. */
  status?: ProductStatus | readonly ProductStatus[] | 'published,archived' | 'archived,published' | null | undefined;
}

/** Which products {@link PoolClient.listProducts} gives, and in which order. */
export interface ListProductsOptions extends CallOptions {
  /** `-changed_at` unless given: what changed last comes first. */
  sort?: 'changed_at' | '-changed_at' | 'manufacturer_product_name' | '-manufacturer_product_name' | null | undefined;
  /** Only the products for which all of this holds. */
  filter?: ProductFilter | null | undefined;
  /** The place to go on from: `next` or `previous` of a page. */
  cursor?: string | null | undefined;
  /**
   * The number of products on a page, from 1 to 500; the service's default is not
   * documented. 500 makes the fewest requests of a loop over all.
   */
  limit?: number | null | undefined;
  /** Requests the number of products that match, as `count` of the page. */
  count?: boolean | null | undefined;
}

/** Options of the lists that are numbered from page 1. */
export interface NumberedOptions extends CallOptions {
  /** The page to begin with; 1 unless given. */
  page?: number | null | undefined;
}

/**
 * Conditions on a wholesaler's products; all of them must hold.
 *
 * @experimental
 */
export interface CatalogFilter extends Pick<ProductFilter, 'manufacturer' | 'brand' | 'label' | 'changedAt'> {
  /** By the time at which the code was given, or the product changed. */
  catalogedAt?: TimeFilter | null | undefined;
}

/**
 * Which products {@link PoolClient.listCatalogProducts} gives, and in which order.
 *
 * @experimental
 */
export interface ListCatalogProductsOptions extends NumberedOptions {
  /** `-changed_at` unless given: what changed last comes first. */
  sort?:
    | 'changed_at'
    | '-changed_at'
    | 'cataloged_at'
    | '-cataloged_at'
    | 'manufacturer_product_name'
    | '-manufacturer_product_name'
    | 'product_code'
    | '-product_code'
    | null
    | undefined;
  /** Only the products for which all of this holds. */
  filter?: CatalogFilter | null | undefined;
  /**
   * The number of products on a page, from 1 to 500; the service's default is not known.
   * 500 makes the fewest requests of a loop over all.
   */
  limit?: number | null | undefined;
}

/** Another form of a product; the service does not document their shapes. */
export type ProductOutput = 'raw' | 'flat' | 'ungroup';

/** Options of {@link PoolClient.getProduct}. */
export interface GetProductOptions extends CallOptions {
  /** This version, not the newest. */
  version?: string | null | undefined;
  /** Another form of the product. */
  output?: ProductOutput | null | undefined;
}

/** Conditions on images; all of them must hold. */
export interface ImageFilter {
  /** Of this wholesaler. */
  wholesaler?: WholesalerId | null | undefined;
  /** Of this type. */
  type?: number | null | undefined;
}

/** Options of {@link PoolClient.listImages}. */
export interface ListImagesOptions extends NumberedOptions {
  /** Show this wholesaler's images as well as the brand owner's. */
  wholesaler?: WholesalerId | null | undefined;
  /** Only the images for which all of this holds. */
  filter?: ImageFilter | null | undefined;
  /** The service's sort selector; its values are not documented. */
  sort?: number | null | undefined;
}

/** Options of {@link PoolClient.getFeatureImage}. */
export interface GetFeatureImageOptions extends CallOptions {
  /** Take this wholesaler's images into account as well as the brand owner's. */
  wholesaler?: WholesalerId | null | undefined;
}

/** One entry of the `errors` in the body of a refusal. */
export interface Problem {
  status?: string | undefined;
  code?: string | undefined;
  title?: string | undefined;
  detail?: string | undefined;
}

/** What a service still allows of requests, as it announces in a response. */
export interface Allowance {
  /** How many there may be in the period that the service counts in. */
  readonly limit: number;
  /** How many of them are left. */
  readonly remaining: number;
}

/** Data with the answer it came in. */
export interface WithResponse<Data> {
  data: Data;
  /**
   * The answer, with its body unread: `text()` gives it as it came, with the last zeros of its
   * figures (`1.50`). Of the headers a page sees few, because CORS hides most.
   */
  response: ResponseLike;
  /** The deviations from the model, where `validate` asked. */
  faults?: Fault[] | undefined;
}

/** The promise of a call. */
export interface PoolPromise<Data> extends Promise<Data> {
  /** The data with the `Response` they came in. */
  withResponse(): Promise<WithResponse<Data>>;
}

/**
 * The promise of a page. Awaited it gives that page; looped over, with
 * `for await`, it gives the items of all pages, each page fetched while the
 * items of the one before are taken.
 */
export interface PagePromise<P extends Page<any>> extends PoolPromise<P>, AsyncIterable<P['data'][number]> {
  /** All items in an array, or the first `limit` of them. */
  toArray(options?: { limit?: number | undefined } | null): Promise<P['data'][number][]>;
}

/** A page of {@link PoolClient.listProducts}. */
export type ProductsPage = Page<ProductListItem> & Omit<ProductPage, 'data'>;
/** A page of {@link PoolClient.listImages}. */
export type ImagesPage = Page<Image> & Omit<ImagePage, 'data'>;
/** A page of {@link PoolClient.listCatalogProducts}. */
export type CatalogProductsPage = Page<CatalogItem> & Omit<CatalogPage, 'data'>;
/** A page of manufacturers, brands or labels. */
export type EntriesPage<Entry> = Page<Entry> & Omit<ImagePage, 'data'>;

/** Options of {@link PoolClient.changes}. */
export interface ChangesOptions extends Omit<CallOptions, 'validate'> {
  /**
   * The beginning: a time (a date such as `2024-10-12`, with or without a
   * time, UTC unless it has a zone), or the `checkpoint` of an earlier feed. All
   * products unless given.
   */
  since?: string | Date | null | undefined;
}

/** Options of {@link GtinIndex.refresh}. */
export interface RefreshOptions extends Omit<CallOptions, 'validate'> {
  /** Called after every 500 changes, and waited for: a moment to `export()`. */
  onProgress?: ((index: GtinIndex) => unknown) | null | undefined;
}

/** A product as a service gives it. What a supplier did not state may be missing, but not its identifier. */
export interface StoredProduct extends Product {
  /** The product's identifier within the service. */
  pool_id: string;
}

/** The result of a scan. */
export interface Found {
  product: StoredProduct;
  /** The component that was scanned; `undefined` where it was the traded unit. */
  component: Component | undefined;
}

/** The source of WebAssembly. */
export type WasmSource = string | UrlLike | ArrayBuffer | ArrayBufferView | WasmObjectLike;
