/**
 * The custom element `<product-pool-scanner>`: a field for the barcode of a product, and a camera that reads
 * it. Importing this module registers it; on a server the import does nothing.
 *
 * ```ts
 * import 'product-pool/scanner';
 * ```
 *
 * ```html
 * <product-pool-scanner></product-pool-scanner>
 * ```
 */

import type { Messages, Theme } from './card.js';
import type { ViewErrorDetail } from './view.js';

/** Detail of `product-pool-scan`: a barcode was typed or seen. */
export interface ScanDetail {
  /** The GTIN, 14 digits. */
  gtin: string;
  /** What was typed or seen: a GS1 code or a Digital Link says more than the GTIN. */
  text: string;
}

/** The class that a decoder gives, after the browsers' own `BarcodeDetector`. */
export interface BarcodeDetectorClass {
  new (options: { formats: any[] }): {
    detect(image: HTMLVideoElement): Promise<{ rawValue: string; format: string }[]>;
  };
  getSupportedFormats?(): Promise<readonly string[]>;
}

/** Loads what reads barcodes: the class, or a module that exports it as `BarcodeDetector`. */
export type Decoder = () => PromiseLike<BarcodeDetectorClass | { BarcodeDetector: BarcodeDetectorClass }>;

/** The element's events and their types. */
export interface ProductPoolScannerEventMap {
  'product-pool-scan': CustomEvent<ScanDetail>;
  'product-pool-scanner-error': CustomEvent<ViewErrorDetail>;
}

export declare class ProductPoolScanner extends HTMLElement {
  /** The `id` of a field that the page has itself: then there is only the camera. Attribute `for`. */
  get htmlFor(): string | null;
  set htmlFor(value: string | null | undefined);
  /** Colours; `auto` follows the page's `color-scheme`. Attribute `theme`. */
  get theme(): Theme;
  set theme(value: Theme | null | undefined);
  /** Reads barcodes where the browser does not. */
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

declare global {
  interface HTMLElementTagNameMap {
    'product-pool-scanner': ProductPoolScanner;
  }
  interface HTMLElementEventMap extends ProductPoolScannerEventMap {}
}
