// Hydration: the card that a server drew in a declarative shadow root, and the
// responses that it was drawn from.

import type { ProductPoolCard } from './element.js';
import type { ProductName, ProductRequest, ServedTexts } from '../shared/types.js';
import type { DrawnCard } from './drawn.js';
import type { ProductLoader } from './product-loader.js';
import type { CardElement } from './request.js';
import { gtin14 } from '../shared/gtin.js';
import { toJson } from '../shared/json.js';
import { dataOf } from '../shared/record.js';
import { element } from '../shared/placeholders.js';
import { today } from '../shared/today.js';
import { parts, withLater } from './parts.js';
import { wholeSheetsOf } from './styles.js';

/** The responses that were served with each card, by the product that is meant. */
const served: WeakMap<Element, { name: string; texts: ServedTexts }> = new WeakMap();

/**
 * The product of a card, in the form in which a server names that of its responses. No
 * response has the name of a GTIN in another form than digits.
 */
function nameOf({ gtin, productId, version }: ProductName) {
  const name = productId ? `id:${productId}` : gtin && `gtin:${gtin14(gtin)}`;
  return name && version ? `${name} version:${version}` : name;
}

function textsIn(card: Element, name: string): ServedTexts | undefined {
  const texts: Record<string, string> = {};
  for (const child of card.children) {
    const { localName, type, dataset } = child as HTMLScriptElement;
    if (localName === 'script' && type === 'application/json' && dataset.given && dataset.for === name) {
      texts[dataset.given] = child.textContent as string;
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
 */
export function servedTexts(card: Element, product: ProductName): ServedTexts | undefined {
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

/** A product, and the gateway that is asked for it. */
const placeOf = (request: ProductRequest) => request.baseUrl + nameOf(request);

/** The card as a server drew it: shown until the element takes over or replaces it. */
export class ServedCard {
  /** The server's own link to the styles, or its style element. */
  #styles;
  #nodes: ChildNode[];
  /** The product in a card that the gateway drew, and that gateway. */
  #name: string | undefined;
  /** The loader of that card. */
  loader: ProductLoader | undefined;

  constructor(root?: ShadowRoot | null) {
    const shell = root?.querySelector('.shell');
    this.#styles = [...(root?.childNodes ?? [])].filter((node) => node !== shell);
    this.#nodes = [...(shell?.childNodes ?? [])];
  }

  get isShown(): boolean {
    return this.#nodes.length > 0;
  }

  /**
   * Shows a card that the gateway drew, instead of an earlier one. The nodes of one of the same
   * product stay where they can.
   */
  show(shell: HTMLElement, drawn: DrawnCard, loader: ProductLoader, request: ProductRequest): void {
    const { card, reload } = drawn;
    const { container } = this;
    if (container && parts.later && this.isOf(request)) {
      this.loader = loader;
      return parts.later.replace(container, drawn);
    }
    this.end();
    this.loader = loader;
    this.#nodes = [element('div', { class: 'served', 'data-reload': reload }, card)];
    this.#name = placeOf(request);
    shell.append(...this.#nodes);
  }

  /** Whether it is a card of the requested product, drawn by the gateway that is asked. */
  isOf(request: ProductRequest): boolean {
    return this.#name === placeOf(request);
  }

  /**
   * Whether the element would draw the same card: it has the language and the settings that the
   * server drew with, today. A page may be kept for months, and its product grow old meanwhile.
   */
  isDrawnWith({
    language,
    variant,
    panels,
    headingLevel,
    avoid,
    density,
  }: Pick<CardElement, 'language' | 'variant' | 'panels' | 'headingLevel'> &
    Pick<ProductPoolCard, 'avoid' | 'density'>): boolean {
    const settings = toJson([today(), language, variant, panels, headingLevel, avoid, density]);
    return this.container?.dataset.settings === settings;
  }

  /** Whether its link to a successor leads to that address; whether it has none, without an address. */
  linksTo(address?: string): boolean {
    const link: HTMLAnchorElement | null | undefined = this.container?.querySelector('[data-notice] > a');
    return link?.href === address;
  }

  /**
   * The element around the card, for the view to draw into: before the card, which
   * stays visible until `handOver`. Undefined if no card is shown.
   */
  get container(): HTMLElement | undefined {
    const [served] = this.#nodes;
    return served instanceof HTMLElement && served.matches('.served') ? served : undefined;
  }

  /**
   * Whether it can be handed over, which takes another module.
   *
   * @param changed - Called once it can.
   */
  isReady(changed: () => void): boolean {
    if (!this.container || parts.later) return true;
    // Until then, or if it cannot be loaded, the server's card stays.
    withLater(changed);
    return false;
  }

  /** Whether the gateway's card stays, called too old, because its record could not be requested. */
  stays(shell: HTMLElement, avoid: string | null, request?: ProductRequest): boolean {
    const { loader } = this;
    if (!request || !loader?.drawn?.built.answer(avoid)) return false;
    loader.outdate();
    if (!loader.drawn.built.card.isConnected) this.show(shell, loader.drawn.built, loader, request);
    return true;
  }

  /** Takes whatever is calm out of the card, which is too old, until the element has drawn it. */
  outdate(): void {
    withLater(({ outdate }) => this.container && outdate(this.container));
  }

  /** Leaves one of the two cards in the container, after the view was drawn. */
  handOver(): void {
    const { container } = this;
    if (container) {
      parts.later?.handOver(container);
      container.className = 'mount';
      delete container.dataset.settings;
      this.#nodes = [];
    }
    this.end();
  }

  /** Shows the card again after the view could not be drawn into its container. */
  restore(shell: HTMLElement): void {
    const { container } = this;
    if (!container) return;
    container.replaceChildren(container.querySelector(':scope > article:last-of-type') as Element);
    shell.append(container);
  }

  end(): void {
    for (const node of this.#nodes) if (node.parentNode) node.remove();
    const styles = this.#styles;
    // The element's own may lack those of what the reader has opened.
    if (styles.length > 0) wholeSheetsOf(document).then(() => styles.forEach((node) => node.remove()));
    this.#styles = this.#nodes = [];
    this.loader = this.#name = undefined;
  }
}
