// Keeps what a card shows up to date: the product, or the card that a gateway drew of it.

import type { Received } from '../shared/received.js';
import type { RequestError } from '../shared/types.js';
import type { ProductLoader } from './product-loader.js';
import { ageOf } from '../shared/age.js';
import { instantIn } from '../shared/instant.js';
import { keyOf } from './path.js';
import { renew } from './renewal.js';

/** Requests the card again that the gateway drew. */
async function renewDrawn(loader: ProductLoader): Promise<Received | undefined> {
  const { signal } = loader;
  let answer;
  try {
    answer = await loader.requestDrawn();
    if (signal.aborted) return undefined;
    if (answer.text === loader.drawn?.text) return answer.received;
    loader.take(answer);
  } catch (thrown) {
    const error = thrown as RequestError;
    // A gateway that cannot be reached may be there again later. Otherwise the record tells more:
    // whether there is no such product any more, and what a newer gateway draws in another way.
    if (signal.aborted || (!answer && error.status !== 404)) throw error;
    loader.leave(error);
    answer = undefined;
  }
  loader.changed();
  return answer?.received;
}

/** Shows from when a card is, because its answer is too old; or no more. */
function showAge(loader: ProductLoader, since: string | undefined): void {
  if (since === loader.oldSince) return;
  loader.oldSince = since;
  const { drawn, request } = loader;
  if (drawn) {
    const { lang } = Object.fromEntries(new URLSearchParams(request.drawn?.replace(/^.*\?/, '')));
    try {
      loader.drawn = { ...drawn, built: drawn.built.again(since && instantIn(lang)(since)) };
    } catch (error) {
      if (loader.isDrawn) loader.leave(error);
    }
  }
  loader.changed();
}

/** Calls a card too old, whatever the age of its answer. */
export function outdateLoaded(loader: ProductLoader): void {
  const { since } = ageOf(loader.received as Received);
  showAge(loader, new Date(since).toISOString());
}

/** Renews the product of a loader for as long as a card shows it, which `watch` watches. */
export function follow(loader: ProductLoader, watch: (near: () => void) => () => void): void {
  const { drawn, received, request, signal } = loader;
  if (signal.aborted) return;
  if (drawn) {
    // Made once in any case, so that it is not found to be wrong only when it is needed.
    try {
      drawn.built.check();
    } catch (error) {
      loader.leave(error);
      loader.changed();
    }
  }
  const member = {
    key: drawn ? [request.baseUrl, request.drawn, request.token] : keyOf(request),
    watch,
    ask: () => (loader.isDrawn ? renewDrawn(loader) : loader.renewRecord()),
    show: (since: string | undefined) => showAge(loader, since),
  };
  signal.addEventListener('abort', renew(member, received));
}
