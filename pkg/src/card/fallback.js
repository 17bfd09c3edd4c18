// Requests by a client: for a page that sets one, and where a plain request did not
// lead to a product. This module imports nothing, so that bundlers do not split the
// code that a page loads at once.

/** @import { CardClient, Token } from '../../types/card.js' */
/** @import { PoolClient, Product } from '../../types/index.js' */
/** @import { ClientRequest, FirstAttempt, ProductResponse, RawRecord, RequestError, RetriedRequest } from '../shared/types.js' */

/**
 * An error like the client's, where the client could not be loaded.
 * @param {string} code
 * @param {string} message
 * @param {number} [status]
 */
function failure(code, message, status) {
  return Object.assign(new Error(message), { code, status });
}

/**
 * The error of a base URL that is not the API's.
 * @param {string} [url] - The address that was requested.
 */
const notTheApi = (url) =>
  Object.assign(failure('invalid_response', 'the response is not one of the API', 404), { url });

/**
 * Whether a 404 is about the product or the API, whose errors are JSON with `errors` or a
 * `message`. With one code this project's server has nothing at the address at all, while
 * another may have no such product.
 * @param {{ errors?: unknown, message?: unknown }} body
 * @returns {'product' | 'api' | 'unclear'}
 */
function missingBy({ errors, message }) {
  if (!Array.isArray(errors)) return typeof message === 'string' ? 'product' : 'api';
  const isUnclear = errors.length > 0 && errors.every((one) => one?.code === 'not_found');
  return isUnclear ? 'unclear' : 'product';
}

/**
 * The same of a response; undefined if that is no 404.
 * @param {Response | undefined} response
 */
async function missingIn(response) {
  if (response?.status !== 404) return undefined;
  const body = await response
    .clone()
    .json()
    .catch(() => undefined);
  return missingBy(body ?? {});
}

/**
 * An error of a client: where it does not say whether the product or the API is missing, a
 * list of products does.
 * @param {CardClient & Partial<Pick<PoolClient, 'listProducts'>>} client
 * @param {unknown} thrown
 * @param {AbortSignal} signal
 * @returns {Promise<unknown>}
 */
async function explained(client, thrown, signal) {
  const error = /** @type {RequestError} */ (thrown);
  if (error.code !== 'not_found' || missingBy(error) !== 'unclear' || !client.listProducts) return error;
  try {
    await client.listProducts({ limit: 1, maxRetries: 0, signal });
  } catch (other) {
    const { code = '' } = /** @type {RequestError} */ (other);
    if (/^(not_found|invalid_response)$/.test(code)) return notTheApi(error.url);
  }
  return error;
}

/**
 * The failure of a first attempt; undefined where there was none.
 * @param {FirstAttempt | undefined} first
 * @param {Awaited<ReturnType<typeof missingIn>>} missing
 */
function failureOf(first, missing) {
  if (!first) return undefined;
  const { response, error } = first;
  if (!response)
    return failure(error?.name === 'TimeoutError' ? 'timeout' : 'network', 'the service could not be reached');
  const { status } = response;
  if (missing === 'api') return notTheApi();
  if (missing) return failure('not_found', 'the service has no such product', status);
  if (status === 401) return failure('unauthenticated', 'the service does not accept the token', status);
  if (status === 429) return failure('rate_limited', 'the service has received too many requests', status);
  if (status === 200) return failure('invalid_response', 'the response is not a product', status);
  return failure('http', `the service answered ${status}`, status);
}

/**
 * Reports to developers why a request failed.
 * @param {ClientRequest} request
 * @param {unknown} error
 * @param {AbortSignal} signal
 * @param {Response} [last] - The last response.
 */
async function report(request, error, signal, last) {
  if (signal.aborted || request.isRenewal) return;
  try {
    const { reportFailure } = await import('../diagnostics/elements.js');
    await reportFailure(request, /** @type {RequestError} */ (error), last);
  } catch {
    console.error('product-pool: a request failed.', error);
  }
}

/**
 * Requests a product by a client that the page set.
 * @param {CardClient} client
 * @param {ClientRequest} request
 * @param {AbortSignal} signal
 */
export async function send(client, request, signal) {
  try {
    const { product, gtin } = await productOf(client, request, signal);
    return responseOf(product, gtin);
  } catch (thrown) {
    const error = await explained(client, thrown, signal);
    report(request, error, signal);
    throw error;
  }
}

/**
 * Requests a product by a new client, which takes the outcome of the first attempt,
 * if there was one, as the response to its first request.
 * @param {RetriedRequest} request
 * @param {FirstAttempt | undefined} first
 * @param {AbortSignal} signal
 * @returns {Promise<ProductResponse>}
 */
