// The request of a card, from its attributes, its properties and the page's
// defaults.

/** @import { ProductPoolCard } from '../../types/card.js' */
/** @import { PoolElement } from '../shared/element.js' */
/** @import { CardRequest, Connection, ProductName } from '../shared/types.js' */

/** @typedef {PoolElement & Pick<ProductPoolCard, 'gtin' | 'productId' | 'version' | 'wholesaler' | 'rendering' | 'variant' | 'panels' | 'density' | 'avoid' | 'jsonLd' | 'hideMissing'>} CardElement */

import { absolute, connectionOf, setting } from '../shared/config.js';
import { digitsOf, gtin14 } from '../shared/gtin.js';
import { knownLanguage } from '../shared/locale.js';
import { gateway } from '../shared/page.js';
import { propertiesOf } from '../shared/properties.js';
import { VARIANTS, WITH_IMAGES } from '../shared/variants.js';
import { pathOf } from './fetch.js';
import { servedTexts } from './hydration.js';
import { chosen } from './panels.js';
import { drawsNone } from './probe.js';

/**
 * Which product a card shows and how it is requested; undefined where none is named.
 * @param {CardElement} card
 * @param {boolean} [isUsed] - Whether more is wanted of it than a gateway's card can do.
 * @returns {CardRequest | undefined}
 */
export function requestOf(card, isUsed) {
  const { text } = propertiesOf(card);
  const gtin = card.gtin?.trim() || undefined;
  const productId = card.productId?.trim() || undefined;
  const version = card.version?.trim() || undefined;
  const served = text === undefined ? servedTexts(card, { gtin, productId, version }) : undefined;
  const product = text ?? served?.product;
  if (!gtin && !productId && product === undefined) return undefined;
  const connection = connectionOf(card);
  const hasService =
    card.hasAttribute('base-url') || setting('baseUrl') !== undefined || connection.client !== undefined;
  return {
    ...connection,
    product,
    served,
    // An identifier takes precedence over a GTIN, and the page's product over both.
    gtin: text === undefined && !productId ? gtin : undefined,
    productId: text === undefined ? productId : undefined,
    version,
    wholesaler: card.wholesaler ?? undefined,
    // A page that sets a product and no address has no service for its images.
    images: !served && (product === undefined || hasService),
    isExpected: isExpected(card, connection),
    drawn: isUsed || product !== undefined ? undefined : drawnOf(card, connection, { gtin, productId, version }),
  };
}

/**
 * Whether the page wants more of a card than a server can draw.
 * @param {CardElement} card
 * @param {Connection['client']} client
 */
export const wantsMore = (card, client) =>
  client || propertiesOf(card).messagesText || setting('messages') || card.jsonLd;

/**
 * Whether the base URL should draw cards: the page says so, or its script comes from there.
 * @param {CardElement} card
 * @param {Connection} connection
 */
function isExpected({ rendering }, { baseUrl, token }) {
  const own = gateway();
  return rendering === 'gateway' || (own !== undefined && token === undefined && absolute(own) === baseUrl);
}

/**
 * The path of the card that the gateway draws: one for each card, so that caches keep it once.
 * Undefined where the browser draws the card. That is wherever the page gave something that does not
 * leave it, and where the card takes more than a product.
 * @param {CardElement} card
 * @param {Connection} connection
 * @param {ProductName} product
 */
function drawnOf(card, { baseUrl, client, token }, { gtin, productId, version }) {
  const { rendering, variant, density, headingLevel, wholesaler } = card;
  const digits = digitsOf(gtin ?? '');
  const path = pathOf(productId, digits && gtin14(digits));
  // A pool that wants a token draws no cards.
  if (rendering === 'browser' || (rendering === 'auto' && (token !== undefined || drawsNone(baseUrl))))
    return undefined;
  if (!path || version || wholesaler !== null || wantsMore(card, client)) return undefined;
  const query = new URLSearchParams({
    lang: knownLanguage(card.language),
    variant,
    panels: panelsOf(card) ?? '',
    'heading-level': `${headingLevel ?? ''}`,
    density,
  });
  return `/drawn/${path}?${query}`;
}

/**
 * The panels that a card shows, for the view.
 * @param {CardElement} card
 */
export const panelsOf = (card) => chosen(card.panels)?.join(' ');

/**
 * The responses about images that a card needs: the feature image, and the list of all
 * of them. A listing of many cards would do without.
 * @param {Pick<CardElement, 'variant' | 'panels' | 'jsonLd'>} card
 * @returns {('image' | 'images')[]}
 */
export function imagesOf({ variant, panels, jsonLd }) {
  const names = chosen(panels) ?? VARIANTS[variant].split(' ');
  const shows = (/** @type {'image' | 'images'} */ which) =>
    names.some((name) => WITH_IMAGES[variant][which].includes(name));
  if (shows('images')) return ['image', 'images'];
  return shows('image') || jsonLd ? ['image'] : [];
}

/**
 * The address at which the page shows another product, if it has one.
 * @param {CardElement} card
 * @param {string} id
 */
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
