// The settings for every card of the page, from a script by `configure()` or from
// markup by <product-pool-config>.

/** @import { CardSettings, Messages, Token } from '../../types/card.js' */
/** @import { OwnProperties } from './properties.js' */
/** @import { Connection } from './types.js' */

import { define, inspect, parse, reflect, upgrade } from './attributes.js';
import { VERSION, gateway, shared } from './page.js';
import { PROPERTIES, PropertiesElement as Properties, asText, propertiesOf } from './properties.js';
import { report } from './report.js';
import { warnOfToken } from './token.js';
import { VARIANTS } from './variants.js';

const NAME = 'product-pool-config';

const THEMES = ['auto', 'light', 'dark'];
const DENSITIES = ['comfortable', 'compact'];
const LOADING = ['lazy', 'eager'];
const RENDERING = ['auto', 'browser', 'gateway'];

/**
 * The attributes that a card and the page's defaults have in common.
 * @type {import('./attributes.js').AttributeTable}
 */
export const SHARED = {
  'base-url': ['baseUrl', 'text'],
  wholesaler: ['wholesaler', 'whole number'],
  theme: ['theme', THEMES],
  density: ['density', DENSITIES],
  variant: ['variant', Object.keys(VARIANTS)],
  panels: ['panels', 'text'],
  'heading-level': ['headingLevel', 'number from 1 to 6'],
  avoid: ['avoid', 'text'],
  loading: ['loading', LOADING],
  rendering: ['rendering', RENDERING],
  'json-ld': ['jsonLd', 'boolean'],
  'hide-missing': ['hideMissing', 'boolean'],
  'successor-url': ['successorUrl', 'text'],
};

/** Settings of the page that `configure()` knows in addition to the shared ones. */
const MORE = 'lang token client messages dangerouslyAllowBrowser'.split(' ');

/** Those that are numbers. */
const NUMBERS = ['timeoutMs', 'maxRetries'];

/**
 * All of them, and what each holds.
 * @type {Record<string, string | string[]>}
 */
const KINDS = Object.fromEntries([
  ...Object.values(SHARED),
  ...MORE.map((name) => [name, 'text']),
  ...NUMBERS.map((name) => [name, 'whole number']),
]);

const KNOWN = /** @type {(keyof CardSettings)[]} */ (Object.keys(KINDS));

/**
 * Settings as they are stored: messages are JSON.
 * @typedef {{ [Name in keyof CardSettings]: Name extends 'messages' ? string : Exclude<CardSettings[Name], null> }} StoredSettings
 */

/**
 * What the copies of this package share on a page. The token is out of the DOM, but other scripts of
 * the page can read it here, as they can read every request.
 * @typedef {object} Page
 * @property {string} version - Of the copy that was first.
 * @property {StoredSettings} given - The settings that `configure()` was given.
 * @property {Set<Config>} elements - The <product-pool-config> elements of the page, oldest first.
 * @property {Set<() => void>} followers - Called when a setting has changed.
 */
const { version, given, elements, followers } = shared(
  'settings 1',
  () => /** @type {Page} */ ({ version: VERSION, given: {}, elements: new Set(), followers: new Set() }),
);
if (version !== VERSION) report('versions', { value: `${version}, ${VERSION}` });

/**
 * Calls `follower` whenever the settings of the page change.
 * @param {() => void} follower
 */
export function follow(follower) {
  followers.add(follower);
}

const changed = () => {
  for (const follower of followers) follower();
};

/**
 * Throws if there is no setting of a name, or if its value is not valid.
 * @param {string} name
 * @param {unknown} value
 */
function check(name, value) {
  const kind = KINDS[name];
  if (kind && (value == null || parse(String(value), kind) !== null)) return;
  if (!kind) report('setting', { value: name, kind: KNOWN });
  const message = kind ? `${name} cannot be ${value}` : `there is no setting ${name}`;
  throw Object.assign(new TypeError(`${message}; valid: ${[kind ?? KNOWN].flat().join(', ')}`), {
    code: 'invalid_argument',
  });
}

/**
 * Changes settings of the page; undefined leaves a setting as it is, null clears it.
 * @param {CardSettings} changes
 */
export function configurePage(changes = {}) {
  for (const [name, value] of Object.entries(changes)) check(name, value);
  for (const name of KNOWN) {
    const value = changes[name];
    if (value === undefined) continue;
    // An assignment by name does not know the type of each.
    /** @type {Record<string, unknown>} */ (given)[name] =
      name === 'messages' ? asText(/** @type {Messages | null} */ (value)) : (value ?? undefined);
  }
  changed();
}

/**
 * One setting of the page; scripts take precedence over markup, and both over the gateway whose script
 * it is.
 * @template {keyof StoredSettings} Name
 * @param {Name} name
 * @returns {StoredSettings[Name]}
 */
export function setting(name) {
  if (given[name] !== undefined) return given[name];
  for (const element of elements) {
    const value = element.settingOf(name);
    if (value !== undefined) return value;
  }
  return name === 'baseUrl' ? /** @type {StoredSettings[Name]} */ (gateway()) : undefined;
}

/**
 * An absolute base address without a last slash or `/v2`; '' is the page's own origin.
 * @param {string | null | undefined} baseUrl
 */
