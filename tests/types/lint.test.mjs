// The JavaScript and the declarations, as Prettier formats and ESLint lints them.
// `prettier --write .` and `eslint --fix .` mend what they can.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Runs a tool of tests/node_modules at the root. */
function tool(name, args, input) {
  const manifest = fileURLToPath(new URL(`../node_modules/${name}/package.json`, import.meta.url));
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
  const program = join(dirname(manifest), typeof bin === 'string' ? bin : bin[name]);
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    input,
  });
  return { status, output: stdout + stderr };
}

test('Prettier would change nothing', () => {
  const { status, output } = tool('prettier', ['--check', '.']);
  assert.equal(status, 0, output);
});

test('ESLint finds nothing', () => {
  const { status, output } = tool('eslint', ['--max-warnings=0', '.']);
  assert.equal(status, 0, output);
});

test('both notice a fault', () => {
  assert.notEqual(tool('prettier', ['--check', '--stdin-filepath=pkg/src/one.js'], 'var one  = 1').status, 0);
  assert.notEqual(tool('eslint', ['--stdin', '--stdin-filename=pkg/src/one.js'], 'const one = 1;\n').status, 0);
});
