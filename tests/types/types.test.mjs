// The package's types under `tsc`: files of real use compile, files of wrong
// use do not, each line with the error that it names.
//
//   node --test tests/types/

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { drawn } from '../drawn.mjs';
import { RESOLUTIONS, makeProject } from './compile.mjs';
import { assertions, operations } from './operations.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));

/** The current compiler and the oldest that the package's types support. */
const COMPILERS = ['typescript', 'typescript-oldest'];
/** What the oldest cannot read: the type arguments of `Uint8Array`. */
const NOT_FOR_OLDEST = ['usage-sources.ts'];

const DIRECTIVE = /^\s*\/\/ @ts-expect-error TS(\d+) \S/;

/** The files of this folder by name. */
const files = {};
/** A project that has the package installed. */
let project;
const compile = (...given) => project.compile(...given);

before(async () => {
  project = await makeProject();
  for (const name of await readdir(HERE)) {
    if (name.endsWith('.ts')) files[name] = await readFile(join(HERE, name), 'utf8');
  }
});

after(() => project.remove());

/** The errors that a file says it has: `line code`. */
function expected(text) {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const directive = DIRECTIVE.exec(line);
    // Lines count from 1, and the directive speaks of the next.
    return directive ? [`${index + 2} TS${directive[1]}`] : [];
  });
}

test('there are files of both kinds, and those of wrong use say why they are wrong', () => {
  const names = Object.keys(files);
  assert.ok(names.filter((name) => name.startsWith('usage-')).length >= 3, names.join());
  const refused = names.filter((name) => name.startsWith('refused-'));
  assert.ok(refused.length >= 3, names.join());
  for (const name of refused) {
    const directives = files[name].match(/@ts-expect-error/g) ?? [];
    assert.ok(directives.length >= 5, name);
    assert.equal(expected(files[name]).length, directives.length, `${name}: a directive without code`);
  }
  for (const name of names.filter((name) => name.startsWith('usage-'))) {
    assert.doesNotMatch(files[name], /@ts-|(:|<|\bas) ?any\b/, name);
  }
});

for (const [compiler, resolution] of drawn(COMPILERS, Object.keys(RESOLUTIONS))) {
  test(`${compiler}, ${resolution}: right use compiles, wrong use does not`, async () => {
    const mine = Object.entries(files).filter(
      ([name]) => compiler !== 'typescript-oldest' || !NOT_FOR_OLDEST.includes(name),
    );
    const complaints = await compile(Object.fromEntries(mine), { compiler, resolution });
    assert.deepEqual(complaints, []);
  });
}

test('wrong use is refused for the reason that stands beside it', async () => {
  const bare = Object.fromEntries(
    Object.entries(files).map(([name, text]) => [name, text.replaceAll('@ts-expect-error', '')]),
  );
  const complaints = await compile(bare);
  for (const [name, text] of Object.entries(files)) {
    const found = complaints.filter(({ file }) => file.endsWith(name)).sort((one, other) => one.line - other.line);
    const told = found.map(({ line, text }) => `${name}(${line}): ${text}`).join('\n');
    assert.deepEqual(
      found.map(({ line, code }) => `${line} TS${code}`),
      expected(text),
      told,
    );
  }
});

test('wrong use that would be accepted is noticed', async () => {
  const text =
    "import type { Product } from 'product-pool';\n" +
    '// @ts-expect-error TS2322 but it is right\n' +
    'export const product: Product = { pool_id: null };\n';
  const complaints = await compile({ 'unused.ts': text });
  assert.deepEqual(
    complaints.map(({ line, code }) => [line, code]),
    [[2, 2578]],
  );
});

test('types that resolve to nothing are noticed', async () => {
  // Otherwise everything above would compile as `any`.
  const text =
    "import type { Products } from 'product-pool';\n" +
    "import type { Product } from 'product-pool/model';\n" +
    'export type Both = Products | Product;\n';
  const complaints = await compile({ 'unknown.ts': text });
  assert.deepEqual(
    complaints.map(({ line, code }) => [line, code]),
    [
      [1, 2724],
      [2, 2307],
    ],
  );
});

test('the fetch functions of other libraries are accepted', async () => {
  const text =
    "import { PoolClient } from 'product-pool';\n" +
    "import type * as undici from 'undici-types';\n" +
    'declare const fetch: typeof undici.fetch;\n' +
    "export const pool: PoolClient = new PoolClient({ baseUrl: 'https://pool.example', fetch });\n" +
    "export const not: PoolClient = new PoolClient({ baseUrl: 'https://pool.example', fetch: fetch.name });\n";
  const other = await makeProject({ 'undici-types': 'undici-types', '@types/node': '@types/node' });
  try {
    // With the types of Node, whose AbortSignal is another than the page's.
    for (const more of [{}, { lib: ['es2022'], types: ['node'] }]) {
      const complaints = await other.compile({ 'undici.ts': text }, { skipLibCheck: true, ...more });
      assert.deepEqual(
        complaints.map(({ line, code }) => [line, code]),
        [[5, 2322]],
        JSON.stringify(complaints),
      );
    }
  } finally {
    await other.remove();
  }
});

test('every optional member may be undefined', async () => {
  const folder = new URL('../../pkg/types/', import.meta.url);
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.d.ts')) continue;
    const source = await readFile(new URL(name, folder), 'utf8');
    for (const [member, end] of source.matchAll(/^ *(?:readonly )?[^\s/*()?]+\?:[^]*?([;,])\n/gm)) {
      // What ends with a comma is an argument.
      if (end === ';') assert.match(member, /\b(undefined|unknown|never)\b/, `${name}: ${member}`);
    }
  }
});

test('the client has the methods and options of the table of operations', async () => {
  const table = await operations();
  assert.deepEqual(await compile({ 'operations.ts': assertions(table) }), []);
});

test('a method or option that is missing or misspelt is noticed', async () => {
  const codes = async (change) => {
    const table = await operations();
    change(table[0], table);
    const complaints = await compile({ 'operations.ts': assertions(table) });
    return complaints.map(({ code }) => code);
  };
  assert.deepEqual(
    await codes((row) => {
      row.parameters.pop();
    }),
    [2322],
  );
  assert.deepEqual(
    await codes((row) => {
      row.parameters[0].option = 'sorted';
    }),
    [2322, 2339],
  );
  assert.deepEqual(
    await codes((row) => {
      row.parameters[0].words.push('other');
    }),
    [2322],
  );
  assert.deepEqual(
    await codes((row) => {
      row.arguments.push({ kind: 'Id' });
    }),
    [2322],
  );
  assert.ok(
    (
      await codes((row) => {
        row.name = 'listAll';
      })
    ).includes(2339),
  );
});
