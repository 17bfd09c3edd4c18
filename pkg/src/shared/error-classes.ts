// A class for each code of an error, from src/client/error.rs by `cargo xtask types`. Change that, not
// this file.

import { PoolError } from './pool-error.js';

/** 401: the token is missing or not accepted. */
export class UnauthenticatedError extends PoolError {}

/** 403: the token does not allow this resource, such as the catalog of another wholesaler. */
export class ForbiddenError extends PoolError {}

/** 404: the resource does not exist, as an answer of the service. */
export class NotFoundError extends PoolError {}

/** 422: the service does not accept a parameter. */
export class InvalidRequestError extends PoolError {}

/** 429: too many requests; see `retryAfter`. */
export class RateLimitedError extends PoolError {}

/** No complete response arrived in time. */
export class TimeoutError extends PoolError {}

/** The caller aborted the request. */
export class AbortedError extends PoolError {}

/** The service could not be reached. In a page, a response without CORS headers looks the same. */
export class NetworkError extends PoolError {}

/**
 * The response is not as documented. Also a 404 that is not the service's own:
 * the base URL is probably wrong.
 */
export class InvalidResponseError extends PoolError {}

/** An argument is invalid; nothing was sent. */
export class InvalidArgumentError extends PoolError {}

/** Any other status that is not a success. */
export class HttpError extends PoolError {}

/** The package's WebAssembly could not be loaded, or has stopped. */
export class InternalError extends PoolError {}
