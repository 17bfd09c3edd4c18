// The custom element <product-pool-card> as pages know it: registered at once, filled by
// WebAssembly that is fetched when the first card comes near the viewport.
//
// Rust decides what it shows, and its base class (product-element.ts) when.

import type { ProductSource } from '../label/label.js';
import type { VariantName } from '../shared/model.js';
import type { CardSettings, Density, Loading, Rendering, Theme } from '../shared/settings.js';
import type { ProductPoolSettings } from '../shared/view.js';
import type { CardModule, ProductPoolCardEventMap } from './types.js';
import type { ViewDefinition } from '../shared/element.js';
import type { AttributeTable } from '../shared/attributes.js';
import { define, inBrowser, reflect } from '../shared/attributes.js';
import { ProductPoolConfig, configurePage } from '../shared/config.js';
import { connectedOf } from '../shared/connected.js';
import { PROPERTIES, asJson, propertiesOf } from '../shared/properties.js';
import type { Browser } from './parts.js';
import { loadBrowser, parts } from './parts.js';
import { ProductElement } from './product-element.js';
import { ATTRIBUTES, defaultOf } from './properties.js';
import { sheetsOf } from './styles.js';

export { ProductPoolConfig };

/**
 * One product. Child nodes without a `slot` are the fallback: they are seen until
 * there is something better, and stay when the card cannot be loaded. Where the
 * card says nothing, a property tells what holds for the page.
 */
export interface ProductPoolCard extends ProductPoolSettings {
  /** GTIN of 8, 12, 13 or 14 digits, or a scan that contains one. Attribute `gtin`. */
  get gtin(): string | null;
  set gtin(value: string | null | undefined);
  /** Identifier of the product in the pool (`pool_id`); it takes precedence over a GTIN. Attribute `product-id`. */
  get productId(): string | null;
  set productId(value: string | null | undefined);
  /** This version of the product, not the newest. Attribute `version`. */
  get version(): string | null;
  set version(value: string | null | undefined);
  /** Colours; `auto` follows the page's `color-scheme`. Attribute `theme`; `auto` unless set. */
  get theme(): Theme;
  set theme(value: Theme | null | undefined);
  /** How much room there is; in `compact` most panels begin folded. Attribute `density`; `comfortable` unless set. */
  get density(): Density;
  set density(value: Density | null | undefined);
  /**
   * How much of the product it shows: `summary` for a list of search results, `badges` for its allergens in a line.
   * Attribute `variant`; `full` unless set.
   */
  get variant(): VariantName;
  set variant(value: VariantName | null | undefined);
  /** `lazy` loads as the card comes near the viewport, `eager` at once. Attribute `loading`; `lazy` unless set. */
  get loading(): Loading;
  set loading(value: Loading | null | undefined);
  /**
   * Where the card is drawn: `auto` asks the base URL for it, and draws it in the browser where that draws none; a
   * card of a gateway loads WebAssembly once the reader wants more. `gateway` says that the base URL must draw it.
   * Attribute `rendering`; `auto` unless set.
   */
  get rendering(): Rendering;
  set rendering(value: Rendering | null | undefined);
  /**
   * A product at hand: the answer of the service, or what stands in its
   * `data`, as object or JSON text. The card shows it and requests nothing but
   * its images where it has an address. It is read when it is set; later
   * changes to the object are not seen. An item of a list has neither
   * allergens nor ingredients: it is refused, like a promise and a `Found`.
   */
  get product(): ProductSource | null;
  set product(value: ProductSource | null | undefined);
  /**
   * Resolves once the card shows what its settings ask for, or why it cannot; at once where it asks for
   * nothing, or waits until it is near the viewport. Tests await it.
   */
  readonly updateComplete: Promise<void>;
  /** Asks again, as the button on a failed card does. */
  retry(): void;
  /** Prints this card alone, as its own button does. */
  print(): Promise<void>;
  /** Takes up changed settings at the end of the turn; seldom needed. */
  refresh(): void;

