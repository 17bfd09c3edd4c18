// What a card tells the page.

import { addressOf } from './request.js';

/** Tells it; false if a listener would rather see to it itself. */
export function announce(card, name, detail, cancelable = false) {
  const options = { bubbles: true, composed: true, cancelable, detail };
  return card.dispatchEvent(new CustomEvent(`product-pool-${name}`, options));
}

/** Tells what came of a request for a product. */
export function tell(card, { state, data, error }, { gtin }) {
  if (state === 'ready') {
    const { pool_id: productId, outer } = data;
    announce(card, 'load', { productId, gtin: outer?.traded_unit_gtin ?? gtin, product: data });
  } else {
    const { code = 'internal', message, status } = error;
    announce(card, 'error', { code, message: String(message), status });
  }
}

/** Tells that the card itself could not be loaded, or has stopped. */
export function tellUnavailable(card, error) {
  const message = `The card could not be loaded: ${error?.message ?? error}`;
  announce(card, 'error', { code: 'card_unavailable', message, status: undefined });
}

/** Tells of a product's successors; gives the address that the card is to link to. */
export function successorOf(card, { data, successors }) {
  if (successors.length === 0) return undefined;
  const url = addressOf(card, successors[0]);
  const detail = { productId: data.pool_id, replacedBy: successors, url };
  // A listener that shows the successor itself wants no link.
  return announce(card, 'replaced', detail, true) ? url : undefined;
}
