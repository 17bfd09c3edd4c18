// What a card asks of the service. An ordinary answer needs no more than this
// file; anything else is handed on to the client, which knows how to try again
// and what an error is called. So nobody downloads it who does not need it.

import { dedupe } from '../shared/dedupe.js';
import { digitsOf } from '../shared/gtin.js';

/** Where a gateway says since when it could not check an answer. */
const STALE = 'x-product-pool-stale';

/** How long one attempt, and all attempts together, may take, in milliseconds. */
const PATIENCE = { timeoutMs: 15_000, totalTimeoutMs: 30_000 };

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

/** A token that a header can carry; the client says what is wrong with others. */
const fits = (token) => token === undefined || (typeof token === 'string' && /^[!-~]+$/.test(token));

const current = (token) => (typeof token === 'function' ? token() : token);

function attempt(url, token, signal) {
  /** @type {Record<string, string>} */
  const headers = { Accept: 'application/json' };
  if (token !== undefined) headers.Authorization = `Bearer ${token}`;
  return fetch(url, { headers, signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE.timeoutMs)]) });
}

/** Asks for a product: its answer as text, its data, and since when a gateway could not check it. */
export function askProduct(asked, options) {
  const { baseUrl, token, client, gtin, productId, version } = asked;
  return dedupe(['product', baseUrl, token, client, gtin, productId, version], (signal) => product(asked, signal), options);
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
    const response = fits(bearer) ? await attempt(url, bearer, signal) : undefined;
    const text = response?.ok ? await response.text() : '';
    return parsed(text) && text;
  };
  const key = [feature ? 'image' : 'images', baseUrl, token, client, wholesaler, id];
  return dedupe(key, work, { ...options, queue: 1 }).catch(() => undefined);
}
