// What a card is asked to show, from its attributes, its properties and the
// page's defaults.

import { givenTo } from './properties.js';
import { servedTo } from './hydration.js';
import { absolute, setting, tokenFor } from '../shared/config.js';
import { languageOf } from '../shared/locale.js';
import { chosen } from './panels.js';

/**
 * Which product a card is to show and whom it asks; undefined where nothing was
 * asked for.
 */
export function wishOf(card) {
  const own = givenTo(card);
  const gtin = card.gtin?.trim() || undefined;
  const productId = card.productId?.trim() || undefined;
  const version = card.version?.trim() || undefined;
  const served = own.text === undefined ? servedTo(card, { gtin, productId, version }) : undefined;
  const product = own.text ?? served?.product;
  if (!gtin && !productId && product === undefined) return undefined;
  const named = card.getAttribute('base-url') ?? setting('baseUrl');
  const baseUrl = absolute(named);
  // The page's client is for the page's address.
  const client = own.client ?? (card.hasAttribute('base-url') ? undefined : setting('client'));
  return {
    product,
    served,
    // An identifier goes before a GTIN, and a product before both.
    gtin: product === undefined && !productId ? gtin : undefined,
    productId: product === undefined ? productId : undefined,
    version,
    baseUrl,
    token: own.token ?? tokenFor(baseUrl),
    client,
    wholesaler: card.wholesaler ?? undefined,
    // With a product at hand and no address there is nobody to ask.
    images: !served && (product === undefined || named !== undefined || client !== undefined),
  };
}

/** The language of a card's words, and the texts that replace some of them. */
export const wordsOf = (card) => ({
  lang: card.getAttribute('lang') || setting('lang') || languageOf(card),
  texts: [setting('messages'), givenTo(card).words],
});

/** The panels that a card is to show, as the view takes them. */
export const panelsOf = (card) => chosen(card.panels)?.join(' ');

/** Whether a card shows the gallery, for which there is a request of its own. */
export const wantsGallery = (card) => chosen(card.panels)?.includes('gallery') ?? true;

/** The address where the page shows another product; undefined where it says none. */
export function addressOf(card, id) {
  const given = card.getAttribute('successor-url') ?? setting('successorUrl');
  const text = typeof given === 'function' ? given(id) : given?.replaceAll('{id}', encodeURIComponent(id));
  if (text === undefined || text === null) return undefined;
  try {
    const { href, protocol } = new URL(text, document.baseURI);
    return /^https?:$/.test(protocol) ? href : undefined;
  } catch {
    return undefined;
  }
}
