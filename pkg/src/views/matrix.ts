// The custom element <product-pool-matrix>: the 14 allergens of several
// products in one table, as caterers print it.

import type { Locale } from '../shared/locale.js';
import type {
  Connection,
  FailureState,
  FetchOptions,
  MatrixHandle,
  MatrixView,
  OwnView,
  RequestError,
} from '../shared/types.js';
import type { Received } from '../shared/received.js';
import { requestProduct } from '../card/fetch.js';
import { renew } from '../card/renewal.js';
import { watcherOf } from '../card/visibility.js';
import type { AttributeTable } from '../shared/attributes.js';
import { define, reflect } from '../shared/attributes.js';
import { connectionOf } from '../shared/connection.js';
import { ViewElement as Element } from '../shared/view-element.js';
import { toJson } from '../shared/json.js';
import { PROPERTIES, propertiesOf } from '../shared/properties.js';
import { dataOf } from '../shared/record.js';
import { errorDetail, failureOf, hasFailed, notProduct } from '../shared/failures.js';
import { same } from '../shared/same.js';
import { viewsModule } from '../wasm/views.js';
import { MATRIX, defaultOf } from './attributes.js';
import { csvOf, download } from './csv.js';
import { sheetsOf } from './styles.js';
import { watchRelease } from '../shared/reload.js';
import type { ProductSource } from '../label/label.js';
import type { ProductPoolView, ViewErrorDetail } from '../shared/view.js';

watchRelease();

/** What is known of a product. */
type Content =
  | { state: 'loading' }
  | { state: 'ready'; text: string; stale?: string | undefined; received?: Received }
  | { state: FailureState; error: RequestError };

/** A row of the table: a product to request, or one that the page set. */
type Row = { source: { gtin: string } | { text: string }; content: Content; isAnnounced: boolean };

/** What the attributes and the properties ask for. */
type Request = { texts: string[] } | (Connection & { gtins: string });

const gtinOf = ({ source }: Row) => ('gtin' in source ? source.gtin : undefined);

/** Detail of `product-pool-matrix-load`: every product is there, or has failed. */
export interface MatrixLoadDetail {
  /** The number of products in the table. */
  products: number;
  /** The numbers of those that could not be loaded; `undefined` for one that was given as a property. */
  failed: (string | undefined)[];
}

/** Detail of `product-pool-matrix-error`: a product could not be loaded. */
export interface MatrixErrorDetail extends ViewErrorDetail {
  /** The number that was requested; `undefined` for one that was given as a property. */
  gtin?: string | undefined;
}

/** The element's events and their types. */
export interface ProductPoolMatrixEventMap {
  'product-pool-matrix-load': CustomEvent<MatrixLoadDetail>;
  'product-pool-matrix-error': CustomEvent<MatrixErrorDetail>;
}

export interface ProductPoolMatrix extends ProductPoolView {
  /** GTINs of the products, with spaces between. Attribute `gtins`. */
  get gtins(): string | null;
  set gtins(value: string | null | undefined);
  /** The table's caption, instead of the built-in one. Attribute `caption`. */
  get caption(): string | null;
  set caption(value: string | null | undefined);
  /**
   * Allergens that the shopper avoids, with spaces between, such as `milk nuts`: their columns come first.
   * Attribute `avoid`.
   */
  get avoid(): string | null;
  set avoid(value: string | null | undefined);
  /** Name of the file with comma-separated values. Attribute `filename`. */
  get filename(): string | null;
  set filename(value: string | null | undefined);
  /**
   * Products at hand instead of `gtins`, shown without a request. They are read when
   * they are set; later changes to the objects are not seen.
   */
  get products(): Iterable<ProductSource> | null;
  set products(value: Iterable<ProductSource> | null | undefined);
  /** The table as comma-separated values (RFC 4180), in which no cell is a formula; empty until it is drawn. */
  csv(): string;
  /** Offers the table as a file, as the button does. */
  download(): void;
}

/** With the properties that `reflect` gives the class below. */
const ViewElement: new () => Element<MatrixView, MatrixHandle> &
  Omit<ProductPoolMatrix, keyof Element | 'products' | 'csv' | 'download'> =
  /* `reflect` adds them where the compiler does not see it. */ Element as any;

const NAME = 'product-pool-matrix';

const gtinsIn = (text: string | null | undefined) => [...new Set((text ?? '').split(/[\s,;]+/).filter(Boolean))];

