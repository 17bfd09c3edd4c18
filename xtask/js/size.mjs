// Measures what the package ships to browsers: a line a file or sum, of columns
// with tabs between them: kind, name, raw, gzip, brotli, limit, aim. The last
// two are empty where the budget names none.
//
//   node size.mjs <workspace> <folder that was packed>

import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { isForBrowsers, readImports } from './imports.mjs';

const [root, folder] = process.argv.slice(2);
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

const named = new Set();
function row(kind, name, sizes) {
  named.add(name);
  const { limit = '', aim = '' } = budget[name] ?? {};
  console.log([kind, name, ...sizes, limit, aim].join('\t'));
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

// A limit of what is not there would hold for ever.
const unknown = Object.keys(budget).filter((name) => !named.has(name));
if (unknown.length > 0) throw new Error(`xtask/budget.json: no such file or sum: ${unknown.join(', ')}`);
