// The package's types under `tsc`: files of real use compile, files of wrong
// use do not, each line with the error that it names.
//
//   node --test tests/types/

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { drawn, whole } from '../drawn.mjs';
import { RESOLUTIONS, makeProject } from './compile.mjs';
import { assertions, operations } from './operations.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));

/** The current compiler and the oldest that the package's types support. */
const COMPILERS = ['typescript-newest', 'typescript-oldest'];
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

/** The errors that the compiler has to find where the lines of wrong use are not marked. */
const bare = () =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [name, text.replaceAll('@ts-expect-error', '')]));

/** A use that is right where an error is expected. */
const UNUSED =
  "import type { Product } from 'product-pool';\n" +
  '// @ts-expect-error TS2322 but it is right\n' +
  'export const product: Product = { pool_id: null };\n';

/** Types that resolve to nothing; everything else would compile as `any` if they were not noticed. */
const UNKNOWN =
  "import type { Products } from 'product-pool';\n" +
  "import type { Product } from 'product-pool/model';\n" +
  'export type Both = Products | Product;\n';

/** What may be wrong with the client's methods and options: the change to their table, and the errors. */
const DEPARTURES = {
  'option-missing': [([row]) => row.parameters.pop(), [2322]],
  'option-misspelt': [([row]) => (row.parameters[0].option = 'sorted'), [2322, 2339]],
  'word-missing': [([row]) => row.parameters[0].words.push('other'), [2322]],
  'argument-missing': [([row]) => row.arguments.push({ kind: 'Id' }), [2322]],
  'method-misspelt': [([row]) => (row.name = 'listAll'), undefined],
};

describe('the current compiler', () => {
  /** Its complaints, about one project of all that follows: starting it costs more than any file. */
  let complaints;
  const found = (name) =>
    complaints.filter(({ file }) => file.endsWith(name)).sort((one, other) => one.line - other.line);
  const codes = (name) => found(name).map(({ code }) => code);

  before(async () => {
    const departures = {};
    for (const [name, [change]] of Object.entries(DEPARTURES)) {
      const table = await operations();
      change(table);
      departures[`${name}.ts`] = assertions(table);
    }
    const table = { 'operations.ts': assertions(await operations()) };
    complaints = await compile({ ...bare(), 'unused.ts': UNUSED, 'unknown.ts': UNKNOWN, ...table, ...departures });
  });

  it('complains of these files only', () => {
    const known = [...Object.keys(files), 'unused.ts', 'unknown.ts'];
    known.push(...Object.keys(DEPARTURES).map((name) => `${name}.ts`));
    const others = complaints.filter(({ file }) => !known.some((name) => file.endsWith(name)));
    // The table of operations as it is, too, is that of the client's methods and options.
    assert.deepEqual(others, []);
  });

  it('accepts right use, and refuses wrong use for the reason that stands beside it', () => {
    for (const [name, text] of Object.entries(files)) {
      assert.deepEqual(
        found(name).map(({ line, code }) => `${line} TS${code}`),
        expected(text),
        found(name)
          .map(({ line, text }) => `${name}(${line}): ${text}`)
          .join('\n'),
      );
    }
  });

  it('notices wrong use that would be accepted, and types that resolve to nothing', () => {
    assert.deepEqual(
      found('unused.ts').map(({ line, code }) => [line, code]),
      [[2, 2578]],
    );
    assert.deepEqual(
      found('unknown.ts').map(({ line, code }) => [line, code]),
      [
        [1, 2724],
        [2, 2307],
      ],
    );
  });

  for (const [name, [, errors]] of Object.entries(DEPARTURES)) {
    it(`notices an operation with ${name.replace('-', ' ')}`, () => {
      if (errors) assert.deepEqual(codes(`${name}.ts`), errors);
      else assert.ok(codes(`${name}.ts`).includes(2339), `${codes(`${name}.ts`)}`);
    });
  }
});

// The current compiler finds packages as bundlers do above.
for (const [compiler, resolution] of drawn(COMPILERS, whole(Object.keys(RESOLUTIONS), ['node16', 'nodenext']))) {
  test(`${compiler}, ${resolution}: right use compiles, wrong use does not`, async () => {
    const complaints = await compile(files, { compiler, resolution });
    assert.deepEqual(complaints, []);
  });
}

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

test('what uses the client and the label needs no types of the DOM', async () => {
  const text = `import { PoolClient, init } from 'product-pool';
import text from 'product-pool/base64';
import wasm from 'product-pool/client.wasm';
import { describe } from 'product-pool/label';
import { FakePool } from 'product-pool/testing';
const pool: PoolClient = new FakePool();
await init(wasm).catch(() => init(text()));
const { data, response, faults } = await pool.getProduct('a', { signal: undefined, validate: 'report' }).withResponse();
export const read: unknown[] = [await describe(data), response.status, response.headers.get('etag'), faults];
`;
  assert.deepEqual(await compile({ 'server.ts': text }, { lib: ['es2023'] }), []);
});

test('every optional member may be undefined', async () => {
  const folder = new URL('../../pkg/dist/types/', import.meta.url);
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.d.ts')) continue;
    const source = await readFile(new URL(name, folder), 'utf8');
    for (const [member, , end] of source.matchAll(/^( *)(?:readonly )?[^\s/*()?]+\?:[^]*?([;,])\n(?!\1[ }])/gm)) {
      // What ends with a comma is an argument.
      if (end === ';') assert.match(member, /\b(undefined|unknown|never)\b/, `${name}: ${member}`);
    }
  }
});
