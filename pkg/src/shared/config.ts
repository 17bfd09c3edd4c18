// The settings for every card of the page, from a script by `configure()` or from
// markup by <product-pool-config>.

import type { Messages } from './message-texts.js';
import type { VariantName } from './model.js';
import type { CardSettings, Density, Loading, Rendering, Theme, Token } from './settings.js';
import type { ProductPoolSettings } from './view.js';
import type { AttributeTable } from './attributes.js';
import type { OwnProperties } from './properties.js';
import type { StoredSettings } from './page-settings.js';
import { define, inspect, parse, reflect, upgrade } from './attributes.js';
import { VERSION } from './page.js';
import { PROPERTIES, PropertiesElement as Properties, asText, propertiesOf } from './properties.js';
import { report } from './report.js';
import { changed, page } from './page-settings.js';
import { VARIANTS } from './variants.js';

const NAME = 'product-pool-config';

const THEMES = ['auto', 'light', 'dark'];
const DENSITIES = ['comfortable', 'compact'];
const LOADING = ['lazy', 'eager'];
const RENDERING = ['auto', 'browser', 'gateway'];

/** The attributes that a card and the page's defaults have in common. */
export const SHARED: AttributeTable = {
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

const NUMBERS = ['timeoutMs', 'maxRetries'];

const KINDS: Record<string, string | string[]> = Object.fromEntries([
  ...Object.values(SHARED),
  ...MORE.map((name) => [name, 'text']),
  ...NUMBERS.map((name) => [name, 'whole number']),
]);

const KNOWN = Object.keys(KINDS) as (keyof CardSettings)[];

const { version, given, elements } = page;
if (version !== VERSION) report('versions', { value: `${version}, ${VERSION}` });

function check(name: string, value: unknown) {
  const kind = KINDS[name];
  if (kind && (value == null || parse(String(value), kind) !== null)) return;
  if (!kind) report('setting', { value: name, kind: KNOWN });
  const message = kind ? `${name} cannot be ${value}` : `there is no setting ${name}`;
  throw Object.assign(new TypeError(`${message}; valid: ${[kind ?? KNOWN].flat().join(', ')}`), {
    code: 'invalid_argument',
  });
}

/** Changes settings of the page; undefined leaves a setting as it is, null clears it. */
export function configurePage(changes: CardSettings = {}): void {
  for (const [name, value] of Object.entries(changes)) check(name, value);
  for (const name of KNOWN) {
    const value = changes[name];
    if (value === undefined) continue;
    // An assignment by name does not know the type of each.
    (given as Record<string, unknown>)[name] =
      name === 'messages' ? asText(value as Messages | null) : (value ?? undefined);
  }
  changed();
}

export const CONFIG_ATTRIBUTES: AttributeTable = {
  ...SHARED,
  'dangerously-allow-browser': ['dangerouslyAllowBrowser', 'boolean'],
};

/**
 * Defaults of all cards of the page, in markup. What `configure()` says goes
 * before it, and what stands on a card goes before both.
 */
export interface ProductPoolConfig extends ProductPoolSettings {
  /** Colours; `auto` follows the page's `color-scheme`, null is no default. Attribute `theme`. */
  get theme(): Theme | null;
  set theme(value: Theme | null | undefined);
  /** How much room there is; in `compact` most panels begin folded. Attribute `density`. */
  get density(): Density | null;
  set density(value: Density | null | undefined);
  /** How much of a product cards show: `full`, `summary`, or `badges` for its allergens in a line. Attribute `variant`. */
  get variant(): VariantName | null;
  set variant(value: VariantName | null | undefined);
  /** `lazy` loads as a card comes near the viewport, `eager` at once. Attribute `loading`. */
  get loading(): Loading | null;
  set loading(value: Loading | null | undefined);
  /** Where cards are drawn: `auto` asks the base URL, and draws in the browser where that draws none. Attribute `rendering`. */
  get rendering(): Rendering | null;
  set rendering(value: Rendering | null | undefined);
  /** The token in this page is meant to be public: no warning is given. Attribute `dangerously-allow-browser`. */
  get dangerouslyAllowBrowser(): boolean;
  set dangerouslyAllowBrowser(value: boolean | null | undefined);
}

/** With the properties that `reflect` gives the element below. */
const PropertiesElement: new () => Properties & Omit<ProductPoolConfig, keyof HTMLElement | keyof Properties> =
  /* `reflect` adds them where the compiler does not see it. */ Properties as any;

/**
 * Defaults of all cards of the page, in markup. `configure()` takes precedence
 * over it, and the attributes of a card over both.
 *
 * @customElement product-pool-config
 * @tagname product-pool-config
 *
 * @attr {string} lang - Language of the cards, instead of the language around them.
 */
class Config extends PropertiesElement {
  static observedAttributes: string[] = [...Object.keys(CONFIG_ATTRIBUTES), 'lang'];
  static properties: string[] = [...PROPERTIES, ...Object.values(CONFIG_ATTRIBUTES).map(([name]) => name)];

  store(values: OwnProperties): void {
    super.store(values);
    changed();
  }

  connectedCallback(): void {
    upgrade(this, Config.properties);
    elements.add(this);
    this.#changed();
  }

  #changed() {
    inspect(this, CONFIG_ATTRIBUTES);
    changed();
  }

  disconnectedCallback(): void {
    elements.delete(this);
    changed();
  }

  attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
    if (before !== after && elements.has(this)) this.#changed();
  }

  /** @returns Of the type of that setting. */
  settingOf(name: keyof StoredSettings): any {
    const { client, messagesText } = propertiesOf(this);
    if (name === 'client') return client ?? undefined;
    if (name === 'messages') return messagesText;
    if (name === 'lang') return this.getAttribute('lang') || undefined;
    // An absent boolean attribute is no setting, like every absent attribute.
    const value = (this as unknown as Record<string, unknown>)[name];
    return value === false ? undefined : (value ?? undefined);
  }

  connection(): { token: Token | undefined; baseUrl: string | undefined } {
    return { token: propertiesOf(this).token ?? undefined, baseUrl: this.baseUrl ?? undefined };
  }
}

reflect(Config, CONFIG_ATTRIBUTES);

export const ProductPoolConfig: new () => ProductPoolConfig = define(NAME, Config);
