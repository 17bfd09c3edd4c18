// The WebAssembly: where it comes from, and what happens when it stops.
//
// There are two modules. `client` makes requests. `tools` does too, and has what
// few pages need and so few should load: the feed of changes, the index of
// GTINs, the check of records.

/** @import { WasmSource } from '../../types/index.js' */
import { PoolError, internal, invalid } from '../shared/error.js';

/** The exports of each module as a promise, once they are wanted. */
const loading = {};

/** Where each module is, if somebody said so. */
const places = {};

/** Rejects of the calls under way, for an instance that stops in the middle. */
const waiting = new Set();

/**
 * Loads the WebAssembly, once: calling it early spares the first request the
 * wait. `given` says where it is if it does not lie beside this module, and
 * `tools` where that of the tools is, which is loaded when it is wanted.
 */
export async function init(given, { tools } = /** @type {{ tools?: WasmSource }} */ ({})) {
  places.client ??= given;
  places.tools ??= tools;
  await wasm();
}

/**
 * Takes a module whose WebAssembly runs already in place of loading another,
 * such as the card's, which has all that the client has.
 */
export function use(module) {
  if (typeof module?.Client !== 'function') {
    throw invalid('the module must be one of product-pool');
  }
  loading.client = Promise.resolve(ready(module));
  if (module.Feed) loading.tools = loading.client;
}

/** The exports of a module, loaded if they are not there yet. */
export function wasm(name = 'client') {
  return (loading[name] ??= load(name).catch((error) => {
    // A later call tries again, somewhere else if it is told where.
    delete loading[name];
    delete places[name];
    throw internal('the WebAssembly of product-pool could not be loaded', error);
  }));
}

async function load(name) {
  const { load } = await (name === 'tools' ? import('./tools.js') : import('./client.js'));
  return ready(await load(places[name]));
}

function ready(module) {
  module.onStop?.((error) => {
    for (const reject of waiting) {
      reject(new PoolError(error));
    }
    waiting.clear();
  });
  return module;
}

let canSetTimers = false;

/**
 * Throws where no timer may be set, such as in a Cloudflare worker outside of a
 * request. Every call sets some; in the WebAssembly the exception would leave
 * the call's promise unsettled.
 */
function trySettingTimers() {
  if (canSetTimers) return;
  clearTimeout(setTimeout(() => {}));
  canSetTimers = true;
}

/**
 * The result of a call to the WebAssembly. Should that stop, the call's own
 * promise may never settle, so this one rejects.
 */
export async function orStopped(call) {
  let stop;
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
