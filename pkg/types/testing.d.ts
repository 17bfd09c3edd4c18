/**
 * A pool without a network, for tests of your own.
 *
 * ```ts
 * import { configure } from 'product-pool/card';
 * import { FakePool, PRODUCTS } from 'product-pool/testing';
 *
 * const pool = new FakePool();
 * configure({ client: pool });
 * const product = await pool.getProductByGtin('09520000000004');
 * console.assert(product.pool_id === PRODUCTS.padThai.pool_id);
 * console.assert(pool.requests.length === 1);
 * ```
 *
 * It is the client of the package with a service in memory, so arguments are checked, lists have pages,
 * and errors are those that a real service leads to.
 */

import { PoolClient } from './index.js';
import type { AllergenName, Image, Product } from './index.js';

/** The parts of a record that tests are usually about. Those that are left out are those of a real one. */
export interface ProductParts {
  /** The `pool_id`: `000010000` unless given. */
  id?: string | undefined;
  /** The GTIN of the case. */
  gtin?: string | undefined;
  /** The GTIN of the unit in it; that of the case unless given. */
  unitGtin?: string | undefined;
  name?: string | undefined;
  /** The allergens whose statement is “Yes”. */
  contains?: readonly AllergenName[] | undefined;
  /** Those whose statement is “May contain”. */
  mayContain?: readonly AllergenName[] | undefined;
  /** Those of which the supplier states nothing. All others are stated as absent. */
  notStated?: readonly AllergenName[] | undefined;
  /** The list of ingredients, as one text. */
  ingredients?: string | undefined;
  /** Further members of the record, in place of those made here. */
  more?: Product | undefined;
}

/** A record of these parts. */
export declare function makeProduct(parts?: ProductParts): Product;

/** The records that a {@link FakePool} has unless it is given others. */
export declare const PRODUCTS: {
  /** GTIN 09520000000004: contains wheat, crustaceans, eggs, fish and soya, and may contain three more. */
  readonly padThai: Product;
  /** GTIN 09520000000103, its unit 9520000000110: of milk, nuts and soya its supplier states nothing. */
  readonly oatDrink: Product;
  /** GTIN 09520000000202: a chocolate spread that has been recalled, so that it is in no list. */
  readonly recalled: Product;
  /** GTIN 09520000000301: archived, and replaced by `padThai`. */
  readonly replaced: Product;
};

/** An answer instead of that of the records. */
export interface FakeResponse {
  /** 200 unless given. */
  status?: number | undefined;
  headers?: Record<string, string> | undefined;
  /** The body: text as it is, anything else as JSON; `{}` unless given. */
  body?: unknown;
}

/** The records and answers of a {@link FakePool}. */
export interface FakePoolOptions {
  /** The records; {@link PRODUCTS} unless given. */
  products?: Iterable<Product> | undefined;
  /** The images of products, by `pool_id`; the first is the feature image. */
  images?: Readonly<Record<string, readonly Image[]>> | undefined;
  /** As the member of the same name. */
  respond?: FakePool['respond'] | undefined;
}

/** A client of a service in memory. Nothing is retried, so that a test of a failure does not wait. */
export declare class FakePool extends PoolClient {
  constructor(options?: FakePoolOptions);
  /** The requests that were made, as path and query: `/v2/products/gtin/09520000000004`. */
  readonly requests: string[];
  /**
   * Called for each request: what it returns is the answer, unless that is `undefined`. An exception is
   * a service that cannot be reached.
   *
   * ```ts
   * pool.respond = () => ({ status: 503 });
   * ```
   */
  respond: ((target: string) => FakeResponse | undefined | Promise<FakeResponse | undefined>) | undefined;
}
