// The custom element <product-pool-changes>: what changed between two versions
// of a product, allergens first.

import type { ProductSource } from '../label/label.js';
import type { ProductDiff } from '../label/views.js';
import type { ProductPoolView, ViewErrorDetail } from '../shared/view.js';
import type { Locale } from '../shared/locale.js';
import type {
  ChangesHandle,
  ChangesView as View,
  FetchOptions,
  OwnView,
  ProductRequest,
  ProductResponse,
  RequestError,
  ViewState,
} from '../shared/types.js';

type Version = Partial<ProductRequest> & { text?: string };

import { requestProduct } from '../card/fetch.js';
import { renew } from '../card/renewal.js';
import { watcherOf } from '../card/visibility.js';
import { withCopies } from '../label/copied.js';
import type { AttributeTable } from '../shared/attributes.js';
import { define, reflect } from '../shared/attributes.js';
import { connectionOf } from '../shared/connection.js';
import { ViewElement as Element } from '../shared/view-element.js';
import { PROPERTIES, asJson, propertiesOf } from '../shared/properties.js';
import { dataOf } from '../shared/record.js';
import { errorDetail, failureOf, hasFailed, notProduct } from '../shared/failures.js';
import { viewsModule } from '../wasm/views.js';
import { CHANGES, defaultOf } from './attributes.js';
import { sheetsOf } from './styles.js';
import { watchRelease } from '../shared/reload.js';

watchRelease();

/** Detail of `product-pool-changes-load`: the versions are compared. */
export interface ChangesLoadDetail {
  productId?: string | undefined;
  diff: ProductDiff;
}

/** Detail of `product-pool-changes-error`: they could not be. */
export type ChangesErrorDetail = ViewErrorDetail;

/** The element's events and their types. */
export interface ProductPoolChangesEventMap {
  'product-pool-changes-load': CustomEvent<ChangesLoadDetail>;
  'product-pool-changes-error': CustomEvent<ChangesErrorDetail>;
}

export interface ProductPoolChanges extends ProductPoolView {
  /** The product's `pool_id`. Attribute `product-id`. */
  get productId(): string | null;
  set productId(value: string | null | undefined);
  /** The earlier version. Attribute `from`. */
  get from(): string | null;
  set from(value: string | null | undefined);
  /** The later version; the newest unless set. Attribute `to`. */
  get to(): string | null;
  set to(value: string | null | undefined);
  /**
   * The earlier version at hand, instead of a request. It is read when it is
   * set; later changes to the object are not seen.
   */
  get earlier(): ProductSource | null;
  set earlier(value: ProductSource | null | undefined);
  /** The later version at hand, likewise. */
  get later(): ProductSource | null;
  set later(value: ProductSource | null | undefined);
  /** The difference that is shown, as `diffProducts` gives it; null before it is known. */
  get diff(): ProductDiff | null;
  /** Asks again, as the button does. */
  retry(): void;
}

/** With the properties that `reflect` gives the class below. */
const ViewElement: new () => Element<View, ChangesHandle> &
  Omit<ProductPoolChanges, keyof Element | 'earlier' | 'later' | 'diff' | 'retry'> =
  /* `reflect` adds them where the compiler does not see it. */ Element as any;

const NAME = 'product-pool-changes';

/**
 * The changes between two versions of a product. Child nodes are the fallback: they
 * are shown until the versions are compared, and stay, below the message, when they
 * cannot be.
 *
 * @customElement product-pool-changes
 * @tagname product-pool-changes
 *
 * @attr {string} lang - Language, instead of the language around the element.
 *
 * @fires {CustomEvent<ChangesLoadDetail>} product-pool-changes-load - The versions are compared.
 * @fires {CustomEvent<ChangesErrorDetail>} product-pool-changes-error - They could not be.
 *
 * @slot - Fallback: shown until the versions are compared, and below the message when they cannot be.
 * @slot error - Instead of the message that the element itself could not be loaded.
 * @cssState loading - The versions are on their way.
 * @cssState ready - It shows the comparison.
 * @cssState failed - It shows why there is none.
 * @csspart changes - The whole comparison.
 * @csspart section - A section, which is also a part with its subject's name.
 * @csspart allergen - An allergen, which is also a part with the direction of its change.
 * @csspart button - Each button with words.
 */
class ChangesView extends ViewElement implements ProductPoolChanges {
  static observedAttributes: string[] = [...Object.keys(CHANGES), 'lang'];
  static attributes: AttributeTable = CHANGES;
  static properties: string[] = [...PROPERTIES, 'earlier', 'later', ...Object.values(CHANGES).map(([name]) => name)];
  static view: (typeof Element)['view'] = {
    module: viewsModule,
    mount: 'mountChanges',
    sheetsOf,
    part: 'changes',
    event: 'changes-error',
    code: 'view_unavailable',
  };

  /** The parts of the request. */
  #request: unknown[] | undefined;
  #controller = new AbortController();
  /** As in the view; undefined while no versions are named. */
  #status: ViewState | undefined;
  #error: RequestError | undefined;
  #texts: string[] = [];
  /** Since when a gateway could not check one of them. */
  #stale: string | undefined;
  /** Ends the renewal of the records. */
  #rest = () => {};
  /** From when they are, because one of them is too old. */
  #oldSince: string | undefined;
  #isAnnounced = false;
  /** The difference that was asked for last. */
  #diff: ProductDiff | null = null;

