// Prints how large the files and pages are that the package ships to browsers, beside their
// budgets; with --check it fails where one is above its limit.
//
//   node size.mjs <workspace> <folder that was packed> [--check]

import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { isForBrowsers, readImports } from './imports.mjs';

const [root, folder, option] = process.argv.slice(2);
const { build } = createRequire(join(root, 'tests/package.json'))('esbuild');
const budget = JSON.parse(readFileSync(join(root, 'xtask/budget.json'), 'utf8'));

/** Where each language has a file, of which a page loads one. */
const LANGUAGE = /^dist\/lang\//;

/**
 * The pages: their entry, their WebAssembly, and what they import later all the
 * same. Whatever else is imported later, few of them ask for.
 */
const PAGES = {
  'card page': { entry: 'card.js', module: 'card', later: ['dist/card.js'] },
  'client page': { entry: 'index.js', module: 'client', later: ['dist/client.js'] },
  'matrix page': { entry: 'matrix.js', module: 'views', later: ['dist/views.js'] },
};

const files = readdirSync(folder, { recursive: true }).filter(isForBrowsers);

const measured = new Map();
function measure(name) {
  if (!measured.has(name)) {
    const bytes = readFileSync(join(folder, name));
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    measured.set(name, [bytes.length, gzipSync(bytes, { level: 9 }).length, brotliCompressSync(bytes, { params }).length]);
  }
  return measured.get(name);
}

const total = (names) =>
  names.map(measure).reduce((sum, sizes) => sum.map((size, at) => size + sizes[at]), [0, 0, 0]);

const rows = [];
function row(kind, name, sizes) {
  rows.push({ kind, name, sizes, ...budget[name] });
}

/** The modules that come with others. */
const loaded = await readImports(root, folder, Object.values(PAGES).map(({ entry }) => entry));

/** The largest language stands for the one that a page loads. */
function language() {
  const all = files.filter((name) => LANGUAGE.test(name));
  return all.sort((a, b) => measure(b)[2] - measure(a)[2]).slice(0, 1);
}

/** What a bundler makes of an entry and what it imports at once. */
async function bundled(entry) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: folder,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    splitting: true,
    external: ['./dist/*', './label.js', ...(entry === 'index.js' ? [] : ['./index.js'])],
    metafile: true,
    outdir: 'unwritten',
    write: false,
    logLevel: 'warning',
  });
  const atOnce = new Set([`unwritten/${entry}`]);
  for (const name of atOnce) {
    const imports = metafile.outputs[name].imports.filter(({ kind, external }) => kind === 'import-statement' && !external);
    imports.forEach(({ path }) => atOnce.add(path));
  }
  const files = outputFiles.filter(({ path }) => atOnce.has(relative(folder, path))).map(({ contents }) => contents);
  const sum = (sizeOf) => files.map(sizeOf).reduce((sum, size) => sum + size, 0);
  return [
    sum((bytes) => bytes.length),
    sum((bytes) => gzipSync(bytes, { level: 9 }).length),
    sum((bytes) => brotliCompressSync(bytes).length),
  ];
}

for (const name of files.sort()) row('file', name, measure(name));

for (const [page, { entry, module, later }] of Object.entries(PAGES)) {
  row('sum', `${entry}, bundled`, await bundled(entry));
  const wasm = `dist/${module}_bg.wasm`;
  row('sum', `${module} wasm and glue`, total([wasm, `dist/${module}.js`]));
  if (module === 'card') {
    row('sum', 'card shell', total(loaded([entry])));
  }
  const words = module === 'card' ? language() : [];
  row('sum', page, total([...loaded([entry, ...later]), wasm, ...words]));
}

/** Prints a line of the table: a name, and columns of numbers. */
function print(name, ...cells) {
  const columns = cells.map((cell) => String(cell ?? '').padStart(11));
  console.log(name.padEnd(25) + columns.join('').trimEnd());
}

print('bytes', 'raw', 'gzip 9', 'brotli 11', 'limit', 'aim');
for (const kind of ['file', 'sum']) {
  if (kind === 'sum') console.log();
  for (const { name, sizes, limit, aim } of rows.filter((row) => row.kind === kind)) {
    print(name, ...sizes, limit, aim);
  }
}

// A limit of something that does not exist would never be exceeded.
const unknown = Object.keys(budget).filter((name) => !rows.some((row) => row.name === name));
if (unknown.length > 0) throw new Error(`xtask/budget.json: no such file or sum: ${unknown.join(', ')}`);

if (option === '--check') {
  for (const { name, sizes: [, , brotli], limit } of rows.filter((row) => row.sizes[2] > row.limit)) {
    console.error(`${name}: ${brotli} bytes in brotli, ${brotli - limit} above its budget of ${limit}`);
    process.exitCode = 1;
  }
}
