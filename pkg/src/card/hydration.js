// What a server put into the page: the card drawn in a declared shadow tree, and
// the answers that it was drawn from.

import { digitsOf } from '../shared/gtin.js';
import { dataOf } from './fetch.js';

/** What each card was served with, by what it was asked for. */
const served = new WeakMap();

/**
 * What a card is asked for, as a server states it of its answers. Undefined for
 * a GTIN that wants a closer look: no answer is known to be for that.
 */
function nameOf({ gtin, productId, version }) {
  const digits = productId ? undefined : digitsOf(gtin ?? '');
  const name = productId ? `id:${productId}` : digits && `gtin:${digits.padStart(14, '0')}`;
  return name && version ? `${name} version:${version}` : name;
}

function textsIn(card, name) {
  const texts = {};
  for (const child of card.children) {
    const { localName, type, dataset } = child;
    if (localName === 'script' && type === 'application/json' && dataset.given && dataset.for === name) {
      texts[dataset.given] = child.textContent;
    }
  }
  // One that the parser is still reading is no answer yet.
  return dataOf(texts.product ?? '') && texts;
}

/**
 * The answers that stand in a card as JSON, by name: `product`, perhaps `image`
 * and `images`. Undefined where there are none for exactly what the card is
 * asked for: a page may have changed that before the element was there to see
 * it, and one product's allergens must not stand for another's.
 */
export function servedTo(card, asked) {
  const name = nameOf(asked);
  if (!name) return undefined;
  let known = served.get(card);
  if (known?.name !== name) {
    const texts = textsIn(card, name);
    // They may still come, as long as the page is being read.
    if (!texts) return undefined;
    known = { name, texts };
    served.set(card, known);
  }
  return known.texts;
}

/** The card as a server drew it: seen until there is something to put in its place. */
export class Served {
  #nodes;

  constructor(root) {
    this.#nodes = Array.from(root?.childNodes ?? []);
  }

  get isSeen() {
    return this.#nodes.length > 0;
  }

  end() {
    for (const node of this.#nodes) node.remove();
    this.#nodes = [];
  }
}
