// Hydration: the card that a server drew in a declarative shadow root, and the
// responses that it was drawn from.

/** @import { ProductPoolCard } from '../../types/card.js' */
/** @import { ProductName, ProductRequest, ServedTexts } from '../shared/types.js' */
/** @import { DrawnCard } from './drawn.js' */
/** @import { ProductLoader } from './product-loader.js' */
/** @import { CardElement } from './request.js' */

import { gtin14 } from '../shared/gtin.js';
import { toJson } from '../shared/json.js';
import { element } from '../shared/placeholders.js';
import { today } from '../shared/today.js';
import { dataOf } from './fetch.js';
import { wholeSheetOf, withLater } from './styles.js';

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

/**
 * A product, and the gateway that is asked for it.
 * @param {ProductRequest} request
 */
const placeOf = (request) => request.baseUrl + nameOf(request);

/** @type {((container: Element) => void) | undefined} */
let handOver;

/** The card as a server drew it: shown until the element takes over or replaces it. */
export class ServedCard {
  /** The server's own link to the styles, or its style element. */
  #styles;
  /** @type {ChildNode[]} */
  #nodes;
  /**
   * The product in a card that the gateway drew, and that gateway.
   * @type {string | undefined}
   */
  #name;
  /**
   * The loader of that card.
   * @type {ProductLoader | undefined}
   */
  loader;

  /** @param {ShadowRoot | null} [root] */
  constructor(root) {
    const shell = root?.querySelector('.shell');
    this.#styles = [...(root?.childNodes ?? [])].filter((node) => node !== shell);
    this.#nodes = [...(shell?.childNodes ?? [])];
  }

  get isShown() {
    return this.#nodes.length > 0;
  }

  /**
   * Shows a card that the gateway drew, instead of an earlier one. The nodes of one of the same
   * product stay where they can.
   * @param {HTMLElement} shell
   * @param {ProductLoader} loader
   * @param {ProductRequest} request
   */
  show(shell, loader, request) {
    const { card, reload, replace } = /** @type {DrawnCard} */ (loader.drawn);
    const { container } = this;
    if (container && this.isOf(request)) {
      this.loader = loader;
      return replace(container);
    }
    this.end();
    this.loader = loader;
    this.#nodes = [element('div', { class: 'served', 'data-reload': reload }, card)];
    this.#name = placeOf(request);
    shell.append(...this.#nodes);
  }

  /**
   * Whether it is a card of the requested product, drawn by the gateway that is asked.
   * @param {ProductRequest} request
   */
  isOf(request) {
    return this.#name === placeOf(request);
  }

  /**
   * Whether the element would draw the same card: it has the language and the settings that the
   * server drew with, today. A page may be kept for months, and its product grow old meanwhile.
   * @param {Pick<CardElement, 'language' | 'variant' | 'panels' | 'headingLevel'> & Pick<ProductPoolCard, 'avoid' | 'density'>} settings
   */
  isDrawnWith({ language, variant, panels, headingLevel, avoid, density }) {
    const settings = toJson([today(), language, variant, panels, headingLevel, avoid, density]);
    return this.container?.dataset.settings === settings;
  }

  /**
   * Whether its link to a successor leads to that address; whether it has none, without an address.
   * @param {string} [address]
   */
  linksTo(address) {
    /** @type {HTMLAnchorElement | null | undefined} */
    const link = this.container?.querySelector('[data-notice] > a');
    return link?.href === address;
  }

  /**
   * The element around the card, for the view to draw into: before the card, which
   * stays visible until `handOver`. Undefined if no card is shown.
   */
  get container() {
    const [served] = this.#nodes;
    return served instanceof HTMLElement && served.matches('.served') ? served : undefined;
  }

  /**
   * Whether it can be handed over, which takes another module.
   * @param {() => void} changed - Called once it can.
   */
  isReady(changed) {
    if (!this.container || handOver) return true;
    // Until then, or if it cannot be loaded, the server's card stays.
    withLater((module) => {
      ({ handOver } = module);
      changed();
    });
    return false;
  }

  /**
   * Whether the gateway's card stays, called too old, because its record could not be requested.
   * @param {HTMLElement} shell
   * @param {string | null} avoid
   * @param {ProductRequest} [request]
   */
  stays(shell, avoid, request) {
    const { loader } = this;
    if (!request || !loader?.drawn?.answer(avoid)) return false;
    loader.outdate();
    if (!loader.drawn.card.isConnected) this.show(shell, loader, request);
    return true;
  }

  /** Takes whatever is calm out of the card, which is too old, until the element has drawn it. */
  outdate() {
    withLater(({ outdate }) => this.container && outdate(this.container));
  }

  /** Leaves one of the two cards in the container, after the view was drawn. */
  handOver() {
    const { container } = this;
    if (container) {
      handOver?.(container);
      container.className = 'mount';
      delete container.dataset.settings;
      this.#nodes = [];
    }
    this.end();
  }

  /**
   * Shows the card again after the view could not be drawn into its container.
   * @param {HTMLElement} shell
   */
  restore(shell) {
    const { container } = this;
    if (!container) return;
    container.replaceChildren(/** @type {Element} */ (container.querySelector(':scope > article:last-of-type')));
    shell.append(container);
  }

  end() {
    for (const node of this.#nodes) if (node.parentNode) node.remove();
    const styles = this.#styles;
    // The element's own may lack those of what the reader has opened.
    if (styles.length > 0) wholeSheetOf(document).then(() => styles.forEach((node) => node.remove()));
    this.#styles = this.#nodes = [];
    this.loader = this.#name = undefined;
  }
}