  // `before` and `after` are methods that every element has.
  get earlier(): ProductSource | null {
    return propertiesOf(this).earlier ?? null;
  }
  set earlier(value) {
    this.store({ earlier: value, earlierText: asJson(value) });
  }

  get later(): ProductSource | null {
    return propertiesOf(this).later ?? null;
  }
  set later(value) {
    this.store({ later: value, laterText: asJson(value) });
  }

  get diff(): ProductDiff | null {
    const diff = this.mounted?.handle?.diff() ?? null;
    // The same object as long as the same versions are shown.
    if (diff && diff !== this.#diff) withCopies(diff);
    this.#diff = diff;
    return diff;
  }

  get viewState(): ViewState | undefined {
    return this.#status;
  }

  retry(): void {
    this.#begin(true);
    this.refresh();
  }

  listen(root: ShadowRoot): void {
    root.addEventListener('click', ({ target }) => {
      if ((target as Partial<Element> | null)?.closest?.('[data-action="retry"]')) this.retry();
    });
  }

  #versions(): Version[] | undefined {
    const { earlierText, laterText } = propertiesOf(this);
    const id = this.productId?.trim();
    const connection = connectionOf(this);
    /** @param isNewest - Without a version the newest is meant. */
    const side = (text: string | undefined, version: string | undefined, isNewest: boolean): Version | undefined => {
      if (text !== undefined) return { text };
      return id && (version || isNewest) ? { ...connection, productId: id, version: version || undefined } : undefined;
    };
    const earlier = side(earlierText, this.from?.trim(), false);
    const later = side(laterText, this.to?.trim(), true);
    return earlier && later ? [earlier, later] : undefined;
  }

  get hasSubject(): boolean {
    return this.#versions() !== undefined;
  }

  update(): void {
    const request = this.#versions()?.flatMap(({ text, baseUrl, productId, version, client, token }) => [
      text,
      baseUrl,
      productId,
      version,
      client,
      token,
    ]);
    const isSame = request && this.#request?.every((part, at) => part === request[at]);
    if (!request) this.#forget();
    else if (!isSame) {
      this.#request = request;
      this.#begin();
    }
    if (!this.#status) this.end();
    else if (!this.isFailed && this.prepare() && this.draw(this.#view(), hasFailed(this.#status))) this.#announce();
  }

  /** Requests the versions, as far as the page has not given them, and takes them all at once. */
  async #fetch(versions: Version[], options: FetchOptions) {
    const answers = await Promise.all(
      versions.map(async ({ text, ...request }) =>
        text === undefined ? requestProduct(request as ProductRequest, options) : { text },
      ),
    );
    const found: Partial<ProductResponse>[] = answers;
    if (!options.signal.aborted) {
      this.#texts = answers.map(({ text }) => text);
      this.#stale = found.map(({ stale }) => stale).find(Boolean);
      this.refresh();
    }
    return found.map(({ received }) => received);
  }

  async #begin(again: boolean = false) {
    const versions = this.#versions();
    if (!versions) return;
    this.#controller.abort();
    this.#rest();
    this.#oldSince = undefined;
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    this.clearFailure();
    this.#status = 'loading';
    this.#isAnnounced = false;
    try {
      const answers = await this.#fetch(versions, { signal, again });
      if (signal.aborted) return;
      if (!this.#texts.every(dataOf)) throw notProduct(NAME);
      this.#status = 'ready';
      const ask = () => this.#fetch(versions, { signal, again: true, isRenewal: true });
      const show = (since: string | undefined): void => {
        this.#oldSince = since;
        this.refresh();
      };
      this.#rest = renew({ key: [this], watch: watcherOf(this), ask, show }, answers);
    } catch (thrown) {
      if (signal.aborted) return;
      const error = thrown as RequestError;
      this.#status = failureOf(error);
      this.#error = error;
    }
    this.refresh();
  }

  #view(): OwnView<View> {
    const [earlier, later] = this.#texts;
    const since = this.#stale ?? this.#oldSince;
    const { instant } = this.locale as Locale;
    return { state: this.#status ?? 'loading', earlier, later, stale: since && instant(since) };
  }

  #announce() {
    if (this.#isAnnounced || this.#status === 'loading') return;
    this.#isAnnounced = true;
    if (this.#status === 'ready')
      this.announce('changes-load', { productId: this.productId ?? undefined, diff: this.diff });
    else this.announce('changes-error', errorDetail(this.#error ?? {}));
  }

  /** Aborts the pending requests. */
  #forget() {
    this.#controller.abort();
    this.#rest();
    this.#request = this.#status = undefined;
    this.#texts = [];
  }

  leave(): void {
    this.#forget();
    super.leave();
  }
}

reflect(ChangesView, CHANGES, defaultOf);

export const ProductPoolChanges: new () => ProductPoolChanges = define(NAME, ChangesView);

declare global {
  interface HTMLElementTagNameMap {
    'product-pool-changes': ProductPoolChanges;
  }
  interface HTMLElementEventMap extends ProductPoolChangesEventMap {}
}
