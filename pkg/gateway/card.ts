// The card of the gateway that serves this file, as /assets/RELEASE/gateway/card.js: for a page that
// names a release, and its hash. The gateway serves it as /card.js too, with other addresses (xtask/js/assets.mjs).

import '../src/card/with-builder.js';

export * from '../src/card/element.js';

const page = globalThis as unknown as Record<symbol, string | undefined>;
page[Symbol.for('product-pool.gateway')] ??= new URL('../../../', import.meta.url).href;
