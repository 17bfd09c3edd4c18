// The WebAssembly of the matrix and of the view of changes.

import { either, fetchWasm } from './bytes.js';
import { ViewModule, startModule } from './view-module.js';

// Both addresses are literals, so that bundlers see and copy the files; both are
// requested at once.
export const viewsModule = new ViewModule('view', () =>
  startModule(
    either(
      () => fetchWasm(new URL('../../dist/views_bg.wasm', import.meta.url)),
      () => import('../../dist/views.base64.js'),
    ),
    import('../../dist/views.js'),
  ),
);
