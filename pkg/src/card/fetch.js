// What a card asks of the service. An ordinary answer needs no more than this
// file; anything else is handed on to the client, which knows how to try again
// and what an error is called. So nobody downloads it who does not need it.

/** How many requests run at once: what browsers allow one host over HTTP/1.1. */
const AT_ONCE = 6;

/** Where a gateway says since when it could not check an answer. */
const STALE = 'x-product-pool-stale';

/** How long an answer serves further cards, in milliseconds. */
const KEPT = 30_000;

/** How long one attempt, and all attempts together, may take, in milliseconds. */
const PATIENCE = { timeoutMs: 15_000, totalTimeoutMs: 30_000 };

let running = 0;
/** Who waits for a place: products first, for images are no use without them. */
const lines = [[], []];

/** Does `work` when there is a place for it. */
async function inTurn(work, signal, line) {
  if (running < AT_ONCE) running += 1;
  else await new Promise((go) => lines[line].push(go));
  try {
    signal.throwIfAborted();
    return await work(signal);
  } finally {
    // The place is handed on, so that nobody slips in between.
    const next = lines[0].shift() ?? lines[1].shift();
    if (next) next();
    else running -= 1;
  }
}

/** What is asked for now, and what was answered a moment ago. */
const shared = new Set();

/**
 * Does `work` once for all who want the same, which is what `key` tells. It is
 * given up when all of them have. `again` wants a new answer.
 */
export function share(key, work, { signal, again, line = 0 }) {
  let entry = [...shared].find((one) => key.every((part, at) => part === one.key[at]));
  if (again && entry?.settled) {
    shared.delete(entry);
    entry = undefined;
  }
  if (!entry) {
    const controller = new AbortController();
    entry = { key, users: 0, controller, promise: inTurn(work, controller.signal, line) };
    shared.add(entry);
    const settle = (rest) => () => {
      entry.settled = true;
      setTimeout(() => shared.delete(entry), rest);
    };
    // What failed is nothing to keep.
    entry.promise.then(settle(KEPT), settle(0));
  }
  const { promise, controller } = entry;
  entry.users += 1;
  signal.addEventListener('abort', () => {
    entry.users -= 1;
    if (entry.users > 0 || entry.settled) return;
    shared.delete(entry);
    controller.abort();
  });
  return promise;
}

/** The object of a JSON text; undefined if it is none. */
function parsed(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value ? value : undefined;
  } catch {
    return undefined;
  }
}

const record = (value) => (typeof value === 'object' && value && !Array.isArray(value) ? value : undefined);

/** What stands under `data` of an answer, or the record itself. */
export function dataOf(text) {
  const value = parsed(text);
  return record(value && 'data' in value ? value.data : value);
}

/** The digits of a well-formed GTIN; undefined for anything that wants a closer look. */
export function digitsOf(gtin) {
  const digits = gtin.replace(/[\s-]/g, '');
  if (!/^(\d{8}|\d{12,14})$/.test(digits) || !/[1-9]/.test(digits)) return undefined;
  const sum = [...digits].reverse().reduce((sum, digit, at) => sum + digit * (at % 2 ? 3 : 1), 0);
  return sum % 10 === 0 ? digits : undefined;
}

/** A token that a header can carry; the client says what is wrong with others. */
const fits = (token) => token === undefined || (typeof token === 'string' && /^[!-~]+$/.test(token));

const current = (token) => (typeof token === 'function' ? token() : token);

function attempt(url, token, signal) {
  const headers = { Accept: 'application/json' };
  if (token !== undefined) headers.Authorization = `Bearer ${token}`;
  return fetch(url, { headers, signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE.timeoutMs)]) });
}

/** Asks for a product: its answer as text, its data, and since when a gateway could not check it. */
export function askProduct(asked, options) {
  const { baseUrl, token, client, gtin, productId, version } = asked;
  return share(['product', baseUrl, token, client, gtin, productId, version], (signal) => product(asked, signal), options);
}

/** The slow path, which imports nothing of this one. */
async function slow() {
  try {
    return await import('./fallback.js');
  } catch (error) {
    // It came from where this file came from: what fails now is the network.
    throw Object.assign(error, { code: 'network' });
  }
}

async function product(asked, signal) {
  const { gtin, productId, version, client } = asked;
  const digits = productId ? undefined : digitsOf(gtin);
  if (client) return (await slow()).byClient(client, { ...asked, digits }, signal);
  if (!productId && version) {
    // Only by its identifier can a version be asked for.
    const newest = await product({ ...asked, version: undefined }, signal);
    const { pool_id: id } = newest.data;
    if (newest.data.version === version || typeof id !== 'string') return newest;
    return product({ ...asked, productId: id }, signal);
  }
  const path = productId ? encodeURIComponent(productId) : digits && `gtin/${digits}`;
  const url = path && `${asked.baseUrl}/v2/products/${path}`;
  return direct({ ...asked, digits }, url && productId && version ? `${url}?version=${encodeURIComponent(version)}` : url, signal);
}

/** The fast path: one request, and an answer that needs no second look. */
async function direct(asked, url, signal) {
  let first;
  const token = url && (await current(asked.token));
  if (url && fits(token)) {
    first = { url, token };
    try {
      const response = await attempt(url, token, signal);
      first.status = response.status;
      if (response.status !== 200) {
        first.take = () => response;
      } else {
        const text = await response.text();
        const data = record(parsed(text)?.data);
        if (data) return { text, data, stale: response.headers.get(STALE) ?? undefined };
        first.take = () => new Response(text, { status: 200, headers: response.headers });
      }
    } catch (error) {
      signal.throwIfAborted();
      first.error = error;
      first.take = () => { throw error; };
    }
  }
  return (await slow()).indirect({ ...asked, ...PATIENCE }, first, signal);
}

/**
 * Asks for a product's feature image or the list of its images: the answer as
 * text, or undefined, for a product without images is an ordinary thing.
 */
export function askImages({ baseUrl, token, client, wholesaler }, id, feature, options) {
  const work = async (signal) => {
    if (client) {
      const more = { signal, ...(wholesaler != null && { wholesaler }) };
      if (feature) return JSON.stringify({ data: await client.getFeatureImage(id, more) });
      return JSON.stringify(await client.listImages(id, more));
    }
    const query = wholesaler == null ? '' : `?wholesaler=${encodeURIComponent(wholesaler)}`;
    const url = `${baseUrl}/v2/images/${encodeURIComponent(id)}${feature ? '/feature' : ''}${query}`;
    const bearer = await current(token);
    const response = fits(bearer) && (await attempt(url, bearer, signal));
    const text = response.ok ? await response.text() : '';
    return parsed(text) && text;
  };
  const key = [feature ? 'image' : 'images', baseUrl, token, client, wholesaler, id];
  return share(key, work, { ...options, line: 1 }).catch(() => undefined);
}
