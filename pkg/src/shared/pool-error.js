// The class of all errors of the package.

/** @import * as api from '../../types/index.js' */
/** @import { PoolErrorFields } from './types.js' */

/**
 * An error of this package; `code` says what to do about it.
 * @implements {Omit<api.PoolError, 'name'>}
 */
export class PoolError extends Error {
  // Private, so that consoles and logs do not show what a service may repeat of a request.
  #headers;

  /** @param {PoolErrorFields} fields */
  constructor(fields) {
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
  get headers() {
    return this.#headers;
  }

  // JSON.stringify leaves an error's message out.
  toJSON() {
    const { name, message } = this;
    return { ...this, name, message };
  }
}
// Of the class, as in other errors: an own property would be printed with each error.
PoolError.prototype.name = 'PoolError';

/**
 * Whether an error is one of this package, of whichever copy.
 * @param {any} error - Anything that was thrown.
 */
export const isPoolError = (error) => error?.name === 'PoolError';
