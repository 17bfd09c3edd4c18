// The custom element <product-pool-card>: registered at once, filled by
// WebAssembly that is fetched when the first card comes near the viewport.
//
// What it says is decided in Rust; this sees to what that needs, and tells the page.

import { define, inBrowser, reflect } from '../shared/attributes.js';
import { ProductPoolConfig, configurePage, setting } from '../shared/config.js';
import { PROPERTIES, PoolElement as Element, connectedOf, givenTo } from '../shared/element.js';
import { same } from '../shared/mounted-view.js';
import { warnOfToken } from '../shared/token-warning.js';
import { cardModule } from '../wasm/card.js';
import { announceOutcome, successorOf } from './events.js';
import { Served } from './hydration.js';
import { listen } from './interaction.js';
import { Description } from './json-ld.js';
import { makeSkeleton } from './placeholders.js';
import { ProductLoader } from './product-loader.js';
import { ATTRIBUTES, defaultOf } from './properties.js';
import { panelsOf, requestOf, wantsGallery } from './request.js';
import { sheetOf } from './styles.js';
import { unwatch, watch } from './visibility.js';

export { ProductPoolConfig };

/**
 * With the properties that `reflect` gives the class below.
 * @type {new () => Element & Pick<import('../../types/card.js').ProductPoolCard, import('../shared/config.js').SharedProperty | 'gtin' | 'productId' | 'version'>}
 */
const PoolElement = /** @type {any} */ (Element);

const NAME = 'product-pool-card';

/**
 * One product. Child nodes without a `slot` are the fallback: they are seen until
 * there is something better, and stay when the card cannot be loaded.
 *
 * @customElement product-pool-card
 * @tagname product-pool-card
 *
 * @attr {string} gtin - GTIN of 8, 12, 13 or 14 digits, or whatever a scanner made of it.
 * @attr {string} product-id - Identifier of the product in the pool (`pool_id`); it goes before a GTIN.
 * @attr {string} version - This version of the product, not the newest.
 * @attr {string} base-url - Address of the service or of a gateway. Relative addresses are the page's.
 * @attr {number} wholesaler - Wholesaler whose images are shown beside the brand owner's.
 * @attr {string} lang - Language of the card, in place of the language around it.
 * @attr {'auto' | 'light' | 'dark'} [theme=auto] - Colours; `auto` follows the reader's preference.
 * @attr {'comfortable' | 'compact'} [density=comfortable] - How much room there is; in `compact` most panels begin folded.
 * @attr {string} panels - Names of the panels, in their order, with spaces between: PANELS.
 * @attr {number} heading-level - Level 1 to 6 of the product's name among the page's headings.
 * @attr {string} avoid - Allergens that the shopper avoids, with spaces between, such as `milk nuts`.
 * @attr {'lazy' | 'eager'} [loading=lazy] - `lazy` loads as the card comes near the viewport, `eager` at once.
 * @attr {boolean} json-ld - Describe the product to search engines by schema.org JSON-LD in the page's head.
 * @attr {string} successor-url - Where the page shows a product that replaces this one; `{id}` stands for its `pool_id`.
 *
 * @slot - Fallback: seen until there is something better, and where the card cannot be loaded.
 * @slot header - Above the head of the card.
 * @slot actions - In the head, after the names.
 * @slot footer - Below the last panel.
 * @slot loading - In place of the skeleton.
 * @slot error - In place of what the card says of a failure.
 * @slot not-found - In place of what the card says where there is no such product.
 * @slot before-PANEL - Before the panel PANEL.
 * @slot after-PANEL - After the panel PANEL.
 *
 * @fires {CustomEvent<ProductPoolLoadDetail>} product-pool-load - A product is on the card.
 * @fires {CustomEvent<ProductPoolErrorDetail>} product-pool-error - The card says why there is no product.
 * @fires {CustomEvent<ProductPoolPanelToggleDetail>} product-pool-panel-toggle - The reader opened or closed a panel.
 * @fires {CustomEvent<ProductPoolReplacedDetail>} product-pool-replaced - The product was replaced by others; after `preventDefault()` the card shows no link.
 *
 * @csspart card - The whole card.
 * @csspart panel - Each panel.
 * @csspart PANEL - The panel PANEL.
 * @csspart fold - What folds a panel: its heading.
 * @csspart name - The product's name.
 * @csspart allergen-list - The allergens with their statuses.
 * @csspart ingredient-list - A list of ingredients.
 * @csspart light-list - A row of traffic lights.
 * @csspart image - Each image.
 * @csspart thumbnails - The row of images to choose from.
 * @csspart button - Each button with words.
 * @csspart link - The link to a successor.
 * @csspart notices - What must be known before reading on.
 * @csspart verdict - What is said of the allergens that the shopper avoids.
 * @csspart changed - When the information was last changed.
 *
 * @cssprop --product-pool-text - Colour of text.
 * @cssprop --product-pool-muted - Colour of what is less important.
 * @cssprop --product-pool-background - Background.
 * @cssprop --product-pool-soft - Background of the head and of statements.
 * @cssprop --product-pool-line - Colour of lines.
 * @cssprop --product-pool-accent - Colour of buttons and of the focus.
 * @cssprop --product-pool-contains - Colour of what the product contains.
 * @cssprop --product-pool-may-contain - Colour of what it may contain, and of notices.
 * @cssprop --product-pool-not-stated - Colour of what is not stated.
 * @cssprop --product-pool-font - Font family.
 * @cssprop --product-pool-radius - Radius of the card's corners.
 * @cssprop --product-pool-min-height - What is kept free for the card while it loads, so that nothing moves: 26rem.
 */
