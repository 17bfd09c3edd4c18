// A WebAssembly module that draws views, loaded once for all elements of a page.

/** A note on a failure that the page's own policy causes. */
function hint(error) {
  const isPolicy = error?.name === 'CompileError' || /content security|unsafe-eval|CSP/i.test(error?.message);
  return isPolicy ? " The page's Content-Security-Policy must have 'wasm-unsafe-eval' in its script-src." : '';
}

/** Starts a module from the promises of its bytes and of its glue. */
export async function startModule(bytes, glue) {
  bytes.catch(() => {});
  const module = await glue;
  await module.default({ module_or_path: await bytes });
  return module;
}

export class ViewModule {
  #name;
  #start;
  /** The module as a promise; undefined before the first element needs it. */
  #loading;
  #listeners = new Set();

  /** `name` is that of the module in messages, `start` loads it. */
  constructor(name, start) {
    this.#name = name;
    this.#start = start;
  }

  /** The running module. */
  load() {
    return this.#loading ?? this.#cache(this.#start());
  }

  /** Takes a module in place of loading the one of this package. */
  use(module) {
    // A failure is logged below, and reported to each element that asks for the module.
    this.#cache(Promise.resolve(module)).catch(() => {});
  }

  /** Calls `listener(module, error)` when an instance has stopped: it can draw no longer. */
  onStop(listener) {
    this.#listeners.add(listener);
  }

  /** Caches the promise of a module, unless it fails. */
  #cache(promise) {
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
        console.error(`product-pool: the ${this.#name}'s WebAssembly could not be loaded.${hint(error)}`, error);
        throw error;
      },
    );
    this.#loading = cached;
    return cached;
  }
}
