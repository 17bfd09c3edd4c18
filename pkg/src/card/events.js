// What a card tells the page.

import { errorDetail } from '../shared/failures.js';
import { addressOf } from './request.js';

/** Announces the outcome of a request for a product. */
export function announceOutcome(card, { state, data, error }, { gtin }) {
  if (state === 'ready') {
    const { pool_id: productId, outer } = data;
    card.announce('load', { productId, gtin: outer?.traded_unit_gtin ?? gtin, product: data });
  } else {
    card.announce('error', errorDetail(error));
  }
}

/** Announces a product's successors; gives the address that the card is to link to. */
export function successorOf(card, { data, successors }) {
  if (successors.length === 0) return undefined;
  const url = addressOf(card, successors[0]);
  const detail = { productId: data.pool_id, replacedBy: successors, url };
  // A listener that shows the successor itself wants no link.
  return card.announce('replaced', detail, true) ? url : undefined;
}
