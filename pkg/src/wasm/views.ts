import type { Glue, ViewsModule } from '../shared/types.js';
import type { ViewModule } from './view-module.js';
import { viewModule } from './view-module.js';

// All addresses are literals, so that bundlers see and copy the files.
export const viewsModule: ViewModule<ViewsModule> = viewModule(
  'view',
  () => new URL('../../wasm/views_bg.wasm', import.meta.url),
  () => import('../../wasm/views.js') as Promise<Glue<ViewsModule>>,
  () => import('../../wasm/views.base64.js'),
);
