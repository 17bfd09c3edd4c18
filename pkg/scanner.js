// The element <product-pool-scanner>.

export * from './src/scanner/element.js';
