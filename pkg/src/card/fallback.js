// What a card asks where the ordinary way did not lead to a product: by the
// client, for which this file is the go-between. It imports nothing, so that it
// shares no code with what a page loads at once.

/** An error as the client would call it, where there is no client to ask. */
function failure(code, message, status) {
  return Object.assign(new Error(message), { code, status });
}

/** How a first attempt failed; undefined where there was none. */
function failureOf(first) {
  if (!first) return undefined;
  const { status, error } = first;
  if (error) return failure(error.name === 'TimeoutError' ? 'timeout' : 'network', 'the service could not be reached');
  if (status === 401) return failure('unauthenticated', 'the service does not accept the token', status);
  if (status === 404) return failure('not_found', 'the service knows no such product', status);
  if (status === 429) return failure('rate_limited', 'the service has had too many requests', status);
  if (status === 200) return failure('invalid_response', 'the response is not a product', status);
  return failure('http', `the service answered ${status}`, status);
}

/** Asks a client that the page gave. */
export async function byClient(client, asked, signal) {
  return answer(await ask(client, asked, signal));
}

/**
 * Asks a client of our own, which begins with what the first attempt brought, if
 * one was made: its address, its status or error, and how the client takes it up.
 */
export async function indirect(asked, first, signal) {
  // Another attempt would change nothing: spare the client.
  const refused = first?.status === 401 && typeof asked.token !== 'function';
  if (refused || (first?.status === 404 && asked.productId)) throw failureOf(first);
  const { PoolClient } = await import('../../index.js').catch((error) => {
    throw failureOf(first) ?? error;
  });
  let text;
  let stale;
  let left = first;
  const client = new PoolClient({
    baseUrl: asked.baseUrl,
    token: typeof asked.token === 'function' ? provider(asked.token, first) : asked.token,
    timeoutMs: asked.timeoutMs,
    totalTimeoutMs: asked.totalTimeoutMs,
    // The page was warned already.
    dangerouslyAllowBrowser: true,
    async fetch(url, init) {
      const made = left?.url === url ? left : undefined;
      left = undefined;
      const response = await (made ? made.take() : fetch(url, init));
      // As it came: figures would lose their last zeros in an object.
      if (response.ok) {
        text = await response.clone().text();
        stale = response.headers.get('x-product-pool-stale') ?? undefined;
      }
      return response;
    },
  });
  try {
    const found = await ask(client, asked, signal);
    return text === undefined ? answer(found) : { text, data: found, stale };
  } catch (error) {
    // Its WebAssembly may be out of reach like everything else.
    throw error.code === 'internal' ? (failureOf(first) ?? error) : error;
  }
}

/** The page's function for tokens, which begins with the one it gave just now. */
function provider(token, first) {
  let given = first?.token;
  return () => {
    const fresh = given ?? token();
    given = undefined;
    return fresh;
  };
}

async function ask(client, { gtin, digits, productId, version }, signal) {
  if (productId) return client.getProduct(productId, { version, signal });
  if (digits) return client.getProductByGtin(gtin, { signal });
  try {
    return (await client.findByGtin(gtin, { signal })).product;
  } catch (error) {
    // Nothing else can be wrong with the question than the GTIN.
    if (error.code === 'invalid_argument') error.isGtin = true;
    throw error;
  }
}

const answer = (data) => ({ text: JSON.stringify(data), data });
