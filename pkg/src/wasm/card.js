// The card's WebAssembly.

import { either, fetched } from './bytes.js';
import { ViewModule, startModule } from './view-module.js';

// Both files are spelt out, so that bundlers see and copy them; both are
// requested at once.
export const cardModule = new ViewModule('card', () =>
  startModule(
    either(
      () => fetched(new URL('../../dist/card_bg.wasm', import.meta.url)),
      () => import('../../dist/card.base64.js'),
    ),
    import('../../dist/card.js'),
  ));
