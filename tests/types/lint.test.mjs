// The JavaScript and the declarations, as Prettier formats and ESLint lints them.
// `prettier --write .` and `eslint --fix .` mend what they can.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import { check, resolveConfig } from 'prettier';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

test('Prettier would change nothing', async () => {
  // Its program, because only that knows which files there are.
  const manifest = fileURLToPath(new URL('../node_modules/prettier/package.json', import.meta.url));
  const program = join(dirname(manifest), JSON.parse(readFileSync(manifest, 'utf8')).bin);
  const run = spawnSync(process.execPath, [program, '--check', '.'], { cwd: ROOT, encoding: 'utf8' });
  assert.equal(run.status, 0, run.stdout + run.stderr);
  const filepath = join(ROOT, 'pkg/src/one.ts');
  assert.equal(await check('var one  = 1', { ...(await resolveConfig(filepath)), filepath }), false);
});

test('ESLint finds nothing', async () => {
  const lint = new ESLint({ cwd: ROOT });
  const { format } = await lint.loadFormatter();
  const told = async (results) => format(results.filter(({ messages }) => messages.length));
  assert.equal(await told(await lint.lintFiles('.')), '');
  assert.notEqual(await told(await lint.lintText('const one = 1;\n', { filePath: 'pkg/src/one.ts' })), '');
});
