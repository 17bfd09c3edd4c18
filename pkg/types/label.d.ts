/**
 * The label without the card: what a record says about a product, as plain values
 * to draw yourself.
 *
 * ```ts
 * import { describe } from 'product-pool/label';
 *
 * const view = await describe(product, { avoid: 'milk nuts' });
 * for (const { allergen, answer } of view.avoid.verdicts) console.log(allergen, answer);
 * ```
 *
 * Every key is there in every view; what the record does not say is `null`, or
 * an empty list. Keys such as `tree_nuts`, `sat_fat` and `not-stated` stand for
 * words, which are in the language files; a later version may add further ones,
 * so a `switch` needs a `default`.
 *
 * An allergen that is `not-stated` is not absent: say so, and send the reader
 * to the label. Never call anything safe.
 */

import type { MessageTexts } from './card.js';
import type { WasmSource } from './index.js';
import type { Description, ProductDiff } from './label-views.js';
import type { Image, ImagePage, Product } from './model.js';

export * from './label-views.js';

/**
 * A product: the object that `PoolClient` gives, or JSON text of it or of a
 * whole answer. Text keeps a figure's last zeros (`1.50`), an object does not.
 */
export type ProductSource = Product | { data: Product } | string;

/** Loads the WebAssembly at once, or from elsewhere than the package's own place. */
export function init(source?: WasmSource | Promise<WasmSource>): Promise<void>;

export interface DescribeOptions {
  /** The allergens that a shopper avoids: `'milk nuts'`, `['milk', 'brazil nuts']`. */
  avoid?: string | readonly string[] | null | undefined;
  /**
   * A language file: records and `avoid` are read in that language as well as
   * in English, by what stands under its `lexicon`.
   */
  messages?: MessageTexts | null | undefined;
}

export interface DiffOptions {
  /** A language file: both versions are read in that language as well as in English. */
  messages?: MessageTexts | null | undefined;
}

/**
 * Everything that the card draws of a product. A `TypeError` names an option that
 * does not exist, and the one that was probably meant; the same for the functions below.
 */
export function describe(product: ProductSource, options?: DescribeOptions): Promise<Description>;

/** The difference between two versions of a product, the earlier one first. */
export function diffProducts(before: ProductSource, after: ProductSource, options?: DiffOptions): Promise<ProductDiff>;

export interface JsonLdOptions {
  /** Images: addresses, or answers of the image operations. */
  image?: string | Image | ImagePage | { data: Image } | readonly (string | Image)[] | null | undefined;
  /** The address of the page. */
  url?: string | URL | null | undefined;
  /**
   * The page is about the consumer unit: its GTIN is given instead of the
   * case's, where the product has one component.
   */
  unit?: boolean | undefined;
  /** The GTIN that the page was asked for, which is given instead of both if it is valid. */
  gtin?: string | null | undefined;
  /** The base address of the GS1 Digital Link; `https://id.gs1.org` unless set. */
  resolver?: string | URL | null | undefined;
  /** Words by key, as in the language files; English unless given. */
  messages?: MessageTexts | null | undefined;
}

/**
 * The product as schema.org `Product`: JSON text that may stand in a
 * `<script type="application/ld+json">` as it is. Allergens and nutrition are
 * `additionalProperty`; what is not stated is given as not stated.
 */
export function jsonLd(product: ProductSource, options?: JsonLdOptions): Promise<string>;
