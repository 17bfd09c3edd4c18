/**
 * The custom element `<product-pool-changes>`: what changed between two
 * versions of a product, allergens first. Importing this module registers it;
 * on a server the import does nothing.
 *
 * ```ts
 * import 'product-pool/changes-view';
 * ```
 *
 * ```html
 * <product-pool-changes product-id="000010000" from="2" to="3" base-url="/pool"></product-pool-changes>
 * ```
 *
 * The page's defaults are those of the card.
 */

import type { ProductDiff, ProductSource } from './label.js';
import type { ProductPoolView, ViewErrorDetail } from './view.js';

/** Detail of `product-pool-changes-load`: the versions are compared. */
export interface ChangesLoadDetail {
  productId?: string | undefined;
  diff: ProductDiff;
}

/** Detail of `product-pool-changes-error`: they could not be. */
export type ChangesErrorDetail = ViewErrorDetail;

/** The element's events and their types. */
export interface ProductPoolChangesEventMap {
  'product-pool-changes-load': CustomEvent<ChangesLoadDetail>;
  'product-pool-changes-error': CustomEvent<ChangesErrorDetail>;
}

export declare class ProductPoolChanges extends ProductPoolView {
  /** The product's `pool_id`. Attribute `product-id`. */
  get productId(): string | null;
  set productId(value: string | null | undefined);
  /** The earlier version. Attribute `from`. */
  get from(): string | null;
  set from(value: string | null | undefined);
  /** The later version; the newest unless set. Attribute `to`. */
  get to(): string | null;
  set to(value: string | null | undefined);
  /**
   * The earlier version at hand, instead of a request. It is read when it is
   * set; later changes to the object are not seen.
   */
  get earlier(): ProductSource | null;
  set earlier(value: ProductSource | null | undefined);
  /** The later version at hand, likewise. */
  get later(): ProductSource | null;
  set later(value: ProductSource | null | undefined);
  /** The difference that is shown; null before it is known. */
  get diff(): ProductDiff | null;
  /** Asks again, as the button does. */
  retry(): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'product-pool-changes': ProductPoolChanges;
  }
  interface HTMLElementEventMap extends ProductPoolChangesEventMap {}
}
