// The custom element <product-pool-card>: registered at once, filled by
// WebAssembly that is fetched when the first card comes near the viewport.
//
// Rust decides what it shows; this module loads what that takes and dispatches events. From top to
// bottom: attributes, the request they make, the loader of its product, the view, what is shown
// without one, the reader, the end.

/** @import * as api from '../../types/card.js' */
/** @import { Product } from '../../types/index.js' */
/** @import { Locale } from '../shared/locale.js' */
/** @import { SharedProperty } from '../shared/config.js' */
/** @import { Description } from './json-ld.js' */
/** @import { CardRequest, CardView, OwnView, ViewHandle, ViewState } from '../shared/types.js' */

import { define, inBrowser, reflect } from '../shared/attributes.js';
import { ProductPoolConfig, configurePage } from '../shared/config.js';
import { connectedOf } from '../shared/connected.js';
import { PoolElement as Element } from '../shared/element.js';
import { PROPERTIES, asJson, propertiesOf } from '../shared/properties.js';
import { hasFailed } from '../shared/failures.js';
import { imported, release } from '../shared/import.js';
import { same } from '../shared/mounted-view.js';
import { report } from '../shared/report.js';
import { cardModule } from '../wasm/card.js';
import { attending } from './attending.js';
import { announceOutcome, successorOf } from './events.js';
import { ServedCard } from './hydration.js';
import { PANELS } from './panel-names.js';
import { makeSkeleton } from './placeholders.js';
import { ProductLoader } from './product-loader.js';
import { ATTRIBUTES, defaultOf } from './properties.js';
import { imagesOf, panelsOf, requestOf, wantsMore } from './request.js';
import { sheetOf, wholeSheetOf } from './styles.js';
import { unwatch, watch } from './visibility.js';

export { ProductPoolConfig };

/**
 * With the properties that `reflect` gives the class below.
 * @type {new () => Element<CardView, ViewHandle<CardView>> & Pick<api.ProductPoolCard, SharedProperty | 'gtin' | 'productId' | 'version'>}
 */
const PoolElement = /** @type {any} `reflect` adds them where the compiler does not see it. */ (Element);

const NAME = 'product-pool-card';

/**
 * One product. Child nodes without a `slot` are the fallback: they are shown until
 * the product is drawn, and stay, below the message, when it cannot be.
 *
 * @customElement product-pool-card
 * @tagname product-pool-card
 *
 * @attr {string} gtin - GTIN of 8, 12, 13 or 14 digits, or a scan that contains one.
 * @attr {string} product-id - Identifier of the product in the pool (`pool_id`); it takes precedence over a GTIN.
 * @attr {string} version - This version of the product, not the newest.
 * @attr {string} base-url - Address of the service or of a gateway. Relative addresses are the page's.
 * @attr {number} wholesaler - Wholesaler whose images are shown as well as the brand owner's.
 * @attr {string} lang - Language of the card, instead of the language around it.
 * @attr {'auto' | 'light' | 'dark'} [theme=auto] - Colours; `auto` follows the page's `color-scheme`.
 * @attr {'comfortable' | 'compact'} [density=comfortable] - How much room there is; in `compact` most panels begin folded.
 * @attr {'full' | 'summary' | 'badges'} [variant=full] - How much of the product it shows: `summary` for a list of search results, `badges` for its allergens in a line.
 * @attr {string} panels - Names of the panels, in their order, with spaces between, instead of those of the variant: PANELS.
 * @attr {number} heading-level - Level 1 to 6 of the product's name among the page's headings.
 * @attr {string} avoid - Allergens that the shopper avoids, with spaces between, such as `milk nuts`.
 * @attr {'lazy' | 'eager'} [loading=lazy] - `lazy` loads as the card comes near the viewport, `eager` at once.
 * @attr {'auto' | 'browser' | 'gateway'} [rendering=auto] - Where the card is drawn: `auto` asks the base URL for it, and draws it in the browser where that draws none; a card of a gateway loads WebAssembly once the reader wants more. `gateway` says that the base URL must draw it.
 * @attr {boolean} json-ld - Describe the product to search engines by schema.org JSON-LD in the page's head; loads the label, a second module of 115 KB.
 * @attr {boolean} hide-missing - Hides the element if there is no such product.
 * @attr {string} successor-url - Where the page shows a product that replaces this one; `{id}` stands for its `pool_id`.
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
 * @cssprop --product-pool-min-height - Height of the card while it loads, so that the page does not shift: that of the screen, 23em for a summary, and 6.5em for badges, of the size of text; with `avoid` they have 3.5em and 2.25em more, and 1.75em for each word of it.
 */
