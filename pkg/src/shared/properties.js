// The properties that a page sets on an element.

/** @import { CardClient, Messages, Token } from '../../types/card.js' */
/** @import { ProductSource } from '../../types/label.js' */

import { Base } from './attributes.js';
import { toJson } from './json.js';

/** Those of every element that have no attribute. */
export const PROPERTIES = ['token', 'client', 'messages'];

/**
 * The properties that the page set on an element, and JSON of what they hold.
 * @typedef {object} OwnProperties
 * @property {Token | null} [token]
 * @property {CardClient | null} [client]
 * @property {Messages | null} [messages]
 * @property {string} [messagesText]
 * @property {ProductSource | null} [product] - Of a card.
 * @property {string} [text]
 * @property {Iterable<ProductSource> | null} [products] - Of a matrix.
 * @property {string[]} [texts]
 * @property {ProductSource | null} [earlier] - Of a view of changes.
 * @property {string} [earlierText]
 * @property {ProductSource | null} [later]
 * @property {string} [laterText]
 */

/**
 * The properties of each element: not in the DOM, for a token is among them.
 * @type {WeakMap<HTMLElement, OwnProperties>}
 */
const properties = new WeakMap();

/**
 * @param {HTMLElement} element
 * @returns {OwnProperties}
 */
export const propertiesOf = (element) => /** @type {OwnProperties} */ (properties.get(element));

/**
 * JSON at once: later changes to the page's object have no effect.
 * @param {object | string | null | undefined} value - JSON already, if it is a string.
 */
export const asJson = (value) => (typeof value === 'object' && value ? toJson(value) : (value ?? undefined));

/**
 * The same of messages.
 * @param {Messages | null | undefined} messages
 */
export const asText = (messages) => (messages ? toJson(messages) : undefined);

/** An element that a page may set properties on. */
export class PropertiesElement extends Base {
  constructor() {
    super();
    properties.set(this, {});
  }

  /**
   * Bearer token, or a function that fetches one. It goes to the element's base URL
   * and nowhere else. There is no attribute: it stays out of the DOM.
   *
   * @type {string | (() => string | Promise<string>) | null}
   */
  get token() {
    return propertiesOf(this).token ?? null;
  }
  set token(value) {
    this.store({ token: value });
  }

  /**
   * A PoolClient instead of the element's own requests.
   *
   * @type {CardClient | null}
   */
  get client() {
    return propertiesOf(this).client ?? null;
  }
  set client(value) {
    this.store({ client: value });
  }

  /**
   * Texts instead of the built-in ones: by key, or by language and key.
   *
   * @type {Messages | null}
   */
  get messages() {
    return propertiesOf(this).messages ?? null;
  }
  set messages(value) {
    this.store({ messages: value, messagesText: asText(value) });
  }

  /**
   * @internal Stores properties that the page sets.
   * @param {OwnProperties} values
   */
  store(values) {
    Object.assign(propertiesOf(this), values);
  }
}
