// The package's sources under `tsc`, with the settings of tsconfig.json: their
// types by JSDoc, and their exports against the declarations in pkg/types.
//
//   node --test tests/types/

import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { compileProject } from './compile.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A copy of the sources. */
let project;

before(async () => {
  project = await mkdtemp(join(tmpdir(), 'product-pool-sources-'));
  await cp(join(ROOT, 'tsconfig.json'), join(project, 'tsconfig.json'));
  await cp(join(ROOT, 'pkg'), join(project, 'pkg'), {
    recursive: true,
    filter: (path) => !path.startsWith(join(ROOT, 'pkg/dist')),
  });
});

after(() => rm(project, { recursive: true, force: true }));

test('the sources are free of type errors and export what is declared', async () => {
  assert.deepEqual(await compileProject(project), []);
});

test('sources that depart from their declarations are noticed, each', async () => {
  const changes = [
    ['an export that is not declared', 'label/label.ts', '$', '\nexport const undeclared = 1;\n'],
    ['an export that is missing', 'card/element.ts', 'export function use(', 'function use('],
    ['a method that is missing', 'card/product-element.ts', '\n  retry(): void {', '\n  again(): void {'],
    ['a method of the client that is missing', 'client/client.ts', '\n  getLabel(', '\n  getALabel('],
    ['another result', 'client/client.ts', "return this.#call('getBrand'", "return String('getBrand'"],
    ['another argument', 'label/label.ts', 'messages } = options;', 'message } = options;'],
    ['a member of an error that is missing', 'shared/pool-error.ts', 'this.errors =', 'this.problems ='],
    [
      'a parameter without a type',
      'shared/today.ts',
      '$',
      '\nfunction untyped(value) { return value; }\nuntyped(1);\n',
    ],
  ];
  for (const [what, file, from, to] of changes) {
    const path = join(project, 'pkg/src', file);
    const text = await readFile(path, 'utf8');
    const changed = text.replace(from === '$' ? /$/ : from, to);
    assert.notEqual(changed, text, what);
    await writeFile(path, changed);
  }
  const complaints = await compileProject(project);
  const count = (name, code) => complaints.filter((it) => it.file.endsWith(name) && it.code === code).length;
  // The names of the label's exports, those of the card's, and its members.
  assert.equal(count('check.ts', 2322), 3, JSON.stringify(complaints));
  assert.equal(count('client.ts', 2720), 1, JSON.stringify(complaints));
  assert.equal(count('client.ts', 2322), 1, JSON.stringify(complaints));
  assert.ok(count('label.ts', 2339) >= 1, JSON.stringify(complaints));
  assert.equal(count('pool-error.ts', 2339), 1, JSON.stringify(complaints));
  assert.equal(count('today.ts', 7006), 1, JSON.stringify(complaints));
});
