// The custom element <product-pool-card>: registered at once, filled by
// WebAssembly that is fetched when the first card comes near the viewport.
//
// What it says is decided in Rust; this sees to what that needs, and tells the page.

import { listen } from './interaction.js';
import { Description } from './json-ld.js';
import { announce, successorOf, tell, tellUnavailable } from './events.js';
import { Life, same } from './mounted-card.js';
import { Load } from './product-loader.js';
import { sheetOf } from './styles.js';
import { load, useModule, whenStopped } from '../wasm/card.js';
import { leave, watch } from './visibility.js';
import { element, hasFallback, makeNotice, makeSkeleton } from './placeholders.js';
import { CardProperties } from './properties.js';
import { Served } from './hydration.js';
import { panelsOf, wantsGallery, wishOf, wordsOf } from './request.js';
import { ProductPoolConfig, configurePage, follow, setting, warnOfToken } from '../shared/config.js';
import { localeFor } from '../shared/locale.js';
import { define, inBrowser } from '../shared/attributes.js';
import { today } from '../shared/today.js';

export { ProductPoolConfig };

const NAME = 'product-pool-card';

const cards = new Set();
const refreshAll = () => cards.forEach((card) => card.refresh());

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
class Card extends CardProperties {
  static configure(changes) {
    if (inBrowser) configurePage(changes);
  }

