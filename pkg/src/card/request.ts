// The request of a card, from its attributes, its properties and the page's
// defaults.

import type { ProductPoolCard } from './element.js';
import type { CardClient } from '../shared/settings.js';
import type { PoolElement } from '../shared/element.js';
import type { CardRequest, Connection, ProductName } from '../shared/types.js';

export type CardElement = PoolElement &
  Pick<
    ProductPoolCard,
    | 'gtin'
    | 'productId'
    | 'version'
    | 'wholesaler'
    | 'rendering'
    | 'variant'
    | 'panels'
    | 'density'
    | 'avoid'
    | 'jsonLd'
    | 'hideMissing'
  >;

import { absolute, connectionOf } from '../shared/connection.js';
import { setting } from '../shared/page-settings.js';
import { digitsOf, gtin14 } from '../shared/gtin.js';
import { knownLanguage } from '../shared/languages.js';
import { gateway } from '../shared/page.js';
import { propertiesOf } from '../shared/properties.js';
import { VARIANTS, WITH_IMAGES } from '../shared/variants.js';
import { servedTexts } from './hydration.js';
import { chosen, panelsOf } from './panels.js';
import { pathOf } from './path.js';
import { drawsNone } from './probe.js';

/**
 * Which product a card shows and how it is requested; undefined where none is named.
 *
 * @param isUsed - Whether more is wanted of it than a gateway's card can do.
 */
export function requestOf(card: CardElement, isUsed?: boolean): CardRequest | undefined {
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

/** Whether the page wants more of a card than a server can draw. */
export const wantsMore = (card: CardElement, client: Connection['client']): string | boolean | CardClient =>
  client || propertiesOf(card).messagesText || setting('messages') || card.jsonLd;

/** Whether the base URL should draw cards: the page says so, or its script comes from there. */
function isExpected({ rendering }: CardElement, { baseUrl, token }: Connection) {
  const own = gateway();
  return rendering === 'gateway' || (own !== undefined && token === undefined && absolute(own) === baseUrl);
}

/**
 * The path of the card that the gateway draws: one for each card, so that caches keep it once.
 * Undefined where the browser draws the card. That is wherever the page gave something that does not
 * leave it, and where the card takes more than a product.
 */
function drawnOf(card: CardElement, { baseUrl, client, token }: Connection, { gtin, productId, version }: ProductName) {
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
 * The responses about images that a card needs: the feature image, and the list of all
 * of them. A listing of many cards would do without.
 */
export function imagesOf({
  variant,
  panels,
  jsonLd,
}: Pick<CardElement, 'variant' | 'panels' | 'jsonLd'>): ('image' | 'images')[] {
  const names = chosen(panels) ?? VARIANTS[variant].split(' ');
  const shows = (which: 'image' | 'images') => names.some((name) => WITH_IMAGES[variant][which].includes(name));
  if (shows('images')) return ['image', 'images'];
  return shows('image') || jsonLd ? ['image'] : [];
}

/** The address at which the page shows another product, if it has one. */
export function addressOf(card: CardElement, id: string): string | undefined {
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
