// The package's sources under `tsc`, with the settings of tsconfig.json. The package's declarations are emitted
// from them; what those of an element name, its class must have.
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

test('the sources are free of type errors', async () => {
  assert.deepEqual(await compileProject(project), []);
});

test('an element without what its declaration names is noticed, and other mistakes', async () => {
  const changes = [
    [
      'a method that is missing',
      'card/product-element.ts',
      '\n  retry(): void {',
      '\n  again(): void {',
      'element.ts',
      2420,
    ],
    [
      'another result',
      'client/client.ts',
      "return this.#call('getBrand'",
      "return String('getBrand'",
      'client.ts',
      2322,
    ],
    ['another option', 'label/label.ts', 'messages } = options;', 'message } = options;', 'label.ts', 2339],
    ['a member that no error has', 'shared/pool-error.ts', 'this.errors =', 'this.problems =', 'pool-error.ts', 2339],
    ['no type', 'shared/today.ts', '$', '\nexport function untyped(value) { return value; }\n', 'today.ts', 7006],
  ];
  for (const [what, file, from, to] of changes) {
    const path = join(project, 'pkg/src', file);
    const text = await readFile(path, 'utf8');
    const changed = text.replace(from === '$' ? /$/ : from, to);
    assert.notEqual(changed, text, what);
    await writeFile(path, changed);
  }
  const complaints = await compileProject(project);
  for (const [what, , , , name, code] of changes)
    assert.ok(
      complaints.some((it) => it.file.endsWith(name) && it.code === code),
      `${what}: ${JSON.stringify(complaints)}`,
    );
});