class Card extends PoolElement {
  static observedAttributes = [...Object.keys(ATTRIBUTES), 'lang'];
  static attributes = ATTRIBUTES;
  static properties = [...PROPERTIES, 'product', ...Object.values(ATTRIBUTES).map(([name]) => name)];
  static view = {
    module: cardModule,
    mount: 'mountCard',
    sheetOf,
    part: 'card',
    event: 'error',
    code: 'card_unavailable',
  };

  /** @type {typeof api.configure} */
  static configure(changes = {}) {
    if (inBrowser) configurePage(changes);
  }

  /** @type {typeof api.use} */
  static use(module) {
    if (!inBrowser) return;
    cardModule.use(module);
    for (const card of connectedOf(Card)) if (card.isFailed) card.retry();
  }

  /** The card that a server drew. */
  #served = new ServedCard(this.shadowRoot);
  /** @type {HTMLElement | undefined} */
  #skeleton;
  /** @type {ReturnType<typeof attending> | undefined} */
  #reader;
  /** Whether the card is, or was, near the viewport. */
  #near = false;
  /** @type {CardRequest | undefined} */
  #request;
  /** @type {ProductLoader | undefined} */
  #loader;
  /**
   * The outcome that was announced: a record or an error.
   * @type {unknown}
   */
  #announced;
  /**
   * The product whose successor was looked for, and the address of that.
   * @type {unknown}
   */
  #replacedOf;
  /** @type {string | undefined} */
  #successor;
  /**
   * The index of the image that is shown large.
   * @type {number | undefined}
   */
  #selected;
  /**
   * The description for search engines, once the page has wanted one.
   * @type {Description | undefined}
   */
  #description;
  /** Whether the reader or the page wants more than a card that a server drew. */
  #isUsed = false;
  /** Whether the later styles are there, or could not be loaded. */
  #isStyled = false;

  /**
   * A product: the response of the service, or its `data`, as an object or as JSON. The card shows it without a request.
   *
   * @type {Product | { data: Product } | string | null}
   */
  get product() {
    return propertiesOf(this).product ?? null;
  }
  set product(value) {
    this.store({ product: value, text: asJson(value) });
  }

  /**
   * @internal
   * @returns {boolean}
   */
  get hasSubject() {
    return requestOf(this) !== undefined || this.isServed;
  }

