// The custom element <product-pool-scanner>: a field and a camera for the barcode of a product.

import type { Messages } from '../shared/message-texts.js';
import type { Theme } from '../shared/settings.js';
import type { ViewErrorDetail } from '../shared/view.js';
import type { Decoder, ScanDetail } from './types.js';
import type { ScannerModule, ScannerView, ViewHandle } from '../shared/types.js';
import type { AttributeTable } from '../shared/attributes.js';
import { define, reflect } from '../shared/attributes.js';
import { ViewModule } from '../wasm/view-module.js';
import { ViewElement as Element } from '../shared/view-element.js';
import { PROPERTIES } from '../shared/properties.js';
import { watchRelease } from '../shared/reload.js';
import { SCANNER, defaultOf } from './attributes.js';
import { sheetsOf } from './styles.js';
import { mountScanner } from './view.js';

watchRelease();

/** The element's events and their types. */
export interface ProductPoolScannerEventMap {
  'product-pool-scan': CustomEvent<ScanDetail>;
  'product-pool-scanner-error': CustomEvent<ViewErrorDetail>;
}

export interface ProductPoolScanner extends HTMLElement {
  /** The `id` of a field that the page has itself: then there is only the camera. Attribute `for`. */
  get htmlFor(): string | null;
  set htmlFor(value: string | null | undefined);
  /** Colours; `auto` follows the page's `color-scheme`. Attribute `theme`. */
  get theme(): Theme;
  set theme(value: Theme | null | undefined);
  /** Loads what reads barcodes where the browser does not. */
  get decoder(): Decoder | null;
  set decoder(value: Decoder | null | undefined);
  /** Texts instead of the built-in ones: by key, or by language and key. */
  get messages(): Messages | null;
  set messages(value: Messages | null | undefined);
  /** Resolves once the element can be used, or cannot be loaded. */
  readonly updateComplete: Promise<void>;
  /** Takes up changed settings at the end of the turn; seldom needed. */
  refresh(): void;
}

/** With the properties that `reflect` gives the class below. */
const ViewElement: new () => Element<ScannerView, ViewHandle<ScannerView>> & Pick<ProductPoolScanner, 'htmlFor'> =
  /* `reflect` adds them where the compiler does not see it. */ Element as any;

const NAME = 'product-pool-scanner';

const MODULE: ScannerModule = { mountScanner };
const scannerModule = new ViewModule('scanner', async () => MODULE);

/**
 * A field for the barcode of a product, and a camera that reads it. A typed number always works; a camera needs
 * https or localhost, and a browser or a decoder that reads barcodes.
 *
 * @customElement product-pool-scanner
 * @tagname product-pool-scanner
 *
 * @attr {string} lang - Language, instead of the language around the element.
 *
 * @fires {CustomEvent<ScanDetail>} product-pool-scan - A barcode was typed or seen.
 * @fires {CustomEvent<ViewErrorDetail>} product-pool-scanner-error - The element's own files could not be loaded.
 *
 * @slot - Fallback: shown until the field is there.
 * @slot error - Instead of the message that the element itself could not be loaded.
 * @cssState loading - Its words are on their way.
 * @cssState ready - It can be used.
 * @cssState failed - Its own files could not be loaded.
 * @csspart scanner - The whole scanner.
 * @csspart label - The field's label.
 * @csspart input - The field for the number.
 * @csspart button - Each button.
 * @csspart hint - What can be typed, or what is wrong.
 * @csspart video - The camera's picture.
 */
class Scanner extends ViewElement implements ProductPoolScanner {
  static observedAttributes: string[] = [...Object.keys(SCANNER), 'lang'];
  static attributes: AttributeTable = SCANNER;
  static properties: string[] = [...PROPERTIES, 'decoder', ...Object.values(SCANNER).map(([name]) => name)];
  static view: (typeof Element)['view'] = {
    module: scannerModule,
    mount: 'mountScanner',
    sheetsOf,
    part: 'scanner',
    event: 'scanner-error',
    code: 'view_unavailable',
  };

  #decoder: Decoder | null = null;
  /** Announces what was found; the same function for all views. */
  #found = (detail: ScanDetail) => void this.announce('scan', detail);

  get decoder(): Decoder | null {
    return this.#decoder;
  }
  set decoder(value) {
    this.#decoder = value ?? null;
    this.refresh();
  }

  listen(root: ShadowRoot): void {
    root.addEventListener('click', ({ target }) => {
      // Of the notice that its files could not be loaded.
      if (!(target as Partial<Element> | null)?.closest?.('[data-action="retry"]')) return;
      this.clearFailure();
      this.refresh();
    });
  }

  get viewState(): 'loading' | 'ready' {
    return this.mounted ? 'ready' : 'loading';
  }

  update(): void {
    const own = { hasField: !this.htmlFor, decoder: this.#decoder, found: this.#found };
    if (!this.isFailed && this.prepare()) this.draw(own, false);
  }
}

reflect(Scanner, SCANNER, defaultOf);

export const ProductPoolScanner: new () => ProductPoolScanner = define(NAME, Scanner);

declare global {
  interface HTMLElementTagNameMap {
    'product-pool-scanner': ProductPoolScanner;
  }
  interface HTMLElementEventMap extends ProductPoolScannerEventMap {}
}
