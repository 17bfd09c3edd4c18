// Prints how large the built package is.
//
//   node size.mjs <workspace>

import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const [root] = process.argv.slice(2);
const { build } = createRequire(join(root, 'tests/package.json'))('esbuild');
const pkg = join(root, 'pkg');
const dist = join(pkg, 'dist');

const row = (name, ...cells) =>
  console.log(name.padEnd(24) + cells.map((cell) => String(cell).padStart(12)).join(''));
const show = (name, bytes) =>
  row(name, bytes.length, gzipSync(bytes, { level: 9 }).length, brotliCompressSync(bytes).length);

row('bytes', 'raw', 'gzip 9', 'brotli 11');
for (const name of readdirSync(dist).sort()) {
  if (/\.(js|wasm)$/.test(name)) show(name, readFileSync(join(dist, name)));
}
// What a bundler makes of the hand-written modules: all that a page loads before
// anything is asked for. The glue and what starts it come with the WebAssembly.
for (const name of ['index.js', 'card.js']) {
  const { outputFiles } = await build({
    absWorkingDir: pkg,
    entryPoints: [name],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    external: ['./load.js', './tools.js', './gtins.js', './dist/*'],
    write: false,
    logLevel: 'warning',
  });
  show(`${name}, bundled`, outputFiles[0].contents);
}
