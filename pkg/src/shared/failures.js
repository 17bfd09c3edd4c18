// The states in which a view says why there is no product.

/** The state for each error code; all others are `error`. */
const STATES = {
  not_found: 'not-found',
  unauthenticated: 'unauthenticated',
  network: 'network',
  timeout: 'network',
  rate_limited: 'network',
};

/** The state of a view for an error of a request. */
export const failureOf = ({ code, isGtin }) => (isGtin ? 'bad-gtin' : (STATES[code] ?? 'error'));

/** The error for a product given by the page, or an answer, that is not a product. */
export const notProduct = () => Object.assign(new Error('what was given is not a product'), { code: 'invalid_response' });

/** What an error event tells the page about an error. */
export const errorDetail = ({ code = 'internal', message, status }) => ({ code, message: String(message), status });
