// Starts the WebAssembly of the tools, as load.js does the client's.

import * as glue from '../../dist/tools.js';
import { fetched } from './bytes.js';
import { source } from './source.js';

/** The running WebAssembly's exports; `given` as in `init`. */
export async function load(given) {
  await glue.default({ module_or_path: await (given ? fetched(given) : source('tools')) });
  return glue;
}
