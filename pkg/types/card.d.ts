/**
 * The custom elements `<product-pool-card>` and `<product-pool-config>`.
 * Importing this module registers them; on a server the import does nothing.
 *
 * ```ts
 * import { configure } from 'product-pool/card';
 * configure({ baseUrl: 'https://shop.example/pool' });
 * ```
 *
 * ```html
 * <product-pool-card gtin="09520000000004">
 *   <a href="/specs/09520000000004.pdf">Product specification (PDF)</a>
 * </product-pool-card>
 * ```
 *
 * JSX, Vue and Svelte know the elements by `product-pool/react`,
 * `product-pool/react18`, `product-pool/vue` and `product-pool/svelte`.
 */

import type { ErrorCode, MessageKey, PanelName, PoolClient, Product, VariantName } from './index.js';
import type { ProductSource } from './label.js';

export type { PanelName, VariantName };

/** Colours: `auto` follows the page's `color-scheme`. */
export type Theme = 'auto' | 'light' | 'dark';
/** The room that a card takes; in `compact` most panels begin folded. */
export type Density = 'comfortable' | 'compact';
/** When a card loads: near the viewport, or at once. */
export type Loading = 'lazy' | 'eager';
/** Where cards are drawn: `auto` asks the base URL, and draws in the browser where that draws none. */
export type Rendering = 'auto' | 'browser' | 'gateway';

/**
 * A bearer token, or a function that fetches one, which is asked again when the
 * service no longer accepts what it gave.
 */
export type Token = string | (() => string | Promise<string>);

/** The texts of a language, or some of them, by their keys; `lexicon` has its words for allergens. */
export type MessageTexts = { [Key in MessageKey | 'lexicon']?: string | undefined };

/**
 * Texts instead of the built-in ones, by their keys. Under the tag of a language
 * (`fr`, `fr-BE`) they are for that language alone, which may be one that the package
 * has no file for.
 */
export type Messages = MessageTexts & { [Tag in Language]?: MessageTexts | undefined } & {
  [tag: `${Language}-${string}`]: MessageTexts | undefined;
};

/** The languages of ISO 639-1. */
// prettier-ignore
export type Language =
  | 'aa' | 'ab' | 'ae' | 'af' | 'ak' | 'am' | 'an' | 'ar' | 'as' | 'av' | 'ay' | 'az' | 'ba' | 'be'
  | 'bg' | 'bh' | 'bi' | 'bm' | 'bn' | 'bo' | 'br' | 'bs' | 'ca' | 'ce' | 'ch' | 'co' | 'cr' | 'cs'
  | 'cu' | 'cv' | 'cy' | 'da' | 'de' | 'dv' | 'dz' | 'ee' | 'el' | 'en' | 'eo' | 'es' | 'et' | 'eu'
  | 'fa' | 'ff' | 'fi' | 'fj' | 'fo' | 'fr' | 'fy' | 'ga' | 'gd' | 'gl' | 'gn' | 'gu' | 'gv' | 'ha'
  | 'he' | 'hi' | 'ho' | 'hr' | 'ht' | 'hu' | 'hy' | 'hz' | 'ia' | 'id' | 'ie' | 'ig' | 'ii' | 'ik'
  | 'io' | 'is' | 'it' | 'iu' | 'ja' | 'jv' | 'ka' | 'kg' | 'ki' | 'kj' | 'kk' | 'kl' | 'km' | 'kn'
  | 'ko' | 'kr' | 'ks' | 'ku' | 'kv' | 'kw' | 'ky' | 'la' | 'lb' | 'lg' | 'li' | 'ln' | 'lo' | 'lt'
  | 'lu' | 'lv' | 'mg' | 'mh' | 'mi' | 'mk' | 'ml' | 'mn' | 'mr' | 'ms' | 'mt' | 'my' | 'na' | 'nb'
  | 'nd' | 'ne' | 'ng' | 'nl' | 'nn' | 'no' | 'nr' | 'nv' | 'ny' | 'oc' | 'oj' | 'om' | 'or' | 'os'
  | 'pa' | 'pi' | 'pl' | 'ps' | 'pt' | 'qu' | 'rm' | 'rn' | 'ro' | 'ru' | 'rw' | 'sa' | 'sc' | 'sd'
  | 'se' | 'sg' | 'si' | 'sk' | 'sl' | 'sm' | 'sn' | 'so' | 'sq' | 'sr' | 'ss' | 'st' | 'su' | 'sv'
  | 'sw' | 'ta' | 'te' | 'tg' | 'th' | 'ti' | 'tk' | 'tl' | 'tn' | 'to' | 'tr' | 'ts' | 'tt' | 'tw'
  | 'ty' | 'ug' | 'uk' | 'ur' | 'uz' | 've' | 'vi' | 'vo' | 'wa' | 'wo' | 'xh' | 'yi' | 'yo' | 'za'
  | 'zh' | 'zu';

