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

export * from './src/scanner/element.js';
export type * from './src/scanner/types.js';
