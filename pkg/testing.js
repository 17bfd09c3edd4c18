// A fake pool, for tests of programs that use this package.

export { FakePool } from './src/testing/fake-pool.js';
export { PRODUCTS, makeProduct } from './src/testing/products.js';
