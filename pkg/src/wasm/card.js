// The card's WebAssembly.

/** @import { CardModule } from '../../types/card.js' */
/** @import { Glue } from '../shared/types.js' */

import { viewModule } from './view-module.js';

// All addresses are literals, so that bundlers see and copy the files.
export const cardModule = viewModule(
  'card',
  () => new URL('../../wasm/card_bg.wasm', import.meta.url),
  () => /** @type {Promise<Glue<CardModule>>} */ (import('../../wasm/card.js')),
  () => import('../../wasm/card.base64.js'),
);
