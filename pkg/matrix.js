// The element <product-pool-matrix>.

export * from './src/views/matrix.js';
