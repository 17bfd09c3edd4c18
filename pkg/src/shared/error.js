// The errors of the package, each of the class that its code has.

/** @import { PoolErrorFields } from './types.js' */

import { CLASSES } from './error-codes.js';
import { PoolError } from './pool-error.js';

/**
 * The error with these members.
 * @param {PoolErrorFields} fields
 * @returns {PoolError}
 */
const poolError = (fields) => new (CLASSES[fields.code] ?? PoolError)(fields);

/**
 * The error of an invalid argument.
 * @param {string} message
 */
export const invalid = (message) => poolError({ code: 'invalid_argument', message });

/**
 * The error of a failure inside the package.
 * @param {string} what
 * @param {unknown} cause
 */
export function internal(what, cause) {
  const reason = cause instanceof Error ? `: ${cause.message}` : '';
  return poolError({ code: 'internal', message: what + reason, cause });
}

/**
 * The error of a request that a signal aborted.
 * @param {AbortSignal | null} [signal]
 */
export const aborted = (signal) =>
  poolError({ code: 'aborted', message: 'the request was aborted', cause: signal?.reason });

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
    return poolError({ ...error, cause: signal?.reason });
  }
  const isOurs = typeof error?.code === 'string' && !(error instanceof Error);
  // Anything else is a fault of this package: the WebAssembly has trapped.
  return isOurs ? poolError(error) : internal('product-pool failed internally', error);
}
