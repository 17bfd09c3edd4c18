// The class of all errors of the package.

import type * as api from '../../types/index.js';
import type { PoolErrorFields } from './types.js';

/** An error of this package; `code` says what to do about it. */
export class PoolError extends Error implements Omit<api.PoolError, 'name'> {
  readonly code: api.ErrorCode;
  readonly status: number | undefined;
  readonly errors: api.Problem[];
  readonly retryAfter: number | undefined;
  readonly rateLimit: api.Allowance | undefined;
  readonly quota: api.Allowance | undefined;
  readonly attempts: number | undefined;
  readonly faults: api.Fault[] | undefined;
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly requestId: string | undefined;
  // Private, so that consoles and logs do not show what a service may repeat of a request.
  #headers;

  constructor(fields: PoolErrorFields) {
    const { code, message, status, errors, retryAfter, attempts, faults, method, url, requestId, cause } = fields;
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
    this.errors = errors ?? [];
    this.retryAfter = retryAfter;
    this.rateLimit = fields.rateLimit;
    this.quota = fields.quota;
    this.attempts = attempts;
    this.faults = faults;
    this.method = method;
    this.url = url;
    this.requestId = requestId;
    this.#headers = fields.headers;
  }

  /** The headers of the answer, as they came. */
  get headers(): Headers | undefined {
    return this.#headers;
  }

  // JSON.stringify leaves an error's message out.
  toJSON(): object {
    const { name, message } = this;
    return { ...this, name, message };
  }
}
// Of the class, as in other errors: an own property would be printed with each error.
PoolError.prototype.name = 'PoolError';

/**
 * Whether an error is one of this package, of whichever copy.
 *
 * @param error - Anything that was thrown.
 */
export const isPoolError = (error: any): error is PoolError => error?.name === 'PoolError';
