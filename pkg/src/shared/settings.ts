// The settings of elements and of the page.

import type { PoolClient } from '../client/client.js';
import type { Messages } from './message-texts.js';
import type { PanelName, VariantName } from './model.js';

/**
 * Colours.
 *
 * - `auto`: Those of the page's `color-scheme`.
 * - `light`: Dark text on a light background.
 * - `dark`: Light text on a dark background.
 */
export type Theme = 'auto' | 'light' | 'dark';
/**
 * The room that a card takes.
 *
 * - `comfortable`: The panels that most readers want are open.
 * - `compact`: Most panels begin folded.
 */
export type Density = 'comfortable' | 'compact';
/**
 * When a card loads.
 *
 * - `lazy`: As it comes near the viewport.
 * - `eager`: At once.
 */
export type Loading = 'lazy' | 'eager';
/**
 * Where cards are drawn.
 *
 * - `auto`: By the base URL if it draws cards, which it is asked once a page, else by the browser.
 * - `browser`: By the browser.
 * - `gateway`: By the base URL; where it draws none the browser does, and the console says why.
 */
export type Rendering = 'auto' | 'browser' | 'gateway';

/**
 * A bearer token, or a function that fetches one, which is asked again when the
 * service no longer accepts what it gave.
 */
export type Token = string | (() => string | Promise<string>);

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
