// The results of publint and arethetypeswrong, and the contents of the tarball.

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';
import { ROOT, TARBALL, TOOLS, makeProject, run } from './support.mjs';

const node = (path, args) =>
  run(process.execPath, [join(TOOLS, path), ...args], { env: { ...process.env, FORCE_COLOR: '0' } });

test('publint has nothing to say', async () => {
  const { stdout } = await node('publint/src/cli.js', ['run', TARBALL, '--strict']);
  assert.match(stdout, /All good!/);
});

test('the types are right however a module is resolved', async () => {
  // No modules: the WebAssembly files, and the classic scripts.
  const others = ['client.wasm', 'tools.wasm', 'card.wasm', 'label.wasm', 'views.wasm', 'iife', 'label/iife'];
  const args = [TARBALL, '--format', 'json', '--exclude-entrypoints', ...others];
  const { stdout } = await node('@arethetypeswrong/cli/dist/index.js', args);
  const { analysis, problems } = JSON.parse(stdout);
  assert.deepEqual(problems ?? {}, {});
  const entries = Object.keys(analysis.entrypoints).sort();
  assert.deepEqual(entries, [
    '.',
    './base64',
    './card',
    './changes-view',
    './label',
    './matrix',
    './package.json',
    './react',
    './react18',
    './svelte',
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
    'types/index.d.ts',
    'dist/client_bg.wasm',
  ]) {
    assert.ok(names.includes(name), name);
  }
  assert.ok(!names.some((name) => /^src\/|node_modules|\.test\.|\.rs$/.test(name)), names.join('\n'));
  for (const name of names.filter((name) => /\.(c?js|ts|cts)$/.test(name))) {
    const text = await readFile(join(folder, name), 'utf8');
    const [, map] = /\n\/\/# sourceMappingURL=(.*)/.exec(text) ?? [];
    if (map) assert.ok(names.includes(join(dirname(name), map)), `${name} leads to a map that is not there`);
    assert.ok(!text.includes(ROOT), `${name} names a path of the machine that made it`);
  }
});

test('what browsers load has a source map that holds the sources, with their comments', async () => {
  const folder = join(await makeProject(), 'node_modules/product-pool');
  const names = await readdir(folder, { recursive: true });
  const scripts = names.filter(
    (name) => /^([^/]+|dist\/[^/]+)\.js$/.test(name) && !/(^|\/)((label-)?(node|workerd)|.*base64)\.js$/.test(name),
  );
  assert.ok(scripts.includes('card.js') && scripts.includes('dist/card.js'), scripts.join());
  assert.ok(scripts.includes('dist/product-pool.iife.js'), scripts.join());
  for (const name of scripts) {
    const text = await readFile(join(folder, name), 'utf8');
    assert.ok(text.endsWith(`//# sourceMappingURL=${basename(name)}.map\n`), name);
    const { sources, sourcesContent } = JSON.parse(await readFile(join(folder, `${name}.map`), 'utf8'));
    assert.equal(sourcesContent?.length, sources.length, name);
    for (const [at, source] of sources.entries()) {
      assert.ok(!source.startsWith('.') && !isAbsolute(source), `${name}: ${source}`);
      assert.ok(typeof sourcesContent[at] === 'string', `${name}: ${source}`);
      assert.ok(!sourcesContent[at].includes(ROOT), `${name}: ${source} names a path of the machine that made it`);
    }
  }
  const { sources, sourcesContent } = JSON.parse(await readFile(join(folder, 'card.js.map'), 'utf8'));
  const element = await readFile(join(ROOT, 'pkg/src/card/element.js'), 'utf8');
  assert.equal(sourcesContent[sources.indexOf('src/card/element.js')], element);
});

/** What the client loads when it is first needed, by the names in the package. */
const LATER = [
  'client-client.js',
  'client-elements.js',
  'client-gtin-index.js',
  'client-gtin-warning.js',
  'client-observe.js',
  'client-tools.js',
  'dist/client.base64.js',
  'dist/client.js',
  'dist/tools.base64.js',
  'dist/tools.js',
];

test('what a page loads before anything is asked for is at most 4.5 KB', async () => {
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
    .map((path) => path.replace(/^node_modules\/product-pool\//, '').replace(/-[A-Z\d]{8}\.js$/, '.js'))
    .filter((path) => /^client-|^dist\//.test(path) && path !== 'client-chunk.js');
  assert.deepEqual([...new Set(later)].sort(), LATER);
  const at = (name) => outputFiles.find(({ path }) => path.endsWith(name)).contents;
  const [, { imports }] = Object.entries(metafile.outputs).find(([name]) => name === 'out/entry.js');
  const atOnce = imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => path);
  const size = ['out/entry.js', ...atOnce]
    .map((name) => brotliCompressSync(at(name)).length)
    .reduce((sum, one) => sum + one);
  assert.ok(size <= 4608, `${size} bytes of brotli`);
});
