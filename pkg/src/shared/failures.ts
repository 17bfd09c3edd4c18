// The states of a view that has no product to show.

import type { FailureState, RequestError, ViewState } from './types.js';
import { report } from './report.js';

const STATES: Record<string, FailureState> = {
  not_found: 'not-found',
  unauthenticated: 'unauthenticated',
  forbidden: 'unauthenticated',
  network: 'network',
  timeout: 'network',
};

export const failureOf = ({ code, isGtin }: RequestError): FailureState =>
  isGtin ? 'bad-gtin' : (STATES[code ?? ''] ?? 'error');

/** Whether a view in a state shows a failure; undefined while it is loading. */
export const hasFailed = (state: ViewState): boolean | undefined =>
  state === 'loading' ? undefined : state !== 'ready';

/** The error for what a page sets on an element and is not a product; it is reported. */
export function notProduct(element: string): Error & { code: string } {
  report('not-a-product', { element });
  return Object.assign(new Error('this is not a product'), { code: 'invalid_response' });
}

export const errorDetail = ({
  code = 'internal',
  message,
  status,
}: Partial<RequestError>): { code: string; message: string; status: number | undefined } => ({
  code,
  message: String(message),
  status,
});
