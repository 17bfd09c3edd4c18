/**
 * The custom element `<product-pool-matrix>`: the 14 allergens of several
 * products in one table. Importing this module registers it; on a server the
 * import does nothing.
 *
 * ```html
 * <script type="module">
 *   import 'product-pool/matrix';
 *   import { configure } from 'product-pool/card';
 *   configure({ baseUrl: 'https://shop.example/pool' });
 * </script>
 * <product-pool-matrix gtins="09520123456788 09520123456795"></product-pool-matrix>
 * ```
 *
 * The page's defaults are those of the card.
 */

import type { PoolClient } from './index.js';
import type { ProductSource } from './label.js';

/** Detail of `product-pool-matrix-load`: every product is there, or has failed. */
export interface MatrixLoadDetail {
  /** How many products the table shows. */
  products: number;
  /** The numbers of those that could not be had; `undefined` for one that was given as a property. */
  failed: (string | undefined)[];
}

/** Detail of `product-pool-matrix-error`: a product could not be had. */
export interface MatrixErrorDetail {
  /** The number that was asked for; `undefined` for one that was given as a property. */
  gtin?: string | undefined;
  /** As of a `PoolError`, or `view_unavailable`. */
  code: string;
  /** One sentence in English, for logs. */
  message: string;
  /** HTTP status, where there was an answer. */
  status?: number | undefined;
}

export declare class ProductPoolMatrix extends HTMLElement {
  /** GTINs of the products, with spaces between. Attribute `gtins`. */
  get gtins(): string | null;
  set gtins(value: string | null | undefined);
  /** The table's caption, in place of the built-in one. Attribute `caption`. */
  get caption(): string | null;
  set caption(value: string | null | undefined);
  /** Name of the file with comma-separated values. Attribute `filename`. */
  get filename(): string | null;
  set filename(value: string | null | undefined);
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
   * Products at hand in place of `gtins`; nobody is asked. They are read when
   * they are set; later changes to the objects are not seen.
   */
  get products(): Iterable<ProductSource> | null;
  set products(value: Iterable<ProductSource> | null | undefined);
  /** The table as comma-separated values (RFC 4180); no cell is a formula. */
  csv(): string;
  /** Offers the table as a file, as the button does. */
  download(): void;
  /** Takes up changed settings at the end of the turn; seldom needed. */
  refresh(): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'product-pool-matrix': ProductPoolMatrix;
  }
  interface HTMLElementEventMap {
    'product-pool-matrix-load': CustomEvent<MatrixLoadDetail>;
    'product-pool-matrix-error': CustomEvent<MatrixErrorDetail>;
  }
}
