// Imports of the package's own files, which may be tried again.

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
    if (!address) throw error;
    return import(/* webpackIgnore: true */ /* @vite-ignore */ `${address}?${Date.now()}`).catch(() => {
      throw error;
    });
  }
}
