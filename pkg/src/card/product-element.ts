// The base class of the card: an element that shows one product.
//
// It decides when what is requested and who draws it. From top to bottom: the request that the
// attributes make (request.ts), the loader of its product (product-loader.ts), the card of a server
// (hydration.ts), the view (view.ts), what is shown without one (placeholders.ts), the reader
// (attending.ts), the end. What the page hears of it is in events.ts.

import type { ProductPoolCard } from './element.js';
import type { Product } from '../../index.js';
import type { Locale } from '../shared/locale.js';
import type { CardRequest, CardView, ViewHandle, ViewState } from '../shared/types.js';
import type { Description } from './json-ld.js';
import { PoolElement as Element } from '../shared/element.js';
import { hasFailed } from '../shared/failures.js';
import { imported, release } from '../shared/import.js';
import { report } from '../shared/report.js';
import { same } from '../shared/same.js';
import { attending } from './attending.js';
import { Announcements } from './events.js';
import { ServedCard } from './hydration.js';
import { PANELS } from './panel-names.js';
import { Skeleton } from './placeholders.js';
import { loadBrowser, parts } from './parts.js';
import { ProductLoader } from './product-loader.js';
import { imagesOf, requestOf, wantsMore } from './request.js';
import { hasColours, sheetsOf, wholeSheetsOf } from './styles.js';
import { inTurn } from './turns.js';
import { unwatch, watch } from './visibility.js';

/** With the properties that `reflect` gives its subclass. */
const PoolElement: new () => Element<CardView, ViewHandle<CardView>> &
  Omit<ProductPoolCard, keyof Element | 'product' | 'retry' | 'print'> =
  /* `reflect` adds them where the compiler does not see it. */ Element as any;

/** An element that shows one product, of which its subclass says how pages set it. */
export class ProductElement extends PoolElement {
  /** The card that a server drew. */
  #served = new ServedCard(this.shadowRoot);
  #skeleton = new Skeleton();
  #announcements = new Announcements(this);
  /** The description for search engines, once the page has wanted one. */
  #description: Description | undefined;
  #reader: ReturnType<typeof attending> | undefined;
  /** Whether the card is, or was, near the viewport. */
  #near = false;
  #request: CardRequest | undefined;
  #loader: ProductLoader | undefined;
  /** The index of the image that is shown large. */
  #selected: number | undefined;
  /** Whether the reader or the page wants more than a card that a server drew. */
  #isUsed = false;
  /** Whether the later styles are there, or could not be loaded. */
  #isStyled = false;
  /** Whether the page sets colours of it. */
  #hasColours = false;
  /** Whether the card waits for its turn to be drawn, or has it. */
  #turn: 'waiting' | 'here' | undefined;

  /** @internal */
  get hasSubject(): boolean {
    return requestOf(this) !== undefined || this.isServed;
  }

