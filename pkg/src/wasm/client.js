// Starts the client's WebAssembly. With the glue it is a module of its own, loaded
// with the first call.

/** @import { WasmPlace } from '../shared/types.js' */

import * as glue from '../../dist/client.js';
import { fetchWasm } from './bytes.js';
import { source } from './source.js';

/**
 * The exports of the running WebAssembly.
 * @param {WasmPlace} [place]
 */
export async function load(place) {
  await glue.default({ module_or_path: await (place ? fetchWasm(place) : source('client')) });
  return glue;
}
