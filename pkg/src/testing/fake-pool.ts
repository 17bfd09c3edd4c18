// A client of a service in memory, for tests of programs that use this package.

import type { Image, Product } from '../shared/model.js';
import type { Respond } from './service.js';
import { PoolClient } from '../../index.js';
import { PRODUCTS } from './products.js';
import { serviceOf } from './service.js';

/** The records and answers of a {@link FakePool}. */
export interface FakePoolOptions {
  /** The records; {@link PRODUCTS} unless given. */
  products?: Iterable<Product> | undefined;
  /** The images of products, by `pool_id`; the first is the feature image. */
  images?: Readonly<Record<string, readonly Image[]>> | undefined;
  /** As the member of the same name. */
  respond?: Respond | undefined;
}

/** A client of a service in memory. Nothing is retried, so that a test of a failure does not wait. */
export class FakePool extends PoolClient {
  /** The requests that were made, as path and query: `/v2/products/gtin/09520000000004`. */
  readonly requests: string[] = [];
  /**
   * Called for each request: what it returns is the answer, unless that is `undefined`. An exception is
   * a service that cannot be reached.
   *
   * ```ts
   * pool.respond = () => ({ status: 503 });
   * ```
   */
  respond: Respond | undefined;

  constructor({ products = Object.values(PRODUCTS), images = {}, respond }: FakePoolOptions = {}) {
    super({
      baseUrl: 'https://pool.test',
      maxRetries: 0,
      fetch: serviceOf({ products: [...products], images }, (target) => {
        this.requests.push(target);
        return this.respond?.(target);
      }),
    });
    this.respond = respond;
  }
}
