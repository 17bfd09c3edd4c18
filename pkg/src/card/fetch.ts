// The requests of the elements. A successful response needs this module only;
// everything else is left to the client, which retries and classifies errors and is
// downloaded only then.

import type { CardClient, Token } from '../shared/settings.js';
import type {
  CardRequest,
  ClientRequest,
  Connection,
  FetchOptions,
  FirstAttempt,
  ProductRequest,
  ProductResponse,
  RawRecord,
} from '../shared/types.js';
import type { Received } from '../shared/received.js';
import { setting } from '../shared/config.js';
import { dedupe } from '../shared/dedupe.js';
import { digitsOf, warnOfCheckDigit } from '../shared/gtin.js';
import { imported } from '../shared/import.js';
import { toJson } from '../shared/json.js';
import { received } from '../shared/received.js';
import { isToken } from '../shared/token.js';

/** The header in which a gateway states since when it could not check a response. */
const STALE = 'x-product-pool-stale';

/** The longest time of one attempt, in milliseconds. */
const timeout = () => setting('timeoutMs') ?? 15_000;

/** The object of a JSON text; undefined if it is not an object. */
function parsed(text: string): RawRecord | undefined {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value ? value : undefined;
  } catch {
    return undefined;
  }
}

const record = (value: unknown): RawRecord | undefined =>
  typeof value === 'object' && value && !Array.isArray(value) ? (value as RawRecord) : undefined;

/**
 * Members of what is no product, but may be taken for one: an item of a list, and a `Found`. What a product is, the
 * WebAssembly decides (`Product::from_answer_or_data`); this is known before it is there.
 */
const FOREIGN = ['product_name', 'manufacturer_product_name', 'schema', 'product'];

/** Whether a record may be a product. A promise has no members as JSON. */
function isProduct(data: RawRecord) {
  const names = Object.keys(data);
  return names.includes('general') || (names.length > 0 && !FOREIGN.some((name) => names.includes(name)));
}

/** The `data` of a response, or the record itself; undefined if it is no product. */
export function dataOf(text: string): RawRecord | undefined {
  const value = parsed(text);
  const data = record(value && Object.keys(value).includes('data') ? value.data : value);
  return data && isProduct(data) ? data : undefined;
}

const currentToken = (token: Token | undefined) => (typeof token === 'function' ? token() : token);

/** A signal that also ends a request which takes longer than the page allows. */
function limited(signal: AbortSignal) {
  if (AbortSignal.any) return AbortSignal.any([signal, AbortSignal.timeout(timeout())]);
  // Chrome before 116, Firefox before 124 and Safari before 17.4.
  const controller = new AbortController();
  const end = () => controller.abort(signal.aborted ? signal.reason : new DOMException('', 'TimeoutError'));
  if (signal.aborted) end();
  signal.addEventListener('abort', end);
  setTimeout(end, timeout());
  return controller.signal;
}

/**
 * @param cache - Of the browser; by default it may answer once more with
 *   what is too old, while it requests something newer.
 */
function attempt(url: string, token: string | undefined, signal: AbortSignal, cache: RequestCache | undefined) {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (token !== undefined) headers.Authorization = `Bearer ${token}`;
  return fetch(url, { headers, cache, signal: limited(signal) });
}

/**
 * An identifier as a segment of a path; undefined if a proxy might resolve it to another path, which
 * the client finds out.
 */
const segment = (id: string) => (/%|(^|\W)\.\.?(\W|$)/.test(id) ? undefined : encodeURIComponent(id));

/** Requests a product. */
export function requestProduct(
  request: ProductRequest,
  options: FetchOptions,
): Promise<ProductResponse & { text: string; received: Received }> {
  const { baseUrl, client } = request;
  const work = async (signal: AbortSignal) => {
    const found = await product({ ...request, ...cacheOf(options) }, signal);
    return { ...found, text: found.text ?? toJson(found.data), received: received(found.headers, options.again) };
  };
  // One that is renewed gives up sooner than others, without a reason for the reader.
  return dedupe([...keyOf(request), options.isRenewal], work, { ...options, address: client ? undefined : baseUrl });
}

/** What requests for the same product have in common. */
export const keyOf = ({
  baseUrl,
  token,
  client,
  gtin,
  productId,
  version,
}: ProductRequest): (Token | CardClient | undefined)[] => ['product', baseUrl, token, client, gtin, productId, version];

/** The members of a request that follow from its options. */
const cacheOf = ({ again, isRenewal }: FetchOptions): Pick<ClientRequest, 'cache' | 'isRenewal'> => ({
  cache: again ? 'no-cache' : undefined,
  isRenewal,
});

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

/**
 * The text of a response, and its headers; throws where it is not what is wanted.
 *
 * @param isDrawn - Whether a drawn card is wanted; that there is no such product is drawn, too.
 */
async function plain(
  url: string,
  token: Token | undefined,
  signal: AbortSignal,
  cache?: RequestCache,
  isDrawn?: boolean,
) {
  const bearer = await currentToken(token);
  if (bearer !== undefined && !isToken(bearer)) throw new Error('the token is not valid');
  const response = await attempt(url, bearer, signal, cache);
  const { ok, status, headers } = response;
  const text = await response.text();
  if (isDrawn ? !(ok || status === 404 || status === 410) || !text.includes('"format":') : !ok) {
    throw Object.assign(new Error(`${status} for ${url}`), { status, after: headers.get('retry-after') });
  }
  return { text, headers };
}

/** Requests the card that a gateway draws. */
export function requestDrawn(
  { baseUrl, token, drawn }: CardRequest,
  options: FetchOptions,
): Promise<{ text: string; received: Received }> {
  const url = `${baseUrl}${drawn}`;
  const work = async (signal: AbortSignal) => {
    const { text, headers } = await plain(url, token, signal, cacheOf(options).cache, true);
    return { text, received: received(headers, options.again) };
  };
  return dedupe([url, token], work, { ...options, address: baseUrl });
}

/** The path of a product below that of all products; undefined where it cannot be requested as it is. */
export const pathOf = (productId: string | undefined, digits: string | undefined): string | undefined =>
  productId ? segment(productId) : digits && `gtin/${digits}`;

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
