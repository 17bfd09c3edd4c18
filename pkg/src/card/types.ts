// What a page hears of a card, and may give it.

import type { ErrorCode } from '../shared/error-classes.js';
import type { PanelName, Product } from '../shared/model.js';

/** Detail of `product-pool-load`: a product is on the card. */
export interface ProductPoolLoadDetail {
  /** The record's `pool_id`, where it has one. */
  productId?: string | undefined;
  /** The record's outer GTIN, or the one that was asked for. */
  gtin?: string | undefined;
  /** The GTINs in the record, that of the case first, as the supplier wrote them. */
  gtins: string[];
  /** The product's name, where it has one. */
  name?: string | undefined;
  /**
   * The record. It is the card's no longer: a change shows nowhere. Undefined where a gateway drew
   * the card (`rendering`), which comes without its record.
   */
  product: Product | undefined;
}

/** Detail of `product-pool-error`: the card says why there is no product. */
export interface ProductPoolErrorDetail {
  /**
   * As in `PoolError`, or `card_unavailable` when the card's own files could
   * not be loaded: then the fallback content stays.
   */
  code: ErrorCode | 'card_unavailable';
  /** One sentence in English, for logs; the card has its own words. */
  message: string;
  /** HTTP status, where there was an answer. */
  status?: number | undefined;
}

/** Detail of `product-pool-panel-toggle`: the reader opened or closed a panel. */
export interface ProductPoolPanelToggleDetail {
  panel: PanelName;
  open: boolean;
}

/**
 * Detail of `product-pool-replaced`: the product was replaced by others. It
 * comes once for a product, before the card shows it. After `preventDefault()`
 * the card shows no link to the successor.
 */
export interface ProductPoolReplacedDetail {
  productId?: string | undefined;
  /** The `pool_id`s of what replaces it. */
  replacedBy: string[];
  /** The address that the card would link to, if `successor-url` says where that is. */
  url?: string | undefined;
}

/** The events of a card. All of them bubble and leave shadow roots. */
export interface ProductPoolCardEventMap {
  'product-pool-load': CustomEvent<ProductPoolLoadDetail>;
  'product-pool-error': CustomEvent<ProductPoolErrorDetail>;
  'product-pool-panel-toggle': CustomEvent<ProductPoolPanelToggleDetail>;
  'product-pool-replaced': CustomEvent<ProductPoolReplacedDetail>;
}

/** The exports that the card needs of its WebAssembly module. */
export interface CardModule {
  mountCard(container: Element, view: object): { update(view: object): void; destroy(): void; free?(): void };
  jsonLd?(product: string, image: string | undefined, options: object): string;
  onStop?(listener: (error: unknown) => void): void;
}
