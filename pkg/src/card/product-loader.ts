// Loads one product and its images for a card.

import type { CardRequest, RawRecord, RequestError, ViewState } from '../shared/types.js';
import type { Received } from '../shared/received.js';
import type { DrawnCard } from './drawn.js';
import { setting } from '../shared/config.js';
import { failureOf, notProduct } from '../shared/failures.js';
import { toJson } from '../shared/json.js';
import { instantIn } from '../shared/locale.js';
import { withPage } from '../shared/received.js';
import { today } from '../shared/today.js';
import { dataOf, imagesIn, keyOf, requestDrawn, requestImages, requestProduct } from './fetch.js';
import { drawsNone, probing, settle } from './probe.js';
import { loadLater, wholeSheetOf, withLater } from './styles.js';
import { watcherOf } from './visibility.js';

/** After how long a request is slow, in milliseconds. */
const SLOW = 10_000;

/** A reason as a whole sentence. */
const sentence = (reason: string) => `${reason.charAt(0).toUpperCase()}${reason.slice(1).replace(/\.?$/, '.')}`;

/** An identifier in a record as text; undefined where it has another form, of which the view says more. */
const idOf = (id: unknown) =>
  typeof id === 'number' || (typeof id === 'string' && id.trim()) ? String(id) : undefined;

/** What renewal needs of the modules that every card loads at once, so that there is one of each. */
export interface Own {
  failureOf: typeof failureOf;
  instantIn: typeof instantIn;
  keyOf: typeof keyOf;
  requestDrawn: typeof requestDrawn;
  requestProduct: typeof requestProduct;
  setting: typeof setting;
  settle: typeof settle;
  today: typeof today;
  watcherOf: typeof watcherOf;
}
const OWN: Own = { failureOf, instantIn, keyOf, requestDrawn, requestProduct, setting, settle, today, watcherOf };

export class ProductLoader {
  /** As in the view. */
  state = 'loading' as ViewState;
  /** A sentence about an invalid GTIN. */
  detail: string | undefined;
  /** The responses for the view, as JSON. */
  product: string | undefined;
  image: string | undefined;
  images: string | undefined;
  /** Since when a gateway could not check it: `2026-01-31T12:00:00Z`. */
  stale: string | undefined;
  /** The GTIN of the component that a scan led to. */
  gtin: string | undefined;
  /** The card that the gateway drew. */
  drawn: DrawnCard | undefined;
  /** The text that it was built from. */
  text = '';
  /** The reason why the gateway drew none, where it was to. */
  undrawn: Error | undefined;
  /** The product's record, of which a few members come with a drawn card. */
  data: RawRecord | undefined;
  /** Whether the product was requested again, and is another one than a server put into the page. */
  isRenewed = false;
  /** When the answer arrived; undefined for a product that the page gave. */
  received: Received | undefined;
  /** From when the answer is, because it is too old: `2026-01-31T12:00:00.000Z`. */
  oldSince: string | undefined;
  #isFollowed = false;
  /** How often the gateway could not draw the card. */
  #tries = 0;
  /** Whether it takes so long that the reader should know. */
  isSlow = false;
  error: RequestError | undefined;
  request: CardRequest;
  /** The responses about images that are needed. */
  #needs: ('image' | 'images')[];
  /** The product whose images are requested, once it is known. */
  #imagesOf: string | undefined;
  /** The responses that were requested, with the product. */
  #requested: Set<string> = new Set();
  /** The number of those that are not there yet. */
  #awaited = 0;
  changed: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #controller = new AbortController();

  /**
   * Requests a product, or reads the one in the request.
   *
   * @param options - `images`: the
   *   responses about images that are needed; `again`: whether a new response is, not a
   *   cached one.
   * @param changed - Called whenever more is known.
   */
  constructor(
    request: CardRequest,
    { images, again }: { images: ('image' | 'images')[]; again?: boolean },
    changed: () => void,
  ) {
    this.request = request;
    this.#needs = images;
    this.changed = changed;
    if (request.product !== undefined) {
      ({ image: this.image, images: this.images } = request.served ?? {});
      // A JSON string without escapes.
      this.stale = request.served?.stale?.slice(1, -1);
      if (request.served) this.received = withPage(request.served.received);
      this.ready(request.product, dataOf(request.product));
    } else if (request.drawn) {
      this.#requestDrawn(request.drawn, again);
    } else {
      this.start(again);
    }
  }

  /** Whether the gateway draws the card. */
  get isDrawn(): boolean {
    return this.request.drawn !== undefined && !this.undrawn;
  }

