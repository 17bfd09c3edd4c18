// The custom element <product-pool-changes>: what changed between two versions
// of a product, allergens first.

import type { ProductSource } from '../label/label.js';
import type { ProductDiff } from '../label/views.js';
import type { ProductPoolView, ViewErrorDetail } from '../shared/view.js';
import type { Locale } from '../shared/locale.js';
import type { Received } from '../shared/received.js';
import type {
  ChangesHandle,
  ChangesView as View,
  FailureState,
  FetchOptions,
  OwnView,
  ProductRequest,
  RequestError,
  ViewState,
} from '../shared/types.js';

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
import { same } from '../shared/same.js';
import { viewsModule } from '../wasm/views.js';
import { CHANGES, defaultOf } from './attributes.js';
import { sheetsOf } from './styles.js';
import { watchRelease } from '../shared/reload.js';

watchRelease();

/** A version to request, or one that the page set. */
type Version = ProductRequest | { text: string };

type Answer = { text: string; stale?: string | undefined; received?: Received };

/** What is known of the two versions. */
type Content =
  | { state: 'loading' }
  /** `stale`: since when a gateway could not check one of them. */
  | { state: 'ready'; earlier: string; later: string; stale: string | undefined }
  | { state: FailureState; error: RequestError };

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

  #request: Version[] | undefined;
  #controller = new AbortController();
  /** Undefined while no versions are named. */
  #content: Content | undefined;
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
    return this.#content?.state;
  }

  retry(): void {
    const versions = this.#versions();
    if (versions) this.#begin(versions, true);
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
    const versions = this.#versions();
    if (!versions) this.#forget();
    else if (!versions.every((version, at) => same(version, this.#request?.[at]))) this.#begin(versions);
    const content = this.#content;
    if (!content) this.end();
    else if (!this.isFailed && this.prepare() && this.draw(this.#view(content), hasFailed(content.state)))
      this.#announce(content);
  }

  /** Requests the versions, as far as the page has not given them, and takes them all at once. */
  async #fetch(versions: Version[], options: FetchOptions) {
    const [earlier, later] = (await Promise.all(
      versions.map((version) => ('text' in version ? version : requestProduct(version, options))),
    )) as [Answer, Answer];
    if (!options.signal.aborted) {
      if (!dataOf(earlier.text) || !dataOf(later.text)) throw notProduct(NAME);
      const stale = earlier.stale ?? later.stale;
      this.#content = { state: 'ready', earlier: earlier.text, later: later.text, stale };
      this.refresh();
    }
    return [earlier.received, later.received];
  }

  async #begin(versions: Version[], again: boolean = false) {
    this.#request = versions;
    this.#controller.abort();
    this.#rest();
    this.#oldSince = undefined;
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    this.clearFailure();
    this.#content = { state: 'loading' };
    this.#isAnnounced = false;
    try {
      const answers = await this.#fetch(versions, { signal, again });
      if (signal.aborted) return;
      const ask = () => this.#fetch(versions, { signal, again: true, isRenewal: true });
      const show = (since: string | undefined): void => {
        this.#oldSince = since;
        this.refresh();
      };
      this.#rest = renew({ key: [this], watch: watcherOf(this), ask, show }, answers);
    } catch (thrown) {
      if (signal.aborted) return;
      const error = thrown as RequestError;
      this.#content = { state: failureOf(error), error };
      this.refresh();
    }
  }

  #view(content: Content): OwnView<View> {
    if (content.state !== 'ready') return { state: content.state };
    const since = content.stale ?? this.#oldSince;
    const { instant } = this.locale as Locale;
    return { ...content, stale: since && instant(since) };
  }

  #announce(content: Content) {
    if (this.#isAnnounced || content.state === 'loading') return;
    this.#isAnnounced = true;
    if ('error' in content) this.announce('changes-error', errorDetail(content.error));
    else this.announce('changes-load', { productId: this.productId ?? undefined, diff: this.diff });
  }

  /** Aborts the pending requests. */
  #forget() {
    this.#controller.abort();
    this.#rest();
    this.#request = this.#content = undefined;
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
