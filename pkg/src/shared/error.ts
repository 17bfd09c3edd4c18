// The errors of the package, each of the class that its code has.

import type { PoolErrorFields } from './pool-error.js';
import { CLASSES } from './error-codes.js';
import { PoolError } from './pool-error.js';

const poolError = (fields: PoolErrorFields): PoolError => new (CLASSES[fields.code] ?? PoolError)(fields);

export const invalid = (message: string): PoolError => poolError({ code: 'invalid_argument', message });

export function internal(what: string, cause: unknown): PoolError {
  const reason = cause instanceof Error ? `: ${cause.message}` : '';
  return poolError({ code: 'internal', message: what + reason, cause });
}

export const aborted = (signal?: AbortSignal | null): PoolError =>
  poolError({ code: 'aborted', message: 'the request was aborted', cause: signal?.reason });

/** The exception of the WebAssembly, as a PoolError; `signal` is the call's. */
export function rethrown(thrown: unknown, signal?: AbortSignal | null): PoolError {
  if (thrown instanceof PoolError) {
    return thrown;
  }
  const error = thrown as PoolErrorFields | undefined;
  if (error?.code === 'aborted') {
    return poolError({ ...error, cause: signal?.reason });
  }
  const isOurs = typeof error?.code === 'string' && !(error instanceof Error);
  // Anything else is a fault of this package: the WebAssembly has trapped.
  return isOurs ? poolError(error) : internal('product-pool failed internally', error);
}