/**
 * The allergens of several products. Child nodes are the fallback: they are shown
 * until the table is drawn, and stay, below it, while a product in it has failed.
 *
 * @customElement product-pool-matrix
 * @tagname product-pool-matrix
 *
 * @attr {string} lang - Language, instead of the language around the element.
 *
 * @fires {CustomEvent<MatrixLoadDetail>} product-pool-matrix-load - Every product is there, or has failed.
 * @fires {CustomEvent<MatrixErrorDetail>} product-pool-matrix-error - A product could not be loaded.
 *
 * @slot - Fallback: shown until the table is drawn, and below it while a product in it has failed.
 * @slot error - Instead of the message that the element itself could not be loaded.
 * @cssState loading - Products are on their way.
 * @cssState ready - It shows all products.
 * @cssState failed - A product could not be loaded, or its own files could not.
 * @csspart matrix - The whole matrix.
 * @csspart table - The table of allergens.
 * @csspart product - A product's heading in its row.
 * @csspart cell - A cell, which is also a part with its status's name.
 * @csspart failure - Why a product could not be loaded.
 * @csspart legend - What the signs mean.
 * @csspart button - Each button with words.
 * @cssprop --product-pool-matrix-height - How high the table grows before it scrolls; 85vh unless set.
 */
class Matrix extends ViewElement implements ProductPoolMatrix {
  static observedAttributes: string[] = [...Object.keys(MATRIX), 'lang'];
  static attributes: AttributeTable = MATRIX;
  static properties: string[] = [...PROPERTIES, 'products', ...Object.values(MATRIX).map(([name]) => name)];
  static view: (typeof Element)['view'] = {
    module: viewsModule,
    mount: 'mountMatrix',
    sheetsOf,
    part: 'matrix',
    event: 'matrix-error',
    code: 'view_unavailable',
  };

  #request: Request | undefined;
  #rows: Row[] = [];
  #controller = new AbortController();
  #rest = () => {};
  /** From when the products are, because one of them is too old: `2026-01-31T12:00:00Z`. */
  #oldSince: string | undefined;
  /** Whether `matrix-load` was announced for these rows. */
  #isAnnounced = false;

  get products(): Iterable<ProductSource> | null {
    return propertiesOf(this).products ?? null;
  }
  set products(value) {
    // As JSON at once: later changes to the page's objects have no effect.
    const list = value === null || value === undefined ? undefined : [...value];
    const texts = list?.map((one) => (typeof one === 'string' ? one : (toJson(one) ?? 'null')));
    this.store({ products: value, texts });
  }

  csv(): string {
    return csvOf(this.mounted?.handle?.table() ?? []);
  }

  download(): void {
    if (this.mounted) download(this.csv(), this.filename ?? 'allergens.csv');
  }

  listen(root: ShadowRoot): void {
    root.addEventListener('click', ({ target }) => {
      const button = (target as Partial<Element> | null)?.closest?.('[data-action]');
      const action = button?.getAttribute('data-action');
      if (action === 'csv') this.download();
      if (action === 'retry') this.#retry(button?.closest('tr'));
    });
  }

  get hasSubject(): boolean {
    return this.#rows.length > 0 || propertiesOf(this).texts !== undefined;
  }

