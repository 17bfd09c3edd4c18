// The package's modules as the demo and the tests load them: each by itself, without its types,
// in `pkg/dist` beside what else is built, so that addresses are those of the sources.
//
//   node modules.mjs <workspace> [--watch]

import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { esbuild } from './imports.mjs';

const [root, ...options] = process.argv.slice(2);
const pkg = join(root, 'pkg');
const dist = join(pkg, 'dist');

const isModule = (name) => /(?<!\.d)\.ts$/.test(name);

/** The modules in a folder of `pkg`, by their paths there. */
const modulesOf = async (folder, options) =>
  (await readdir(join(pkg, folder), options)).filter(isModule).map((name) => join(folder, name));

const entryPoints = [
  ...(await modulesOf('')),
  ...(await modulesOf('gateway')),
  ...(await modulesOf('src', { recursive: true })),
];

/** Removes what was made of modules that are no longer there. */
async function clean() {
  const made = new Set(entryPoints.map((path) => path.replace(/\.ts$/, '')));
  const names = await readdir(join(dist, 'src'), { recursive: true });
  for (const name of names.filter((name) => /\.js(\.map)?$/.test(name))) {
    if (!made.has(join('src', name.replace(/\.js(\.map)?$/, '')))) await rm(join(dist, 'src', name));
  }
}

const context = await esbuild(root).context({
  absWorkingDir: pkg,
  charset: 'utf8',
  entryPoints,
  format: 'esm',
  logLevel: 'warning',
  outbase: '.',
  outdir: dist,
  sourcemap: true,
  target: 'es2022',
});
await context.rebuild();
await clean();
if (options.includes('--watch')) await context.watch();
else await context.dispose();
