// What elements have in common, as pages know it.

import type { ErrorCode } from './error-classes.js';
import type { Messages } from './message-texts.js';
import type { CardClient, Theme, Token } from './settings.js';

/** Detail of an element's error event: why something could not be loaded. */
export interface ViewErrorDetail {
  /** As of a `PoolError`, or `view_unavailable` when the element's own files could not be loaded. */
  code: ErrorCode | 'view_unavailable';
  /** One sentence in English, for logs. */
  message: string;
  /** HTTP status, where there was an answer. */
  status?: number | undefined;
}

/** The settings that all elements with products have. Where an element has none of its own, those of the page hold. */
export interface ProductPoolElement extends HTMLElement {
  /**
   * Address of the service or of a gateway, with or without `/v2`. Relative addresses are the page's. Attribute
   * `base-url`.
   */
  get baseUrl(): string | null;
  set baseUrl(value: string | null | undefined);
  /**
   * Level 1 to 6 of the first heading among those of the page; 2 in a matrix and in a view of changes unless set.
   * Attribute `heading-level`.
   */
  get headingLevel(): number | null;
  set headingLevel(value: number | null | undefined);
  /**
   * Bearer token, or a function that fetches one. It goes to the element's base URL and nowhere else, and stays out
   * of the DOM: there is no attribute.
   */
  get token(): Token | null;
  set token(value: Token | null | undefined);
  /** A `PoolClient` that makes the requests, in place of the element's own. */
  get client(): CardClient | null;
  set client(value: CardClient | null | undefined);
  /** Texts instead of the built-in ones: by key, or by language and key. They are read when they are set. */
  get messages(): Messages | null;
  set messages(value: Messages | null | undefined);
}

/** The settings that a card shares with the page's defaults. */
export interface ProductPoolSettings extends ProductPoolElement {
  /** Wholesaler whose images are shown as well as the brand owner's. Attribute `wholesaler`. */
  get wholesaler(): number | null;
  set wholesaler(value: number | null | undefined);
  /**
   * Names of the panels, in their order, with spaces between, instead of those of the variant; `PanelName` has
   * them. Attribute `panels`.
   */
  get panels(): string | null;
  set panels(value: string | null | undefined);
  /** Allergens that the shopper avoids, with spaces between, such as `milk nuts`. Attribute `avoid`. */
  get avoid(): string | null;
  set avoid(value: string | null | undefined);
  /**
   * Describe the product to search engines by schema.org JSON-LD in the page's head; loads the label, a second
   * module of 124 KB. Attribute `json-ld`.
   */
  get jsonLd(): boolean;
  set jsonLd(value: boolean | null | undefined);
  /** Hides the element if there is no such product. Attribute `hide-missing`. */
  get hideMissing(): boolean;
  set hideMissing(value: boolean | null | undefined);
  /**
   * Where the page shows a product that replaces this one; `{id}` stands for its `pool_id`. Attribute
   * `successor-url`.
   */
  get successorUrl(): string | null;
  set successorUrl(value: string | null | undefined);
}

/** An element that shows something of products. */
export interface ProductPoolView extends ProductPoolElement {
  /** Colours; `auto` follows the page's `color-scheme`. Attribute `theme`. */
  get theme(): Theme;
  set theme(value: Theme | null | undefined);
  /**
   * Resolves once the element shows what its settings ask for, or why it cannot; at once where it asks for
   * nothing. Tests await it.
   */
  readonly updateComplete: Promise<void>;
  /** Takes up changed settings at the end of the turn; seldom needed. */
  refresh(): void;
}
