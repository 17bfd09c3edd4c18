// The element <product-pool-changes>.

export * from './src/views/changes.js';
