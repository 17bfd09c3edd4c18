// A class for each code of an error, from src/client/error.rs by `cargo xtask types`. Change that, not
// this file.

import { PoolError } from './pool-error.js';

/**
 * The kind of failure of a {@link PoolError}, each with a class of its own:
 *
 * - `unauthenticated`: 401: the token is missing or not accepted.
 * - `forbidden`: 403: the token does not allow this resource, such as the catalog of another wholesaler.
 * - `not_found`: 404: the resource does not exist, as an answer of the service.
 * - `invalid_request`: 422: the service does not accept a parameter.
 * - `rate_limited`: 429: too many requests; see `retryAfter`.
 * - `timeout`: No complete response arrived in time.
 * - `aborted`: The caller aborted the request.
 * - `network`: The service could not be reached. In a page, a response without CORS headers looks the same.
 * - `invalid_response`: The response is not as documented. Also a 404 that is not the service's own: the base URL is probably wrong.
 * - `invalid_argument`: An argument is invalid; nothing was sent.
 * - `http`: Any other status that is not a success.
 * - `internal`: The package's WebAssembly could not be loaded, or has stopped.
 */
export type ErrorCode =
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'invalid_request'
  | 'rate_limited'
  | 'timeout'
  | 'aborted'
  | 'network'
  | 'invalid_response'
  | 'invalid_argument'
  | 'http'
  | 'internal';

/** 401: the token is missing or not accepted. */
export class UnauthenticatedError extends PoolError {
  declare readonly code: 'unauthenticated';
}

/** 403: the token does not allow this resource, such as the catalog of another wholesaler. */
export class ForbiddenError extends PoolError {
  declare readonly code: 'forbidden';
}

/** 404: the resource does not exist, as an answer of the service. */
export class NotFoundError extends PoolError {
  declare readonly code: 'not_found';
}

/** 422: the service does not accept a parameter. */
export class InvalidRequestError extends PoolError {
  declare readonly code: 'invalid_request';
}

/** 429: too many requests; see `retryAfter`. */
export class RateLimitedError extends PoolError {
  declare readonly code: 'rate_limited';
}

/** No complete response arrived in time. */
export class TimeoutError extends PoolError {
  declare readonly code: 'timeout';
}

/** The caller aborted the request. */
export class AbortedError extends PoolError {
  declare readonly code: 'aborted';
}

/** The service could not be reached. In a page, a response without CORS headers looks the same. */
export class NetworkError extends PoolError {
  declare readonly code: 'network';
}

/**
 * The response is not as documented. Also a 404 that is not the service's own:
 * the base URL is probably wrong.
 */
export class InvalidResponseError extends PoolError {
  declare readonly code: 'invalid_response';
}

/** An argument is invalid; nothing was sent. */
export class InvalidArgumentError extends PoolError {
  declare readonly code: 'invalid_argument';
}

/** Any other status that is not a success. */
export class HttpError extends PoolError {
  declare readonly code: 'http';
}

/** The package's WebAssembly could not be loaded, or has stopped. */
export class InternalError extends PoolError {
  declare readonly code: 'internal';
}
