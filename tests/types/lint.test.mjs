// The JavaScript and the declarations as Biome formats and lints them, by biome.json.
// `tests/node_modules/.bin/biome check --write` mends what it can.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BIOME = fileURLToPath(new URL('../node_modules/@biomejs/biome/bin/biome', import.meta.url));

const biome = (...args) => spawnSync(process.execPath, [BIOME, ...args], { cwd: ROOT, encoding: 'utf8' });

test('Biome has nothing to say', () => {
  const { status, stdout, stderr } = biome('ci', '--error-on-warnings', '--colors=off');
  assert.equal(status, 0, stdout + stderr);
});

test('Biome notices a fault', () => {
  const input = 'var one = 1\n';
  const { status } = spawnSync(
    process.execPath,
    [BIOME, 'lint', '--stdin-file-path=pkg/src/one.js', '--error-on-warnings'],
    {
      cwd: ROOT,
      encoding: 'utf8',
      input,
    },
  );
  assert.notEqual(status, 0);
});