export async function retry(request, first, signal) {
  /** @type {Last} */
  const last = { response: first?.response };
  try {
    return await attempts(request, first, signal, last);
  } catch (error) {
    report(request, error, signal, last.response);
    throw error;
  }
}

/**
 * The last response, and the text of the last one that has a product.
 * @typedef {{ response?: Response | undefined, text?: string, stale?: string | undefined, headers?: Headers }} Last
 */

/**
 * A `fetch` that writes its responses to `last`. Its first request is not sent if it is the
 * one of the first attempt, whose outcome it takes.
 * @param {FirstAttempt | undefined} first
 * @param {Last} last
 * @param {RequestCache | undefined} cache
 * @returns {typeof fetch}
 */
function recordingFetch(first, last, cache) {
  let unused = first;
  return async (url, init) => {
    const made = unused?.url === url ? unused : undefined;
    unused = undefined;
    if (made?.error) throw made.error;
    const response = made?.response ?? (await fetch(url, { ...init, cache }));
    last.response = response;
    // As text: numbers would lose their last zeros in an object.
    if (response.ok) {
      last.text = await response.clone().text();
      last.headers = response.headers;
      last.stale = last.headers.get('x-product-pool-stale') ?? undefined;
    }
    return response;
  };
}

/**
 * The client's attempts; `last` gets the responses.
 * @param {RetriedRequest} request
 * @param {FirstAttempt | undefined} first
 * @param {AbortSignal} signal
 * @param {Last} last
 * @returns {Promise<ProductResponse>}
 */
async function attempts(request, first, signal, last) {
  const missing = await missingIn(first?.response);
  const failed = failureOf(first, missing);
  // Another attempt would have the same outcome: the client need not be loaded.
  const refused = first?.response?.status === 401 && typeof request.token !== 'function';
  if (refused || missing === 'api' || (missing === 'product' && request.productId)) throw failed;
  const { PoolClient: Client } = await import('../../index.js').catch((error) => {
    throw failed ?? error;
  });
  const ownClient = new Client({
    baseUrl: request.baseUrl,
    token: typeof request.token === 'function' ? tokenFunction(request.token, first) : request.token,
    timeoutMs: request.timeoutMs,
    totalTimeoutMs: 2 * request.timeoutMs,
    maxRetries: request.maxRetries,
    // The page was warned already.
    dangerouslyAllowBrowser: true,
    fetch: recordingFetch(first, last, request.cache),
  });
  // Its pages have the members of their bodies, which the class does not declare.
  const client = /** @type {PoolClient} */ (/** @type {unknown} */ (ownClient));
  try {
    const { product, gtin } = await productOf(client, request, signal);
    const { text, stale, headers } = last;
    return text === undefined ? responseOf(product, gtin) : { text, data: recordOf(product), stale, headers, gtin };
  } catch (error) {
    // Its WebAssembly may be unreachable like everything else.
    throw /** @type {RequestError} */ (error).code === 'internal'
      ? (failed ?? error)
      : await explained(client, error, signal);
  }
}

/**
 * The page's function for tokens, which first returns the one of the first attempt.
 * @param {Extract<Token, Function>} token
 * @param {FirstAttempt | undefined} first
 */
function tokenFunction(token, first) {
  let given = first?.token;
  return () => {
    const fresh = given ?? token();
    given = undefined;
    return fresh;
  };
}

/**
 * The product, and the GTIN of the component that a scan led to.
 * @param {CardClient} client
 * @param {ClientRequest} request
 * @param {AbortSignal} signal
 * @returns {Promise<{ product: Product, gtin?: string | undefined }>}
 */
async function productOf(client, { gtin = '', digits, productId, version }, signal) {
  if (productId) return { product: await client.getProduct(productId, { version, signal }) };
  if (digits) return { product: await client.getProductByGtin(gtin, { signal }) };
  try {
    const { product, component } = await client.findByGtin(gtin, { signal });
    return { product, gtin: component?.inner?.internal_gtin ?? undefined };
  } catch (thrown) {
    const error = /** @type {RequestError} */ (thrown);
    // The GTIN is the only argument that can be invalid.
    if (error.code === 'invalid_argument') error.isGtin = true;
    throw error;
  }
}

/**
 * @param {unknown} product
 * @returns {RawRecord}
 */
const recordOf = (product) => /** @type {RawRecord} */ (product);

/**
 * @param {Product} product
 * @param {string | undefined} gtin
 * @returns {ProductResponse}
 */
const responseOf = (product, gtin) => ({ data: recordOf(product), gtin });
