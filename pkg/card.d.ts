/**
 * The custom element `<product-pool-card>`. Importing this module registers it;
 * on a server the import does nothing.
 *
 * ```html
 * <script type="module">
 *   import { configure } from 'product-pool/card';
 *   configure({ baseUrl: 'https://shop.example/pool' });
 * </script>
 * <product-pool-card gtin="09520000000011">
 *   <a href="/products/11">Tomato soup</a>
 * </product-pool-card>
 * ```
 */

/** What holds for every card of the page. */
export interface CardSettings {
  /**
   * Address of the service or of a gateway, without `/v2`. Relative addresses
   * are the page's; `''` is the page's own origin. A card's `base-url` wins.
   * `null` clears it.
   */
  baseUrl?: string | null;
  /**
   * Bearer token. Whoever reads the page's scripts reads it too, so public
   * pages use a gateway that needs none. Where `baseUrl` is configured, the
   * token goes to no other address. `null` clears it.
   */
  token?: string | null;
}

/** The exports that the card needs of its WebAssembly module. */
export interface CardModule {
  mountCard(
    container: Element,
    props: object,
    emit: (name: string, detail: unknown) => void,
  ): { update(props: object): void; retry(): void; destroy(): void };
}

/** Detail of `product-pool-load`: a product is on the card. */
export interface ProductPoolLoadDetail {
  productId: string;
  gtin?: string;
}

/** Detail of `product-pool-error`: the card says why there is no product. */
export interface ProductPoolErrorDetail {
  /**
   * `unauthenticated`, `not_found`, `rate_limited`, `timeout`, `aborted`,
   * `network`, `invalid_response`, `invalid_argument`, `http`, or
   * `card_unavailable` when the card's own WebAssembly could not be loaded.
   */
  code: string;
  /** One sentence in English, for logs; the card has its own words. */
  message: string;
  /** HTTP status, where there was an answer. */
  status?: number;
}

/** Sets what holds for every card of the page; what is left out stays. */
export declare function configure(changes?: CardSettings): void;

/**
 * Takes an initialised module, or the promise of one, in place of the one
 * beside this file. Call it before the first card loads.
 */
export declare function use(module: CardModule | PromiseLike<CardModule>): void;

/**
 * One product. Child nodes are the fallback: they are seen until there is
 * something better, and stay when the card cannot be loaded.
 */
export declare class ProductPoolCard extends HTMLElement {
  /** GTIN of 8, 12, 13 or 14 digits, as the scanner or the page has it. Attribute `gtin`. */
  get gtin(): string | null;
  set gtin(value: string | null | undefined);
  /** Identifier of the product in the pool (`pool_id`). Attribute `product-id`. */
  get productId(): string | null;
  set productId(value: string | null | undefined);
  /** Address of the service for this card. Attribute `base-url`. */
  get baseUrl(): string | null;
  set baseUrl(value: string | null | undefined);
  /** Level 1 to 6 of the card's heading; null for the default. Attribute `heading-level`. */
  get headingLevel(): number | null;
  set headingLevel(value: number | null | undefined);
  /**
   * `lazy` begins to load as the card comes near the viewport, `eager` at
   * once. Attribute `loading`.
   */
  get loading(): 'lazy' | 'eager';
  set loading(value: 'lazy' | 'eager' | null | undefined);
  /** Bearer token of this card alone. There is no attribute: it stays out of the DOM. */
  get token(): string | null;
  set token(value: string | null | undefined);
  /**
   * A product at hand: the answer of the service, or what stands in its
   * `data`, as object or JSON text. The card shows it and asks nobody. It is
   * read when it is set; later changes to the object are not seen.
   */
  get product(): object | string | null;
  set product(value: object | string | null | undefined);
  /** Asks again, as the button on a failed card does. */
  retry(): void;
  /** Takes up changed settings at the end of the turn; seldom needed. */
  refresh(): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'product-pool-card': ProductPoolCard;
  }
  interface HTMLElementEventMap {
    'product-pool-load': CustomEvent<ProductPoolLoadDetail>;
    'product-pool-error': CustomEvent<ProductPoolErrorDetail>;
  }
}
