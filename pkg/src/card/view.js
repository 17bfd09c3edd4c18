// What WebAssembly is given to draw a card.

/** @import { Locale } from '../shared/locale.js' */
/** @import { CardView, OwnView } from '../shared/types.js' */
/** @import { ProductLoader } from './product-loader.js' */
/** @import { CardElement } from './request.js' */

import { panelsOf } from './request.js';

/**
 * The view of a card, from its settings and what was loaded.
 * @param {CardElement} card
 * @param {ProductLoader} loader
 * @param {Pick<CardView, 'selected' | 'successor'>} shown
 * @returns {OwnView<CardView>}
 */
export function viewOf(
  card,
  { state, detail, product, gtin, image, images, stale, oldSince },
  { selected, successor },
) {
  const { lang, instant } = /** @type {Locale} */ (card.locale);
  const since = stale ?? oldSince;
  return {
    state,
    // The client's messages are in English.
    detail: lang.startsWith('en') ? detail : undefined,
    product,
    gtin: gtin ?? card.gtin ?? undefined,
    image,
    images,
    selected,
    panels: panelsOf(card),
    avoid: card.avoid ?? undefined,
    density: card.density,
    variant: card.variant,
    successor,
    stale: since && instant(since),
  };
}
