// What the scanner announces, and what it can be given to read barcodes.

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
