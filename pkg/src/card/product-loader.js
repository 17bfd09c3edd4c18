// Loads one product and its images for a card.

/** @import { CardRequest, RawRecord, RequestError, ViewState } from '../shared/types.js' */
/** @import { Received } from '../shared/received.js' */
/** @import { DrawnCard } from './drawn.js' */

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

/**
 * A reason as a whole sentence.
 * @param {string} reason
 */
const sentence = (reason) => `${reason.charAt(0).toUpperCase()}${reason.slice(1).replace(/\.?$/, '.')}`;

/**
 * An identifier in a record as text; undefined where it has another form, of which the view says more.
 * @param {unknown} id
 */
const idOf = (id) => (typeof id === 'number' || (typeof id === 'string' && id.trim()) ? String(id) : undefined);

/**
 * What renewal needs of the modules that every card loads at once, so that there is one of each.
 * @typedef {typeof OWN} Own
 */
const OWN = { failureOf, instantIn, keyOf, requestDrawn, requestProduct, setting, settle, today, watcherOf };

export class ProductLoader {
  /** As in the view. */
  state = /** @type {ViewState} */ ('loading');
  /**
   * A sentence about an invalid GTIN.
   * @type {string | undefined}
   */
  detail;
  /**
   * The responses for the view, as JSON.
   * @type {string | undefined}
   */
  product;
  /** @type {string | undefined} */
  image;
  /** @type {string | undefined} */
  images;
  /**
   * Since when a gateway could not check it: `2026-01-31T12:00:00Z`.
   * @type {string | undefined}
   */
  stale;
  /**
   * The GTIN of the component that a scan led to.
   * @type {string | undefined}
   */
  gtin;
  /**
   * The card that the gateway drew.
   * @type {DrawnCard | undefined}
   */
  drawn;
  /** The text that it was built from. */
  text = '';
  /**
   * The reason why the gateway drew none, where it was to.
   * @type {Error | undefined}
   */
  undrawn;
  /**
   * The product's record, of which a few members come with a drawn card.
   * @type {RawRecord | undefined}
   */
  data;
  /** Whether the product was requested again, and is another one than a server put into the page. */
  isRenewed = false;
  /**
   * When the answer arrived; undefined for a product that the page gave.
   * @type {Received | undefined}
   */
  received;
  /**
   * From when the answer is, because it is too old: `2026-01-31T12:00:00.000Z`.
   * @type {string | undefined}
   */
  oldSince;
  #isFollowed = false;
  /** How often the gateway could not draw the card. */
  #tries = 0;
  /** Whether it takes so long that the reader should know. */
  isSlow = false;
  /** @type {RequestError | undefined} */
  error;
  request;
  /**
   * The responses about images that are needed.
   * @type {('image' | 'images')[]}
   */
  #needs;
  /**
   * The product whose images are requested, once it is known.
   * @type {string | undefined}
   */
  #imagesOf;
  /**
   * The responses that were requested, with the product.
   * @type {Set<string>}
   */
  #requested = new Set();
  /** The number of those that are not there yet. */
  #awaited = 0;
  changed;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #controller = new AbortController();

  /**
   * Requests a product, or reads the one in the request.
   * @param {CardRequest} request
   * @param {{ images: ('image' | 'images')[], again?: boolean }} options - `images`: the
   *   responses about images that are needed; `again`: whether a new response is, not a
   *   cached one.
   * @param {() => void} changed - Called whenever more is known.
   */
  constructor(request, { images, again }, changed) {
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
  get isDrawn() {
    return this.request.drawn !== undefined && !this.undrawn;
  }

  /**
   * @param {string} drawn
   * @param {boolean} [again]
   */
  async #requestDrawn(drawn, again) {
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
      const error = /** @type {Error} */ (thrown);
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

  /**
   * Renews the product, once it is there, for as long as a card shows it.
   * @param {Element} card
   */
  follow(card) {
    if (this.#isFollowed || !this.received || this.state !== 'ready') return;
    this.#isFollowed = true;
    withLater(({ follow }) => follow(this, card, OWN));
  }

  /** Calls the card that a gateway drew too old, because its record could not be requested. */
  outdate() {
    withLater(({ outdateLoaded }) => outdateLoaded(this, OWN));
  }

  /** @param {boolean} [again] */
  start(again) {
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
  get successors() {
    const { replaced_by: replaced } = this.data ?? {};
    const ones = Array.isArray(replaced) ? replaced : [replaced];
    return ones.flatMap((one) => idOf(one?.pool_id ?? one?.id ?? one) ?? []);
  }

  /** The product's identifier, if the record has one. */
  get id() {
    return idOf(this.data?.pool_id);
  }

  /** Aborts the pending requests. */
  end() {
    clearTimeout(this.#timer);
    this.#controller.abort();
  }

  /** Aborted once the card shows another product, or none. */
  get signal() {
    return this.#controller.signal;
  }

  /** Whether everything that was requested is there. */
  get isWhole() {
    return this.state !== 'loading' && !this.#awaited;
  }

  /** @param {('image' | 'images')[]} images - The responses about images that are needed. */
  set needs(images) {
    this.#needs = images;
    if (this.#imagesOf) this.#requestImages(this.#imagesOf);
  }

  /** @param {boolean} [again] */
  async #requestProduct(again) {
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
      this.fail(/** @type {RequestError} */ (thrown));
    }
    this.changed();
  }

  /** @param {RequestError} error */
  fail(error) {
    // The images that were requested at once are not needed.
    this.end();
    this.error = error;
    this.state = failureOf(error);
    if (error.isGtin) this.detail = sentence(error.message);
  }

  /**
   * @param {string} text
   * @param {RawRecord | undefined} data
   * @param {boolean} [again]
   */
  ready(text, data, again) {
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
   * @param {string} id
   * @param {boolean} [again]
   */
  async #requestImages(id, again) {
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