/** The client that a card asks instead of its own requests: a PoolClient, or what is like one. */
export type CardClient = Pick<
  PoolClient,
  'getProduct' | 'getProductByGtin' | 'findByGtin' | 'listImages' | 'getFeatureImage'
>;

/** The settings of every card of the page. `null` clears a setting, `undefined` leaves it. */
export interface CardSettings {
  /**
   * Address of the service or of a gateway, with or without `/v2`. Relative
   * addresses are the page's; `''`, as none at all, is the page's own origin.
   */
  baseUrl?: string | null | undefined;
  /**
   * Anyone who reads the page's scripts reads the token too, so public pages use a
   * gateway that needs none. It goes to the `baseUrl` given here, which is the
   * page's own origin if none was, and to no other address.
   */
  token?: Token | null | undefined;
  /** Asked instead of the cards' own requests, by cards without a `base-url` of their own. */
  client?: CardClient | null | undefined;
  /** Language of the cards, instead of the language around them. */
  lang?: string | null | undefined;
  theme?: Theme | null | undefined;
  density?: Density | null | undefined;
  /** The amount of a product that cards show; `panels` takes precedence over its choice of panels. */
  variant?: VariantName | null | undefined;
  /** Names of panels, in their order, with spaces or commas between. */
  panels?: string | readonly PanelName[] | null | undefined;
  /** Allergens that the shopper avoids, with spaces or commas between. */
  avoid?: string | null | undefined;
  /** Wholesaler whose images are shown as well as the brand owner's. */
  wholesaler?: number | null | undefined;
  /** Level 1 to 6 of the cards' headings. */
  headingLevel?: number | null | undefined;
  loading?: Loading | null | undefined;
  /**
   * Where cards are drawn: `auto`, unless set, asks the base URL for them, once a page, and draws in
   * the browser where that draws none, or where there is a token or a client.
   */
  rendering?: Rendering | null | undefined;
  /**
   * Describe each product to search engines by schema.org JSON-LD in the page's head; loads
   * the label, a second module of 124 KB.
   */
  jsonLd?: boolean | null | undefined;
  /** Hides elements whose product does not exist. */
  hideMissing?: boolean | null | undefined;
  /**
   * Address of the page's own page of a product, for the link to what replaces
   * another: a text in which `{id}` stands for the `pool_id`, or a function of it.
   */
  successorUrl?: string | ((id: string) => string | URL | null | undefined) | null | undefined;
  /** Texts instead of the built-in ones. */
  messages?: Messages | null | undefined;
  /** The longest time of an attempt to request a product, in milliseconds: 15,000 unless set; all of them take twice as long at most. */
  timeoutMs?: number | null | undefined;
  /** The number of further attempts after one that failed in a way that may pass: 2 unless set. */
  maxRetries?: number | null | undefined;
  /** Says that the token in this page is meant to be public: no warning is given. */
  dangerouslyAllowBrowser?: boolean | null | undefined;
}

/** The exports that the card needs of its WebAssembly module. */
export interface CardModule {
  mountCard(container: Element, view: object): { update(view: object): void; destroy(): void; free?(): void };
  jsonLd?(product: string, image: string | undefined, options: object): string;
  onStop?(listener: (error: unknown) => void): void;
}

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

/** Sets what holds for every card of the page; what is left out stays. */
export declare function configure(changes?: CardSettings): void;

/**
 * Takes an initialised module, or the promise of one, instead of the package's
 * own. Call it before the first card loads.
 */
export declare function use(module: CardModule | PromiseLike<CardModule>): void;

/** The properties that a card shares with the page's defaults. Each reflects an attribute. */
declare class Shared extends HTMLElement {
  /** Address of the service. Attribute `base-url`. */
  get baseUrl(): string | null;
  set baseUrl(value: string | null | undefined);
  /** Wholesaler whose images are shown as well as the brand owner's. Attribute `wholesaler`. */
  get wholesaler(): number | null;
  set wholesaler(value: number | null | undefined);
  /** Names of the panels, in their order. Attribute `panels`. */
  get panels(): string | null;
  set panels(value: string | null | undefined);
  /** Level 1 to 6 of the heading; null for the default. Attribute `heading-level`. */
  get headingLevel(): number | null;
  set headingLevel(value: number | null | undefined);
  /** Allergens that the shopper avoids. Attribute `avoid`. */
  get avoid(): string | null;
  set avoid(value: string | null | undefined);
  /** Describe products to search engines; loads the label, a second module of 124 KB. Attribute `json-ld`. */
  get jsonLd(): boolean;
  set jsonLd(value: boolean | null | undefined);
  /** Hide the element if there is no such product. Attribute `hide-missing`. */
  get hideMissing(): boolean;
  set hideMissing(value: boolean | null | undefined);
  /** Address of a successor; `{id}` stands for its `pool_id`. Attribute `successor-url`. */
  get successorUrl(): string | null;
  set successorUrl(value: string | null | undefined);
  /** Bearer token. There is no attribute: it stays out of the DOM. */
  get token(): Token | null;
  set token(value: Token | null | undefined);
  /** Asked instead of requests to an address. */
  get client(): CardClient | null;
  set client(value: CardClient | null | undefined);
  /** Texts instead of the built-in ones. They are read when they are set. */
  get messages(): Messages | null;
  set messages(value: Messages | null | undefined);
}

