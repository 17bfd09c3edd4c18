// The card's WebAssembly.

/** @import { CardModule } from '../../types/card.js' */

import { either, fetchWasm } from './bytes.js';
import { ViewModule, startModule } from './view-module.js';

// Both addresses are literals, so that bundlers see and copy the files; both are
// requested at once.
export const cardModule = new ViewModule(
  'card',
  () =>
    /** @type {Promise<CardModule>} */ (
      startModule(
        either(
          () => fetchWasm(new URL('../../dist/card_bg.wasm', import.meta.url)),
          () => import('../../dist/card.base64.js'),
        ),
        import('../../dist/card.js'),
      )
    ),
);
