// Hydration: the card that a server drew in a declarative shadow root, and the
// responses that it was drawn from.

/** @import { ProductName, ServedTexts } from '../shared/types.js' */

import { gtin14 } from '../shared/gtin.js';
import { dataOf } from './fetch.js';

/**
 * The responses that were served with each card, by the product that is meant.
 * @type {WeakMap<Element, { name: string, texts: ServedTexts }>}
 */
const served = new WeakMap();

/**
 * The product of a card, in the form in which a server names that of its responses. No
 * response has the name of a GTIN in another form than digits.
 * @param {ProductName} product
 */
function nameOf({ gtin, productId, version }) {
  const name = productId ? `id:${productId}` : gtin && `gtin:${gtin14(gtin)}`;
  return name && version ? `${name} version:${version}` : name;
}

/**
 * @param {Element} card
 * @param {string} name
 * @returns {ServedTexts | undefined}
 */
function textsIn(card, name) {
  /** @type {Record<string, string>} */
  const texts = {};
  for (const child of card.children) {
    const { localName, type, dataset } = /** @type {HTMLScriptElement} */ (child);
    if (localName === 'script' && type === 'application/json' && dataset.given && dataset.for === name) {
      texts[dataset.given] = /** @type {string} */ (child.textContent);
    }
  }
  // The parser may still be reading one.
  return dataOf(texts.product ?? '') && texts;
}

/**
 * The responses in a card as JSON, by name: `product`, perhaps `image` and `images`.
 * Undefined unless they are for exactly the card's product: a page may have changed
 * that before the element was defined, and one product's allergens must not be shown
 * for another's.
 * @param {Element} card
 * @param {ProductName} product
 */
export function servedTexts(card, product) {
  const name = nameOf(product);
  if (!name) return undefined;
  let known = served.get(card);
  if (known?.name !== name) {
    const texts = textsIn(card, name);
    // They may follow while the page is being parsed.
    if (!texts) return undefined;
    known = { name, texts };
    served.set(card, known);
  }
  return known.texts;
}

/** The card as a server drew it: shown until it is replaced. */
export class ServedCard {
  /** @type {ChildNode[]} */
  #nodes;

  /** @param {ShadowRoot | null} [root] */
  constructor(root) {
    this.#nodes = Array.from(root?.childNodes ?? []);
  }

  get isShown() {
    return this.#nodes.length > 0;
  }

  end() {
    for (const node of this.#nodes) node.remove();
    this.#nodes = [];
  }
}
