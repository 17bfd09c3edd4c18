// The custom element <product-pool-changes>: what changed between two versions
// of a product, allergens first.

/** @import { ProductDiff } from '../../types/label.js' */

import { askProduct, dataOf } from '../card/fetch.js';
import { define, reflect } from '../shared/attributes.js';
import { setting } from '../shared/config.js';
import { warnOfToken } from '../shared/token-warning.js';
import { PROPERTIES, PoolElement as Element, givenTo } from '../shared/element.js';
import { errorDetail, failureOf, notProduct } from '../shared/failures.js';
import { viewsModule } from '../wasm/views.js';
import { CHANGES, defaultOf } from './attributes.js';
import { sheetOf } from './styles.js';

/**
 * With the properties that `reflect` gives the class below.
 * @type {new () => Element & Pick<import('../../types/changes-view.js').ProductPoolChanges, 'baseUrl' | 'productId' | 'from' | 'to'>}
 */
const PoolElement = /** @type {any} */ (Element);

const NAME = 'product-pool-changes';

const asJson = (value) => (value === null || value === undefined || typeof value === 'string' ? value : JSON.stringify(value));

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
 * @slot error - In place of the message that the element itself could not be loaded.
 * @csspart changes - The whole comparison.
 * @csspart section - A section; beside it a part with its subject.
 * @csspart allergen - An allergen; beside it a part with the direction of its change.
 * @csspart button - Each button with words.
 */
class ChangesView extends PoolElement {
  static observedAttributes = [...Object.keys(CHANGES), 'lang'];
  static properties = [...PROPERTIES, 'earlier', 'later', ...Object.values(CHANGES).map(([name]) => name)];
  static view = { module: viewsModule, mount: 'mountChanges', sheetOf, part: 'changes', event: 'changes-error', code: 'view_unavailable' };

  /** What is requested, as a list of all that it depends on. */
  #request;
  #controller;
  /** As in the view: `loading`, `ready`, or the name of a failure. */
  #status;
  #error;
  /** The two records as JSON texts. */
  #texts = [];
  /** Whether the outcome was announced. */
  #isAnnounced = false;
  /** The difference, and the JSON that it was read from. */
  #diff;
  #json;

  /**
   * The earlier version: an object or JSON text, compared without a request.
   * (`before` and `after` are methods that every element has.)
   * @type {object | string | null}
   */
  get earlier() { return givenTo(this).earlier ?? null; }
  // Taken as text at once: what the page does to its object later is its own.
  set earlier(value) { this.give({ earlier: value, earlierText: asJson(value) }); }

  /**
   * The later version, likewise.
   * @type {object | string | null}
   */
  get later() { return givenTo(this).later ?? null; }
  set later(value) { this.give({ later: value, laterText: asJson(value) }); }

  /**
   * The difference that is shown, as `diffProducts` gives it; null before it is known.
   * @type {ProductDiff | null}
   */
  get diff() {
    const json = this.mounted?.handle.diff();
    if (json !== this.#json) this.#diff = json && JSON.parse(json);
    this.#json = json;
    return this.#diff ?? null;
  }

  /** Requests the versions again, as the button does. */
  retry() {
    this.#begin(true);
    this.refresh();
  }

  /** @internal */
  listen(root) {
    root.addEventListener('click', ({ target }) => {
      if (target.closest?.('[data-action="retry"]')) this.retry();
    });
  }

  /** How to get each version; undefined where one is not named. */
  #versions() {
    const { earlierText, laterText } = givenTo(this);
    const id = this.productId?.trim();
    const connection = this.connection();
    warnOfToken(connection.token, setting('dangerouslyAllowBrowser'));
    const side = (text, version, isNewest) => {
      if (text !== undefined) return { text };
      return id && (version || isNewest) ? { ...connection, productId: id, version: version || undefined } : undefined;
    };
    const earlier = side(earlierText, this.from?.trim(), false);
    const later = side(laterText, this.to?.trim(), true);
    return earlier && later ? [earlier, later] : undefined;
  }

  /** @internal */
  update() {
    const request = this.#versions()?.flatMap((/** @type {any} */ { text, baseUrl, productId, version, client, token }) => [text, baseUrl, productId, version, client, token]);
    const isSame = request && this.#request?.every((part, at) => part === request[at]);
    if (!request) this.#forget();
    else if (!isSame) {
      this.#request = request;
      this.#begin();
    }
    if (!this.#status) this.end();
    else if (!this.isFailed && this.prepare() && this.draw(this.#view())) this.#announce();
  }

  async #begin(again = false) {
    const versions = this.#versions();
    if (!versions) return;
    this.#controller?.abort();
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    this.clearFailure();
    this.#status = 'loading';
    this.#isAnnounced = false;
    try {
      const texts = versions.map(async (side) => side.text ?? (await askProduct(side, { signal, again })).text);
      this.#texts = await Promise.all(texts);
      if (signal.aborted) return;
      if (!this.#texts.every(dataOf)) throw notProduct();
      this.#status = 'ready';
    } catch (error) {
      if (signal.aborted) return;
      this.#status = failureOf(error);
      this.#error = error;
    }
    this.refresh();
  }

  #view() {
    const [earlier, later] = this.#texts;
    return { state: this.#status, earlier, later };
  }

  /** Announces the outcome, once. */
  #announce() {
    if (this.#isAnnounced || this.#status === 'loading') return;
    this.#isAnnounced = true;
    if (this.#status === 'ready') this.announce('changes-load', { productId: this.productId ?? undefined, diff: this.diff });
    else this.announce('changes-error', errorDetail(this.#error));
  }

  /** Gives up what is under way. */
  #forget() {
    this.#controller?.abort();
    this.#request = this.#status = undefined;
    this.#texts = [];
  }

  /** @internal */
  leave() {
    this.#forget();
    super.leave();
  }
}

reflect(ChangesView, CHANGES, defaultOf);

export const ProductPoolChanges = define(NAME, ChangesView);
