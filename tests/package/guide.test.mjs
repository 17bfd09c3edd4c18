// The programs of the guide for TypeScript run as they are written, against the demo's gateway.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT, makeProject, run } from './support.mjs';

const { DEMO_URL } = process.env;
const skip = DEMO_URL ? false : 'DEMO_URL names no gateway: run cargo xtask test package';

/** What each program prints, in the order of the guide. */
const PRINTED = [/^Prawn Pad Thai 2025-/, /\S milk [a-z-]+\n$/, /^000010000 /, /^not_found /];

test('the programs of docs/start/typescript.md', { skip }, async () => {
  const guide = await readFile(join(ROOT, 'docs/start/typescript.md'), 'utf8');
  const programs = Array.from(guide.matchAll(/^```js\n(.*?)^```/gms), ([, code]) => code);
  assert.equal(programs.length, PRINTED.length);
  const files = programs.map((code, at) => [`${at}.mjs`, code.replaceAll('http://127.0.0.1:8080', DEMO_URL)]);
  const project = await makeProject(Object.fromEntries(files));
  await Promise.all(
    files.map(async ([name], at) => {
      const { stdout, stderr } = await run(process.execPath, [name], { cwd: project });
      assert.match(stdout, PRINTED[at], name);
      assert.equal(stderr, '', name);
    }),
  );
});
