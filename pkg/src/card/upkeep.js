// Keeps the product of a card up to date, and the card that a gateway drew of it.

/** @import { Received } from '../shared/received.js' */
/** @import { RequestError } from '../shared/types.js' */
/** @import { Own, ProductLoader } from './product-loader.js' */

import { build } from './drawn.js';
import { ageOf, renew } from './renewal.js';

/**
 * Whether two JSON texts say the same: a server may write characters in another way into a page.
 * @param {string} text
 * @param {string | undefined} other
 */
const isSame = (text, other) =>
  text === other || (other !== undefined && JSON.stringify(JSON.parse(text)) === JSON.stringify(JSON.parse(other)));

/**
 * Takes the card that the gateway drew, as it is by now.
 * @param {ProductLoader} loader
 * @param {{ text: string, received?: Received | undefined }} answer
 * @param {Own} own
 */
export function setDrawn(loader, { text, received = loader.received }, { instantIn, today }) {
  const { oldSince, request } = loader;
  const path = /** @type {string} */ (request.drawn);
  const { lang } = Object.fromEntries(new URLSearchParams(path.replace(/^.*\?/, '')));
  const isKnown = text === loader.text;
  // What was drawn for today when it was taken may be built again later.
  const drawn = build(text, path, isKnown ? undefined : today(), oldSince && instantIn(lang)(oldSince));
  // The same record is not announced again.
  const data = isKnown ? loader.data : drawn.data;
  Object.assign(loader, { drawn, data, text, received });
}

/**
 * Requests the record instead of a card that the gateway draws.
 * @param {ProductLoader} loader
 * @param {unknown} error - The reason why its card cannot be shown.
 */
function leaveDrawn(loader, error) {
  loader.undrawn = /** @type {Error} */ (error);
  loader.state = 'loading';
  loader.start(true);
}

/**
 * @param {ProductLoader} loader
 * @param {number | undefined} since - From when its answer is, in milliseconds since 1970, if that is
 *   too old.
 * @param {Own} own
 */
function age(loader, since, own) {
  const text = since === undefined ? undefined : `${new Date(since).toISOString().slice(0, 19)}Z`;
  if (text === loader.oldSince) return;
  loader.oldSince = text;
  try {
    if (loader.isDrawn) setDrawn(loader, loader, own);
  } catch (error) {
    leaveDrawn(loader, error);
  }
  loader.changed();
}

/**
 * Calls the card that a gateway drew too old, whatever its age.
 * @param {ProductLoader} loader
 * @param {Own} own
 */
export function outdateDrawn(loader, own) {
  const answer = /** @type {Received} */ (loader.received);
  age(loader, answer.at - ageOf(answer).age, own);
}

/**
 * Requests the card again that the gateway drew.
 * @param {ProductLoader} loader
 * @param {Own} own
 */
async function renewDrawn(loader, own) {
  const { request, signal } = loader;
  let answer;
  try {
    answer = await own.requestDrawn(request, { signal, again: true });
    if (signal.aborted) return undefined;
    if (answer.text === loader.text) return answer.received;
    setDrawn(loader, answer, own);
  } catch (thrown) {
    const error = /** @type {RequestError} */ (thrown);
    // A gateway that cannot be reached may be there again later. Otherwise the record tells more:
    // whether there is no such product any more, and what a newer gateway draws in another way.
    if (signal.aborted || (!answer && error.status !== 404)) throw error;
    leaveDrawn(loader, error);
    answer = undefined;
  }
  loader.changed();
  return answer?.received;
}

/**
 * Requests the product again, and takes the answer unless that says the same.
 * @param {ProductLoader} loader
 * @param {Own} own
 */
async function renewProduct(loader, { failureOf, requestProduct }) {
  const { request, signal } = loader;
  try {
    const answer = await requestProduct(request, { signal, again: true, isRenewal: true });
    if (signal.aborted) return undefined;
    const isSaid = isSame(answer.text, loader.product);
    loader.isRenewed ||= !isSaid || answer.stale !== loader.stale;
    loader.stale = answer.stale;
    if (!isSaid) {
      loader.gtin = answer.gtin;
      loader.ready(answer.text, answer.data);
    }
    loader.changed();
    return answer.received;
  } catch (thrown) {
    const error = /** @type {RequestError} */ (thrown);
    // Any other failure may pass.
    if (!signal.aborted && failureOf(error) === 'not-found') {
      loader.fail(error);
      loader.changed();
    }
    throw error;
  }
}

/**
 * Renews the product of a loader for as long as a card shows it.
 * @param {ProductLoader} loader
 * @param {Element} card
 * @param {Own} own
 */
export function follow(loader, card, own) {
  const { isDrawn, received, request, signal } = loader;
  if (signal.aborted) return;
  const member = {
    key: isDrawn ? [request.baseUrl, request.drawn, request.token] : own.keyOf(request),
    watch: own.watcherOf(card),
    ask: () => (loader.isDrawn ? renewDrawn : renewProduct)(loader, own),
    show: (/** @type {number | undefined} */ since) => age(loader, since, own),
  };
  signal.addEventListener('abort', renew(member, /** @type {Received} */ (received)));
}
