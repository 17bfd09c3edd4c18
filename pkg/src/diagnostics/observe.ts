// Observation of a client's requests, by its options onRequest, onResponse and logger.
// Few programs use it, so it is loaded with the first call of a client that does.

import type { FetchFunction, PoolClientOptions, RequestEvent, ResponseEvent } from '../../index.js';
import type { AttemptDetails } from '../shared/types.js';

/** Calls a function of the page's, whose failure must not break a request. */
async function guarded(name: string, call: () => unknown) {
  try {
    await call();
  } catch (error) {
    console.error(`product-pool: ${name} failed`, error);
  }
}

/** An error that was thrown by `fetch`, unless it repeats the token. */
function withoutToken(error: unknown, authorization: string | undefined) {
  const token = authorization?.replace('Bearer ', '');
  const shown = error instanceof Error ? `${error} ${error.stack} ${error.cause}` : String(error);
  return token && shown.includes(token) ? new Error('the error of fetch is withheld: it contained the token') : error;
}

/**
 * An error in words. What went wrong stands in the cause of the errors of Node's `fetch`,
 * whose own message is always "fetch failed".
 */
function described(error: unknown) {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : undefined;
  const reason = cause?.message || (cause && 'code' in cause ? cause.code : undefined);
  return reason ? `${error} (${reason})` : String(error);
}

/** A function instead of `fetch` that reports each request, and its response once the body has arrived. */
export function observed({
  fetch,
  onRequest,
  onResponse,
  logger,
}: Pick<PoolClientOptions, 'fetch' | 'onRequest' | 'onResponse' | 'logger'>) {
  const log = (level: 'debug' | 'warn', text: string, event: RequestEvent | ResponseEvent) =>
    void guarded('logger', () => logger?.[level]?.(`product-pool: ${text}`, event));

  return async (
    url: string,
    init: Parameters<FetchFunction>[1],
    { operation, attempt }: AttemptDetails,
  ): Promise<{
    readonly status: number;
    readonly headers: { get(name: string): string | null };
    text(): string | Promise<string>;
  }> => {
    const request = { operation, method: 'GET' as const, url, attempt };
    const begin = performance.now();
    let isOpen = true;
    const done = (outcome: Pick<ResponseEvent, 'status' | 'headers' | 'error'>) => {
      if (!isOpen) return;
      isOpen = false;
      const { status, headers } = outcome;
      const durationMs = performance.now() - begin;
      const requestId = headers?.get?.('x-request-id') ?? undefined;
      const event = { ...request, ...outcome, durationMs, requestId };
      const id = requestId ? `, request id ${requestId}` : '';
      const when = `${url} in ${Math.round(durationMs)} ms (attempt ${attempt}${id})`;
      const text = status ? `${status} from ${when}` : `no response from ${when}: ${described(outcome.error)}`;
      log(status && status < 400 ? 'debug' : 'warn', text, event);
      void guarded('onResponse', () => onResponse?.(event));
    };
    log('debug', `GET ${url} (attempt ${attempt})`, request);
    void guarded('onRequest', () => onRequest?.(request));
    // A fetch function may ignore its signal.
    init.signal.addEventListener('abort', () => done({ error: init.signal.reason }), { once: true });
    try {
      const response = await (fetch ?? globalThis.fetch).call(globalThis, url, init);
      if (typeof response?.text !== 'function') {
        done({ error: new TypeError('the fetch function did not return a Response') });
        return response;
      }
      const { status, headers } = response;
      const text = await response.text();
      done({ status, headers });
      return { status, headers, text: () => text };
    } catch (error) {
      done({ error: withoutToken(error, init.headers.Authorization) });
      throw error;
    }
  };
}
