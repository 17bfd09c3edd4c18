// The card's WebAssembly, loaded once for all cards of a page.

import { either, fetched } from './bytes.js';

/** The module as a promise; undefined before the first card wants it. */
let loading;

/** Called with the error once an instance has stopped. */
const stopped = new Set();

/** Tells `listener` when an instance has stopped: no card of it can be shown any more. */
export function whenStopped(listener) {
  stopped.add(listener);
}

/** What to tell of a failure that the page's own policy makes. */
function hint(error) {
  const isPolicy = error?.name === 'CompileError' || /content security|unsafe-eval|CSP/i.test(error?.message);
  return isPolicy ? " The page's Content-Security-Policy must have 'wasm-unsafe-eval' in its script-src." : '';
}

/** Keeps the promise of a module, and forgets it if it fails. */
function keep(promise) {
  const kept = promise.then(
    (module) => {
      module.onStop?.((error) => {
        for (const listener of stopped) listener(module, error);
      });
      return module;
    },
    (error) => {
      // Whoever waited gets what took its place meanwhile.
      if (loading !== kept) return load();
      loading = undefined;
      console.error(`<product-pool-card>: the card's WebAssembly could not be loaded.${hint(error)}`, error);
      throw error;
    },
  );
  loading = kept;
  return kept;
}

/** The running module. */
export function load() {
  return loading ?? keep(start());
}

/** Takes a module in place of loading the one beside this file. */
export function useModule(module) {
  // A failure is reported there, and to each card that asks for the module.
  keep(Promise.resolve(module)).catch(() => {});
}

async function start() {
  // Both are spelt out, so that bundlers see the files and copy them; both are
  // asked for at once.
  const bytes = either(
    () => fetched(new URL('../../dist/card_bg.wasm', import.meta.url)),
    () => import('../../dist/card.base64.js'),
  );
  bytes.catch(() => {});
  const module = await import('../../dist/card.js');
  await module.default({ module_or_path: await bytes });
  return module;
}
