// Imports of the package's own files, which may be tried again. They may be gone for good: once a
// server has a newer release, it may not have the files of the one that a page was loaded with.

/** @import { Locale } from './locale.js' */

/**
 * The release that this copy of the package is of.
 * @typedef {object} Release
 * @property {boolean} isGone - Whether its files are.
 * @property {() => void} changed - Called when that changes.
 * @property {(address: string | undefined) => Promise<void>} [look] - Finds out whether they are, by one of
 *   them; once that is loaded (`reload.js`), as the next.
 * @property {(shell: HTMLElement, locale: Partial<Locale> | undefined, isWanted: boolean) => void} [ask] -
 *   Asks the reader to load the page again, or no more.
 * @property {() => URL} [file] - One of its files, for engines whose errors do not name a module.
 */

/** @type {Release} */
export const release = { isGone: false, changed() {} };

/**
 * The result of an import. Engines remember a module that could not be loaded, so it is
 * tried once more under another address: that in the engine's message, if it names one.
 * @template T
 * @param {() => Promise<T>} load
 * @returns {Promise<T>}
 */
export async function imported(load) {
  try {
    return await load();
  } catch (error) {
    const [address] = /https?:\S+\.js/.exec(String(error)) ?? [];
    try {
      if (!address) throw error;
      return await import(/* webpackIgnore: true */ /* @vite-ignore */ `${address}?${Date.now()}`);
    } catch {
      throw error;
    } finally {
      // A network that fails says nothing.
      await release.look?.(address).catch(() => {});
    }
  }
}
