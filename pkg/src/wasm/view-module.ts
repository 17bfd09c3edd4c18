// A WebAssembly module that draws views, loaded once for all elements of a page.

import type { Glue, Stoppable } from '../shared/types.js';
import { imported } from '../shared/import.js';
import { report } from '../shared/report.js';
import { fileOrText, readWasm, startModule } from './bytes.js';

export class ViewModule<Exports extends Stoppable> {
  #name;
  #start;
  /** The module as a promise; undefined before the first element needs it. */
  #loading: Promise<Exports> | undefined;
  #listeners: Set<(module: Exports, error: unknown) => void> = new Set();

  constructor(name: string, start: () => Promise<Exports>) {
    this.#name = name;
    this.#start = start;
  }

  load(): Promise<Exports> {
    return this.#loading ?? this.#cache(this.#start());
  }

  use(module: Exports | PromiseLike<Exports>): void {
    // A failure is logged below, and reported to each element that asks for the module.
    this.#cache(Promise.resolve(module)).catch(() => {});
  }

  /** Calls `listener` when an instance has stopped, after which it cannot draw. */
  onStop(listener: (module: Exports, error: unknown) => void): void {
    this.#listeners.add(listener);
  }

  #cache(promise: Promise<Exports>): Promise<Exports> {
    const cached: Promise<Exports> = promise.then(
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

/** A module of this package from its parts. The first two are requested at once. */
export function viewModule<Exports extends Stoppable>(
  name: string,
  file: () => Promise<Response>,
  glue: () => Promise<Glue<Exports>>,
  text: () => Promise<{ default(): Promise<BufferSource> }>,
): ViewModule<Exports> {
  return new ViewModule(name, () =>
    startModule(
      () => imported(glue),
      fileOrText(
        async () => readWasm(await file(), report),
        () => imported(text),
        report,
      ),
    ),
  );
}
