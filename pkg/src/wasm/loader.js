// Loads the client's WebAssembly, and handles its failures.
//
// There are two modules. `client` makes requests. `tools` has the client too, with
// what few pages need: the feed of changes, the index of GTINs, the check of records.

/** @import * as api from '../../types/index.js' */
/** @import { ClientModule, ClientModuleName, ToolsModule, WasmPlace } from '../shared/types.js' */

import { internal, invalid, rethrown } from '../shared/error.js';
import { report } from '../shared/report.js';

/**
 * The exports of each module as a promise, once it is needed.
 * @type {{ client?: Promise<ClientModule>, tools?: Promise<ToolsModule> }}
 */
const loading = {};

/**
 * The place of each module, if `init` was called with that.
 * @type {{ client?: WasmPlace, tools?: WasmPlace }}
 */
const places = {};

/**
 * The `reject` functions of the pending calls, for an instance that stops.
 * @type {Set<(error: unknown) => void>}
 */
const waiting = new Set();

/** @type {typeof api.init} */
export async function init(place, { tools } = {}) {
  places.client ??= place;
  places.tools ??= tools;
  await clientModule();
}

/** @type {typeof api.use} */
export function use(module) {
  const exports = /** @type {ToolsModule} */ (module);
  if (typeof exports?.Client !== 'function') {
    throw invalid('the module must be one of product-pool');
  }
  const running = Promise.resolve(watched(exports));
  loading.client = running;
  if (exports.Feed) loading.tools = running;
}

/** The exports of `client`, loaded if they are not there yet. */
export const clientModule = () => (loading.client ??= load('client'));

/** The exports of `tools`, likewise. */
export const toolsModule = () => (loading.tools ??= load('tools'));

/**
 * @template {ClientModule} Exports
 * @param {ClientModuleName} name
 * @returns {Promise<Exports>}
 */
async function load(name) {
  try {
    const client = await import('./client.js');
    return watched(/** @type {Exports} */ (await client.load(name, places[name])));
  } catch (error) {
    // The next call tries again, possibly with another place.
    delete loading[name];
    delete places[name];
    report('wasm', { name, error });
    throw internal('the WebAssembly of product-pool could not be loaded', error);
  }
}

/**
 * A module, whose failure rejects the pending calls.
 * @template {ClientModule} Exports
 * @param {Exports} module
 */
function watched(module) {
  module.onStop?.((error) => {
    for (const reject of waiting) {
      reject(rethrown(error));
    }
    waiting.clear();
  });
  return module;
}

/**
 * Throws where no timer may be set, such as in a Cloudflare worker outside of a
 * request. Every call sets timers; inside the WebAssembly the exception would leave
 * the call's promise unsettled. Once one could be set, there is nothing to try.
 */
let trySettingTimers = () => {
  clearTimeout(setTimeout(() => {}));
  trySettingTimers = () => {};
};

/**
 * The result of a call to the WebAssembly. If that stops, the call's own promise may
 * never settle, so this one rejects.
 * @template T
 * @param {() => Promise<T>} call
 * @returns {Promise<T>}
 */
export async function untilStopped(call) {
  /** @type {(error: unknown) => void} */
  let stop = () => {};
  try {
    return await new Promise((resolve, reject) => {
      trySettingTimers();
      waiting.add((stop = reject));
      call().then(resolve, reject);
    });
  } finally {
    waiting.delete(stop);
  }
}
