// The card of the gateway that serves this file, as /assets/RELEASE/gateway/card.js: for a page that
// names a release, and its hash.

export * from '../card.js';

const page = globalThis as unknown as Record<symbol, string | undefined>;
page[Symbol.for('product-pool.gateway')] ??= new URL('../../../', import.meta.url).href;
