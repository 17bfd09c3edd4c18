// Where the label's WebAssembly is. Apart from source.js, so that a page with the
// client needs no file of the label.

import { either, fetchWasm } from './bytes.js';

export function source() {
  return either(
    () => fetchWasm(new URL('../../dist/label_bg.wasm', import.meta.url)),
    () => import('../../dist/label.base64.js'),
  );
}
