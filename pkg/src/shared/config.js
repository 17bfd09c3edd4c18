// What holds for every card of the page: said by a script with `configure()`,
// or by markup with <product-pool-config>.

/** @import { CardClient, Messages } from '../../types/card.js' */

import { Base, define, reflect, upgrade } from './attributes.js';

const NAME = 'product-pool-config';

const THEMES = ['auto', 'light', 'dark'];
const DENSITIES = ['comfortable', 'compact'];
const LOADING = ['lazy', 'eager'];

/**
 * The attributes that a card and the page's defaults have in common.
 * @type {import('./attributes.js').AttributeTable}
 */
export const SHARED = {
  'base-url': ['baseUrl', 'text'],
  wholesaler: ['wholesaler', 'whole'],
  theme: ['theme', THEMES],
  density: ['density', DENSITIES],
  panels: ['panels', 'text'],
  'heading-level': ['headingLevel', 'level'],
  avoid: ['avoid', 'text'],
  loading: ['loading', LOADING],
  'json-ld': ['jsonLd', 'boolean'],
  'successor-url': ['successorUrl', 'text'],
};

/** Settings of the page that `configure()` knows, beside the shared ones. */
const MORE = ['lang', 'token', 'client', 'messages', 'dangerouslyAllowBrowser'];

const KNOWN = [...Object.values(SHARED).map(([property]) => property), ...MORE];

/** What `configure()` was given. The token stays in this closure, out of the DOM. */
const given = {};

/** The elements for defaults that stand in the page, oldest first. */
const elements = new Set();

/** Called when a setting has changed. */
const followers = new Set();

/** Calls `follower` whenever the settings of the page change. */
export function follow(follower) {
  followers.add(follower);
}

const changed = () => {
  for (const follower of followers) follower();
};

/** Replaced messages as text at once: what the page does to its object later is its own. */
export const asText = (messages) => (messages ? JSON.stringify(messages) : undefined);

/** Sets what holds for every card; undefined leaves a setting as it is, null clears it. */
export function configurePage(changes = {}) {
  for (const key of KNOWN) {
    const value = changes[key];
    if (value !== undefined) given[key] = key === 'messages' ? asText(value) : (value ?? undefined);
  }
  changed();
}

/** One setting of the page; a script's word goes before markup. */
export function setting(name) {
  if (given[name] !== undefined) return given[name];
  for (const element of elements) {
    const value = element.says(name);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** An absolute base address without what may follow it; '' is the page's own origin. */
export function absolute(baseUrl) {
  try {
    const { href } = new URL(baseUrl?.trim() || '/', document.baseURI);
    return href.replace(/\/+$/, '').replace(/\/v2$/, '').replace(/\/+$/, '');
  } catch {
    return baseUrl; // The client says what is wrong with it.
  }
}

/**
 * The page's token for an address. It goes to the address that was named where
 * it was given, which is the page's own origin if none was, and nowhere else: a
 * stray element in somebody's HTML must not carry the token away.
 */
export function tokenFor(baseUrl) {
  const sources = [given, ...Array.from(elements, (element) => element.secrets())];
  const source = sources.find(({ token }) => token !== undefined);
  return source && absolute(source.baseUrl) === baseUrl ? source.token : undefined;
}

/**
 * The attributes of the element for defaults that reflect.
 * @type {import('./attributes.js').AttributeTable}
 */
export const CONFIG_ATTRIBUTES = {
  ...SHARED,
  'dangerously-allow-browser': ['dangerouslyAllowBrowser', 'boolean'],
};

/**
 * `Base` with the properties that `reflect` gives the element below.
 * @typedef {'baseUrl' | 'wholesaler' | 'theme' | 'density' | 'panels' | 'headingLevel' | 'avoid' | 'loading' | 'jsonLd' | 'successorUrl'} SharedProperty
 * @type {new () => HTMLElement & Pick<import('../../types/card.js').ProductPoolConfig, SharedProperty | 'dangerouslyAllowBrowser'>}
 */
const ReflectingBase = /** @type {any} */ (Base);

/**
 * Defaults of all cards of the page, in markup. What `configure()` says goes
 * before it, and what stands on a card goes before both.
 *
 * @customElement product-pool-config
 * @tagname product-pool-config
 *
 * @attr {string} base-url - Address of the service or of a gateway, without `/v2`. Relative addresses are the page's.
 * @attr {string} lang - Language of the cards, in place of the language around them.
 * @attr {number} wholesaler - Wholesaler whose images are shown beside the brand owner's.
 * @attr {'auto' | 'light' | 'dark'} theme - Colours; `auto` follows the reader's preference.
 * @attr {'comfortable' | 'compact'} density - How much room there is.
 * @attr {string} panels - Names of the panels, in their order, with spaces between.
 * @attr {number} heading-level - Level 1 to 6 of the cards' headings.
 * @attr {string} avoid - Allergens that the shopper avoids, with spaces between.
 * @attr {'lazy' | 'eager'} loading - `lazy` loads as a card comes near the viewport, `eager` at once.
 * @attr {boolean} json-ld - Describe each product to search engines by schema.org JSON-LD.
 * @attr {string} successor-url - Address of a product that replaces another; `{id}` stands for its `pool_id`.
 * @attr {boolean} dangerously-allow-browser - The token in this page is meant to be public: no warning is given.
 */
class Config extends ReflectingBase {
  static observedAttributes = [...Object.keys(CONFIG_ATTRIBUTES), 'lang'];

  #own = {};

  /**
   * Bearer token, or a function that fetches one. It goes to this element's
   * `base-url` and nowhere else. There is no attribute: it stays out of the DOM.
   *
   * @type {string | (() => string | Promise<string>) | null}
   */
  get token() { return this.#own.token ?? null; }
  set token(value) { this.#keep('token', value); }

  /**
   * A PoolClient that is asked in place of requests of the cards' own.
   *
   * @type {CardClient | null}
   */
  get client() { return this.#own.client ?? null; }
  set client(value) { this.#keep('client', value); }

  /**
   * Texts in place of the built-in ones: by key, or by language and key.
   *
   * @type {Messages | null}
   */
  get messages() { return this.#own.messages ?? null; }
  set messages(value) {
    this.#own.text = asText(value);
    this.#keep('messages', value);
  }

  #keep(name, value) {
    this.#own[name] = value ?? undefined;
    changed();
  }

  connectedCallback() {
    upgrade(this, ['token', 'client', 'messages']);
    upgrade(this, Object.values(CONFIG_ATTRIBUTES).map(([property]) => property));
    elements.add(this);
    changed();
  }

  disconnectedCallback() {
    elements.delete(this);
    changed();
  }

  attributeChangedCallback(_name, before, after) {
    if (before !== after && elements.has(this)) changed();
  }

  /** @internal */
  says(name) {
    if (name === 'client') return this.#own.client;
    if (name === 'messages') return this.#own.text;
    if (name === 'lang') return this.getAttribute('lang') || undefined;
    // What is not there leaves the word to others, a boolean attribute too.
    return this[name] === false ? undefined : (this[name] ?? undefined);
  }

  /** @internal */
  secrets() {
    return { token: this.#own.token, baseUrl: this.baseUrl ?? undefined };
  }
}

reflect(Config, CONFIG_ATTRIBUTES);

export const ProductPoolConfig = define(NAME, Config);
