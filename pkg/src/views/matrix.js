// The custom element <product-pool-matrix>: the 14 allergens of several
// products in one table, as caterers print it.

import { csvOf, download } from './csv.js';
import { drawLegend, drawRow, rowsOf } from './matrix-table.js';
import { askProduct } from '../card/fetch.js';
import { define, inBrowser } from '../shared/attributes.js';
import { MATRIX } from './attributes.js';
import { ViewElement, loadLabel, make, stateOf, withAttributes } from './element.js';

const NAME = 'product-pool-matrix';

/** The columns, as a promise: the groups that the label names for any record. */
let columns;

function columnsOf() {
  columns ??= loadLabel()
    .then(({ describe }) => describe({}))
    .then(({ allergens }) => allergens.groups.map(({ allergen }) => allergen));
  columns.catch(() => { columns = undefined; });
  return columns;
}

/** The numbers that a text names, each once. */
const numbersOf = (text) => [...new Set((text ?? '').split(/[\s,;]+/).filter(Boolean))];

/**
 * The allergens of several products. Child nodes are the fallback until the
 * table stands.
 *
 * @customElement product-pool-matrix
 * @tagname product-pool-matrix
 *
 * @attr {string} gtins - GTINs of the products, with spaces between.
 * @attr {string} caption - The table's caption, in place of the built-in one.
 * @attr {string} filename - Name of the file with comma-separated values.
 * @attr {string} base-url - Address of the service or of a gateway, without `/v2`.
 * @attr {string} lang - Language, in place of the language around the element.
 * @attr {'auto' | 'light' | 'dark'} theme - Colours; `auto` follows the reader's preference.
 * @attr {number} heading-level - Level 1 to 6 of the heading; 2 unless set.
 *
 * @fires {CustomEvent<MatrixLoadDetail>} product-pool-matrix-load - Every product is there, or has failed.
 * @fires {CustomEvent<MatrixErrorDetail>} product-pool-matrix-error - A product could not be had.
 *
 * @slot - Fallback content.
 * @csspart matrix - The whole matrix.
 * @csspart table - The table of allergens.
 * @csspart product - A product's heading in its row.
 * @csspart cell - A cell; beside it a part with the status's name.
 * @csspart failure - What is said of a product that could not be had.
 * @csspart legend - What the signs mean.
 * @csspart button - Each button with words.
 * @cssprop --product-pool-matrix-height - How high the table grows before it scrolls; 85vh unless set.
 */
class Matrix extends ViewElement {
  static failure = 'matrix-error';
  static observedAttributes = ['gtins', 'caption', 'filename', 'base-url', 'lang', 'theme', 'heading-level'];
  static properties = ['products'];

  #rows = [];
  #columns = [];
  #asked;
  #controller;
  #told = false;
  #body;
  #drawn;

  constructor() {
    super();
    if (!inBrowser) return;
    this.shadowRoot.addEventListener('click', ({ target }) => {
      const button = target.closest?.('[data-action]');
      if (button?.dataset.action === 'csv') this.download();
      if (button?.dataset.action === 'retry') this.#retry(button.closest('tr'));
    });
  }

  /**
   * Products in place of `gtins`: objects or JSON texts, shown without a request.
   * @type {Iterable<object | string> | null}
   */
  get products() { return this.kept('products') ?? null; }
  set products(value) {
    // Taken as text at once: what the page does to its objects later is its own.
    const list = value === null || value === undefined ? undefined : Array.from(value);
    this.keep('texts', list?.map((one) => (typeof one === 'string' ? one : JSON.stringify(one) ?? 'null')));
    this.keep('products', value);
  }

