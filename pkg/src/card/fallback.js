// Requests by a client: for a page that sets one, and where a plain request did not
// lead to a product. This module imports nothing, so that bundlers do not split the
// code that a page loads at once.

/** @import { CardClient, Token } from '../../types/card.js' */
/** @import { Product } from '../../types/index.js' */
/** @import { ClientRequest, FirstAttempt, ProductResponse, RawRecord, RequestError } from '../shared/types.js' */

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
 * Whether a response is one of the API's errors: JSON with `errors`, or a `message`.
 * @param {Response} response
 */
async function isFromApi(response) {
  try {
    const body = await response.clone().json();
    return Array.isArray(body.errors) || typeof body.message === 'string';
  } catch {
    return false;
  }
}

/**
 * How a first attempt failed; undefined where there was none.
 * @param {FirstAttempt | undefined} first
 */
async function failureOf(first) {
  if (!first) return undefined;
  const { response, error } = first;
  if (!response)
    return failure(error?.name === 'TimeoutError' ? 'timeout' : 'network', 'the service could not be reached');
  const { status } = response;
  if (status === 401) return failure('unauthenticated', 'the service does not accept the token', status);
  if (status === 404 && (await isFromApi(response)))
    return failure('not_found', 'the service has no such product', status);
  if (status === 404) return failure('invalid_response', 'the response is not one of the API', status);
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
  if (signal.aborted) return;
  try {
    const { reportFailure } = await import('../diagnostics/diagnostics.js');
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
  } catch (error) {
    report(request, error, signal);
    throw error;
  }
}

/**
 * Requests a product by a new client, which takes the outcome of the first attempt,
 * if there was one, as the response to its first request.
 * @param {ClientRequest} request
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
 * @typedef {{ response?: Response | undefined, text?: string, stale?: string | undefined }} Last
 */

/**
 * A `fetch` that writes its responses to `last`. Its first request is not sent if it is the
 * one of the first attempt, whose outcome it takes.
 * @param {FirstAttempt | undefined} first
 * @param {Last} last
 * @returns {typeof fetch}
 */
function recordingFetch(first, last) {
  let unused = first;
  return async (url, init) => {
    const made = unused?.url === url ? unused : undefined;
    unused = undefined;
    const response = await (made ? made.take() : fetch(url, init));
    last.response = made?.response ?? response;
    // As text: numbers would lose their last zeros in an object.
    if (response.ok) {
      last.text = await response.clone().text();
      last.stale = response.headers.get('x-product-pool-stale') ?? undefined;
    }
    return response;
  };
}

/**
 * The client's attempts; `last` gets the responses.
 * @param {ClientRequest} request
 * @param {FirstAttempt | undefined} first
 * @param {AbortSignal} signal
 * @param {Last} last
 * @returns {Promise<ProductResponse>}
 */
async function attempts(request, first, signal, last) {
  const failed = await failureOf(first);
  const status = first?.response?.status;
  // Another attempt would have the same outcome: the client need not be loaded.
  const refused = status === 401 && typeof request.token !== 'function';
  const isMissing = status === 404 && (request.productId || failed?.code === 'invalid_response');
  if (refused || isMissing) throw failed;
  const { PoolClient } = await import('../../index.js').catch((error) => {
    throw failed ?? error;
  });
  const ownClient = new PoolClient({
    baseUrl: request.baseUrl,
    token: typeof request.token === 'function' ? tokenFunction(request.token, first) : request.token,
    timeoutMs: request.timeoutMs,
    totalTimeoutMs: request.totalTimeoutMs,
    // The page was warned already.
    dangerouslyAllowBrowser: true,
    fetch: recordingFetch(first, last),
  });
  try {
    // Its pages have the members of their bodies, which the class does not declare.
    const client = /** @type {CardClient} */ (/** @type {unknown} */ (ownClient));
    const { product, gtin } = await productOf(client, request, signal);
    const { text, stale } = last;
    return text === undefined ? responseOf(product, gtin) : { text, data: recordOf(product), stale, gtin };
  } catch (error) {
    // Its WebAssembly may be unreachable like everything else.
    throw /** @type {RequestError} */ (error).code === 'internal' ? (failed ?? error) : error;
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
const responseOf = (product, gtin) => ({ text: JSON.stringify(product), data: recordOf(product), gtin });
