import type { Glue, ViewsModule } from '../shared/types.js';
import type { ViewModule } from './view-module.js';
import { release } from '../shared/import.js';
import { viewModule } from './view-module.js';

// All addresses are literals, so that bundlers see and copy the files.
const file = () => new URL('../../wasm/views_bg.wasm', import.meta.url);
release.file ??= file;

export const viewsModule: ViewModule<ViewsModule> = viewModule(
  'view',
  () => fetch(file()),
  () => import('../../wasm/views.js') as Promise<Glue<ViewsModule>>,
  () => import('../../wasm/views.base64.js'),
);
