// The class of all errors of the package.

import type { Allowance, Fault, Problem } from '../client/types.js';
import type { HeadersLike } from './globals.js';
import type { ErrorCode } from './error-classes.js';

/** What an error is made of. */
export interface PoolErrorFields {
  code: ErrorCode;
  message: string;
  status?: number | undefined;
  errors?: Problem[] | undefined;
  retryAfter?: number | undefined;
  rateLimit?: Allowance | undefined;
  quota?: Allowance | undefined;
  attempts?: number | undefined;
  faults?: Fault[] | undefined;
  method?: string | undefined;
  url?: string | undefined;
  requestId?: string | undefined;
  headers?: HeadersLike | undefined;
  cause?: unknown;
}

/**
 * Every error of this package, each of the class of its code: {@link NotFoundError} and the like.
 * Its own texts never contain the token.
 */
export class PoolError extends Error {
  declare readonly name: 'PoolError';
  readonly code: ErrorCode;
  /** Status of the answer, where one came. */
  readonly status?: number | undefined;
  /** The `errors` of the answer's body; empty where it has none. */
  readonly errors: Problem[];
  /** The time that the service asks to wait, in seconds, where a page may know it. */
  readonly retryAfter?: number | undefined;
  /** The requests in a short time, by `x-ratelimit-limit` and `-remaining`, where a page may know them. */
  readonly rateLimit?: Allowance | undefined;
  /** The quota of the token's account, by `x-quota-limit` and `-remaining`. Results have it in their headers. */
  readonly quota?: Allowance | undefined;
  /** The number of attempts, where a request went out. */
  readonly attempts?: number | undefined;
  /** The deviations from the model, where `validate: 'strict'` refuses it. */
  readonly faults?: Fault[] | undefined;
  /** `GET`, where there is a request to speak of. */
  readonly method?: string | undefined;
  /** Address of the request, where one was made. */
  readonly url?: string | undefined;
  /**
   * The response's header `X-Request-Id`, by which the service's operator finds the
   * request. In a page it is known only if the service exposes it, as this project's
   * server does.
   */
  readonly requestId?: string | undefined;
  /**
   * The cause of the failure, where that is not the service: the error that `fetch` or
   * the function `token` threw, or the reason of the signal.
   */
  declare readonly cause?: unknown;
  // Private, so that consoles and logs do not show what a service may repeat of a request.
  #headers;

  /** Called by the package. */
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

  /**
   * The headers of the answer, where one came: in a page CORS hides most. They are as the service sent
   * them, and in no log or JSON of the error.
   */
  get headers(): HeadersLike | undefined {
    return this.#headers;
  }

  /** The members above but `headers` and `cause`, for logs. */
  toJSON(): object {
    const { name, message } = this;
    return { ...this, name, message };
  }
}
// Of the class, as in other errors: an own property would be printed with each error.
(PoolError.prototype as { name: string }).name = 'PoolError';

/**
 * Whether an error is one of this package. Unlike `instanceof` it knows the errors of another
 * copy of the package too.
 */
export const isPoolError = (error: unknown): error is PoolError =>
  (error as Partial<PoolError> | undefined)?.name === 'PoolError';