  /** @internal */
  get viewState() {
    const card: HTMLElement | null = this.shadowRoot.querySelector('[data-state]');
    return (card ? card.dataset.state : this.#loader && 'loading') as ViewState | undefined;
  }

  /** @internal */
  update(): void {
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
    this.#loader = new ProductLoader(this.#request, imagesOf(this), again, () => this.refresh());
    // After what all cards of this task change on the page, so that the engine computes its styles once.
    setTimeout(() => {
      // A unit test may have ended, and its document with it.
      if (typeof document !== 'object') return;
      this.#hasColours = hasColours(this);
      if (!this.#hasStyles) this.#loadStyles();
    });
  }

  /** Whether the styles are there that it is not drawn without: a variant, a verdict and the page's colours need the later ones. */
  get #hasStyles() {
    const hasVerdict = !this.avoid || parts.verdict !== undefined;
    return this.#isStyled || (this.variant === 'full' && hasVerdict && !this.#hasColours);
  }

  #loadStyles() {
    if (this.#isStyled) return;
    wholeSheetsOf(this.ownerDocument).then(() => {
      this.#isStyled = true;
      this.refresh();
    });
  }

  /** Takes the later styles, once they are there, and with them looks at the page's colours. */
  #adopt() {
    const root = this.shadowRoot;
    if (this.#hasColours) parts.later?.checkColours(root);
    const sheets = sheetsOf(this.ownerDocument);
    const adopted = root.adoptedStyleSheets ?? [];
    if (adopted[0] === sheets[0] && adopted.length < sheets.length) root.adoptedStyleSheets = sheets;
  }

  /** Whether the card may be drawn in this task; if not, it is refreshed once it may. */
  #hasTurn() {
    if (this.mounted || this.isServed) return true;
    if (!this.#turn) {
      this.#turn = 'waiting';
      inTurn(this, () => {
        this.#turn = 'here';
        this.refresh();
      });
    }
    return (this.#turn as string) === 'here';
  }

  /** Loads what draws in the browser; whether it is there. */
  #prepare() {
    this.#loadStyles();
    const isReady = this.#served.isReady(() => this.refresh());
    if (parts.browser) this.drawing ??= parts.browser.drawingOf(this);
    else
      loadBrowser().then(
        () => this.refresh(),
        (error) => this.fail(error),
      );
    return this.drawing?.prepare() && isReady && this.#hasStyles;
  }

