// The WebAssembly of the matrix and of the view of changes.

import { viewModule } from './view-module.js';

// All addresses are literals, so that bundlers see and copy the files.
export const viewsModule = viewModule(
  'view',
  () => new URL('../../wasm/views_bg.wasm', import.meta.url),
  () => import('../../wasm/views.js'),
  () => import('../../wasm/views.base64.js'),
);
