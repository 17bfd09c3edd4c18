// The paths of products, and what equal requests have in common.

import type { CardClient, Token } from '../shared/settings.js';
import type { ProductRequest } from '../shared/types.js';

/**
 * An identifier as a segment of a path; undefined if a proxy might resolve it to another path, which
 * the client finds out.
 */
export const segment = (id: string): string | undefined =>
  /%|(^|\W)\.\.?(\W|$)/.test(id) ? undefined : encodeURIComponent(id);

/** The path of a product below that of all products; undefined where it cannot be requested as it is. */
export const pathOf = (productId: string | undefined, digits: string | undefined): string | undefined =>
  productId ? segment(productId) : digits && `gtin/${digits}`;

/** What requests for the same product have in common. */
export const keyOf = ({
  baseUrl,
  token,
  client,
  gtin,
  productId,
  version,
}: ProductRequest): (Token | CardClient | undefined)[] => ['product', baseUrl, token, client, gtin, productId, version];
