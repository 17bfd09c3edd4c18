// The events of a card.

/** @import { Product } from '../../types/index.js' */
/** @import { CardRequest } from '../shared/types.js' */
/** @import { ProductLoader } from './product-loader.js' */
/** @import { CardElement } from './request.js' */

import { errorDetail } from '../shared/failures.js';
import { addressOf } from './request.js';

/**
 * Announces the outcome of a request for a product.
 * @param {CardElement} card
 * @param {ProductLoader} loader
 * @param {CardRequest} request
 */
export function announceOutcome(card, { state, data, error, isDrawn }, { gtin }) {
  if (state === 'ready') {
    // A gateway sends a few members of the record, which say nothing of allergens.
    const product = isDrawn ? undefined : data;
    const { pool_id: productId, general, outer, components } = /** @type {Product} */ (data);
    const units = Array.isArray(components) ? components.map((one) => one?.inner?.internal_gtin) : [];
    const gtins = [...new Set([outer?.traded_unit_gtin, ...units])].filter(Boolean);
    card.announce('load', { productId, gtin: gtins[0] ?? gtin, gtins, name: general?.product_name, product });
  } else {
    card.announce('error', errorDetail(error ?? {}));
  }
}

/**
 * Announces a product's successors; returns the address that the card links to.
 * @param {CardElement} card
 * @param {ProductLoader} loader
 */
export function successorOf(card, { data, successors }) {
  if (successors.length === 0) return undefined;
  const url = addressOf(card, successors[0]);
  const detail = { productId: data?.pool_id, replacedBy: successors, url };
  // A listener that shows the successor itself prevents the link.
  return card.announce('replaced', detail, true) ? url : undefined;
}
