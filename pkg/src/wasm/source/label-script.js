// The label's source of the classic script: the file beside it.

import { fetchWasm } from '../bytes.js';

const here = globalThis.document?.currentScript?.src;

export async function source() {
  if (!here) {
    throw new Error('the script does not know where it is: call ProductPoolLabel.init(address)');
  }
  return fetchWasm(new URL('label_bg.wasm', here));
}
