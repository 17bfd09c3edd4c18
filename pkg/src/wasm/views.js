// The WebAssembly of the matrix and of the view of changes.

import { report } from '../shared/report.js';
import { either, readWasm } from './bytes.js';
import { ViewModule, startModule } from './view-module.js';

// Both addresses are literals, so that bundlers see and copy the files; both are
// requested at once.
export const viewsModule = new ViewModule('view', () =>
  startModule(
    either(
      async () => readWasm(await fetch(new URL('../../dist/views_bg.wasm', import.meta.url)), report),
      () => import('../../dist/views.base64.js'),
      report,
    ),
    import('../../dist/views.js'),
  ),
);
