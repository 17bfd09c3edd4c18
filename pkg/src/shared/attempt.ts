// One request, as all that an element requests is sent.

import type { Token } from './settings.js';
import { setting } from './page-settings.js';
import { isToken } from './token.js';

/** The longest time of one attempt, in milliseconds. */
export const timeout = (): number => setting('timeoutMs') ?? 15_000;

/** A token by now; undefined where there is none. */
export const currentToken = (token: Token | undefined): string | undefined | Promise<string> =>
  typeof token === 'function' ? token() : token;

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
 * Sends it.
 *
 * @param cache - Of the browser; by default it may answer once more with
 *   what is too old, while it requests something newer.
 */
export function attempt(
  url: string,
  token: string | undefined,
  signal: AbortSignal,
  cache: RequestCache | undefined,
): Promise<Response> {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (token !== undefined) headers.Authorization = `Bearer ${token}`;
  return fetch(url, { headers, cache, signal: limited(signal) });
}

/**
 * The text of a response, and its headers; throws where it is not what is wanted.
 *
 * @param isDrawn - Whether a drawn card is wanted; that there is no such product is drawn, too.
 */
export async function plain(
  url: string,
  token: Token | undefined,
  signal: AbortSignal,
  cache?: RequestCache,
  isDrawn?: boolean,
): Promise<{ text: string; headers: Headers }> {
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
