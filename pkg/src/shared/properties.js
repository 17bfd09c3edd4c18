// The properties that a page sets on an element, and the connection that follows from them.

/** @import { CardClient, Messages, Token } from '../../types/card.js' */
/** @import { ProductSource } from '../../types/label.js' */
/** @import { Connection } from './types.js' */

import { absolute, setting, tokenFor } from './config.js';
import { warnOfToken } from './token-warning.js';

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
 * Gives an element no properties yet.
 * @param {HTMLElement} element
 */
export const addProperties = (element) => properties.set(element, {});

/**
 * @param {HTMLElement} element
 * @returns {OwnProperties}
 */
export const propertiesOf = (element) => /** @type {OwnProperties} */ (properties.get(element));

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
