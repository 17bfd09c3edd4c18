// One product on its way to a card: what is known of it, and what went wrong.

import { failureOf, notProduct } from '../shared/failures.js';
import { askImages, askProduct, dataOf } from './fetch.js';

/** A reason as a sentence of its own. */
const sentence = (reason) => `${reason.charAt(0).toUpperCase()}${reason.slice(1).replace(/\.?$/, '.')}`;

/** The identifiers of what replaces a product, whatever form they have. */
function successorsOf({ replaced_by: replaced }) {
  const ids = (Array.isArray(replaced) ? replaced : [replaced]).map((one) => one?.pool_id ?? one?.id ?? one);
  return ids.filter((id) => typeof id === 'number' || (typeof id === 'string' && id.trim() !== '')).map(String);
}

export class ProductLoader {
  /** As in the view: loading, ready, or the name of a failure. */
  state = 'loading';
  /** A sentence for a person about a GTIN that is none. */
  detail;
  /** The texts for the view. */
  product;
  image;
  images;
  /** Since when a gateway could not check it: `2026-01-31T12:00:00Z`. */
  stale;
  /** The product's record, and what it is replaced by. */
  data;
  successors = [];
  error;
  #asked;
  /** Whether the list of images is wanted, and of which product which images were asked for. */
  #gallery;
  #imagesOf;
  #galleryOf;
  #changed;
  #controller = new AbortController();

  /**
   * Asks for a product, or takes the text of one; `changed` is called whenever
   * more is known. `again` wants a new answer, not one of a moment ago.
   */
  constructor(asked, { gallery, again }, changed) {
    this.#asked = asked;
    this.#gallery = gallery;
    this.#changed = changed;
    if (asked.product !== undefined) {
      ({ image: this.image, images: this.images } = asked.served ?? {});
      // A text in JSON, of which nothing but its quotes is JSON's own.
      this.stale = asked.served?.stale?.slice(1, -1);
      this.#ready(asked.product, dataOf(asked.product));
    } else {
      // An identifier that is known is all that the images need.
      if (asked.productId) this.#askImages(asked.productId, again);
      this.#askProduct(again);
    }
  }

  /** Gives everything up that is still under way. */
  end() {
    this.#controller.abort();
  }

  /** The list of images is wanted after all, or no longer. */
  set gallery(wanted) {
    this.#gallery = wanted;
    this.#askGallery(this.#imagesOf);
  }

  async #askProduct(again) {
    const { signal } = this.#controller;
    try {
      const { text, data, stale } = await askProduct(this.#asked, { signal, again });
      if (signal.aborted) return;
      this.stale = stale;
      this.#ready(text, data, again);
    } catch (error) {
      if (signal.aborted) return;
      // Images that were asked for at once are of no use.
      this.end();
      this.error = error;
      this.state = failureOf(error);
      if (error.isGtin) this.detail = sentence(error.message);
    }
    this.#changed();
  }

  #ready(text, data, again) {
    this.product = text;
    this.data = data ?? {};
    this.successors = successorsOf(this.data);
    this.state = data ? 'ready' : 'error';
    if (!data) {
      this.error = notProduct();
    } else if (data.pool_id && this.#asked.images) {
      this.#askImages(String(data.pool_id), again);
    }
  }

  #askImages(id, again) {
    if (this.#imagesOf === id) return;
    this.#imagesOf = id;
    this.#askImage('image', id, again);
    this.#askGallery(id, again);
  }

  #askGallery(id, again) {
    if (!this.#gallery || id === undefined || this.#galleryOf === id) return;
    this.#galleryOf = id;
    this.#askImage('images', id, again);
  }

  async #askImage(name, id, again) {
    const { signal } = this.#controller;
    const text = await askImages(this.#asked, id, name === 'image', { signal, again });
    if (signal.aborted || text === undefined || this[name] === text) return;
    this[name] = text;
    this.#changed();
  }
}
