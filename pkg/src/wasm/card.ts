import type { CardModule } from '../card/types.js';
import type { Glue } from '../shared/types.js';
import type { ViewModule } from './view-module.js';
import { cardFile } from './card-file.js';
import { viewModule } from './view-module.js';

// All addresses are literals, so that bundlers see and copy the files.
export const cardModule: ViewModule<CardModule> = viewModule(
  'card',
  () => fetch(cardFile()),
  () => import('../../wasm/card.js') as Promise<Glue<CardModule>>,
  () => import('../../wasm/card.base64.js'),
);
