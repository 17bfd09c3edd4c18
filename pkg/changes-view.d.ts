/**
 * The custom element `<product-pool-changes>`: what changed between two
 * versions of a product, allergens first. Importing this module registers it;
 * on a server the import does nothing.
 *
 * ```html
 * <script type="module">
 *   import 'product-pool/changes-view';
 * </script>
 * <product-pool-changes product-id="8f2c" from="3" to="4" base-url="/pool"></product-pool-changes>
 * ```
 *
 * The page's defaults are those of the card.
 */

import type { PoolClient } from './index.js';
import type { ProductDiff, ProductSource } from './label.js';

/** Detail of `product-pool-changes-load`: the versions are compared. */
export interface ChangesLoadDetail {
  productId?: string | undefined;
  diff: ProductDiff;
}

/** Detail of `product-pool-changes-error`: they could not be. */
export interface ChangesErrorDetail {
  /** As of a `PoolError`, or `view_unavailable`. */
  code: string;
  /** One sentence in English, for logs. */
  message: string;
  /** HTTP status, where there was an answer. */
  status?: number | undefined;
}

export declare class ProductPoolChanges extends HTMLElement {
  /** The product's `pool_id`. Attribute `product-id`. */
  get productId(): string | null;
  set productId(value: string | null | undefined);
  /** The earlier version. Attribute `from`. */
  get from(): string | null;
  set from(value: string | null | undefined);
  /** The later version; the newest unless set. Attribute `to`. */
  get to(): string | null;
  set to(value: string | null | undefined);
  /** Address of the service for this element. Attribute `base-url`. */
  get baseUrl(): string | null;
  set baseUrl(value: string | null | undefined);
  /** Colours; `auto` follows the reader's preference. Attribute `theme`. */
  get theme(): 'auto' | 'light' | 'dark';
  set theme(value: 'auto' | 'light' | 'dark' | null | undefined);
  /** Level 1 to 6 of the heading; null for the default. Attribute `heading-level`. */
  get headingLevel(): number | null;
  set headingLevel(value: number | null | undefined);
  /** Bearer token of this element alone. There is no attribute: it stays out of the DOM. */
  get token(): string | (() => string | Promise<string>) | null;
  set token(value: string | (() => string | Promise<string>) | null | undefined);
  /** A client that asks in place of the element's own requests. */
  get client(): PoolClient | null;
  set client(value: PoolClient | null | undefined);
  /** Texts in place of the built-in ones: by key, or by language and key. */
  get messages(): Record<string, string | Record<string, string>> | null;
  set messages(value: Record<string, string | Record<string, string>> | null | undefined);
  /**
   * The earlier version at hand, in place of a request. It is read when it is
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
  /** Takes up changed settings at the end of the turn; seldom needed. */
  refresh(): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'product-pool-changes': ProductPoolChanges;
  }
  interface HTMLElementEventMap {
    'product-pool-changes-load': CustomEvent<ChangesLoadDetail>;
    'product-pool-changes-error': CustomEvent<ChangesErrorDetail>;
  }
}