  async #requestDrawn(drawn: string, again?: boolean) {
    const { request, signal } = this;
    try {
      const [answer, { setDrawn }] = await Promise.all([
        probing(request, () => requestDrawn(request, { signal, again })),
        loadLater(),
        wholeSheetOf(document),
      ]);
      setDrawn(this, answer, OWN);
      settle(request.baseUrl, false);
    } catch (thrown) {
      const error = thrown as Error;
      const { judge } = await loadLater().catch(() => ({ judge: () => undefined }));
      if (signal.aborted) return settle(request.baseUrl, false);
      const pause = judge(request, error, this.#tries++, OWN);
      if (pause !== undefined) {
        this.#timer = setTimeout(() => this.#requestDrawn(drawn, true), pause);
        return;
      }
      this.undrawn = error;
      // Where it is known by now, the card makes another request.
      if (request.isExpected || !drawsNone(request.baseUrl)) this.start(again);
    }
    this.changed();
  }

  /** Renews the product, once it is there, for as long as a card shows it. */
  follow(card: Element): void {
    if (this.#isFollowed || !this.received || this.state !== 'ready') return;
    this.#isFollowed = true;
    withLater(({ follow }) => follow(this, card, OWN));
  }

  /** Calls the card that a gateway drew too old, because its record could not be requested. */
  outdate(): void {
    withLater(({ outdateLoaded }) => outdateLoaded(this, OWN));
  }

  start(again?: boolean): void {
    const { productId } = this.request;
    // The images can be requested at once if the identifier is known.
    if (productId) this.#requestImages(productId, again);
    this.#requestProduct(again);
    this.#timer = setTimeout(() => {
      this.isSlow = true;
      this.changed();
    }, SLOW);
  }

  /** The identifiers of the product's successors, in whichever form the record has them. */
  get successors(): string[] {
    const { replaced_by: replaced } = this.data ?? {};
    const ones = Array.isArray(replaced) ? replaced : [replaced];
    return ones.flatMap((one) => idOf(one?.pool_id ?? one?.id ?? one) ?? []);
  }

  /** The product's identifier, if the record has one. */
  get id(): string | undefined {
    return idOf(this.data?.pool_id);
  }

  /** Aborts the pending requests. */
  end(): void {
    clearTimeout(this.#timer);
    this.#controller.abort();
  }

  /** Aborted once the card shows another product, or none. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether everything that was requested is there. */
  get isWhole(): boolean {
    return this.state !== 'loading' && !this.#awaited;
  }

  /** @param images - The responses about images that are needed. */
  set needs(images: ('image' | 'images')[]) {
    this.#needs = images;
    if (this.#imagesOf) this.#requestImages(this.#imagesOf);
  }

  async #requestProduct(again?: boolean) {
    const { signal } = this;
    try {
      const { text, data, stale, gtin, received } = await requestProduct(this.request, { signal, again });
      // What could not be reached was the card alone.
      if (this.undrawn) settle(this.request.baseUrl, this.undrawn.name === 'TypeError');
      if (signal.aborted) return;
      this.stale = stale;
      this.gtin = gtin;
      this.received = received;
      this.ready(text, data, again);
    } catch (thrown) {
      settle(this.request.baseUrl, false);
      if (signal.aborted) return;
      this.fail(thrown as RequestError);
    }
    this.changed();
  }

  fail(error: RequestError): void {
    // The images that were requested at once are not needed.
    this.end();
    this.error = error;
    this.state = failureOf(error);
    if (error.isGtin) this.detail = sentence(error.message);
  }

  ready(text: string, data: RawRecord | undefined, again?: boolean): void {
    this.product = text;
    this.data = data ?? {};
    this.state = data ? 'ready' : 'error';
    if (!data) {
      this.error = notProduct('product-pool-card');
    } else if (this.id && this.request.images) {
      this.#requestImages(this.id, again);
    }
  }

  /**
   * Requests the list of images, for that of a product without any is a response like others: a request
   * for its feature image would be an error on the console of every page. Of several images the list does
   * not say which is the feature image, and a service may have no list.
   */
  async #requestImages(id: string, again?: boolean) {
    this.#imagesOf = id;
    const showsAll = this.#needs.includes('images');
    const key = `${showsAll} ${id}`;
    if (this.#needs.length === 0 || this.#requested.has(key)) return;
    this.#requested.add(key);
    const { request, signal } = this;
    this.#awaited += 1;
    const list = await requestImages(request, id, false, { signal, again });
    const images = imagesIn(list);
    let image = images?.length ? toJson({ data: images[0] }) : undefined;
    if (!images || images.length > 1) image = (await requestImages(request, id, true, { signal, again })) ?? image;
    this.#awaited -= 1;
    if (signal.aborted) return;
    this.image = image ?? this.image;
    if (showsAll) this.images = list ?? this.images;
    this.changed();
  }
}