class Card extends PoolElement {
  static observedAttributes = [...Object.keys(ATTRIBUTES), 'lang'];
  static properties = [...PROPERTIES, 'product', ...Object.values(ATTRIBUTES).map(([name]) => name)];
  static view = { module: cardModule, mount: 'mountCard', sheetOf, part: 'card', event: 'error', code: 'card_unavailable' };

  static configure(changes) {
    if (inBrowser) configurePage(changes);
  }

  static use(module) {
    if (!inBrowser) return;
    cardModule.use(module);
    for (const card of connectedOf(Card)) if (card.isFailed) card.retry();
  }

  /** What a server drew. */
  #served;
  #skeleton;
  #panels;
  #density;
  /** Whether the card is, or was, near the viewport. */
  #near = false;
  /** What is requested, what came of it, and which outcome was announced. */
  #request;
  #loader;
  #announced;
  #replacedOf;
  #successor;
  #selected;
  #description = new Description();
  /** Whether the view takes the focus once it is drawn. */
  #refocus = false;

  constructor() {
    super();
    if (inBrowser) this.#served = new Served(this.shadowRoot);
  }

  /**
   * A product at hand: the answer of the service, or what stands in its `data`, as
   * object or JSON text. The card shows it without a request.
   *
   * @type {object | string | null}
   */
  get product() { return givenTo(this).product ?? null; }
  set product(value) {
    // Taken as text at once: what the page does to its object later is its own.
    const text = typeof value === 'object' && value ? JSON.stringify(value) : value;
    this.give({ product: value, text });
  }

  /** Requests the product again, as the button on a failed card does. */
  retry() {
    if (!this.isConnected) return;
    this.#near = true;
    this.#refocus = this.shadowRoot.activeElement !== null;
    this.#request = requestOf(this);
    this.#begin(true);
    this.refresh();
  }

  /** Prints this card alone, as its own button does. */
  async print() {
    if (!this.mounted) return;
    const { print } = await import('./print.js');
    const name = this.#loader?.data?.general?.product_name;
    await print(this.shell, typeof name === 'string' ? name : document.title, sheetOf);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    unwatch(this);
  }

