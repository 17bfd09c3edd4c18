// Where the label's WebAssembly is, as source.js says it of the client's. Apart
// from that, so that a page with a client needs no file of the label.

import { either, fetched } from './bytes.js';

export function source() {
  return either(
    () => fetched(new URL('../../dist/label_bg.wasm', import.meta.url)),
    () => import('../../dist/label.base64.js'),
  );
}
