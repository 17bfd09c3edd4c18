// The custom element <product-pool-matrix>: the 14 allergens of several
// products in one table, as caterers print it.

import type { Locale } from '../shared/locale.js';
import type { Connection, MatrixHandle, MatrixView, OwnView, RequestError, ViewState } from '../shared/types.js';

import type { Received } from '../shared/received.js';

type Row = {
  gtin?: string;
  text?: string;
  stale?: string | undefined;
  state: ViewState;
  error?: RequestError;
  isAnnounced?: boolean;
  received?: Received;
};
type Request = Partial<Connection> & { texts?: string[]; gtins?: string };

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
    this.#isAnnounced = false;
    this.#rest();
    this.#oldSince = undefined;
    this.clearFailure();
    const rows: Pick<Row, 'text' | 'gtin'>[] =
      request.texts?.map((text) => ({ text })) ?? gtinsIn(request.gtins).map((gtin) => ({ gtin }));
    this.#rows = rows.map((row) => ({ ...row, state: 'loading' }));
    for (const row of this.#rows) this.#load(row, again);
  }

  async #load(row: Row, again: boolean = false) {
    const { signal } = this.#controller;
    row.state = 'loading';
    row.isAnnounced = false;
    this.#isAnnounced = false;
    try {
      if (row.gtin !== undefined) {
        const connection = this.#request as Connection;
        const { text, stale, received } = await requestProduct({ ...connection, gtin: row.gtin }, { signal, again });
        Object.assign(row, { text, stale, received });
      }
      if (!dataOf(row.text ?? '')) throw notProduct(NAME);
      row.state = 'ready';
    } catch (thrown) {
      if (signal.aborted) return;
      const error = thrown as RequestError;
      row.state = failureOf(error);
      row.error = error;
    }
    if (!signal.aborted) this.refresh();
  }

  #follow() {
    this.#rest();
    // Of the answers before these.
    if (this.#oldSince) this.refresh();
    this.#oldSince = undefined;
    const answers = this.#rows.map(({ received }) => received);
    const show = (since: string | undefined): void => {
      this.#oldSince = since;
      this.refresh();
    };
    this.#rest = renew({ key: [this], watch: watcherOf(this), ask: () => this.#renew(), show }, answers);
  }

  async #renew() {
    const { signal } = this.#controller;
    const connection = this.#request as Connection;
    const renewed = this.#rows.map(async (row) => {
      if (!row.received) return undefined;
      try {
        const request = { ...connection, gtin: row.gtin };
        const { text, stale, received } = await requestProduct(request, { signal, again: true, isRenewal: true });
        Object.assign(row, { text, stale, received });
      } catch (thrown) {
        const error = thrown as RequestError;
        // Any other failure may pass.
        if (failureOf(error) !== 'not-found') throw error;
        Object.assign(row, { state: 'not-found', error, received: undefined });
      }
      return row.received;
    });
    const answers = await Promise.all(renewed);
    if (signal.aborted) return [];
    this.refresh();
    return answers;
  }

  #view(): OwnView<MatrixView> {
    const { instant } = this.locale as Locale;
    const rows = this.#rows.map(({ gtin, state, text, stale, received }) => {
      const since = stale ?? (received && this.#oldSince);
      return { gtin, state, product: text, stale: since && instant(since) };
    });
    return { caption: this.caption ?? undefined, avoid: this.avoid ?? undefined, rows };
  }

  /** Whether any product has failed; undefined while that may still happen. */
  #hasFailed() {
    const all = this.#rows.map(({ state }) => hasFailed(state));
    return all.includes(true) || (all.includes(undefined) ? undefined : false);
  }

  /** Announces each failure once, and then, once, that no product is loading any more. */
  #announce() {
    const isFailed = ({ state }: Row) => hasFailed(state);
    for (const row of this.#rows.filter((row) => isFailed(row) && !row.isAnnounced)) {
      row.isAnnounced = true;
      this.announce('matrix-error', { gtin: row.gtin, ...errorDetail(row.error ?? {}) });
    }
    if (this.#isAnnounced || this.#rows.some(({ state }) => state === 'loading')) return;
    this.#isAnnounced = true;
    this.#follow();
    const failed = this.#rows.filter(isFailed).map(({ gtin }) => gtin);
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
    if (row?.gtin === undefined) return;
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
