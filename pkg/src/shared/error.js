// The one error of the package.

/**
 * @typedef {object} Fields
 * @property {string} code
 * @property {string} message
 * @property {number} [status]
 * @property {unknown[]} [errors]
 * @property {number} [retryAfter]
 * @property {number} [attempts]
 * @property {unknown[]} [faults]
 * @property {string} [method]
 * @property {string} [url]
 * @property {unknown} [cause]
 */

/** An error of this package; `code` says what to do about it. */
export class PoolError extends Error {
  /** @param {Fields} fields */
  constructor({ code, message, status, errors, retryAfter, attempts, faults, method, url, cause }) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
    this.errors = errors ?? [];
    this.retryAfter = retryAfter;
    this.attempts = attempts;
    this.faults = faults;
    this.method = method;
    this.url = url;
  }

  // JSON.stringify leaves an error's message out.
  toJSON() {
    const { name, code, message, status, errors, retryAfter, attempts, faults, method, url } = this;
    return { name, code, message, status, errors, retryAfter, attempts, faults, method, url };
  }
}
Object.defineProperty(PoolError.prototype, 'name', {
  value: 'PoolError',
  configurable: true,
  writable: true,
});

export function invalid(message) {
  return new PoolError({ code: 'invalid_argument', message });
}

export function internal(what, cause) {
  const reason = cause instanceof Error ? `: ${cause.message}` : '';
  return new PoolError({ code: 'internal', message: what + reason, cause });
}

/** The error of a request that a signal aborted. */
export function aborted(signal) {
  return new PoolError({
    code: 'aborted',
    message: 'the request was aborted',
    cause: signal?.reason,
  });
}

/** What the WebAssembly threw as a PoolError; `signal` is what could give the call up. */
export function rethrown(error, signal) {
  if (error instanceof PoolError) {
    return error;
  }
  if (error?.code === 'aborted') {
    return new PoolError({ ...error, cause: signal?.reason });
  }
  const isOurs = typeof error?.code === 'string' && !(error instanceof Error);
  // Anything else is a fault of this package: a trap of the WebAssembly.
  return isOurs ? new PoolError(error) : internal('product-pool failed internally', error);
}


/** Options as an object, from which they can be taken one by one. */
export function members(options) {
  if (typeof (options ?? {}) !== 'object') throw invalid('the options must be an object');
  return options ?? {};
}
