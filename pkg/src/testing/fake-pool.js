// A client of a service in memory, for tests of programs that use this package.

/** @import * as api from '../../types/testing.js' */

import { PoolClient } from '../../index.js';
import { PRODUCTS } from './products.js';
import { serviceOf } from './service.js';

/**
 * A client without a network.
 * @implements {api.FakePool}
 */
export class FakePool extends PoolClient {
  /**
   * The requests that were made, as path and query.
   * @type {string[]}
   */
  requests = [];
  /** @type {api.FakePoolOptions['respond']} */
  respond;

  /** @param {api.FakePoolOptions} [options] */
  constructor({ products = Object.values(PRODUCTS), images = {}, respond } = {}) {
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
