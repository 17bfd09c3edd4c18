// The structure of pkg/src: its folders, and the files in each, import one another in
// one direction only. An entry point such as pkg/index.js counts as what it imports.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { posix } from 'node:path';
import test from 'node:test';

const root = new URL('../../pkg/', import.meta.url);

/** The modules of the package with their text, by path. */
function sources() {
  const paths = readdirSync(root, { recursive: true })
    .map((path) => String(path).replaceAll('\\', '/'))
    .filter((path) => /^(src\/.*|[^/]*)\.js$/.test(path));
  return Object.fromEntries(paths.map((path) => [path, readFileSync(new URL(path, root), 'utf8')]));
}

/** The paths that a module imports, at once or later. */
function imports(path, text) {
  const code = text.replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');
  const found = code.matchAll(/\b(?:from|import)\s*\(?\s*(['"`])(\.[^'"`]+)\1/g);
  return [...found].map((match) => posix.join(posix.dirname(path), match[2]));
}

/** The imports that are part of a circle among what stands side by side in a folder. */
function circles(modules) {
  const entries = (path, seen = new Set()) => {
    if (path.startsWith('src/') || !(path in modules) || seen.has(path)) return [path];
    seen.add(path);
    return imports(path, modules[path]).flatMap((to) => entries(to, seen));
  };
  const levels = new Map();
  for (const [from, text] of Object.entries(modules)) {
    if (!from.startsWith('src/')) continue;
    for (const to of imports(from, text).flatMap((path) => entries(path))) {
      if (!(to in modules) || to === from) continue;
      const [here, there] = [from.split('/'), to.split('/')];
      const shared = here.findIndex((part, at) => part !== there[at]);
      const folder = here.slice(0, shared).join('/');
      const edges = levels.get(folder) ?? new Map();
      levels.set(folder, edges);
      const targets = edges.get(here[shared]) ?? new Map();
      edges.set(here[shared], targets.set(there[shared], `${from} imports ${to}`));
    }
  }
  const reaches = (edges, from, to, seen = new Set()) =>
    from === to ||
    (!seen.has(from) &&
      [...(seen.add(from) && (edges.get(from)?.keys() ?? []))].some((next) => reaches(edges, next, to, seen)));
  return [...levels.values()].flatMap((edges) =>
    [...edges].flatMap(([from, targets]) =>
      [...targets].filter(([to]) => reaches(edges, to, from)).map(([, example]) => example),
    ),
  );
}

test('the modules of the package import one another one way', () => {
  const modules = sources();
  assert.ok(Object.keys(modules).length > 30);
  assert.deepEqual(circles(modules), []);
});

test('a circle is found wherever it is', () => {
  const entry = { 'index.js': "export { get } from './src/client/get.js';" };
  assert.deepEqual(
    circles({
      ...entry,
      'src/card/a.js': "const later = () => import('../../index.js');",
      'src/client/get.js': "// import '../card/b.js';\nimport { b } from '../card/b.js';",
      'src/card/b.js': '',
    }),
    ['src/card/a.js imports src/client/get.js', 'src/client/get.js imports src/card/b.js'],
  );
  const inside = {
    'src/x/a.js': "import './b.js';",
    'src/x/b.js': "export * from './c.js';",
    'src/x/c.js': '/* import \'./d.js\'; */ import a from "./a.js";',
  };
  assert.equal(circles(inside).length, 3);
  assert.deepEqual(circles({ ...inside, 'src/x/c.js': '' }), []);
});