  /** @internal */
  get viewState() {
    /** @type {HTMLElement | null} */
    const card = this.shadowRoot.querySelector('[data-state]');
    return /** @type {ViewState | undefined} */ (card ? card.dataset.state : this.#loader && 'loading');
  }

  /** @internal */
  update() {
    const request = requestOf(this, this.#isUsed);
    // One product's allergens must not be shown where another is requested.
    // A server may have drawn the reason why there is none.
    if (request ? !request.served && !this.#served.isOf(request) : !this.dataset.failed) this.#served.end();
    if (!request) {
      unwatch(this);
      this.#request = undefined;
      this.end();
    } else if (this.#near || this.loading === 'eager') {
      this.#near = true;
      if (!same(request, this.#request) || !(this.#loader || this.isFailed)) {
        // What the browser drew of another product must not stay while the gateway's card is on its way.
        if (request.drawn && !same(request, this.#request)) super.end();
        this.#request = request;
        this.#begin();
      }
      // A failed card waits for another request, or for a retry.
      if (!this.isFailed) this.#continue();
    } else {
      watch(this, () => {
        this.#near = true;
        this.refresh();
      });
    }
  }

  /** Requests the product; the outcome of an earlier request is ignored. */
  #begin(again = false) {
    this.#loader?.end();
    this.clearFailure();
    if (!this.#request) return;
    if (!this.#served.isOf(this.#request)) this.#selected = undefined;
    this.#loader = new ProductLoader(this.#request, { images: imagesOf(this), again }, () => this.refresh());
  }

  /** @internal A card is not drawn without the styles of its variant and of its verdict. */
  prepare() {
    const isStyled = this.#isStyled || (this.variant === 'full' && !this.avoid);
    // A full card needs it once it is drawn.
    const whole = wholeSheetOf(this.ownerDocument);
    if (!isStyled) {
      whole.then(() => {
        this.#isStyled = true;
        this.refresh();
      });
    }
    const isReady = this.#served.isReady(() => this.refresh());
    return super.prepare() && isStyled && isReady;
  }

  /** Loads the module and the messages while the product loads, and draws what is there. */
  #continue() {
    const loader = this.#loader;
    if (!loader) return;
    loader.follow(this);
    if (loader.isDrawn) return this.#showDrawn(loader);
    loader.needs = imagesOf(this);
    if (this.#staysServed(loader)) return this.#announce(loader);
    // An error must not take a product's allergens off the page. The next use requests it again.
    if (loader.error && loader.state !== 'not-found' && this.#served.stays(this.shell, this.avoid, this.#request)) {
      return report('not-used', { error: loader.error });
    }
    if (loader.oldSince && this.isServed) this.#served.outdate();
    if (!this.prepare()) return;
    if (!this.mounted && loader.state === 'loading' && !loader.isSlow) return;
    // The card that takes its place would differ without its images.
    if (this.isServed && !loader.isWhole) return;
    this.#findSuccessor(loader);
    this.shell.dataset.density = this.density;
    const wasServed = this.isServed;
    if (!this.draw(this.#view(loader), hasFailed(loader.state))) return this.#served.restore(this.shell);
    this.#afterDrawing();
    if (wasServed) this.refresh();
    this.#announce(loader);
  }

  /**
   * Shows the card that the gateway drew.
   * @param {ProductLoader} loader
   */
  #showDrawn(loader) {
    const { drawn } = loader;
    if (!drawn) return;
    // Words that only WebAssembly understands.
    this.#isUsed = !drawn.answer(this.avoid);
    if (this.#isUsed) return this.refresh();
    if (drawn.card.isConnected) return this.#reader?.drawn();
    // Or there would be two cards, such as a failure and what was there at the next attempt.
    super.end();
    this.#served.show(this.shell, loader, /** @type {CardRequest} */ (this.#request));
    this.keepsFallback = drawn.failure !== undefined;
    this.shell.dataset.density = this.density;
    wholeSheetOf(this.ownerDocument);
    this.#findSuccessor(loader);
    // Only the browser draws the page's link to a successor.
    this.#isUsed = !this.#served.linksTo(this.#successor);
    this.refresh();
    this.#announce(loader);
  }

  /**
   * Whether the card that a server drew is enough: WebAssembly is loaded once the reader or the
   * page wants more than that card can do by itself.
   * @param {ProductLoader} loader
   */
  #staysServed(loader) {
    if (!this.isServed || this.#isUsed || loader.isRenewed || loader.oldSince) return false;
    this.#findSuccessor(loader);
    const served = this.#served;
    return served.linksTo(this.#successor) && served.isDrawnWith(this) && !wantsMore(this, this.#request?.client);
  }

  /**
   * After a card was drawn: announces the outcome of a request.
   * @param {ProductLoader} loader
   */
  #announce(loader) {
    this.#reader?.drawn();
    const { state, undrawn: error } = loader;
    const outcome = loader.error ?? loader.data;
    if (this.#announced === outcome || state === 'loading') return;
    this.#announced = outcome;
    const { baseUrl, gtin, productId, isExpected } = /** @type {CardRequest} */ (this.#request);
    if (error && state === 'ready' && isExpected) report('not-drawn', { error });
    if (loader.drawn?.failure && !this.hideMissing) {
      report(productId ? 'id-not-found' : 'gtin-unknown', { baseUrl, gtin, productId });
    }
    // Once its outcome is in the DOM, so that a listener may call back.
    setTimeout(() => {
      if (loader === this.#loader && (this.mounted || this.isServed))
        announceOutcome(this, loader, /** @type {CardRequest} */ (this.#request));
    });
  }

  /**
   * Finds the link to a product's successor, which is announced once.
   * @param {ProductLoader} loader
   */
  #findSuccessor(loader) {
    const { state, data, successors } = loader;
    const of = data?.pool_id ? `${data.pool_id} ${successors}` : data;
    if (state !== 'ready' || this.#replacedOf === of) return;
    this.#replacedOf = of;
    this.#successor = successorOf(this, loader);
  }

  /**
   * @param {ProductLoader} loader
   * @returns {OwnView<CardView>}
   */
  #view({ state, detail, product, gtin, image, images, stale, oldSince }) {
    const { lang, instant } = /** @type {Locale} */ (this.locale);
    const since = stale ?? oldSince;
    return {
      state,
      // The client's messages are in English.
      detail: lang.startsWith('en') ? detail : undefined,
      product,
      gtin: gtin ?? this.gtin ?? undefined,
      image,
      images,
      // The card that takes the place of a server's is equal to it at first.
      selected: this.isServed ? undefined : this.#selected,
      panels: panelsOf(this),
      avoid: this.avoid ?? undefined,
      density: this.density,
      variant: this.variant,
      successor: this.#successor,
      stale: since && instant(since),
    };
  }

  /** The element's own part of a drawing, and the product's description for search engines. */
  #afterDrawing() {
    this.#served.handOver();
    this.mounted?.settle();
    for (const { slot, assignedSlot } of this.children) {
      if (slot && !assignedSlot) report('slot', { element: NAME, value: slot, kind: PANELS });
    }
    this.#describe();
  }

  /** Describes the product for search engines, if the page wants that. */
  #describe() {
    const { messages } = /** @type {Locale} */ (this.locale);
    if (!this.jsonLd && !this.#description) return;
    imported(() => import('./json-ld.js')).then(
      ({ Description }) => {
        this.#description ??= new Description();
        // Of the product that is shown by now.
        this.#description.show(this.jsonLd ? this.#loader : undefined, messages);
      },
      (error) => report('json-ld', { error }),
    );
  }

  /** @internal */
  show() {
    const isMissing = /^(not-found|bad-gtin)$/.test(this.#loader?.state ?? this.dataset.failed ?? '');
    this.toggleAttribute('data-missing', isMissing && this.hideMissing === true);
    const isWaiting = super.show() && requestOf(this) !== undefined;
    if (this.isFailed) this.#reader?.attend();
    if (isWaiting) {
      this.#skeleton ??= makeSkeleton();
      // Each of them is answered in the card, which takes room.
      const words = this.avoid?.match(/\S+/g);
      if (words) this.shell.style.setProperty('--_words', String(words.length));
      const { notLoaded, lang, dir } = this.locale ?? {};
      // What paper says, in English until there are other words.
      if (notLoaded) Object.assign(this.#skeleton.lastElementChild ?? {}, { textContent: notLoaded, lang, dir });
    }
    if (this.#skeleton) this.place(this.#skeleton, isWaiting);
    return isWaiting;
  }

  /**
   * @internal Puts what stands in the view's place, of the height that the variant has.
   * @param {HTMLElement} part
   * @param {boolean} wanted
   */
  place(part, wanted) {
    part.dataset.variant = this.variant;
    super.place(part, wanted);
  }

  /** @internal */
  makeContainer() {
    return this.#served.container ?? super.makeContainer();
  }

  /** @internal */
  get isServed() {
    return this.#served.isShown;
  }

  /**
   * @internal
   * @param {ShadowRoot} root
   */
  listen(root) {
    this.#reader = attending(root, {
      retry: () => this.retry(),
      print: () => this.print(),
      select: (index) => {
        this.#selected = index;
        this.#near = this.#isUsed = true;
        if (this.#loader?.error) this.retry();
        this.refresh();
      },
      toggled: (panel, open) => {
        this.announce('panel-toggle', { panel, open });
      },
    });
    // A card of the server follows the attribute alone, and the reader may have opened some of it.
    this.shell.dataset.density = this.getAttribute('density') ?? 'comfortable';
    if (this.isServed) this.#reader?.attend();
  }

  /** Requests the product again, as the button on a failed card does. */
  retry() {
    if (!this.isConnected) return;
    this.#near = true;
    this.#request = requestOf(this, this.#isUsed);
    this.#begin(true);
    this.refresh();
  }

  /** Prints this card alone, as its own button does. */
  async print() {
    if (!this.mounted && !this.isServed) return;
    const { print } = await imported(() => import('./print.js'));
    await print(this.shell, /** @type {Product} */ (this.#loader?.data)?.general?.product_name, wholeSheetOf);
  }

  /**
   * @internal
   * @param {unknown} error
   */
  fail(error) {
    super.fail(error);
    // The card that a server drew stays, but nothing can renew it any more.
    if (this.isServed && release.isGone) this.#served.outdate();
  }

  /** @internal */
  leave() {
    this.#near = this.#isStyled = false;
    this.#request = undefined;
    super.leave();
  }

  /** @internal */
  end() {
    this.#loader?.end();
    this.#description?.end();
    this.#loader = this.#announced = this.#replacedOf = this.#successor = undefined;
    super.end();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    unwatch(this);
  }
}

reflect(Card, ATTRIBUTES, defaultOf);

export const ProductPoolCard = define(NAME, Card);

/** @type {typeof api.configure} */
export function configure(changes) {
  (ProductPoolCard.configure ?? Card.configure)(changes);
}

/** @type {typeof api.use} */
export function use(module) {
  (ProductPoolCard.use ?? Card.use)(module);
}
