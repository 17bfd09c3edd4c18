// Which modules of the packed package come with which.

import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * Reads what the modules in `folder` import, beginning with `entries`; `root` is
 * the workspace. Gives a function from modules to all that come with them at
 * once, themselves included.
 */
export async function readImports(root, folder, entries) {
  const { build } = createRequire(join(root, 'tests/package.json'))('esbuild');
  const { metafile } = await build({
    absWorkingDir: folder,
    entryPoints: entries,
    bundle: true,
    format: 'esm',
    splitting: true,
    outdir: 'unwritten',
    metafile: true,
    write: false,
    logLevel: 'error',
    // A page loads one of the former, and of the latter none unless something fails.
    external: ['./dist/lang/*', './dist/*.base64.js'],
  });
  return (from) => {
    const found = new Set();
    const follow = (name) => {
      if (found.has(name)) return;
      if (!(name in metafile.inputs)) throw new Error(`no page imports ${name}`);
      found.add(name);
      for (const { path, kind } of metafile.inputs[name].imports) {
        if (kind === 'import-statement') follow(path);
      }
    };
    from.forEach(follow);
    return [...found];
  };
}

/** What browsers ask for: neither types nor what is for Node and workerd. */
export function isForBrowsers(name) {
  return /\.(js|wasm)$/.test(name) && !/^dist\/((label-)?node|(label-)?workerd)\.js$/.test(name);
}
