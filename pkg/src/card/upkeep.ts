// Keeps what a card shows up to date: the product, or the card that a gateway drew of it.

import type { Received } from '../shared/received.js';
import type { RequestError } from '../shared/types.js';
import type { Own, ProductLoader } from './product-loader.js';

import { ageOf } from '../shared/age.js';
import { toJson } from '../shared/json.js';
import { build } from './drawn.js';
import { renew } from './renewal.js';

export function setDrawn(
  loader: ProductLoader,
  { text, received = loader.received }: { text: string; received?: Received | undefined },
  { instantIn, today }: Pick<Own, 'instantIn' | 'today'>,
): void {
  const { oldSince, request } = loader;
  const path = request.drawn as string;
  const { lang } = Object.fromEntries(new URLSearchParams(path.replace(/^.*\?/, '')));
  const isKnown = text === loader.text;
  // What was drawn for today when it was taken may be built again later.
  const drawn = build(text, path, isKnown ? undefined : today(), oldSince && instantIn(lang)(oldSince));
  // The same record is not announced again.
  const data = isKnown ? loader.data : drawn.data;
  const { failure } = drawn;
  const error =
    failure && Object.assign(new Error('the service has no such product'), { code: 'not_found', status: 404 });
  Object.assign(loader, { drawn, data, text, received, error, state: failure ?? 'ready' });
}

function leaveDrawn(loader: ProductLoader, error: unknown): void {
  loader.undrawn = error as Error;
  loader.state = 'loading';
  loader.start(true);
}

async function renewDrawn(loader: ProductLoader, own: Own): Promise<Received | undefined> {
  const { request, signal } = loader;
  let answer;
  try {
    answer = await own.requestDrawn(request, { signal, again: true });
    if (signal.aborted) return undefined;
    if (answer.text === loader.text) return answer.received;
    setDrawn(loader, answer, own);
  } catch (thrown) {
    const error = thrown as RequestError;
    // A gateway that cannot be reached may be there again later. Otherwise the record tells more:
    // whether there is no such product any more, and what a newer gateway draws in another way.
    if (signal.aborted || (!answer && error.status !== 404)) throw error;
    leaveDrawn(loader, error);
    answer = undefined;
  }
  loader.changed();
  return answer?.received;
}

async function renewProduct(loader: ProductLoader, { failureOf, requestProduct }: Own): Promise<Received | undefined> {
  const { request, signal } = loader;
  try {
    const answer = await requestProduct(request, { signal, again: true, isRenewal: true });
    if (signal.aborted) return undefined;
    // A server may write characters in another way into a page.
    const isSame = toJson(answer.data) === toJson(loader.data);
    loader.isRenewed ||= !isSame || answer.stale !== loader.stale;
    loader.stale = answer.stale;
    if (!isSame) {
      loader.gtin = answer.gtin;
      loader.ready(answer.text, answer.data);
    }
    loader.changed();
    return answer.received;
  } catch (thrown) {
    const error = thrown as RequestError;
    // Any other failure may pass.
    if (!signal.aborted && failureOf(error) === 'not-found') {
      loader.fail(error);
      loader.changed();
    }
    throw error;
  }
}

/** Shows from when a card is, because its answer is too old; or no more. */
function showAge(loader: ProductLoader, since: string | undefined, own: Own): void {
  if (since === loader.oldSince) return;
  loader.oldSince = since;
  try {
    if (loader.isDrawn) setDrawn(loader, loader, own);
  } catch (error) {
    leaveDrawn(loader, error);
  }
  loader.changed();
}

/** Calls a card too old, whatever the age of its answer. */
export function outdateLoaded(loader: ProductLoader, own: Own): void {
  const { since } = ageOf(loader.received as Received);
  showAge(loader, new Date(since).toISOString(), own);
}

/** Renews the product of a loader for as long as a card shows it. */
export function follow(loader: ProductLoader, card: Element, own: Own): void {
  const { isDrawn, received, request, signal } = loader;
  if (signal.aborted) return;
  const member = {
    key: isDrawn ? [request.baseUrl, request.drawn, request.token] : own.keyOf(request),
    watch: own.watcherOf(card),
    ask: () => (loader.isDrawn ? renewDrawn : renewProduct)(loader, own),
    show: (since: string | undefined) => showAge(loader, since, own),
  };
  signal.addEventListener('abort', renew(member, received));
}