  static use(module) {
    if (!inBrowser) return;
    useModule(module);
    for (const card of cards) if (card.#failed) card.retry();
  }

  static {
    whenStopped((module, error) => {
      for (const card of cards) if (card.#life && card.#module === module) card.#fail(error);
    });
  }

  #root;
  #slot;
  #shell;
  #skeleton;
  #notice;
  #served;
  #panels;
  #density;
  #queued = false;
  #near = false;
  #failed = false;
  #leaving;
  /** The module, once it is there, and whether it is on its way. */
  #module;
  #loading = false;
  /** The words, and what they were asked for by. */
  #locale;
  #localeKey;
  /** What was asked for, what came of it, and of what the page was told. */
  #wish;
  #load;
  #told;
  #replacedOf;
  #successor;
  /** The mounted card. */
  #life;
  #selected;
  #description = new Description();
  #refocus = false;

  constructor() {
    super();
    if (!inBrowser) return;
    this.#served = new Served(this.shadowRoot);
    this.#root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
  }

  /** Makes what is in the shadow tree: not before the requests are on their way, for it takes time. */
  #make() {
    const sheet = sheetOf(this.ownerDocument);
    if (this.#root.adoptedStyleSheets[0] !== sheet) this.#root.adoptedStyleSheets = [sheet];
    if (this.#shell) return;
    this.#slot = element('slot');
    this.#shell = element('div', { class: 'shell' });
    this.#skeleton = makeSkeleton();
    this.#notice = makeNotice();
    this.#root.append(this.#slot, this.#shell);
    this.#slot.addEventListener('slotchange', () => this.#show());
    this.#panels = listen(this.#root, {
      retry: () => this.retry(),
      print: () => this.print(),
      select: (index) => {
        this.#selected = index;
        this.refresh();
      },
      toggled: (panel, open) => announce(this, 'panel-toggle', { panel, open }),
    });
  }

  /** Asks again, as the button on a failed card does. */
  retry() {
    if (!this.isConnected) return;
    this.#near = true;
    this.#refocus = this.#root.activeElement !== null;
    this.#wish = wishOf(this);
    this.#begin(true);
    this.refresh();
  }

  /** Prints this card alone, as its own button does. */
  async print() {
    if (!this.#life) return;
    const { print } = await import('./print.js');
    const name = this.#load?.data?.general?.product_name;
    await print(this.#shell, typeof name === 'string' ? name : document.title, sheetOf);
  }

  /** Takes up what has changed, once for all changes of a turn; seldom needed. */
  refresh() {
    if (this.#queued) return;
    this.#queued = true;
    queueMicrotask(() => {
      this.#queued = false;
      this.#apply();
    });
  }

  connectedCallback() {
    clearTimeout(this.#leaving);
    super.connectedCallback();
    cards.add(this);
    this.refresh();
  }

  connectedMoveCallback() { this.refresh(); }

  disconnectedCallback() {
    cards.delete(this);
    leave(this);
    // An element that is moved comes back within the turn and keeps its card.
    this.#leaving = setTimeout(() => {
      this.#near = false;
      this.#wish = undefined;
      this.#end();
    });
  }

  #apply() {
    if (!this.isConnected) return;
    const wish = wishOf(this);
    // One product's allergens must not stand where another is asked for.
    if (!wish?.served) this.#served.end();
    if (!wish) {
      leave(this);
      this.#wish = undefined;
      this.#end();
    } else if (this.#near || this.loading === 'eager') {
      this.#near = true;
      if (!same(wish, this.#wish)) {
        this.#wish = wish;
        this.#begin();
      }
      // What failed waits for another wish, or for somebody to try again.
      if (!this.#failed) this.#go();
    } else {
      watch(this, () => {
        this.#near = true;
        this.refresh();
      });
    }
    this.#show();
    this.#shell.dataset.theme = this.theme;
  }

  /** Asks for the product anew; whatever an earlier request brings is stale from now on. */
  #begin(again = false) {
    this.#load?.end();
    this.#failed = false;
    this.#selected = undefined;
    if (!this.#wish) return;
    warnOfToken(this.#wish.token, setting('dangerouslyAllowBrowser'));
    this.#load = new Load(this.#wish, { gallery: wantsGallery(this), again }, () => this.refresh());
  }

  /** Sees to the module and the words, beside the product, and draws what is there. */
  #go() {
    this.#load.gallery = wantsGallery(this);
    if (!this.#module && !this.#loading) this.#fetchModule();
    this.#fetchWords();
    if (this.#module && this.#locale) this.#render();
  }

  async #fetchModule() {
    this.#loading = true;
    try {
      this.#module = await load();
    } catch (error) {
      this.#fail(error);
    }
    this.#loading = false;
    this.refresh();
  }

  async #fetchWords() {
    const { lang, texts } = wordsOf(this);
    const key = JSON.stringify([lang, texts]);
    if (key === this.#localeKey) return;
    this.#localeKey = key;
    try {
      const locale = await localeFor(lang, texts);
      if (this.#localeKey === key) this.#locale = locale;
    } catch (error) {
      if (this.#localeKey !== key) return;
      this.#localeKey = undefined;
      console.error(`<${NAME}>: the words of the card could not be loaded.`, error);
      this.#fail(error);
    }
    this.refresh();
  }

  #view() {
    const { state, detail, product, image, images, stale } = this.#load;
    const { moment, ...locale } = this.#locale;
    const { lang } = locale;
    return {
      ...locale,
      state,
      // The client speaks English only.
      detail: lang.startsWith('en') ? detail : undefined,
      product,
      image,
      images,
      selected: this.#selected,
      headingLevel: this.headingLevel ?? undefined,
      panels: panelsOf(this),
      avoid: this.avoid ?? undefined,
      density: this.density,
      successor: this.#successor,
      stale: stale && moment(stale),
      today: today(),
    };
  }

  #render() {
    const load = this.#load;
    if (!this.#life && load.state === 'loading') return;
    this.#make();
    this.#replaced();
    try {
      const view = this.#view();
      if (view.density !== this.#density) this.#panels.forget();
      this.#density = view.density;
      if (this.#life) this.#life.update(view);
      else this.#life = new Life(this.#module, this.#shell, view);
      this.#served.end();
      this.#drawn();
      this.#description.show(this.jsonLd && load, view.messages);
    } catch (error) {
      console.error(`<${NAME}>: the card has stopped.`, error);
      this.#fail(error);
      return;
    }
    if (this.#told === load || load.state === 'loading') return;
    this.#told = load;
    // Once its outcome is in the DOM, so that a listener may call back.
    setTimeout(() => {
      if (load === this.#load && this.#life) tell(this, load, this.#wish);
    });
  }

  /** What is drawn anew gets the state that it was left in. */
  #drawn() {
    this.#panels.restore();
    if (!this.#refocus || this.#load.state === 'loading') return;
    this.#refocus = false;
    if (!this.#root.activeElement) this.#life.focus();
  }

  /** Takes up the link to a product's successor, of which the page hears once. */
  #replaced() {
    const { state, data, product } = this.#load;
    const of = data?.pool_id ?? product;
    if (state !== 'ready' || this.#replacedOf === of) return;
    this.#replacedOf = of;
    this.#successor = successorOf(this, this.#load);
  }

  /**
   * Gives the place back to the fallback. The card goes, even if it stood: it
   * would go on showing one product's allergens where another was asked for.
   */
  #fail(error) {
    if (this.#failed) return;
    this.#end();
    this.#module = undefined;
    this.#failed = this.isConnected;
    this.#show();
    if (this.#failed) tellUnavailable(this, error);
  }

  #end() {
    this.#load?.end();
    this.#description.end();
    this.#life?.end();
    this.#load = this.#life = this.#told = this.#replacedOf = this.#successor = undefined;
    this.#failed = false;
    this.#show();
  }

  /** What a server drew, the fallback, the skeleton, the notice or the card: one is seen. */
  #show() {
    this.#make();
    const drawn = Boolean(this.#life) || this.#served.isSeen;
    const bare = !drawn && !hasFallback(this);
    this.#slot.hidden = drawn || bare;
    this.#place(this.#notice, bare && this.#failed);
    this.#place(this.#skeleton, bare && !this.#failed && wishOf(this) !== undefined);
  }

  #place(part, wanted) {
    if (!wanted) part.remove();
    else if (!part.parentNode) this.#shell.append(part);
  }
}

export const ProductPoolCard = define(NAME, Card);

if (inBrowser) {
  follow(refreshAll);
  // A language may change anywhere above a card.
  new MutationObserver(refreshAll).observe(document, { subtree: true, attributeFilter: ['lang'] });
}

export function configure(changes) {
  (ProductPoolCard.configure ?? Card.configure)(changes);
}

export function use(module) {
  (ProductPoolCard.use ?? Card.use)(module);
}