  /** @internal */
  listen(root) {
    this.#panels = listen(root, {
      retry: () => this.retry(),
      print: () => this.print(),
      select: (index) => {
        this.#selected = index;
        this.refresh();
      },
      toggled: (panel, open) => this.announce('panel-toggle', { panel, open }),
    });
  }

  /** @internal */
  update() {
    const request = requestOf(this);
    // One product's allergens must not stand where another is requested.
    if (!request?.served) this.#served.end();
    if (!request) {
      unwatch(this);
      this.#request = undefined;
      this.end();
    } else if (this.#near || this.loading === 'eager') {
      this.#near = true;
      if (!same(request, this.#request) || !(this.#loader || this.isFailed)) {
        this.#request = request;
        this.#begin();
      }
      // What failed waits for another request, or for a retry.
      if (!this.isFailed) this.#continue();
    } else {
      watch(this, () => {
        this.#near = true;
        this.refresh();
      });
    }
  }

  /** Requests the product; whatever an earlier request brings is stale from now on. */
  #begin(again = false) {
    this.#loader?.end();
    this.clearFailure();
    this.#selected = undefined;
    if (!this.#request) return;
    warnOfToken(this.#request.token, setting('dangerouslyAllowBrowser'));
    this.#loader = new ProductLoader(this.#request, { gallery: wantsGallery(this), again }, () => this.refresh());
  }

  /** Loads the module and the messages, beside the product, and draws what is there. */
  #continue() {
    this.#loader.gallery = wantsGallery(this);
    if (!this.prepare()) return;
    const loader = this.#loader;
    if (!this.mounted && loader.state === 'loading') return;
    this.#findSuccessor();
    const { density } = this;
    this.makeTree();
    if (density !== this.#density) this.#panels.forget();
    this.#density = density;
    if (!this.draw(this.#view())) return;
    this.#afterDrawing();
    if (this.#announced === loader || loader.state === 'loading') return;
    this.#announced = loader;
    // Once its outcome is in the DOM, so that a listener may call back.
    setTimeout(() => {
      if (loader === this.#loader && this.mounted) announceOutcome(this, loader, this.#request);
    });
  }

  #view() {
    const { state, detail, product, image, images, stale } = this.#loader;
    const { lang, moment } = this.locale;
    return {
      state,
      // The client speaks English only.
      detail: lang.startsWith('en') ? detail : undefined,
      product,
      image,
      images,
      selected: this.#selected,
      panels: panelsOf(this),
      avoid: this.avoid ?? undefined,
      density: this.density,
      successor: this.#successor,
      stale: stale && moment(stale),
    };
  }

  /** Restores panels and the focus, and describes the product to search engines. */
  #afterDrawing() {
    this.#served.end();
    this.#panels.restore();
    this.#description.show(this.jsonLd && this.#loader, this.locale.messages);
    if (!this.#refocus || this.#loader.state === 'loading') return;
    this.#refocus = false;
    if (!this.shadowRoot.activeElement) this.mounted.focus();
  }

  /** Finds the link to a product's successor, which the page hears of once. */
  #findSuccessor() {
    const { state, data, product } = this.#loader;
    const of = data?.pool_id ?? product;
    if (state !== 'ready' || this.#replacedOf === of) return;
    this.#replacedOf = of;
    this.#successor = successorOf(this, this.#loader);
  }

  /** @internal */
  leave() {
    this.#near = false;
    this.#request = undefined;
    super.leave();
  }

  /** @internal */
  end() {
    this.#loader?.end();
    this.#description.end();
    this.#loader = this.#announced = this.#replacedOf = this.#successor = undefined;
    super.end();
  }

  /** @internal */
  get isServed() { return this.#served.isSeen; }

  /** @internal */
  show() {
    const isWaiting = super.show() && requestOf(this) !== undefined;
    if (isWaiting) this.#skeleton ??= makeSkeleton();
    if (this.#skeleton) this.place(this.#skeleton, isWaiting);
    return isWaiting;
  }
}

reflect(Card, ATTRIBUTES, defaultOf);

export const ProductPoolCard = define(NAME, Card);

export function configure(changes) {
  (ProductPoolCard.configure ?? Card.configure)(changes);
}

export function use(module) {
  (ProductPoolCard.use ?? Card.use)(module);
}
