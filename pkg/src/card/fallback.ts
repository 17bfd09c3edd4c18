// Requests by a client: for a page that sets one, and where a plain request did not
// lead to a product. This module imports nothing, so that bundlers do not split the
// code that a page loads at once.

import type { CardClient, Token } from '../shared/settings.js';
import type { PoolClient, Product } from '../../index.js';
import type {
  ClientRequest,
  FirstAttempt,
  ProductResponse,
  RawRecord,
  RequestError,
  RetriedRequest,
} from '../shared/types.js';

/** An error like the client's, where the client could not be loaded. */
function failure(code: string, message: string, status?: number) {
  return Object.assign(new Error(message), { code, status });
}

/**
 * The error of a base URL that is not the API's.
 *
 * @param url - The address that was requested.
 */
const notTheApi = (url?: string) =>
  Object.assign(failure('invalid_response', 'the response is not one of the API', 404), { url });

/**
 * Whether a 404 is about the product or the API, whose errors are JSON with `errors` or a
 * `message`. With one code this project's server has nothing at the address at all, while
 * another may have no such product.
 */
function missingBy({ errors, message }: { errors?: unknown; message?: unknown }): 'product' | 'api' | 'unclear' {
  if (!Array.isArray(errors)) return typeof message === 'string' ? 'product' : 'api';
  const isUnclear = errors.length > 0 && errors.every((one) => one?.code === 'not_found');
  return isUnclear ? 'unclear' : 'product';
}

/** The same of a response; undefined if that is no 404. */
async function missingIn(response: Response | undefined) {
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
 */
async function explained(
  client: CardClient & Partial<Pick<PoolClient, 'listProducts'>>,
  thrown: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  const error = thrown as RequestError;
  if (error.code !== 'not_found' || missingBy(error) !== 'unclear' || !client.listProducts) return error;
  try {
    await client.listProducts({ limit: 1, maxRetries: 0, signal });
  } catch (other) {
    const { code = '' } = other as RequestError;
    if (/^(not_found|invalid_response)$/.test(code)) return notTheApi(error.url);
  }
  return error;
}

/** The failure of a first attempt; undefined where there was none. */
function failureOf(first: FirstAttempt | undefined, missing: Awaited<ReturnType<typeof missingIn>>) {
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
 *
 * @param last - The last response.
 */
async function report(request: ClientRequest, error: unknown, signal: AbortSignal, last?: Response) {
  if (signal.aborted || request.isRenewal) return;
  try {
    const { reportFailure } = await import('../diagnostics/elements.js');
    await reportFailure(request, error as RequestError, last);
  } catch {
    console.error('product-pool: a request failed.', error);
  }
}

/** Requests a product by a client that the page set. */
export async function send(client: CardClient, request: ClientRequest, signal: AbortSignal): Promise<ProductResponse> {
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
 */
export async function retry(
  request: RetriedRequest,
  first: FirstAttempt | undefined,
  signal: AbortSignal,
): Promise<ProductResponse> {
  const last: Last = { response: first?.response };
  try {
    return await attempts(request, first, signal, last);
  } catch (error) {
    report(request, error, signal, last.response);
    throw error;
  }
}

/** The last response, and the text of the last one that has a product. */
export type Last = { response?: Response | undefined; text?: string; stale?: string | undefined; headers?: Headers };

/**
 * A `fetch` that writes its responses to `last`. Its first request is not sent if it is the
 * one of the first attempt, whose outcome it takes.
 */
function recordingFetch(first: FirstAttempt | undefined, last: Last, cache: RequestCache | undefined): typeof fetch {
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

/** The client's attempts; `last` gets the responses. */
async function attempts(
  request: RetriedRequest,
  first: FirstAttempt | undefined,
  signal: AbortSignal,
  last: Last,
): Promise<ProductResponse> {
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
  const client = ownClient as unknown as PoolClient;
  try {
    const { product, gtin } = await productOf(client, request, signal);
    const { text, stale, headers } = last;
    return text === undefined ? responseOf(product, gtin) : { text, data: recordOf(product), stale, headers, gtin };
  } catch (error) {
    // Its WebAssembly may be unreachable like everything else.
    throw (error as RequestError).code === 'internal' ? (failed ?? error) : await explained(client, error, signal);
  }
}

/** The page's function for tokens, which first returns the one of the first attempt. */
function tokenFunction(token: Exclude<Token, string>, first: FirstAttempt | undefined) {
  let given = first?.token;
  return () => {
    const fresh = given ?? token();
    given = undefined;
    return fresh;
  };
}

/** The product, and the GTIN of the component that a scan led to. */
async function productOf(
  client: CardClient,
  { gtin = '', digits, productId, version }: ClientRequest,
  signal: AbortSignal,
): Promise<{ product: Product; gtin?: string | undefined }> {
  if (productId) return { product: await client.getProduct(productId, { version, signal }) };
  if (digits) return { product: await client.getProductByGtin(gtin, { signal }) };
  try {
    const { product, component } = await client.findByGtin(gtin, { signal });
    return { product, gtin: component?.inner?.internal_gtin ?? undefined };
  } catch (thrown) {
    const error = thrown as RequestError;
    // The GTIN is the only argument that can be invalid.
    if (error.code === 'invalid_argument') error.isGtin = true;
    throw error;
  }
}

const recordOf = (product: unknown): RawRecord => product as RawRecord;

const responseOf = (product: Product, gtin: string | undefined): ProductResponse => ({ data: recordOf(product), gtin });