  /** The table as comma-separated values; empty before the words have come. */
  csv() {
    return this.locale ? csvOf(rowsOf(this.#rows, this.locale.words, this.#columns)) : '';
  }

  /** Offers the table as a file, as the button does. */
  download() {
    if (this.locale) download(this.csv(), this.filename ?? 'allergens.csv');
  }

  /** Asks for what has changed since it was asked last. @internal */
  take() {
    const texts = this.kept('texts');
    const asking = this.asking();
    const wish = texts ? { texts } : { gtins: numbersOf(this.gtins), ...asking };
    const { client, token, ...plain } = wish;
    const key = JSON.stringify(plain);
    const same = this.#asked?.key === key && this.#asked.client === client && this.#asked.token === token;
    if (!same) {
      this.leave();
      this.#asked = { key, client, token };
      this.#controller = new AbortController();
      this.#told = false;
      this.#rows = texts
        ? texts.map((text) => ({ text, state: 'loading' }))
        : wish.gtins.map((gtin) => ({ gtin, state: 'loading' }));
      for (const row of this.#rows) this.#fetch(row, asking);
    }
    this.draw();
  }

  /** Gives up what is under way. @internal */
  leave() {
    this.#controller?.abort();
    this.#asked = undefined;
  }

  async #fetch(row, asking, again = false) {
    const { signal } = this.#controller;
    try {
      const columns = columnsOf();
      const { text } = row.gtin === undefined ? row : await askProduct({ ...asking, gtin: row.gtin }, { signal, again });
      this.#columns = await columns;
      row.text = text;
      await this.#describe(row);
      row.state = 'ready';
    } catch (error) {
      if (signal.aborted) return;
      row.state = stateOf(error);
      row.error = error;
    }
    if (signal.aborted) return;
    // The heads of the columns come with the first row.
    if (this.#drawn === this.#columns) this.#redraw(row);
    else this.draw();
    if (row.state !== 'ready') {
      const { code = 'internal', message, status } = row.error;
      this.announce('matrix-error', { gtin: row.gtin, code, message: String(message), status });
    }
    this.#tell();
  }

  /** Reads a row's record in English and the page's language. */
  async #describe(row) {
    const { describe } = await loadLabel();
    const lexicon = await this.lexicon();
    row.lexicon = lexicon;
    row.view = await describe(row.text, { messages: { lexicon } });
  }

  /** Tells, once, that nothing is under way any more. */
  #tell() {
    if (this.#told || this.#rows.some(({ state }) => state === 'loading')) return;
    this.#told = true;
    this.shadowRoot.querySelector('[data-action="csv"]')?.toggleAttribute('disabled', !this.#rows.some(({ view }) => view));
    const failed = this.#rows.filter(({ view }) => !view).map(({ gtin }) => gtin);
    this.announce('matrix-load', { products: this.#rows.length - failed.length, failed });
  }

  #retry(place) {
    const row = this.#rows.find((one) => one.place === place);
    if (!row) return;
    row.state = 'loading';
    row.error = undefined;
    this.#told = false;
    this.#redraw(row);
    // The button that was pressed is gone; the table is not.
    this.shadowRoot.querySelector('.scroll').focus();
    this.#fetch(row, this.asking(), true);
  }

  #redraw(row) {
    if (!row.place || !this.locale) return;
    row.place.dataset.state = row.state;
    row.place.replaceChildren(...drawRow(row, this.locale.words, this.#columns).flat());
    this.#body?.setAttribute('aria-busy', String(this.#rows.some(({ state }) => state === 'loading')));
  }

  /** @internal */
  draw() {
    if (!this.locale) return;
    // Another language reads other words in the records.
    for (const row of this.#rows.filter(({ view }) => view)) {
      if (row.lexicon !== this.locale.words.lexicon) this.#describe(row).then(() => this.#redraw(row));
    }
    const { words } = this.locale;
    if (this.#rows.length === 0) return this.show();
    const caption = this.caption ?? words('matrix.title');
    const level = this.headingLevel ?? 2;
    const focused = this.shadowRoot.activeElement?.dataset.action ?? this.shadowRoot.activeElement?.className;
    const heads = this.#columns.map((allergen) => make('th', { scope: 'col' }, make('span', {}, words(`allergen.${allergen}`))));
    this.#drawn = this.#columns;
    this.#body = make('tbody');
    for (const row of this.#rows) {
      row.place = make('tr');
      this.#redraw(row);
      this.#body.append(row.place);
    }
    const table = make(
      'table',
      { part: 'table' },
      make('caption', { class: 'visually-hidden' }, caption),
      make('thead', {}, make('tr', {}, make('th', { scope: 'col', class: 'corner' }, words('panel.summary')), heads)),
      this.#body,
    );
    const ready = this.#rows.some(({ view }) => view);
    this.show(
      make(
        'div',
        { class: 'view matrix', part: 'matrix' },
        make(
          'div',
          { class: 'bar' },
          make(`h${level}`, { class: 'title' }, caption),
          make('button', { type: 'button', part: 'button', 'data-action': 'csv', disabled: !ready }, words('matrix.csv')),
        ),
        make('p', { class: 'muted' }, words('allergens.intro')),
        make('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': caption }, table),
        drawLegend(words),
      ),
    );
    if (focused) this.shadowRoot.querySelector(`[data-action="${focused}"], .${focused}`)?.focus();
    return undefined;
  }
}

withAttributes(Matrix, MATRIX);

export const ProductPoolMatrix = define(NAME, Matrix);
