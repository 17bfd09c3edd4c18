/**
 * The custom element `<product-pool-matrix>`: the 14 allergens of several
 * products in one table. Importing this module registers it; on a server the
 * import does nothing.
 *
 * ```ts
 * import 'product-pool/matrix';
 * import { configure } from 'product-pool/card';
 * configure({ baseUrl: 'https://shop.example/pool' });
 * ```
 *
 * ```html
 * <product-pool-matrix gtins="09520000000004 9520000002008"></product-pool-matrix>
 * ```
 *
 * The page's defaults are those of the card.
 */

import type { ProductSource } from './label.js';
import type { ProductPoolView, ViewErrorDetail } from './view.js';

/** Detail of `product-pool-matrix-load`: every product is there, or has failed. */
export interface MatrixLoadDetail {
  /** The number of products in the table. */
  products: number;
  /** The numbers of those that could not be loaded; `undefined` for one that was given as a property. */
  failed: (string | undefined)[];
}

/** Detail of `product-pool-matrix-error`: a product could not be loaded. */
export interface MatrixErrorDetail extends ViewErrorDetail {
  /** The number that was requested; `undefined` for one that was given as a property. */
  gtin?: string | undefined;
}

/** The element's events and their types. */
export interface ProductPoolMatrixEventMap {
  'product-pool-matrix-load': CustomEvent<MatrixLoadDetail>;
  'product-pool-matrix-error': CustomEvent<MatrixErrorDetail>;
}

export declare class ProductPoolMatrix extends ProductPoolView {
  /** GTINs of the products, with spaces between. Attribute `gtins`. */
  get gtins(): string | null;
  set gtins(value: string | null | undefined);
  /** The table's caption, instead of the built-in one. Attribute `caption`. */
  get caption(): string | null;
  set caption(value: string | null | undefined);
  /** Allergens that the shopper avoids, with spaces between: their columns come first. Attribute `avoid`. */
  get avoid(): string | null;
  set avoid(value: string | null | undefined);
  /** Name of the file with comma-separated values. Attribute `filename`. */
  get filename(): string | null;
  set filename(value: string | null | undefined);
  /**
   * Products at hand instead of `gtins`, shown without a request. They are read when
   * they are set; later changes to the objects are not seen.
   */
  get products(): Iterable<ProductSource> | null;
  set products(value: Iterable<ProductSource> | null | undefined);
  /** The table as comma-separated values (RFC 4180); no cell is a formula. */
  csv(): string;
  /** Offers the table as a file, as the button does. */
  download(): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'product-pool-matrix': ProductPoolMatrix;
  }
  interface HTMLElementEventMap extends ProductPoolMatrixEventMap {}
}
