// Starts the client's WebAssembly. Only the first call wants it, so this lies
// apart from what a page loads at once, together with the glue.

import * as glue from '../../dist/client.js';
import { fetched } from './bytes.js';
import { source } from './source.js';

/** The running WebAssembly's exports; `given` as in `init`. */
export async function load(given) {
  await glue.default({ module_or_path: await (given ? fetched(given) : source('client')) });
  return glue;
}
