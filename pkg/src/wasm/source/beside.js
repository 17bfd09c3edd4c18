// The address of the package's other files in the builds that are one file: the classic
// script, and bundles made with the condition `single-file`. They lie beside it.
// `cargo xtask pack` replaces `VERSION` with the package's version.

/**
 * The folder of a script. A CDN may serve it at the package's own address or under a
 * range of versions (`…/product-pool@0`); the other files must be of the same version.
 * @param {string | undefined} script
 */
function folderOf(script) {
  if (!script) return undefined;
  const url = new URL(script);
  url.pathname = url.pathname
    .replace(/(\/product-pool)(@[^/]*)?$/, `$1@${VERSION}/dist/`)
    .replace(/(\/product-pool)@[^/]*\//, `$1@${VERSION}/`);
  return url;
}

// A classic script knows its address only while it starts.
const folder = folderOf(import.meta.url ?? globalThis.document?.currentScript?.src);

/**
 * The address of a file of `dist/`.
 * @param {string} name
 */
export function beside(name) {
  if (!folder) {
    throw new Error('the script does not know where it is: call init(address), ProductPool.init(address) in a worker');
  }
  return new URL(name, folder);
}
