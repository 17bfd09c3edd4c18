// A client of a service in memory, for tests of programs that use this package.

import type * as api from '../../types/testing.js';
import { PoolClient } from '../../index.js';
import { PRODUCTS } from './products.js';
import { serviceOf } from './service.js';

/** A client without a network. */
export class FakePool extends PoolClient implements api.FakePool {
  /** The requests that were made, as path and query. */
  requests: string[] = [];
  respond: api.FakePoolOptions['respond'];

  constructor({ products = Object.values(PRODUCTS), images = {}, respond }: api.FakePoolOptions = {}) {
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
