// What a card requests, from its attributes, its properties and the page's
// defaults.

import { setting } from '../shared/config.js';
import { givenTo } from '../shared/element.js';
import { servedTo } from './hydration.js';
import { chosen } from './panels.js';

/** Which product a card shows and how it gets it; undefined where none is named. */
export function requestOf(card) {
  const { text } = givenTo(card);
  const gtin = card.gtin?.trim() || undefined;
  const productId = card.productId?.trim() || undefined;
  const version = card.version?.trim() || undefined;
  const served = text === undefined ? servedTo(card, { gtin, productId, version }) : undefined;
  const product = text ?? served?.product;
  if (!gtin && !productId && product === undefined) return undefined;
  const connection = card.connection();
  const hasService = card.hasAttribute('base-url') || setting('baseUrl') !== undefined || connection.client !== undefined;
  return {
    ...connection,
    product,
    served,
    // An identifier goes before a GTIN, and a product before both.
    gtin: product === undefined && !productId ? gtin : undefined,
    productId: product === undefined ? productId : undefined,
    version,
    wholesaler: card.wholesaler ?? undefined,
    // A page that gives a product and no address has no service for its images.
    images: !served && (product === undefined || hasService),
  };
}

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