export function absolute(baseUrl) {
  try {
    const { href } = new URL(baseUrl?.trim() || '/', document.baseURI);
    return href.replace(/\/+$/, '').replace(/\/v2$/, '').replace(/\/+$/, '');
  } catch {
    return /** @type {string} */ (baseUrl); // The client reports what is wrong with it.
  }
}

/**
 * The page's token for an address. It is sent to the address it was configured
 * with (the page's own origin if there was none) and nowhere else: an element in
 * injected HTML must not carry the token away.
 * @param {string} baseUrl
 */
function tokenFor(baseUrl) {
  /** @type {{ token?: Token, baseUrl?: string }[]} */
  const sources = [given, ...[...elements].map((element) => element.connection())];
  const source = sources.find(({ token }) => token !== undefined);
  return source && absolute(source.baseUrl) === baseUrl ? source.token : undefined;
}

/**
 * The address of an element's requests, and their token or client. A function, not a
 * method: the page's token must not be readable from an element.
 * @param {HTMLElement} element
 * @returns {Connection}
 */
export function connectionOf(element) {
  const own = propertiesOf(element);
  const baseUrl = absolute(element.getAttribute('base-url') ?? setting('baseUrl'));
  // The page's client is for the page's address.
  const client = own.client ?? (element.hasAttribute('base-url') ? undefined : setting('client'));
  const token = own.token ?? tokenFor(baseUrl);
  warnOfToken(token, setting('dangerouslyAllowBrowser'));
  return { baseUrl, token, client };
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
 * With the properties that `reflect` gives the element below.
 * @typedef {'baseUrl' | 'wholesaler' | 'theme' | 'density' | 'variant' | 'panels' | 'headingLevel' | 'avoid' | 'loading' | 'rendering' | 'jsonLd' | 'hideMissing' | 'successorUrl'} SharedProperty
 * @type {new () => Properties & Pick<import('../../types/card.js').ProductPoolConfig, SharedProperty | 'dangerouslyAllowBrowser'>}
 */
const PropertiesElement = /** @type {any} `reflect` adds them where the compiler does not see it. */ (Properties);

/**
 * Defaults of all cards of the page, in markup. `configure()` takes precedence
 * over it, and the attributes of a card over both.
 *
 * @customElement product-pool-config
 * @tagname product-pool-config
 *
 * @attr {string} base-url - Address of the service or of a gateway, without `/v2`. Relative addresses are the page's.
 * @attr {string} lang - Language of the cards, instead of the language around them.
 * @attr {number} wholesaler - Wholesaler whose images are shown as well as the brand owner's.
 * @attr {'auto' | 'light' | 'dark'} theme - Colours; `auto` follows the page's `color-scheme`.
 * @attr {'comfortable' | 'compact'} density - How much room there is.
 * @attr {'full' | 'summary' | 'badges'} variant - How much of a product cards show.
 * @attr {string} panels - Names of the panels, in their order, with spaces between.
 * @attr {number} heading-level - Level 1 to 6 of the cards' headings.
 * @attr {string} avoid - Allergens that the shopper avoids, with spaces between.
 * @attr {'lazy' | 'eager'} loading - `lazy` loads as a card comes near the viewport, `eager` at once.
 * @attr {'auto' | 'browser' | 'gateway'} rendering - Where cards are drawn: `auto` asks the base URL for them, and draws in the browser where it draws none.
 * @attr {boolean} json-ld - Describe each product to search engines by schema.org JSON-LD; loads the label, a second module of 124 KB.
 * @attr {string} successor-url - Address of a product that replaces another; `{id}` stands for its `pool_id`.
 * @attr {boolean} hide-missing - Hides elements whose product does not exist.
 * @attr {boolean} dangerously-allow-browser - The token in this page is meant to be public: no warning is given.
 */
class Config extends PropertiesElement {
  static observedAttributes = [...Object.keys(CONFIG_ATTRIBUTES), 'lang'];
  static properties = [...PROPERTIES, ...Object.values(CONFIG_ATTRIBUTES).map(([name]) => name)];

  /**
   * @internal
   * @param {OwnProperties} values
   */
  store(values) {
    super.store(values);
    changed();
  }

  connectedCallback() {
    upgrade(this, Config.properties);
    elements.add(this);
    this.#changed();
  }

  #changed() {
    inspect(this, CONFIG_ATTRIBUTES);
    changed();
  }

  disconnectedCallback() {
    elements.delete(this);
    changed();
  }

  /**
   * @param {string} _name
   * @param {string | null} before
   * @param {string | null} after
   */
  attributeChangedCallback(_name, before, after) {
    if (before !== after && elements.has(this)) this.#changed();
  }

  // A setting; undefined where this element has none.
  /**
   * @param {keyof StoredSettings} name
   * @returns {any} Of the type of that setting.
   */
  settingOf(name) {
    const { client, messagesText } = propertiesOf(this);
    if (name === 'client') return client ?? undefined;
    if (name === 'messages') return messagesText;
    if (name === 'lang') return this.getAttribute('lang') || undefined;
    // An absent boolean attribute is no setting, like every absent attribute.
    const value = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (this))[name];
    return value === false ? undefined : (value ?? undefined);
  }

  /** @internal The token, and the address that it is for. */
  connection() {
    return { token: propertiesOf(this).token ?? undefined, baseUrl: this.baseUrl ?? undefined };
  }
}

reflect(Config, CONFIG_ATTRIBUTES);

export const ProductPoolConfig = define(NAME, Config);
