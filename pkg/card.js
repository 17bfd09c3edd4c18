// The elements <product-pool-card> and <product-pool-config>.

export * from './src/card/element.js';
