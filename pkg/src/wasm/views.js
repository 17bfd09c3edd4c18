// The WebAssembly of the matrix and of the view of changes.

import { either, fetched } from './bytes.js';
import { ViewModule, startModule } from './view-module.js';

// Both files are spelt out, so that bundlers see and copy them; both are
// requested at once.
export const viewsModule = new ViewModule('view', () =>
  startModule(
    either(
      () => fetched(new URL('../../dist/views_bg.wasm', import.meta.url)),
      () => import('../../dist/views.base64.js'),
    ),
    import('../../dist/views.js'),
  ));
