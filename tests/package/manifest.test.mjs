// The results of publint and arethetypeswrong, and the contents of the tarball.

import assert from 'node:assert/strict';
import { readFile, readdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import { test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';
import { ROOT, TARBALL, TOOLS, makeProject, run } from './support.mjs';

/**
 * What the package may be, in bytes, once it is installed: 25,000 of it are the scanner and its words, 30,000 what a
 * second minifier would take from words and source maps, 50,000 more names of foods and rules for texts, which three
 * modules have, as they are and in base64, and 65,000 texts that were calm: damaged, in other languages, with traces
 * or exceptions behind a denial; and 25,000 what builds a gateway's card apart from the rest.
 */
const UNPACKED = 3_275_000;

const node = (path, args) =>
  run(process.execPath, [join(TOOLS, path), ...args], { env: { ...process.env, FORCE_COLOR: '0' } });

test('publint has nothing to say', async () => {
  const { stdout } = await node('publint/src/cli.js', ['run', TARBALL, '--strict']);
  assert.match(stdout, /All good!/);
});

test('the types are right however a module is resolved', async () => {
  // That CommonJS gets ES modules is meant: Node can `require()` them from 20.19 on, which
  // TypeScript knows as `nodenext`, and node.test.mjs does.
  const args = [TARBALL, '--format', 'json', '--ignore-rules', 'cjs-resolves-to-esm'];
  const { stdout } = await node('@arethetypeswrong/cli/dist/index.js', args);
  const { analysis, problems } = JSON.parse(stdout);
  const { CJSResolvesToESM, ...others } = problems;
  assert.ok(CJSResolvesToESM.every(({ resolutionKind }) => resolutionKind === 'node16-cjs'));
  assert.deepEqual(others, {});
  const entries = Object.keys(analysis.entrypoints).sort();
  assert.deepEqual(entries, [
    '.',
    './*.wasm',
    './base64',
    './card',
    './changes-view',
    './label',
    './matrix',
    './package.json',
    './react',
    './react18',
    './scanner',
    './svelte',
    './testing',
    './vue',
  ]);
});

test('the tarball holds its licences and its description, and no source files of others', async () => {
  const folder = join(await makeProject(), 'node_modules/product-pool');
  const names = (await readdir(folder, { recursive: true })).sort();
  for (const name of [
    'LICENSE-APACHE',
    'LICENSE-MIT',
    'THIRD_PARTY_NOTICES.txt',
    'README.md',
    'CHANGELOG.md',
    'dist/types/index.d.ts',
    'custom-elements.json',
    'web-types.json',
    'vscode.html-custom-data.json',
    'vscode.css-custom-data.json',
    'dist/wasm/client_bg.wasm',
  ]) {
    assert.ok(names.includes(name), name);
  }
  assert.ok(!names.some((name) => /^src\/|node_modules|\.test\.|\.rs$/.test(name)), names.join('\n'));
  const machine = [ROOT, process.env.CARGO_HOME ?? join(homedir(), '.cargo')];
  for (const name of names.filter((name) => /\.(js|ts|wasm)$/.test(name))) {
    const text = await readFile(join(folder, name), 'utf8');
    const [, map] = /\n\/\/# sourceMappingURL=(.*)/.exec(text) ?? [];
    if (map) assert.ok(names.includes(join(dirname(name), map)), `${name} leads to a map that is not there`);
    assert.ok(!machine.some((path) => text.includes(path)), `${name} names a path of the machine that made it`);
  }
});

test('what is minified has a source map that holds the sources, with their comments', async () => {
  const folder = join(await makeProject(), 'node_modules/product-pool/dist');
  const scripts = ['auto', 'card', 'card-drawn', 'card-later', 'changes-view', 'matrix', 'scanner', 'views'];
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  for (const name of names) {
    const text = await readFile(join(folder, name), 'utf8');
    // Everything else can be read as it is; minified, a line has hundreds of characters.
    const longest = Math.max(...text.split('\n').map((line) => line.length));
    if (!scripts.includes(name.slice(0, -3))) assert.ok(longest < 300, name);
    else assert.ok(text.endsWith(`//# sourceMappingURL=${basename(name)}.map\n`), name);
  }
  for (const name of scripts) {
    const { sources, sourcesContent } = JSON.parse(await readFile(join(folder, `${name}.js.map`), 'utf8'));
    assert.equal(sourcesContent?.length, sources.length, name);
    for (const [at, source] of sources.entries()) {
      assert.ok(!source.startsWith('.') && !isAbsolute(source), `${name}: ${source}`);
      assert.ok(typeof sourcesContent[at] === 'string', `${name}: ${source}`);
      assert.ok(!sourcesContent[at].includes(ROOT), `${name}: ${source} names a path of the machine that made it`);
    }
  }
  const { sources, sourcesContent } = JSON.parse(await readFile(join(folder, 'card.js.map'), 'utf8'));
  const element = await readFile(join(ROOT, 'pkg/src/card/element.ts'), 'utf8');
  assert.equal(sourcesContent[sources.indexOf('src/card/element.ts')], element);
});

test('the package is small, and its files are few', async () => {
  const folder = join(await makeProject(), 'node_modules/product-pool');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  const size = sizes.reduce((sum, one) => sum + one);
  assert.ok(size <= UNPACKED, `${size} bytes`);
  const built = files.filter(
    (file) => relative(folder, file).startsWith('dist/') && !/\/lang|\/types\/|\.map$/.test(file),
  );
  assert.ok(built.length <= 35, built.join('\n'));
  const { exports } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  assert.ok(JSON.stringify(exports, undefined, 2).split('\n').length <= 60);
});

/** What the client loads when it is first needed, by the names in the package. */
const LATER = [
  'client-wasm.js',
  'diagnostics.js',
  'gtin-index.js',
  'wasm/client.base64.js',
  'wasm/client.js',
  'wasm/tools.base64.js',
  'wasm/tools.js',
];

test('what a page loads before anything is asked for is at most 4.8 KB', async () => {
  const project = await makeProject({ 'entry.js': `export * from 'product-pool';` });
  // The glue and what starts it come with the WebAssembly, and what few pages
  // want when it is wanted.
  const { outputFiles, metafile } = await build({
    absWorkingDir: project,
    entryPoints: ['entry.js'],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    splitting: true,
    write: false,
    outdir: 'out',
    metafile: true,
  });
  // What is loaded later, each when it is first needed.
  const later = Object.values(metafile.outputs)
    .flatMap(({ inputs }) => Object.keys(inputs))
    .map((path) => path.replace(/^node_modules\/product-pool\/dist\//, ''))
    .filter((path) => !['entry.js', 'index.js', 'client.js'].includes(path));
  assert.deepEqual([...new Set(later)].sort(), LATER);
  const at = (name) => outputFiles.find(({ path }) => path.endsWith(name)).contents;
  const [, { imports }] = Object.entries(metafile.outputs).find(([name]) => name === 'out/entry.js');
  const atOnce = imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => path);
  const size = ['out/entry.js', ...atOnce]
    .map((name) => brotliCompressSync(at(name)).length)
    .reduce((sum, one) => sum + one);
  assert.ok(size <= 4800, `${size} bytes of brotli`);
});
