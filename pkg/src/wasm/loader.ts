// Loads the client's WebAssembly, and handles its failures.
//
// There are two modules. `client` makes requests. `tools` has the client too, with
// what few pages need: the feed of changes, the index of GTINs, the check of records.

import type { WasmSource } from '../client/types.js';
import type { ClientModule, ClientModuleName, ToolsModule, WasmPlace } from '../shared/types.js';
import { internal, invalid, rethrown } from '../shared/error.js';
import { report } from '../shared/report.js';

const loading: { client?: Promise<ClientModule>; tools?: Promise<ToolsModule> } = {};

const places: { client?: WasmPlace; tools?: WasmPlace } = {};

/** The `reject` functions of the pending calls, for an instance that stops. */
const waiting: Set<(error: unknown) => void> = new Set();

/**
 * Loads the WebAssembly, once. Every call does so by itself; calling it early
 * spares the first request the wait. `source` says where the WebAssembly is,
 * if it does not lie with the package's modules; only the first call's counts.
 *
 * @throws {PoolError} `internal`; the next call tries again.
 */
export async function init(
  source?: WasmSource | Promise<WasmSource>,
  options: {
    /** The place of the WebAssembly that `changes()`, `buildGtinIndex()` and `validate` need. */
    tools?: WasmSource | Promise<WasmSource> | undefined;
  } = {},
): Promise<void> {
  const { tools } = options;
  places.client ??= source;
  places.tools ??= tools;
  await clientModule();
}

/** Takes a module whose WebAssembly runs already, such as the card's, in place of loading another. */
export function use(module: object): void {
  const exports = module as ToolsModule;
  if (typeof exports?.Client !== 'function') {
    throw invalid('the module must be one of product-pool');
  }
  const running = Promise.resolve(watched(exports));
  loading.client = running;
  if (exports.Feed) loading.tools = running;
}

export const clientModule = (): Promise<ClientModule> => (loading.client ??= load('client'));

export const toolsModule = (): Promise<ToolsModule> => (loading.tools ??= load('tools'));

async function load<Exports extends ClientModule>(name: ClientModuleName): Promise<Exports> {
  try {
    const client = await import('./client.js');
    return watched((await client.load(name, places[name])) as Exports);
  } catch (error) {
    // The next call tries again, possibly with another place.
    delete loading[name];
    delete places[name];
    report('wasm', { name, error });
    throw internal('the WebAssembly of product-pool could not be loaded', error);
  }
}

/** A module, whose failure rejects the pending calls. */
function watched<Exports extends ClientModule>(module: Exports) {
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
 */
export async function untilStopped<T>(call: () => Promise<T>): Promise<T> {
  let stop: (error: unknown) => void = () => {};
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
