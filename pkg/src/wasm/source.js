// Where the WebAssembly is unless `init` was told: beside this module, and where
// that fails, in a module of its own as text. This is the source for pages, and
// whatever else has addresses; `source/` has those of the files that
// `cargo xtask pack` makes, which come in the place of this one.

import { either, fetched } from './bytes.js';

/** What there is to start: `client` or `tools`. */
export function source(name) {
  // All are spelt out, so that bundlers see the files and copy them.
  if (name === 'tools') {
    return either(
      () => fetched(new URL('../../dist/tools_bg.wasm', import.meta.url)),
      () => import('../../dist/tools.base64.js'),
    );
  }
  return either(
    () => fetched(new URL('../../dist/client_bg.wasm', import.meta.url)),
    () => import('../../dist/client.base64.js'),
  );
}
