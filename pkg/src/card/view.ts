// What WebAssembly is given to draw a card.

import type { Locale } from '../shared/locale.js';
import type { CardView, OwnView } from '../shared/types.js';
import type { Loaded, ProductLoader } from './product-loader.js';
import type { CardElement } from './request.js';
import { panelsOf } from './panels.js';

export function viewOf(
  card: CardElement,
  { state, content, pictures, oldSince }: ProductLoader,
  { selected, successor }: Pick<CardView, 'selected' | 'successor'>,
): OwnView<CardView> {
  const { lang, instant } = card.locale as Locale;
  const { text, gtin, stale }: Partial<Loaded> = content.kind === 'record' ? content : {};
  const since = stale ?? oldSince;
  return {
    state,
    // The client's messages are in English.
    detail: content.kind === 'failed' && lang.startsWith('en') ? content.detail : undefined,
    product: text,
    gtin: gtin ?? card.gtin ?? undefined,
    image: pictures.image,
    images: pictures.images,
    selected,
    panels: panelsOf(card),
    avoid: card.avoid ?? undefined,
    density: card.density,
    variant: card.variant,
    successor,
    stale: since && instant(since),
  };
}
