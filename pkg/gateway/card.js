// The card of the gateway that serves this file, as /assets/RELEASE/gateway/card.js: for a page that
// names a release, and its hash.
globalThis[Symbol.for('product-pool.gateway')] ??= new URL('../../../', import.meta.url).href;
export * from '../card.js';
