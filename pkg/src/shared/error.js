// The one error of the package.

/** @import { PoolErrorFields } from './types.js' */

/** An error of this package; `code` says what to do about it. */
export class PoolError extends Error {
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

/**
 * The error of an invalid argument.
 * @param {string} message
 */
export function invalid(message) {
  return new PoolError({ code: 'invalid_argument', message });
}

/**
 * The error of a failure inside the package.
 * @param {string} what
 * @param {unknown} cause
 */
export function internal(what, cause) {
  const reason = cause instanceof Error ? `: ${cause.message}` : '';
  return new PoolError({ code: 'internal', message: what + reason, cause });
}

/**
 * The error of a request that a signal aborted.
 * @param {AbortSignal | null} [signal]
 */
export function aborted(signal) {
  return new PoolError({
    code: 'aborted',
    message: 'the request was aborted',
    cause: signal?.reason,
  });
}

/**
 * The exception of the WebAssembly, as a PoolError; `signal` is the call's.
 * @param {unknown} thrown
 * @param {AbortSignal | null} [signal]
 */
export function rethrown(thrown, signal) {
  if (thrown instanceof PoolError) {
    return thrown;
  }
  const error = /** @type {PoolErrorFields | undefined} */ (thrown);
  if (error?.code === 'aborted') {
    return new PoolError({ ...error, cause: signal?.reason });
  }
  const isOurs = typeof error?.code === 'string' && !(error instanceof Error);
  // Anything else is a fault of this package: the WebAssembly has trapped.
  return isOurs ? new PoolError(error) : internal('product-pool failed internally', error);
}
