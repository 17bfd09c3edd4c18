// A WebAssembly module that draws views, loaded once for all elements of a page.

/** @import { Glue, Stoppable } from '../shared/types.js' */

import { report } from '../shared/report.js';

/**
 * Starts a module from the promises of its bytes and of its glue.
 * @template Exports
 * @param {Promise<unknown>} bytes
 * @param {Promise<Glue<Exports>>} glue
 * @returns {Promise<Exports>}
 */
export async function startModule(bytes, glue) {
  bytes.catch(() => {});
  const module = await glue;
  await module.default({ module_or_path: await bytes });
  return module;
}

/** @template {Stoppable} Exports */
export class ViewModule {
  #name;
  #start;
  /**
   * The module as a promise; undefined before the first element needs it.
   * @type {Promise<Exports> | undefined}
   */
  #loading;
  /** @type {Set<(module: Exports, error: unknown) => void>} */
  #listeners = new Set();

  /**
   * @param {string} name - The module's name in messages.
   * @param {() => Promise<Exports>} start - Loads it.
   */
  constructor(name, start) {
    this.#name = name;
    this.#start = start;
  }

  /**
   * The running module.
   * @returns {Promise<Exports>}
   */
  load() {
    return this.#loading ?? this.#cache(this.#start());
  }

  /**
   * Uses a module instead of loading the one of this package.
   * @param {Exports | PromiseLike<Exports>} module
   */
  use(module) {
    // A failure is logged below, and reported to each element that asks for the module.
    this.#cache(Promise.resolve(module)).catch(() => {});
  }

  /**
   * Calls `listener` when an instance has stopped, after which it cannot draw.
   * @param {(module: Exports, error: unknown) => void} listener
   */
  onStop(listener) {
    this.#listeners.add(listener);
  }

  /**
   * Caches the promise of a module, unless it fails.
   * @param {Promise<Exports>} promise
   * @returns {Promise<Exports>}
   */
  #cache(promise) {
    /** @type {Promise<Exports>} */
    const cached = promise.then(
      (module) => {
        module.onStop?.((error) => {
          for (const listener of this.#listeners) listener(module, error);
        });
        return module;
      },
      (error) => {
        // Another one has replaced it meanwhile.
        if (this.#loading !== cached) return this.load();
        this.#loading = undefined;
        report('wasm', { name: this.#name, error });
        throw error;
      },
    );
    this.#loading = cached;
    return cached;
  }
}