/**
 * One product. Child nodes without a `slot` are the fallback: they are seen until
 * there is something better, and stay when the card cannot be loaded. Where the
 * card says nothing, a property tells what holds for the page.
 */
export declare class ProductPoolCard extends Shared {
  /** GTIN of 8, 12, 13 or 14 digits, or whatever a scanner made of it. Attribute `gtin`. */
  get gtin(): string | null;
  set gtin(value: string | null | undefined);
  /** Identifier of the product in the pool (`pool_id`), which goes before a GTIN. Attribute `product-id`. */
  get productId(): string | null;
  set productId(value: string | null | undefined);
  /** This version of the product, not the newest. Attribute `version`. */
  get version(): string | null;
  set version(value: string | null | undefined);
  /** Colours. Attribute `theme`. */
  get theme(): Theme;
  set theme(value: Theme | null | undefined);
  /** The room that the card takes. Attribute `density`. */
  get density(): Density;
  set density(value: Density | null | undefined);
  /**
   * The amount of the product that the card shows: `full`, `summary` for a list of search results,
   * or `badges`, which are its allergens in a line. Attribute `variant`.
   */
  get variant(): VariantName;
  set variant(value: VariantName | null | undefined);
  /** When the card loads. Attribute `loading`. */
  get loading(): Loading;
  set loading(value: Loading | null | undefined);
  /** Where the card is drawn. Attribute `rendering`. */
  get rendering(): Rendering;
  set rendering(value: Rendering | null | undefined);
  /**
   * A product at hand: the answer of the service, or what stands in its
   * `data`, as object or JSON text. The card shows it and asks nobody, but for
   * its images where it has an address. It is read when it is set; later
   * changes to the object are not seen. An item of a list has neither
   * allergens nor ingredients: it is refused, like a promise and a `Found`.
   */
  get product(): ProductSource | null;
  set product(value: ProductSource | null | undefined);
  /**
   * Resolves once the card shows what its settings ask for, or why it cannot; at once where it asks for
   * nothing, or waits until it is near the viewport. Tests await it.
   */
  readonly updateComplete: Promise<void>;
  /** Asks again, as the button on a failed card does. */
  retry(): void;
  /** Prints this card alone, as its own button does. */
  print(): Promise<void>;
  /** Takes up changed settings at the end of the turn; seldom needed. */
  refresh(): void;

  addEventListener<K extends keyof ProductPoolCardEventMap>(
    type: K,
    listener: (this: ProductPoolCard, event: ProductPoolCardEventMap[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener<K extends keyof HTMLElementEventMap>(
    type: K,
    listener: (this: HTMLElement, event: HTMLElementEventMap[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

/**
 * Defaults of all cards of the page, in markup. What `configure()` says goes
 * before it, and what stands on a card goes before both.
 */
export declare class ProductPoolConfig extends Shared {
  /** Colours; null where this element says nothing. Attribute `theme`. */
  get theme(): Theme | null;
  set theme(value: Theme | null | undefined);
  /** The room that cards take; null where this element says nothing. Attribute `density`. */
  get density(): Density | null;
  set density(value: Density | null | undefined);
  /** The amount of a product that cards show; null where this element says nothing. Attribute `variant`. */
  get variant(): VariantName | null;
  set variant(value: VariantName | null | undefined);
  /** When cards load; null where this element says nothing. Attribute `loading`. */
  get loading(): Loading | null;
  set loading(value: Loading | null | undefined);
  /** Where cards are drawn; null where this element says nothing. Attribute `rendering`. */
  get rendering(): Rendering | null;
  set rendering(value: Rendering | null | undefined);
  /** The token in this page is meant to be public. Attribute `dangerously-allow-browser`. */
  get dangerouslyAllowBrowser(): boolean;
  set dangerouslyAllowBrowser(value: boolean | null | undefined);
}

declare global {
  interface HTMLElementTagNameMap {
    'product-pool-card': ProductPoolCard;
    'product-pool-config': ProductPoolConfig;
  }
  interface HTMLElementEventMap extends ProductPoolCardEventMap {}
  // The events bubble.
  interface DocumentEventMap extends ProductPoolCardEventMap {}
  interface WindowEventMap extends ProductPoolCardEventMap {}
}
