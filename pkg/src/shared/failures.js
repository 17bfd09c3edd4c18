// The states of a view that has no product to show.

/** @import { FailureState, RequestError, ViewState } from './types.js' */

import { report } from './report.js';

/**
 * The state for each error code; all others are `error`.
 * @type {Record<string, FailureState>}
 */
const STATES = {
  not_found: 'not-found',
  unauthenticated: 'unauthenticated',
  forbidden: 'unauthenticated',
  network: 'network',
  timeout: 'network',
};

/**
 * The state of a view for the error of a request.
 * @param {RequestError} error
 * @returns {FailureState}
 */
export const failureOf = ({ code, isGtin }) => (isGtin ? 'bad-gtin' : (STATES[code ?? ''] ?? 'error'));

/**
 * Whether a view in a state shows a failure; undefined while it is loading.
 * @param {ViewState} state
 */
export const hasFailed = (state) => (state === 'loading' ? undefined : state !== 'ready');

/**
 * The error for what a page sets on an element and is not a product; it is reported.
 * @param {string} element
 */
export function notProduct(element) {
  report('not-a-product', { element });
  return Object.assign(new Error('this is not a product'), { code: 'invalid_response' });
}

/**
 * The detail of an error event.
 * @param {Partial<RequestError>} error
 */
export const errorDetail = ({ code = 'internal', message, status }) => ({ code, message: String(message), status });
