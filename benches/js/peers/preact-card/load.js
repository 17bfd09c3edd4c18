// The product and its feature image from the service.

const TIMEOUT = 30_000;
const RETRIES = 2;

/** A failure, with the key of its message in `words.js`. */
class Failure extends Error {
  constructor(state, detail) {
    super(detail ?? state);
    this.state = state;
    this.detail = detail;
  }
}

/** The digits of a typed GTIN, with a valid check digit. */
export function parseGtin(text) {
  const digits = text.replace(/[\s-]/g, '');
  if (!/^\d+$/.test(digits)) throw new Failure('bad-gtin', 'A GTIN has only digits.');
  if (![8, 12, 13, 14].includes(digits.length)) {
    throw new Failure('bad-gtin', `A GTIN has 8, 12, 13 or 14 digits, not ${digits.length}.`);
  }
  const sum = [...digits].reverse().reduce((all, digit, at) => all + digit * (at % 2 ? 3 : 1), 0);
  if (sum % 10 || !Number(digits)) throw new Failure('bad-gtin', 'The GTIN’s last digit is wrong: mistyped?');
  return digits;
}

async function get(path, { baseUrl, token }, signal) {
  const headers = { accept: 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  for (let attempt = 0; ; attempt += 1) {
    const wait = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]);
    const response = await fetch(baseUrl + path, { headers, signal: wait }).catch(() => undefined);
    signal.throwIfAborted();
    if (response?.ok) return JSON.parse(await response.text(), asDeclared).data;
    const isTransient = !response || response.status === 408 || response.status === 429 || response.status >= 500;
    if (!isTransient || attempt === RETRIES) throw new Failure(stateOf(response?.status));
    const after = Number(response?.headers.get('retry-after')) || 0.5 * 2 ** attempt;
    await new Promise((resolve) => setTimeout(resolve, after * 1000 * (0.5 + Math.random() / 2)));
  }
}

/** Keeps the digits of numbers as sent: a number would lose its trailing zeros. */
function asDeclared(_key, value, context) {
  return typeof value === 'number' ? (context?.source ?? value) : value;
}

function stateOf(status) {
  if (status === 404) return 'not-found';
  if (status === 401 || status === 403) return 'unauthenticated';
  return status === undefined || status === 429 ? 'network' : 'error';
}

/** The product with that GTIN. */
export async function loadProduct(gtin, settings, signal) {
  const product = await get(`/v2/products/gtin/${parseGtin(gtin)}`, settings, signal);
  if (product === null || typeof product !== 'object') throw new Failure('error');
  return product;
}

/** Its feature image. */
export function loadImage(id, settings, signal) {
  return get(`/v2/images/${encodeURIComponent(id)}/feature`, settings, signal);
}
