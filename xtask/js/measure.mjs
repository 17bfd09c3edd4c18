// How large the files and pages are that the package ships to browsers: raw, in gzip and
// in brotli.

import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { bundle, isForPages, readImports, withImports } from './imports.mjs';

/**
 * The pages: their entry, their WebAssembly, and what they import later all the
 * same. Whatever else is imported later, few of them ask for.
 */
const PAGES = {
  'card page': { entry: 'card.js', module: 'card', later: ['wasm/card.js'] },
  'client page': { entry: 'index.js', module: 'client', later: ['client-wasm.js', 'wasm/client.js'] },
  'label page': { entry: 'label.js', module: 'label', later: ['wasm/label.js'] },
  'matrix page': { entry: 'matrix.js', module: 'views', later: ['wasm/views.js'] },
};

/** The sizes of bytes: raw, in gzip, in brotli. */
const measure = (bytes) => {
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return [bytes.length, gzipSync(bytes, { level: 9 }).length, brotliCompressSync(bytes, { params }).length];
};
const sum = (all) => all.reduce((sums, sizes) => sums.map((size, at) => size + sizes[at]), [0, 0, 0]);

/**
 * The sizes of the example for Yew, the smallest application with a card: its WebAssembly, and its
 * JavaScript with what that imports, as wasm-bindgen writes them and minified into one file.
 */
export async function measureExample(root) {
  const folder = join(root, 'examples/yew-card/dist');
  const read = (name) => readFileSync(join(folder, name));
  // wasm-bindgen names a module once for each function that it imports.
  const options = { minify: true, target: 'es2022', logOverride: { 'duplicate-object-key': 'silent' } };
  const { metafile, outputFiles } = await bundle(root, folder, ['yew-card.js'], options);
  const written = withImports(['yew-card.js'], metafile.inputs).map(read);
  const minified = outputFiles.map(({ contents }) => contents);
  const sizesWith = (scripts) => sum([read('yew-card_bg.wasm'), ...scripts].map(measure));
  return { 'yew example': sizesWith(written), 'yew example, bundled': sizesWith(minified) };
}

/** The sizes of the package in `packed`: of each file in its `dist`, and the sums that a page loads. */
export async function measureAll(root, packed) {
  const folder = join(packed, 'dist');
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
    const external = ['./wasm/*', './lang/*', './label.js', ...(entry === 'index.js' ? [] : ['./index.js'])];
    const { outputFiles, metafile } = await bundle(root, folder, [entry], { external, minify: true, target: 'es2022' });
    const atOnce = withImports([`unwritten/${entry}`], metafile.outputs);
    return sum(
      outputFiles
        .filter(({ path }) => atOnce.includes(relative(folder, path)))
        .map(({ contents }) => measure(contents)),
    );
  }

  const rows = { file: measured, sum: {} };
  for (const [page, { entry, module, later }] of Object.entries(PAGES)) {
    const wasm = `wasm/${module}_bg.wasm`;
    rows.sum[`${entry}, bundled`] = await bundled(entry);
    rows.sum[`${module} wasm and glue`] = total([wasm, `wasm/${module}.js`]);
    if (module === 'card') rows.sum['card shell'] = total(loaded([entry]));
    // The largest language stands for the one that a card loads.
    const languages = files.filter((name) => module === 'card' && name.startsWith('lang/'));
    const [language] = languages.sort((a, b) => measured[b][2] - measured[a][2]);
    rows.sum[page] = total([...loaded([entry, ...later]), wasm, ...(language ? [language] : [])]);
  }
  return rows;
}