  addEventListener<K extends keyof ProductPoolCardEventMap>(
    type: K,
    listener: (this: ProductPoolCard, event: ProductPoolCardEventMap[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener<K extends keyof HTMLElementEventMap>(
    type: K,
    listener: (this: HTMLElement, event: HTMLElementEventMap[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

/**
 * One product. Child nodes without a `slot` are the fallback: they are shown until
 * the product is drawn, and stay, below the message, when it cannot be.
 *
 * @customElement product-pool-card
 * @tagname product-pool-card
 *
 * @attr {string} lang - Language of the card, instead of the language around it.
 *
 * @slot - Fallback: shown until the product is drawn, and below the message when it cannot be.
 * @slot header - Above the head of the card.
 * @slot actions - In the head, after the names.
 * @slot footer - Below the last panel.
 * @slot loading - Instead of the skeleton.
 * @slot error - Instead of the message about a failure.
 * @slot not-found - Instead of the message that there is no such product.
 * @slot before-PANEL - Before the panel PANEL.
 * @slot after-PANEL - After the panel PANEL.
 *
 * @fires {CustomEvent<ProductPoolLoadDetail>} product-pool-load - The card shows a product.
 * @fires {CustomEvent<ProductPoolErrorDetail>} product-pool-error - The card shows why there is no product.
 * @fires {CustomEvent<ProductPoolPanelToggleDetail>} product-pool-panel-toggle - The reader opened or closed a panel.
 * @fires {CustomEvent<ProductPoolReplacedDetail>} product-pool-replaced - The product was replaced by others; after `preventDefault()` the card shows no link.
 *
 * @csspart card - The whole card.
 * @csspart panel - Each panel.
 * @csspart PANEL - The panel PANEL.
 * @csspart fold - The heading of a panel, which folds it.
 * @csspart name - The product's name.
 * @csspart allergen-list - The allergens with their statuses.
 * @csspart ingredient-list - A list of ingredients.
 * @csspart light-list - A row of traffic lights.
 * @csspart key-facts - What must be read before buying, below the allergens and the ingredients.
 * @csspart image - Each image.
 * @csspart thumbnails - The row of images to choose from.
 * @csspart button - Each button with words.
 * @csspart link - The link to a successor.
 * @csspart notices - Notices at the top of the card.
 * @csspart verdict - The results for the allergens that the shopper avoids.
 * @csspart changed - When the information was last changed.
 *
 * @cssState loading - A product is on its way: `product-pool-card:state(loading)`. Engines without custom states have the word in the attribute `data-state`.
 * @cssState ready - It shows a product.
 * @cssState failed - It shows why there is no product, or its own files could not be loaded.
 * @cssState recalled - The product that it shows has been recalled.
 *
 * @cssprop --product-pool-text - Colour of text.
 * @cssprop --product-pool-muted - Colour of secondary text.
 * @cssprop --product-pool-background - Background.
 * @cssprop --product-pool-soft - Background of statements, claims and the skeleton.
 * @cssprop --product-pool-line - Colour of lines.
 * @cssprop --product-pool-accent - Colour of buttons and of the focus.
 * @cssprop --product-pool-contains - Colour of allergens that the product contains.
 * @cssprop --product-pool-may-contain - Colour of allergens that it may contain, and of notices.
 * @cssprop --product-pool-not-stated - Colour of information that is not stated.
 * @cssprop --product-pool-font - Font family.
 * @cssprop --product-pool-font-size - Size of text, 16 px or more; by default what the reader has set in the browser.
 * @cssprop --product-pool-radius - Radius of the corners.
 * @cssprop --product-pool-min-height - Height of the card while it loads, with content of its own or without, so that the page does not shift: that of the screen, 11.75em for a summary, and 4.5em for badges, of the size of text, or 14em and 7em in a column of at most 20em; with `avoid` a summary has 3em less, and badges 1em more and 2.5em for each word of it.
 */
class Card extends ProductElement implements ProductPoolCard {
  static observedAttributes: string[] = [...Object.keys(ATTRIBUTES), 'lang'];
  static attributes: AttributeTable = ATTRIBUTES;
  static properties: string[] = [...PROPERTIES, 'product', ...Object.values(ATTRIBUTES).map(([name]) => name)];
  static view: ViewDefinition = {
    sheetsOf,
    part: 'card',
    event: 'error',
    code: 'card_unavailable',
  };

  static configure(changes: CardSettings = {}): void {
    if (inBrowser) configurePage(changes);
  }

  static use(module: CardModule | PromiseLike<CardModule>): void {
    if (!inBrowser) return;
    const use = ({ cardModule }: Browser) => {
      cardModule.use(module);
      for (const card of connectedOf(Card)) if (card.isFailed) card.retry();
    };
    // At once where that is there, before a card loads another. A card that needs it says that it cannot be loaded.
    if (parts.browser) use(parts.browser);
    else loadBrowser().then(use, () => {});
  }

  get product(): ProductSource | null {
    return propertiesOf(this).product ?? null;
  }
  set product(value) {
    this.store({ product: value, text: asJson(value) });
  }
}

reflect(Card, ATTRIBUTES, defaultOf);

export const ProductPoolCard: new () => ProductPoolCard = define('product-pool-card', Card);

/** Sets what holds for every card of the page; what is left out stays. */
export function configure(changes?: CardSettings): void {
  // Of the class that is registered, which may be that of another copy of the package.
  ((ProductPoolCard as Partial<typeof Card>).configure ?? Card.configure)(changes);
}

/**
 * Takes an initialised module, or the promise of one, instead of the package's
 * own. Call it before the first card loads.
 */
export function use(module: CardModule | PromiseLike<CardModule>): void {
  ((ProductPoolCard as Partial<typeof Card>).use ?? Card.use)(module);
}

declare global {
  interface HTMLElementTagNameMap {
    'product-pool-card': ProductPoolCard;
    'product-pool-config': ProductPoolConfig;
  }
  interface HTMLElementEventMap extends ProductPoolCardEventMap {}
  // The events bubble.
  interface DocumentEventMap extends ProductPoolCardEventMap {}
  interface WindowEventMap extends ProductPoolCardEventMap {}
}
