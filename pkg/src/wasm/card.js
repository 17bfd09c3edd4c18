// The card's WebAssembly.

/** @import { CardModule } from '../../types/card.js' */

import { report } from '../shared/report.js';
import { either, readWasm } from './bytes.js';
import { ViewModule, startModule } from './view-module.js';

// Both addresses are literals, so that bundlers see and copy the files; both are
// requested at once.
export const cardModule = new ViewModule(
  'card',
  () =>
    /** @type {Promise<CardModule>} */ (
      startModule(
        either(
          async () => readWasm(await fetch(new URL('../../dist/card_bg.wasm', import.meta.url)), report),
          () => import('../../dist/card.base64.js'),
          report,
        ),
        import('../../dist/card.js'),
      )
    ),
);
