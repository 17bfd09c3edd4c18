// Requests the product of a card again, or the card that a gateway drew of it. Loaded in a page that
// stays open, or once an answer is too old.

/** @import { Received } from '../shared/received.js' */
/** @import { RequestError } from '../shared/types.js' */
/** @import { Aging } from './aging.js' */
/** @import { ProductLoader } from './product-loader.js' */

import { renew } from './renewal.js';

export { look } from './renewal.js';

/**
 * Whether two JSON texts say the same: a server may write characters in another way into a page.
 * @param {string} text
 * @param {string | undefined} other
 */
const isSame = (text, other) =>
  text === other || (other !== undefined && JSON.stringify(JSON.parse(text)) === JSON.stringify(JSON.parse(other)));

/**
 * Requests the card again that the gateway drew.
 * @param {ProductLoader} loader
 * @param {Aging} own
 */
async function renewDrawn(loader, own) {
  const { request, signal } = loader;
  let answer;
  try {
    answer = await own.requestDrawn(request, { signal, again: true });
    if (signal.aborted) return undefined;
    if (answer.text === loader.text) return answer.received;
    own.setDrawn(loader, answer, own);
  } catch (thrown) {
    const error = /** @type {RequestError} */ (thrown);
    // A gateway that cannot be reached may be there again later. Otherwise the record tells more:
    // whether there is no such product any more, and what a newer gateway draws in another way.
    if (signal.aborted || (!answer && error.status !== 404)) throw error;
    own.leaveDrawn(loader, error);
    answer = undefined;
  }
  loader.changed();
  return answer?.received;
}

/**
 * Requests the product again, and takes the answer unless that says the same.
 * @param {ProductLoader} loader
 * @param {Aging} own
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
 * @param {Aging} own
 */
export function follow(loader, card, own) {
  const { isDrawn, received, request, signal } = loader;
  const member = {
    key: isDrawn ? [request.baseUrl, request.drawn, request.token] : own.keyOf(request),
    watch: own.watcherOf(card),
    ask: () => (loader.isDrawn ? renewDrawn : renewProduct)(loader, own),
    show: (/** @type {string | undefined} */ since) => own.age(loader, since, own),
  };
  signal.addEventListener('abort', renew(member, /** @type {Received} */ (received)));
}
