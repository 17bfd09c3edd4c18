// What a server put into the page: the card drawn in a declared shadow tree, and
// the answers that it was drawn from.

const keyOf = (card) => JSON.stringify(['gtin', 'product-id', 'version'].map((name) => card.getAttribute(name)));

/** What each card was served with, and for which product. */
const served = new WeakMap();

function textsIn(card) {
  const texts = {};
  for (const child of card.children) {
    const { localName, type, dataset } = child;
    if (localName === 'script' && type === 'application/json' && dataset.given) {
      texts[dataset.given] = child.textContent;
    }
  }
  return texts.product === undefined ? undefined : texts;
}

/**
 * The answers that stand in a card as JSON, by name: `product`, perhaps `image`
 * and `images`. Undefined where there are none, and once the card is asked for
 * another product.
 */
export function servedTo(card) {
  const key = keyOf(card);
  if (!served.has(card)) {
    const texts = textsIn(card);
    // They may still come, as long as the page is being read.
    if (!texts) return undefined;
    served.set(card, { key, texts });
  }
  const known = served.get(card);
  return known.key === key ? known.texts : undefined;
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
