// A WebAssembly module that draws views, loaded once for all elements of a page.

/** @import { Glue, Stoppable } from '../shared/types.js' */

import { imported, release } from '../shared/import.js';
import { report } from '../shared/report.js';
import { fileOrText, readWasm, startModule } from './bytes.js';

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

/**
 * A module of this package from its parts. The first two are requested at once.
 * @template {Stoppable} Exports
 * @param {string} name
 * @param {() => URL} file
 * @param {() => Promise<Glue<Exports>>} glue
 * @param {() => Promise<{ default(): Promise<BufferSource> }>} text - The file as text.
 */
export function viewModule(name, file, glue, text) {
  release.file = file;
  return new ViewModule(name, () =>
    startModule(
      () => imported(glue),
      fileOrText(
        async () => readWasm(await fetch(file()), report),
        () => imported(text),
        report,
      ),
    ),
  );
}
