// The source of the classic script: the file beside it. The script that runs is
// known while it runs and not later.

import { fetchWasm } from '../bytes.js';

const here = globalThis.document?.currentScript?.src;

export async function source(name) {
  if (!here) {
    throw new Error('the script does not know where it is: call ProductPool.init(address)');
  }
  return fetchWasm(new URL(`${name}_bg.wasm`, here));
}
