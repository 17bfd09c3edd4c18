/**
 * The client for the Product Data Pool API.
 *
 * ```ts
 * import { PoolClient, PoolError } from 'product-pool';
 *
 * const pool = new PoolClient({ baseUrl: 'https://shop.example/pool' });
 * try {
 *   const product = await pool.getProductByGtin('09520000000011');
 *   console.log(product.general?.product_name);
 * } catch (error) {
 *   if (error instanceof PoolError && error.code === 'not_found') {
 *     console.log('no such product');
 *   } else {
 *     throw error;
 *   }
 * }
 * ```
 *
 * Results are plain objects, parsed by `JSON.parse`: nothing has to be freed.
 * Any field of a record may be absent or `null`, and a record may hold fields
 * that no type names: `(product as Record<string, unknown>).name` reads those.
 */

import type { Image, ImagePage, Product } from './model.js';

export type * from './model.js';

/** Where the service is and how to ask it. */
export interface PoolClientOptions {
  /**
   * Address of the service or of a gateway: `https://host`, or in a page also
   * a path on its own host such as `/pool`, or `''`. A last slash and `/v2`
   * may follow; a user name, a query or a fragment may not.
   */
  baseUrl: string | URL;
  /**
   * API token, sent as `Authorization: Bearer …`. Whoever reads a page's
   * scripts reads it too, so public pages use a gateway that needs none.
   */
  token?: string | null;
  /**
   * Called in place of the global `fetch`, with one `Request`; gives a
   * `Response`.
   */
  fetch?: ((request: Request) => Promise<Response>) | null;
  /** How long an answer may take, in milliseconds; 30,000 unless set, `Infinity` is without end. */
  timeout?: number | null;
}

/** What every call may be told. */
export interface CallOptions {
  /** Gives the request up; the call rejects with the code `aborted`. */
  signal?: AbortSignal | null;
  /** As in the client's options, for this call. */
  timeout?: number | null;
}

/** Another form of a product; the service does not document their shapes. */
export type ProductOutput = 'raw' | 'flat' | 'ungroup';

/** Options of {@link PoolClient.getProduct}. */
export interface GetProductOptions extends CallOptions {
  /** This version, not the newest. */
  version?: string | null;
  /** Another form of the product. */
  output?: ProductOutput | null;
}

/** Options of {@link PoolClient.listImages}. */
export interface ListImagesOptions extends CallOptions {
  /** Show this wholesaler's images beside the brand owner's. */
  wholesaler?: number | null;
  /** Show these and no others. */
  filter?: {
    /** Images of this wholesaler. */
    wholesaler?: number | null;
    /** Images of this type. */
    type?: number | null;
  } | null;
  /** The service's sort selector; its values are not documented. */
  sort?: number | null;
}

/** Options of {@link PoolClient.getFeatureImage}. */
export interface GetFeatureImageOptions extends CallOptions {
  /** Take this wholesaler's images into account beside the brand owner's. */
  wholesaler?: number | null;
}

/**
 * What kind of failure a {@link PoolError} is.
 *
 * - `unauthenticated`: 401, the token is missing or not accepted
 * - `not_found`: 404
 * - `rate_limited`: 429; see `retryAfter`
 * - `timeout`: no whole answer in time
 * - `aborted`: the caller's signal gave the request up
 * - `network`: the service could not be reached; in a page also an answer
 *   without CORS headers
 * - `invalid_response`: an answer that is not what the service promises
 * - `invalid_argument`: what the caller gave cannot be right; nothing was sent
 * - `http`: any other status that is no success
 * - `internal`: the package's WebAssembly could not be loaded, or has stopped
 */
export type ErrorCode =
  | 'unauthenticated'
  | 'not_found'
  | 'rate_limited'
  | 'timeout'
  | 'aborted'
  | 'network'
  | 'invalid_response'
  | 'invalid_argument'
  | 'http'
  | 'internal';

/** One entry of the `errors` in the body of a refusal. */
export interface Problem {
  status?: string;
  code?: string;
  title?: string;
  detail?: string;
}

/** Every error of this package. It never holds the token. */
export class PoolError extends Error {
  /** Called by the package. */
  constructor(parts: {
    code: ErrorCode;
    message: string;
    status?: number;
    errors?: Problem[];
    retryAfter?: number;
    method?: string;
    url?: string;
    cause?: unknown;
  });
  readonly name: 'PoolError';
  readonly code: ErrorCode;
  /** Status of the answer, where one came. */
  readonly status?: number;
  /** The `errors` of the answer's body; empty where it has none. */
  readonly errors: Problem[];
  /** How long the service asks to wait, in seconds, where a page may know it. */
  readonly retryAfter?: number;
  /** `GET`, where there is a request to speak of. */
  readonly method?: string;
  /** Address of the request, where one was made. */
  readonly url?: string;
  toJSON(): object;
}

/** A client of one service. It holds nothing that has to be closed. */
export class PoolClient {
  /** @throws {PoolError} `invalid_argument` for options that cannot be right. */
  constructor(options: PoolClientOptions);

  /**
   * Get Product by GTIN: the product whose traded unit (the case) has this
   * GTIN, of 8, 12, 13 or 14 digits; spaces and hyphens may stand between. A
   * wrong check digit is refused before anything is sent. A GTIN is a string:
   * a number would have lost its leading zeros. The form given is looked up
   * first, then the other of the 13- and 14-digit forms.
   */
  getProductByGtin(gtin: string, options?: CallOptions | null): Promise<Product>;

  /** Get Product: the product with this `pool_id`. */
  getProduct(
    product: string,
    options?: (GetProductOptions & { output?: null }) | null,
  ): Promise<Product>;
  /** Get Product in another form. */
  getProduct(product: string, options: GetProductOptions): Promise<unknown>;

  /** List Product Images: the whole page, as it came. */
  listImages(product: string, options?: ListImagesOptions | null): Promise<ImagePage>;

  /** Get Product Feature Image: the image that the brand owner chose. */
  getFeatureImage(product: string, options?: GetFeatureImageOptions | null): Promise<Image>;
}

/** Where WebAssembly comes from. */
export type WasmSource = string | URL | Request | Response | BufferSource | WebAssembly.Module;

/**
 * Loads the WebAssembly, once. Every call does so by itself; calling it early
 * spares the first request the wait. `source` says where the WebAssembly is,
 * if it does not lie beside the package's modules; only the first call's counts.
 *
 * @throws {PoolError} `internal`; the next call tries again.
 */
export function init(source?: WasmSource | Promise<WasmSource>): Promise<void>;

/**
 * Takes a module whose WebAssembly runs already, such as the card's, in place
 * of loading another.
 *
 * @internal
 */
export function use(module: object): void;
