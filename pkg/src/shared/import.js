// Imports of the package's own files, which may be tried again. They may be gone for good: once a
// server has a newer release, it may not have the files of the one that a page was loaded with.

/**
 * The release that this copy of the package is of.
 * @typedef {object} Release
 * @property {boolean} isGone - Whether its files are.
 * @property {() => void} changed - Called when that changes.
 * @property {() => URL} [file] - One of its files, for engines whose errors do not name a module.
 */

/** @type {Release} */
export const release = { isGone: false, changed() {} };

/** @param {boolean} isGone */
function note(isGone) {
  if (release.isGone === isGone) return;
  release.isGone = isGone;
  release.changed();
}

/**
 * Finds out why a file could not be loaded. Where there is none, a server may answer with its start page.
 * @param {string | undefined} address
 */
async function look(address) {
  const place = address ?? release.file?.();
  if (!place) return;
  const { status, headers } = await fetch(place, { method: 'HEAD', cache: 'no-store' });
  const isPage = status === 200 && headers.get('content-type')?.startsWith('text/html');
  note(status === 404 || status === 410 || isPage === true);
}

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
      const found = await import(/* webpackIgnore: true */ /* @vite-ignore */ `${address}?${Date.now()}`);
      note(false);
      return found;
    } catch {
      // A network that fails says nothing.
      await look(address).catch(() => {});
      throw error;
    }
  }
}
