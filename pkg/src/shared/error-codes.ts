// The class of each code of an error, from src/client/error.rs by `cargo xtask types`. Change that,
// not this file.

import type { ErrorCode } from './error-classes.js';
import type { PoolError } from './pool-error.js';

import {
  UnauthenticatedError,
  ForbiddenError,
  NotFoundError,
  InvalidRequestError,
  RateLimitedError,
  TimeoutError,
  AbortedError,
  NetworkError,
  InvalidResponseError,
  InvalidArgumentError,
  HttpError,
  InternalError,
} from './error-classes.js';

export const CLASSES: Record<ErrorCode, typeof PoolError> = {
  unauthenticated: UnauthenticatedError,
  forbidden: ForbiddenError,
  not_found: NotFoundError,
  invalid_request: InvalidRequestError,
  rate_limited: RateLimitedError,
  timeout: TimeoutError,
  aborted: AbortedError,
  network: NetworkError,
  invalid_response: InvalidResponseError,
  invalid_argument: InvalidArgumentError,
  http: HttpError,
  internal: InternalError,
};
