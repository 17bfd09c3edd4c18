// The WebAssembly: where it comes from, and what happens when it stops.

import { PoolError, internal, invalid } from './error.js';

/** The WebAssembly's exports as a promise; undefined until they are wanted. */
let loading;

/** Rejects of the calls under way, for an instance that stops in the middle. */
const waiting = new Set();

/**
 * Loads the WebAssembly, once: calling it early spares the first request the
 * wait, and `given` says where it is if it does not lie beside this module.
 */
export async function init(given) {
  loading ??= load(given).catch((error) => {
    // A later call tries again.
    loading = undefined;
    throw internal('the WebAssembly of product-pool could not be loaded', error);
  });
  await loading;
}

/**
 * Takes a module whose WebAssembly runs already in place of loading another,
 * such as the card's, which has all that the client has.
 */
export function use(module) {
  if (typeof module?.Client !== 'function') {
    throw invalid('the module given is none of product-pool');
  }
  loading = Promise.resolve(ready(module));
}

async function load(given) {
  const { load } = await import('./load.js');
  return ready(await load(given));
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

/** The WebAssembly's exports, loaded if they are not there yet. */
export async function wasm() {
  await init();
  return loading;
}

/** Waits for a promise of the WebAssembly, which may stop and never settle it. */
export function orStopped(promise) {
  return new Promise((resolve, reject) => {
    waiting.add(reject);
    const settled = () => waiting.delete(reject);
    Promise.resolve(promise).then(resolve, reject).then(settled);
  });
}
