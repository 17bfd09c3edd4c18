// The results of publint and arethetypeswrong, and the contents of the tarball.

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
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
    'types/index.d.ts',
    'dist/client_bg.wasm',
  ]) {
    assert.ok(names.includes(name), name);
  }
  assert.ok(!names.some((name) => /^src\/|node_modules|\.test\.|\.rs$/.test(name)), names.join('\n'));
  for (const name of names.filter((name) => /\.(c?js|ts|cts)$/.test(name))) {
    const text = await readFile(join(folder, name), 'utf8');
    assert.ok(!text.includes('sourceMappingURL'), `${name} leads to a map that is not there`);
    assert.ok(!text.includes(ROOT), `${name} names a path of the machine that made it`);
  }
});

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
  const at = (name) => outputFiles.find(({ path }) => path.endsWith(name)).contents;
  const [, { imports }] = Object.entries(metafile.outputs).find(([name]) => name === 'out/entry.js');
  const atOnce = imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => path);
  const size = ['out/entry.js', ...atOnce]
    .map((name) => brotliCompressSync(at(name)).length)
    .reduce((sum, one) => sum + one);
  assert.ok(size <= 4608, `${size} bytes of brotli`);
});
