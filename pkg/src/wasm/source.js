// Where the client's WebAssembly is by default: beside this module, and where that
// cannot be fetched, as text in a module of its own. This is the source for pages
// and other environments with addresses; `cargo xtask pack` replaces it with one of
// the files in `source/` for the other builds.

/** @import { ClientModuleName } from '../shared/types.js' */

import { either, fetchWasm } from './bytes.js';

/** @param {ClientModuleName} name */
export function source(name) {
  // The addresses are literals, so that bundlers see the files and copy them.
  if (name === 'tools') {
    return either(
      () => fetchWasm(new URL('../../dist/tools_bg.wasm', import.meta.url)),
      () => import('../../dist/tools.base64.js'),
    );
  }
  return either(
    () => fetchWasm(new URL('../../dist/client_bg.wasm', import.meta.url)),
    () => import('../../dist/client.base64.js'),
  );
}
