// The package's sources under `tsc`, with the settings of tsconfig.json: their
// types by JSDoc, and their exports against the declarations in pkg/types.
//
//   node --test tests/types/

import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { compileProject } from './compile.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What the build makes, as the sources see it. */
const GLUE = 'declare const start: (options: object) => Promise<any>;\nexport default start;\n';
const BUILT = {
  ...Object.fromEntries(['client', 'tools', 'card', 'views'].map((name) => [`${name}.d.ts`, GLUE])),
  'label.d.ts': `${GLUE}export function describe(...given: any[]): any;\nexport function diffProducts(...given: any[]): any;\nexport function jsonLd(...given: any[]): any;\n`,
  ...Object.fromEntries(['client', 'tools', 'card', 'label', 'views'].map((name) => [`${name}.base64.d.ts`, 'export default function wasm(): Uint8Array<ArrayBuffer>;\n'])),
  ...Object.fromEntries(['base', 'card', 'views'].map((name) => [`styles/${name}.d.ts`, 'declare const css: string;\nexport default css;\n'])),
  ...Object.fromEntries(['en-GB', 'cy', 'de', 'es', 'fr', 'it', 'nl', 'pl'].map((name) => [`lang/${name}.d.ts`, 'declare const words: string | Record<string, string>;\nexport default words;\n'])),
};

/** A copy of the sources beside declarations of what is built. */
let project;

before(async () => {
  project = await mkdtemp(join(tmpdir(), 'product-pool-sources-'));
  await cp(join(ROOT, 'tsconfig.json'), join(project, 'tsconfig.json'));
  await cp(join(ROOT, 'pkg'), join(project, 'pkg'), { recursive: true, filter: (path) => !path.startsWith(join(ROOT, 'pkg/dist')) });
  for (const [name, text] of Object.entries(BUILT)) {
    await mkdir(join(project, 'pkg/dist', name, '..'), { recursive: true });
    await writeFile(join(project, 'pkg/dist', name), text);
  }
});

after(() => rm(project, { recursive: true, force: true }));

test('the sources are free of type errors and export what is declared', async () => {
  assert.deepEqual(await compileProject(project), []);
});

test('a source that departs from its declaration is noticed', async () => {
  const path = join(project, 'pkg/src/card/element.js');
  const text = await readFile(path, 'utf8');
  const changes = {
    'an export that is not declared': `${text}\nexport const undeclared = 1;\n`,
    'an export that is missing': text.replace('export function use(', 'function use('),
    'a method that is missing': text.replace('\n  retry() {', '\n  again() {'),
  };
  try {
    for (const [what, changed] of Object.entries(changes)) {
      assert.notEqual(changed, text, what);
      await writeFile(path, changed);
      assert.notEqual((await compileProject(project)).length, 0, what);
    }
  } finally {
    await writeFile(path, text);
  }
});