  get viewState(): 'loading' | 'ready' | 'error' | undefined {
    const failed = this.#hasFailed();
    if (this.#rows.length === 0) return undefined;
    return failed === undefined ? 'loading' : failed ? 'error' : 'ready';
  }

  update(): void {
    const request = this.#requestOf();
    if (!same(request, this.#request)) this.#begin(request);
    if (this.#rows.length === 0) this.end();
    else if (!this.isFailed && this.prepare() && this.draw(this.#view(), this.#hasFailed())) this.#announce();
  }

  #requestOf(): Request {
    const { texts } = propertiesOf(this);
    if (texts) return { texts };
    const connection = connectionOf(this);
    return { ...connection, gtins: gtinsIn(this.gtins).join(' ') };
  }

  #begin(request: Request, again: boolean = false) {
    this.#controller.abort();
    this.#controller = new AbortController();
    this.#request = request;
    this.#rest();
    this.#oldSince = undefined;
    this.clearFailure();
    const sources =
      'texts' in request ? request.texts.map((text) => ({ text })) : gtinsIn(request.gtins).map((gtin) => ({ gtin }));
    this.#rows = sources.map((source) => ({ source, content: { state: 'loading' }, isAnnounced: false }));
    for (const row of this.#rows) this.#load(row, again);
  }

  async #load(row: Row, again: boolean = false) {
    const { signal } = this.#controller;
    row.content = { state: 'loading' };
    row.isAnnounced = false;
    this.#isAnnounced = false;
    try {
      const found = 'text' in row.source ? row.source : await this.#ask(row.source.gtin, { signal, again });
      if (!dataOf(found.text)) throw notProduct(NAME);
      if (!signal.aborted) row.content = { state: 'ready', ...found };
    } catch (thrown) {
      const error = thrown as RequestError;
      if (!signal.aborted) row.content = { state: failureOf(error), error };
    }
    if (!signal.aborted) this.refresh();
  }

  async #ask(gtin: string, options: FetchOptions) {
    const { text, stale, received } = await requestProduct({ ...(this.#request as Connection), gtin }, options);
    return { text, stale, received };
  }

  #follow() {
    this.#rest();
    // Of the answers before these.
    if (this.#oldSince) this.refresh();
    this.#oldSince = undefined;
    const answers = this.#rows.map(({ content }) => (content.state === 'ready' ? content.received : undefined));
    const show = (since: string | undefined): void => {
      this.#oldSince = since;
      this.refresh();
    };
    this.#rest = renew({ key: [this], watch: watcherOf(this), ask: () => this.#renew(), show }, answers);
  }

  async #renew() {
    const { signal } = this.#controller;
    const renewed = this.#rows.map(async (row) => {
      if ('text' in row.source || row.content.state !== 'ready') return undefined;
      try {
        const found = await this.#ask(row.source.gtin, { signal, again: true, isRenewal: true });
        row.content = { state: 'ready', ...found };
        return found.received;
      } catch (thrown) {
        const error = thrown as RequestError;
        const state = failureOf(error);
        // Any other failure may pass.
        if (state !== 'not-found') throw error;
        row.content = { state, error };
        return undefined;
      }
    });
    const answers = await Promise.all(renewed);
    if (signal.aborted) return [];
    this.refresh();
    return answers;
  }

  #view(): OwnView<MatrixView> {
    const { instant } = this.locale as Locale;
    const rows = this.#rows.map((row) => {
      const { content } = row;
      const gtin = gtinOf(row);
      if (content.state !== 'ready') return { gtin, state: content.state };
      const since = content.stale ?? (content.received && this.#oldSince);
      return { gtin, state: content.state, product: content.text, stale: since && instant(since) };
    });
    return { caption: this.caption ?? undefined, avoid: this.avoid ?? undefined, rows };
  }

  /** Whether any product has failed; undefined while that may still happen. */
  #hasFailed() {
    const all = this.#rows.map(({ content }) => hasFailed(content.state));
    return all.includes(true) || (all.includes(undefined) ? undefined : false);
  }

  /** Announces each failure once, and then, once, that no product is loading any more. */
  #announce() {
    for (const row of this.#rows) {
      if (!('error' in row.content) || row.isAnnounced) continue;
      row.isAnnounced = true;
      this.announce('matrix-error', { gtin: gtinOf(row), ...errorDetail(row.content.error) });
    }
    if (this.#isAnnounced || this.#rows.some(({ content }) => content.state === 'loading')) return;
    this.#isAnnounced = true;
    this.#follow();
    const failed = this.#rows.filter(({ content }) => 'error' in content).map(gtinOf);
    this.announce('matrix-load', { products: this.#rows.length - failed.length, failed });
  }

  /** Requests the product of a row again, or all products where there is no table. */
  #retry(place: HTMLTableRowElement | null | undefined) {
    if (!place) {
      this.#begin(this.#requestOf(), true);
      this.refresh();
      return;
    }
    const row = this.#rows[place.sectionRowIndex];
    if (!row || 'text' in row.source) return;
    this.#load(row, true);
    // The button that was pressed disappears with the next drawing.
    (this.shadowRoot.querySelector('.scroll') as HTMLElement | null)?.focus();
    this.refresh();
  }

  leave(): void {
    this.#controller.abort();
    this.#rest();
    this.#request = undefined;
    this.#rows = [];
    super.leave();
  }
}

reflect(Matrix, MATRIX, defaultOf);

export const ProductPoolMatrix: new () => ProductPoolMatrix = define(NAME, Matrix);

declare global {
  interface HTMLElementTagNameMap {
    'product-pool-matrix': ProductPoolMatrix;
  }
  interface HTMLElementEventMap extends ProductPoolMatrixEventMap {}
}
