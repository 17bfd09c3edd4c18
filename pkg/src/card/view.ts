// What WebAssembly is given to draw a card.

import type { Locale } from '../shared/locale.js';
import type { CardView, OwnView } from '../shared/types.js';
import type { ProductLoader } from './product-loader.js';
import type { CardElement } from './request.js';
import { panelsOf } from './request.js';

export function viewOf(
  card: CardElement,
  { state, detail, product, gtin, image, images, stale, oldSince }: ProductLoader,
  { selected, successor }: Pick<CardView, 'selected' | 'successor'>,
): OwnView<CardView> {
  const { lang, instant } = card.locale as Locale;
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
