// Prints how large the files and pages are that the package ships to browsers, beside their
// budgets; with --check it fails where one is above its limit.
//
//   node size.mjs <workspace> <folder that was packed> [--check]

import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { bundle, isForPages, readImports, withImports } from './imports.mjs';

const [root, folder, option] = process.argv.slice(2);
const budget = JSON.parse(readFileSync(join(root, 'xtask/budget.json'), 'utf8'));

/**
 * The pages: their entry, their WebAssembly, and what they import later all the
 * same. Whatever else is imported later, few of them ask for.
 */
const PAGES = {
  'card page': { entry: 'card.js', module: 'card', later: ['dist/card.js'] },
  'client page': { entry: 'index.js', module: 'client', later: ['dist/client.js'] },
  'matrix page': { entry: 'matrix.js', module: 'views', later: ['dist/views.js'] },
};

/** The sizes of bytes: raw, in gzip, in brotli. */
const measure = (bytes) => {
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return [bytes.length, gzipSync(bytes, { level: 9 }).length, brotliCompressSync(bytes, { params }).length];
};
const sum = (all) => all.reduce((sums, sizes) => sums.map((size, at) => size + sizes[at]), [0, 0, 0]);

const files = readdirSync(folder, { recursive: true }).filter(isForPages).sort();
const measured = Object.fromEntries(files.map((name) => [name, measure(readFileSync(join(folder, name)))]));
const total = (names) => sum(names.map((name) => measured[name]));

/** The modules that come with others. */
const loaded = await readImports(
  root,
  folder,
  Object.values(PAGES).map(({ entry }) => entry),
);

/** What a bundler makes of an entry and what it imports at once. */
async function bundled(entry) {
  const external = ['./dist/*', './label.js', ...(entry === 'index.js' ? [] : ['./index.js'])];
  const { outputFiles, metafile } = await bundle(root, folder, [entry], { external, minify: true, target: 'es2022' });
  const atOnce = withImports([`unwritten/${entry}`], metafile.outputs);
  return sum(
    outputFiles.filter(({ path }) => atOnce.includes(relative(folder, path))).map(({ contents }) => measure(contents)),
  );
}

const rows = { file: measured, sum: {} };
for (const [page, { entry, module, later }] of Object.entries(PAGES)) {
  const wasm = `dist/${module}_bg.wasm`;
  rows.sum[`${entry}, bundled`] = await bundled(entry);
  rows.sum[`${module} wasm and glue`] = total([wasm, `dist/${module}.js`]);
  if (module === 'card') rows.sum['card shell'] = total(loaded([entry]));
  // The largest language stands for the one that a card loads.
  const languages = files.filter((name) => module === 'card' && name.startsWith('dist/lang/'));
  const [language] = languages.sort((a, b) => measured[b][2] - measured[a][2]);
  rows.sum[page] = total([...loaded([entry, ...later]), wasm, ...(language ? [language] : [])]);
}

/** Prints a line of the table: a name, and columns of numbers. */
function print(name, ...cells) {
  const columns = cells.map((cell) => String(cell ?? '').padStart(11));
  console.log(name.padEnd(25) + columns.join('').trimEnd());
}

print('bytes', 'raw', 'gzip 9', 'brotli 11', 'limit', 'aim');
for (const [kind, named] of Object.entries(rows)) {
  if (kind === 'sum') console.log();
  for (const [name, sizes] of Object.entries(named)) print(name, ...sizes, budget[name]?.limit, budget[name]?.aim);
}

const all = { ...rows.file, ...rows.sum };
// A limit of something that does not exist would never be exceeded.
const unknown = Object.keys(budget).filter((name) => !(name in all));
if (unknown.length > 0) throw new Error(`xtask/budget.json: no such file or sum: ${unknown.join(', ')}`);

for (const [name, { limit }] of option === '--check' ? Object.entries(budget) : []) {
  const [, , brotli] = all[name];
  if (brotli > limit) {
    console.error(`${name}: ${brotli} bytes in brotli, ${brotli - limit} above its budget of ${limit}`);
    process.exitCode = 1;
  }
}
