// The attributes and properties of a card.

import { SHARED, asText, setting } from '../shared/config.js';
import { Base, reflect, upgrade } from '../shared/attributes.js';

/** What holds where neither the card nor the page says anything. */
const OTHERWISE = { theme: 'auto', density: 'comfortable', loading: 'lazy' };

/** The attributes that reflect: those of a card alone, and those that a page has defaults for. */
export const ATTRIBUTES = {
  gtin: ['gtin', 'text'],
  'product-id': ['productId', 'text'],
  version: ['version', 'text'],
  ...SHARED,
};

/** What the page gave each card as properties: out of the DOM, for a token is among it. */
const given = new WeakMap();

export const givenTo = (card) => given.get(card);

/** The properties of a card; what becomes of a change is for the card to say. */
export class CardProperties extends Base {
  static observedAttributes = [...Object.keys(ATTRIBUTES), 'lang'];

  constructor() {
    super();
    given.set(this, {});
  }

  /**
   * Bearer token, or a function that fetches one. There is no attribute: it stays
   * out of the DOM.
   *
   * @type {string | (() => string | Promise<string>) | null}
   */
  get token() { return given.get(this).token ?? null; }
  set token(value) { this.#keep({ token: value }); }

  /**
   * A PoolClient that is asked in place of requests of the card's own.
   *
   * @type {CardClient | null}
   */
  get client() { return given.get(this).client ?? null; }
  set client(value) { this.#keep({ client: value }); }

  /**
   * Texts in place of the built-in ones: by key, or by language and key.
   *
   * @type {Messages | null}
   */
  get messages() { return given.get(this).messages ?? null; }
  set messages(value) { this.#keep({ messages: value, words: asText(value) }); }

  /**
   * A product at hand: the answer of the service, or what stands in its `data`, as
   * object or JSON text. The card shows it and asks nobody.
   *
   * @type {object | string | null}
   */
  get product() { return given.get(this).product ?? null; }
  set product(value) {
    // Taken as text at once: what the page does to its object later is its own.
    const text = typeof value === 'object' && value ? JSON.stringify(value) : value;
    this.#keep({ product: value, text });
  }

  connectedCallback() {
    upgrade(this, ['token', 'client', 'messages', 'product']);
    upgrade(this, Object.values(ATTRIBUTES).map(([name]) => name));
  }

  attributeChangedCallback(_name, before, after) {
    if (before !== after) this.refresh();
  }

  #keep(values) {
    const own = given.get(this);
    for (const [name, value] of Object.entries(values)) own[name] = value ?? undefined;
    this.refresh();
  }
}

reflect(CardProperties, ATTRIBUTES, (name) => setting(name) ?? OTHERWISE[name]);
