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
 * How a first attempt failed; undefined where there was none.
 * @param {FirstAttempt | undefined} first
 */
function failureOf(first) {
  if (!first) return undefined;
  const { status, error } = first;
  if (error) return failure(error.name === 'TimeoutError' ? 'timeout' : 'network', 'the service could not be reached');
  if (status === 401) return failure('unauthenticated', 'the service does not accept the token', status);
  if (status === 404) return failure('not_found', 'the service has no such product', status);
  if (status === 429) return failure('rate_limited', 'the service has received too many requests', status);
  if (status === 200) return failure('invalid_response', 'the response is not a product', status);
  return failure('http', `the service answered ${status}`, status);
}

/**
 * Requests a product by a client that the page set.
 * @param {CardClient} client
 * @param {ClientRequest} request
 * @param {AbortSignal} signal
 */
export async function send(client, request, signal) {
  return responseOf(await productOf(client, request, signal));
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
  // Another attempt would have the same outcome: the client need not be loaded.
  const refused = first?.status === 401 && typeof request.token !== 'function';
  if (refused || (first?.status === 404 && request.productId)) throw failureOf(first);
  const { PoolClient } = await import('../../index.js').catch((error) => {
    throw failureOf(first) ?? error;
  });
  /** @type {string | undefined} */
  let text;
  /** @type {string | undefined} */
  let stale;
  let unused = first;
  const ownClient = new PoolClient({
    baseUrl: request.baseUrl,
    token: typeof request.token === 'function' ? tokenFunction(request.token, first) : request.token,
    timeoutMs: request.timeoutMs,
    totalTimeoutMs: request.totalTimeoutMs,
    // The page was warned already.
    dangerouslyAllowBrowser: true,
    async fetch(url, init) {
      const made = unused?.url === url ? unused : undefined;
      unused = undefined;
      const response = await (made ? made.take() : fetch(url, init));
      // As text: numbers would lose their last zeros in an object.
      if (response.ok) {
        text = await response.clone().text();
        stale = response.headers.get('x-product-pool-stale') ?? undefined;
      }
      return response;
    },
  });
  try {
    // Its pages have the members of their bodies, which the class does not declare.
    const client = /** @type {CardClient} */ (/** @type {unknown} */ (ownClient));
    const product = await productOf(client, request, signal);
    return text === undefined ? responseOf(product) : { text, data: recordOf(product), stale };
  } catch (error) {
    // Its WebAssembly may be unreachable like everything else.
    throw /** @type {RequestError} */ (error).code === 'internal' ? (failureOf(first) ?? error) : error;
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
 * @param {CardClient} client
 * @param {ClientRequest} request
 * @param {AbortSignal} signal
 * @returns {Promise<Product>}
 */
async function productOf(client, { gtin = '', digits, productId, version }, signal) {
  if (productId) return client.getProduct(productId, { version, signal });
  if (digits) return client.getProductByGtin(gtin, { signal });
  try {
    return (await client.findByGtin(gtin, { signal })).product;
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
 * @returns {ProductResponse}
 */
const responseOf = (product) => ({ text: JSON.stringify(product), data: recordOf(product) });
