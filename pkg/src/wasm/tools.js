// Starts the WebAssembly of the tools, as client.js does the client's.

/** @import { WasmPlace } from '../shared/types.js' */

import * as glue from '../../dist/tools.js';
import { fetchWasm } from './bytes.js';
import { source } from './source.js';

/**
 * The exports of the running WebAssembly.
 * @param {WasmPlace} [place]
 */
export async function load(place) {
  await glue.default({ module_or_path: await (place ? fetchWasm(place) : source('tools')) });
  return glue;
}
