// What bundles the package's sources, and which modules of the packed package come with which.

import { createRequire } from 'node:module';
import { join } from 'node:path';

/** esbuild, which lies beside this file in the workspace `root`. */
export const esbuild = (root) => createRequire(join(root, 'xtask/js/package.json'))('esbuild');

/** Names, and everything that they import at once, directly or not. `described` is a part of esbuild's metafile. */
export function withImports(names, described) {
  const found = new Set(names);
  for (const name of found) {
    if (!(name in described)) throw new Error(`no page imports ${name}`);
    for (const { path, kind, external } of described[name].imports) {
      if (kind === 'import-statement' && !external) found.add(path);
    }
  }
  return [...found];
}

/** What esbuild makes of entries of the package in `folder`, unwritten. */
export const bundle = (root, folder, entryPoints, options) =>
  esbuild(root).build({
    absWorkingDir: folder,
    entryPoints,
    bundle: true,
    format: 'esm',
    splitting: true,
    outdir: 'unwritten',
    metafile: true,
    write: false,
    logLevel: 'warning',
    ...options,
  });

/** A function from modules in `folder` to all that come with them at once, themselves included. */
export async function readImports(root, folder, entries) {
  // A page loads one language of the former, and of the last none unless something fails.
  const external = ['./lang/*', './wasm/*.base64.js'];
  const { metafile } = await bundle(root, folder, entries, { external, logLevel: 'error' });
  return (names) => withImports(names, metafile.inputs);
}

/** What pages load. */
export const isForPages = (name) => /\.(js|wasm)$/.test(name);

/** What browsers ask for: that, and the source maps for their developer tools. */
export const isForBrowsers = (name) => isForPages(name.replace(/\.map$/, ''));

/** What is for other elements than cards, or for other programs. */
const OTHERS =
  /^(auto|changes-view|label|matrix|scanner|testing|views)\.|^gateway\/|^wasm\/(label|tools|views|.*base64)\b/;

/** What pages load that have cards alone. */
export const isForShops = (name) => isForPages(name) && !OTHERS.test(name.replace('_bg', ''));
