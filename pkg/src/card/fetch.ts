// The requests of a product and of its images. A successful response needs this module only;
// everything else is left to the client, which retries and classifies errors and is
// downloaded only then.

import type {
  ClientRequest,
  Connection,
  FetchOptions,
  FirstAttempt,
  ProductRequest,
  ProductResponse,
} from '../shared/types.js';
import type { Received } from '../shared/received.js';
import { attempt, currentToken, plain, timeout } from '../shared/attempt.js';
import { cacheOf, dedupe } from '../shared/dedupe.js';
import { digitsOf, warnOfCheckDigit } from '../shared/gtin.js';
import { imported } from '../shared/import.js';
import { toJson } from '../shared/json.js';
import { received } from '../shared/received.js';
import { isProduct, parsed, record } from '../shared/record.js';
import { setting } from '../shared/page-settings.js';
import { isToken } from '../shared/token.js';
import { keyOf, pathOf, segment } from './path.js';

/** The header in which a gateway states since when it could not check a response. */
const STALE = 'x-product-pool-stale';

/** Requests a product. */
export function requestProduct(
  request: ProductRequest,
  options: FetchOptions,
): Promise<ProductResponse & { text: string; received: Received }> {
  const { baseUrl, client } = request;
  const work = async (signal: AbortSignal) => {
    const found = await product({ ...request, cache: cacheOf(options), isRenewal: options.isRenewal }, signal);
    return { ...found, text: found.text ?? toJson(found.data), received: received(found.headers, options.again) };
  };
  // One that is renewed gives up sooner than others, without a reason for the reader.
  return dedupe([...keyOf(request), options.isRenewal], work, { ...options, address: client ? undefined : baseUrl });
}

/** The requests by a client. */
async function fallback() {
  try {
    return await imported(() => import('./fallback.js'));
  } catch (error) {
    // This module was loaded from the same place, so the network must have failed.
    throw Object.assign(error as Error, { code: 'network' });
  }
}

async function product(request: ClientRequest, signal: AbortSignal): Promise<ProductResponse> {
  const { gtin = '', productId, version, client } = request;
  const digits = productId ? undefined : digitsOf(gtin);
  warnOfCheckDigit(digits);
  if (!productId && version) {
    // The service gives versions by identifier only.
    const newest = await product({ ...request, version: undefined }, signal);
    if (String(newest.data.version) === version) return newest;
    const found = await product({ ...request, productId: String(newest.data.pool_id) }, signal);
    return { ...found, gtin: newest.gtin };
  }
  if (client) return (await fallback()).send(client, { ...request, digits }, signal);
  const path = pathOf(productId, digits);
  const url = path && `${request.baseUrl}/v2/products/${path}`;
  return direct(
    { ...request, digits },
    url && productId && version ? `${url}?version=${encodeURIComponent(version)}` : url,
    signal,
  );
}

/** One plain request; anything but a product is left to the client. */
async function direct(request: ClientRequest, url: string | undefined, signal: AbortSignal): Promise<ProductResponse> {
  let first: FirstAttempt | undefined;
  const token = url ? await currentToken(request.token) : undefined;
  // What is wrong with a token the client reports.
  if (url && (token === undefined || isToken(token))) {
    first = { url, token };
    try {
      const response = (first.response = await attempt(url, token, signal, request.cache));
      if (response.status === 200) {
        // The client may read it once more.
        const text = await response.clone().text();
        const data = record(parsed(text)?.data);
        const { headers } = response;
        if (data && isProduct(data)) return { text, data, stale: headers.get(STALE) ?? undefined, headers };
      }
    } catch (error) {
      signal.throwIfAborted();
      first.error = error as Error;
    }
    const { status = 0 } = first.response ?? {};
    // It is made again soon, and the reader does not wait for the reason.
    if (request.isRenewal && status !== 401 && status !== 404) {
      throw first.error ?? new Error(`${status} for ${url}`);
    }
  }
  return (await fallback()).retry(
    { ...request, timeoutMs: timeout(), maxRetries: request.isRenewal ? 0 : setting('maxRetries') },
    first,
    signal,
  );
}

/** The images in a list of them; undefined if it is none. */
export function imagesIn(list: string | undefined): unknown[] | undefined {
  const images = parsed(list ?? '')?.data;
  return Array.isArray(images) ? images.filter(record) : undefined;
}

/**
 * Requests a product's feature image or the list of its images: the response as text,
 * or undefined, for many products have no images.
 */
export function requestImages(
  { baseUrl, token, client, wholesaler }: Connection & { wholesaler?: number | undefined },
  id: string,
  feature: boolean,
  options: FetchOptions,
): Promise<string | undefined> {
  const work = async (signal: AbortSignal) => {
    if (client) {
      const more = { signal, ...(wholesaler != null && { wholesaler }) };
      if (feature) return toJson({ data: await client.getFeatureImage(id, more) });
      return toJson(await client.listImages(id, more));
    }
    const query = wholesaler == null ? '' : `?wholesaler=${encodeURIComponent(wholesaler)}`;
    const path = segment(id);
    const url = `${baseUrl}/v2/images/${path}${feature ? '/feature' : ''}${query}`;
    const { text } = path ? await plain(url, token, signal) : {};
    return text && parsed(text) && text;
  };
  const key = [feature ? 'image' : 'images', baseUrl, token, client, wholesaler, id];
  return dedupe(key, work, { ...options, address: client ? undefined : baseUrl, queue: 1 }).catch(() => undefined);
}
