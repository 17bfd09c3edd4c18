// The custom element <product-pool-changes>: what changed between two versions
// of a product, allergens first.

import { drawChanges, drawState } from './changes-draw.js';
import { askProduct } from '../card/fetch.js';
import { define, inBrowser } from '../shared/attributes.js';
import { CHANGES } from './attributes.js';
import { ViewElement, loadLabel, stateOf, withAttributes } from './element.js';

const NAME = 'product-pool-changes';

const asText = (value) => (value === null || value === undefined || typeof value === 'string' ? value : JSON.stringify(value));

/** The version that a record names. */
function versionOf(text) {
  try {
    const record = JSON.parse(text);
    const { version } = record.data ?? record;
    return typeof version === 'string' && version.trim() ? version : undefined;
  } catch {
    return undefined;
  }
}

/**
 * What changed between two versions of a product. Child nodes are the fallback
 * until it is known.
 *
 * @customElement product-pool-changes
 * @tagname product-pool-changes
 *
 * @attr {string} product-id - The product's `pool_id`.
 * @attr {string} from - The earlier version.
 * @attr {string} to - The later version; the newest unless set.
 * @attr {string} base-url - Address of the service or of a gateway, without `/v2`.
 * @attr {string} lang - Language, in place of the language around the element.
 * @attr {'auto' | 'light' | 'dark'} theme - Colours; `auto` follows the reader's preference.
 * @attr {number} heading-level - Level 1 to 6 of the heading; 2 unless set.
 *
 * @fires {CustomEvent<ChangesLoadDetail>} product-pool-changes-load - The versions are compared.
 * @fires {CustomEvent<ChangesErrorDetail>} product-pool-changes-error - They could not be.
 *
 * @slot - Fallback content.
 * @csspart changes - The whole comparison.
 * @csspart section - A section; beside it a part with its subject.
 * @csspart allergen - An allergen; beside it a part with the direction of its change.
 * @csspart button - Each button with words.
 */
class ChangesView extends ViewElement {
  static failure = 'changes-error';
  static observedAttributes = ['product-id', 'from', 'to', 'base-url', 'lang', 'theme', 'heading-level'];
  static properties = ['earlier', 'later'];

  #asked;
  #controller;
  #state;
  #diff;
  /** What was compared, and in which words. */
  #read;
  #versions = [];

  constructor() {
    super();
    if (!inBrowser) return;
    this.shadowRoot.addEventListener('click', ({ target }) => {
      if (target.closest?.('[data-action="retry"]')) this.retry();
    });
  }

  /**
   * The earlier version: an object or JSON text, compared without a request.
   * (`before` and `after` are methods that every element has.)
   * @type {object | string | null}
   */
  get earlier() { return this.kept('earlier') ?? null; }
  set earlier(value) { this.#give('earlier', value); }

  /**
   * The later version, likewise.
   * @type {object | string | null}
   */
  get later() { return this.kept('later') ?? null; }
  set later(value) { this.#give('later', value); }

  #give(name, value) {
    // Taken as text at once: what the page does to its object later is its own.
    this.keep(`${name}Text`, asText(value));
    this.keep(name, value);
  }

  /**
   * The difference that is shown, as `diffProducts` gives it; null before it is known.
   * @type {ProductDiff | null}
   * @readonly
   */
  get diff() { return this.#diff ?? null; }

  /** Asks again, as the button does. */
  retry() {
    this.#ask(true);
    this.draw();
  }

  /** What each version is got by; undefined where one is not said. */
  #wish() {
    const id = this.productId?.trim();
    const asking = this.asking();
    const side = (text, version, isNewest) => {
      if (text !== undefined) return { text };
      return id && (version || isNewest) ? { ...asking, productId: id, version: version || undefined } : undefined;
    };
    const before = side(this.kept('earlierText'), this.from?.trim(), false);
    const after = side(this.kept('laterText'), this.to?.trim(), true);
    return before && after ? [before, after] : undefined;
  }

  /** @internal */
  take() {
    const wish = this.#wish();
    const parts = wish?.flatMap(({ text, baseUrl, productId, version, client, token }) => [text, baseUrl, productId, version, client, token]);
    const same = wish && this.#asked && parts.every((part, at) => part === this.#asked[at]);
    if (!wish) this.leave();
    else if (!same) {
      this.#asked = parts;
      this.#ask();
    }
    this.draw();
  }

  /** @internal */
  leave() {
    this.#controller?.abort();
    this.#asked = undefined;
    this.#state = undefined;
    this.#diff = undefined;
  }

  async #ask(again = false) {
    const wish = this.#wish();
    if (!wish) return;
    this.#controller?.abort();
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    this.#state = 'loading';
    this.#diff = undefined;
    try {
      const label = loadLabel();
      // Reported below, when the versions are there too.
      label.catch(() => {});
      const texts = await Promise.all(
        wish.map(async (side) => side.text ?? (await askProduct(side, { signal, again })).text),
      );
      await label;
      const diff = await this.#compare(texts);
      if (signal.aborted) return;
      this.#diff = diff;
      this.#versions = texts.map(versionOf);
      this.#state = 'ready';
      this.draw();
      this.announce('changes-load', { productId: this.productId ?? undefined, diff });
    } catch (error) {
      if (signal.aborted) return;
      this.#state = stateOf(error);
      this.draw();
      const { code = 'internal', message, status } = error;
      this.announce('changes-error', { code, message: String(message), status });
    }
  }

  /** Compares two records, read in English and the page's language. */
  async #compare(texts) {
    const { diffProducts } = await loadLabel();
    const lexicon = await this.lexicon();
    this.#read = { texts, lexicon };
    return diffProducts(...texts, { messages: { lexicon } });
  }

  /** @internal */
  draw() {
    if (!this.locale) return;
    // Another language reads other words in the records.
    if (this.#diff && this.#read.lexicon !== this.locale.words.lexicon) {
      const { texts } = this.#read;
      this.#compare(texts).then((diff) => {
        if (this.#read.texts !== texts) return;
        this.#diff = diff;
        this.draw();
      });
    }
    const given = { words: this.locale.words, level: this.headingLevel ?? 2, versions: this.#versions };
    if (!this.#state) this.show();
    else if (this.#diff) this.show(drawChanges(this.#diff, given));
    else this.show(drawState(this.#state, given));
  }
}

withAttributes(ChangesView, CHANGES);

export const ProductPoolChanges = define(NAME, ChangesView);
