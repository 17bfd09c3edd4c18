// The structure of pkg/src: what stands side by side in a folder imports one another in one direction only.
// esbuild reads the imports. An entry point such as pkg/index.ts counts as what it imports.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import test from 'node:test';
import { esbuild } from '../../xtask/js/imports.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PACKAGE = `${ROOT}pkg/`;

/** What each module of pkg/src imports, at once or later: pairs of paths. */
async function imports() {
  const paths = readdirSync(`${PACKAGE}src`, { recursive: true }).map((path) => `src/${path}`);
  // What the build makes is not there yet, or is no module.
  const foreign = {
    name: 'foreign',
    setup: ({ onResolve }) => onResolve({ filter: /^\.\.\/\.\.\/(lang|styles|wasm)\// }, () => ({ external: true })),
  };
  const { metafile } = await esbuild(ROOT).build({
    absWorkingDir: PACKAGE,
    entryPoints: paths.filter((path) => /(?<!\.d)\.ts$/.test(path)),
    bundle: true,
    format: 'esm',
    logLevel: 'error',
    metafile: true,
    outdir: 'dist',
    packages: 'external',
    plugins: [foreign],
    write: false,
  });
  const of = (path) => metafile.inputs[path].imports.filter((it) => !it.external).map((it) => it.path);
  const own = (path) => (path.startsWith('src/') ? [path] : of(path).flatMap(own));
  return Object.keys(metafile.inputs)
    .filter((path) => path.startsWith('src/'))
    .flatMap((from) =>
      of(from)
        .flatMap(own)
        .map((to) => [from, to]),
    );
}

/** The imports that are part of a circle among the files and folders of one folder. */
function circles(imports) {
  // "src/card/a.js imports src/client/b.js" is one of "src/card" and "src/client".
  const edges = imports
    .filter(([from, to]) => from !== to)
    .map(([from, to]) => {
      const [here, there] = [from.split('/'), to.split('/')];
      const end = here.findIndex((part, at) => part !== there[at]) + 1;
      return { from: here.slice(0, end).join('/'), to: there.slice(0, end).join('/'), text: `${from} imports ${to}` };
    });
  const reached = (from, seen = new Set()) => {
    for (const edge of edges.filter((it) => it.from === from && !seen.has(it.to))) reached(edge.to, seen.add(edge.to));
    return seen;
  };
  return edges.filter(({ from, to }) => reached(to).has(from)).map(({ text }) => text);
}

test('the modules of the package import one another one way', async () => {
  const all = await imports();
  assert.ok(all.length > 100, `${all.length}`);
  assert.deepEqual(circles(all), []);
});

test('a circle of files or of folders is found', () => {
  const [files, folders] = [
    ['src/x/a.js src/x/b.js', 'src/x/b.js src/x/c.js', 'src/x/c.js src/x/a.js'],
    ['src/card/a.js src/client/get.js', 'src/client/x.js src/card/b.js'],
  ].map((all) => all.map((pair) => pair.split(' ')));
  assert.deepEqual([circles(files).length, circles(folders).length], [3, 2]);
  assert.deepEqual([circles(files.slice(1)), circles(folders.slice(1))], [[], []]);
});