  /** Loads the module and the messages while the product loads, and draws what is there. */
  #continue() {
    const loader = this.#loader;
    if (!loader) return;
    if (loader.isDrawn) return this.#showDrawn(loader);
    const { browser } = parts;
    loader.follow(this);
    browser?.needImages(loader, imagesOf(this));
    if (this.#staysServed(loader)) return this.#announce(loader);
    // An error must not take a product's allergens off the page. The next use requests it again.
    if (loader.error && loader.state !== 'not-found' && this.#served.stays(this.shell, this.avoid, this.#request)) {
      return report('not-used', { error: loader.error });
    }
    if (loader.oldSince && this.isServed) this.#served.outdate();
    if (!this.#prepare() || !browser) return;
    if (!this.mounted && loader.state === 'loading' && !loader.isSlow) return;
    // The card that takes its place would differ without its images.
    if (this.isServed && !loader.isWhole) return;
    if (!this.#hasTurn()) return;
    this.#turn = undefined;
    this.#announcements.findSuccessor(loader);
    this.shell.dataset.density = this.density;
    const wasServed = this.isServed;
    if (!wasServed) this.#adopt();
    // The card that takes the place of a server's is equal to it at first.
    const selected = wasServed ? undefined : this.#selected;
    const view = browser.viewOf(this, loader, { selected, successor: this.#announcements.successor });
    if (!this.draw(view, hasFailed(loader.state))) return this.#served.restore(this.shell);
    this.#afterDrawing();
    if (wasServed) this.refresh();
    this.#announce(loader);
  }

  /** Shows the card that the gateway drew. */
  #showDrawn(loader: ProductLoader) {
    const built = loader.drawn?.built;
    if (!built) return;
    if (!this.#hasStyles) return this.#loadStyles();
    if (!this.#hasTurn()) return;
    this.#turn = undefined;
    try {
      // Words that only WebAssembly understands.
      this.#isUsed = !built.answer(this.avoid);
    } catch (error) {
      loader.leave(error);
      this.#isUsed = true;
    }
    if (this.#isUsed) return this.refresh();
    if (built.card.isConnected) return this.#reader?.drawn();
    // Or there would be two cards, such as a failure and what was there at the next attempt.
    super.end();
    this.#adopt();
    this.#served.show(this.shell, built, loader, this.#request as CardRequest);
    this.keepsFallback = built.failure !== undefined;
    this.shell.dataset.density = this.density;
    this.#checkSlots();
    this.#announcements.findSuccessor(loader);
    // Only the browser draws the page's link to a successor.
    this.#isUsed = !this.#served.linksTo(this.#announcements.successor);
    this.refresh();
    this.#announce(loader);
    loader.follow(this);
  }

  /**
   * Whether the card that a server drew is enough: WebAssembly is loaded once the reader or the
   * page wants more than that card can do by itself.
   */
  #staysServed(loader: ProductLoader) {
    if (!this.isServed || this.#isUsed || loader.isRenewed || loader.oldSince) return false;
    this.#announcements.findSuccessor(loader);
    const served = this.#served;
    return (
      served.linksTo(this.#announcements.successor) &&
      served.isDrawnWith(this) &&
      !wantsMore(this, this.#request?.client)
    );
  }

  /** After a card was drawn: announces the outcome of a request. */
  #announce(loader: ProductLoader) {
    this.#reader?.drawn();
    const isShown = () => loader === this.#loader && Boolean(this.mounted || this.isServed);
    this.#announcements.announce(loader, this.#request as CardRequest, isShown);
  }

  /** The element's own part of a drawing, and the product's description for search engines. */
  #afterDrawing() {
    this.#served.handOver();
    this.mounted?.settle();
    this.#checkSlots();
    this.#describe();
  }

  /** Reports slots that the card does not have. */
  #checkSlots() {
    for (const { slot, assignedSlot } of this.children) {
      if (slot && !assignedSlot) report('slot', { element: this.localName, value: slot, kind: PANELS });
    }
  }

  /** Describes the product for search engines, if the page wants that, or no longer does. */
  #describe() {
    const { messages } = this.locale as Locale;
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
  show(): boolean {
    const isMissing = /^(not-found|bad-gtin)$/.test(this.#loader?.state ?? this.dataset.failed ?? '');
    this.toggleAttribute('data-missing', isMissing && this.hideMissing === true);
    const isWaiting = super.show() && requestOf(this) !== undefined;
    if (this.isFailed) this.#reader?.attend();
    this.#skeleton.show(this, isWaiting);
    return isWaiting;
  }

  /** @internal Puts what stands in the view's place, of the height that the variant has. */
  place(part: HTMLElement, wanted: boolean): void {
    part.dataset.variant = this.variant;
    super.place(part, wanted);
  }

  /** @internal */
  makeContainer(): HTMLElement {
    return this.#served.container ?? super.makeContainer();
  }

  /** @internal */
  get isServed(): boolean {
    return this.#served.isShown;
  }

  /** @internal */
  listen(root: ShadowRoot): void {
    const actions = {
      retry: () => this.retry(),
      print: () => this.print(),
      select: (index: number) => {
        this.#selected = index;
        this.#near = this.#isUsed = true;
        if (this.#loader?.error) this.retry();
        this.refresh();
      },
      toggled: (panel: string, open: boolean) => {
        this.announce('panel-toggle', { panel, open });
      },
    };
    this.#reader = attending(root, actions, () => this.#adopt());
    // A card of the server follows the attribute alone, and the reader may have opened some of it.
    this.shell.dataset.density = this.getAttribute('density') ?? 'comfortable';
    if (this.isServed) this.#reader?.attend();
  }

  /** Requests the product again, as the button on a failed card does. */
  retry(): void {
    if (!this.isConnected) return;
    this.#near = true;
    this.#request = requestOf(this, this.#isUsed);
    this.#begin(true);
    this.refresh();
  }

  /** Prints this card alone, as its own button does. */
  async print(): Promise<void> {
    if (!this.mounted && !this.isServed) return;
    const { print } = await imported(() => import('./print.js'));
    await print(this.shell, (this.#loader?.data as Product)?.general?.product_name, wholeSheetsOf);
  }

  /** @internal */
  fail(error: unknown): void {
    super.fail(error);
    // The card that a server drew stays, but nothing can renew it any more.
    if (this.isServed && release.isGone) this.#served.outdate();
  }

  /** @internal */
  leave(): void {
    this.#near = this.#isStyled = false;
    this.#request = undefined;
    super.leave();
  }

  /** @internal */
  end(): void {
    this.#loader?.end();
    this.#description?.end();
    this.#announcements.end();
    this.#loader = undefined;
    super.end();
  }

  disconnectedCallback(): void {
    super.disconnectedCallback();
    unwatch(this);
  }
}
