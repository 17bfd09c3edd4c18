// The set-ups of docs/frameworks.md that need little, and the document's table of all.

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { NAME } from './support.mjs';
import { SETUPS, startGateway, tables } from './setups.mjs';
import { trySetups } from './try-setups.mjs';

trySetups(SETUPS.filter(({ large, name }) => !large && name !== 'Node'));

test('Node', async () => {
  const setup = SETUPS.find(({ name }) => name === 'Node');
  const shop = await setup.make(setup, await startGateway());
  for (const run of Object.values(setup.modes)) {
    const { stdout, stderr } = await run(shop);
    assert.equal(stderr, '');
    assert.ok(stdout.startsWith(`${NAME}\ncelery_celeriac not-stated\n`), stdout);
    assert.equal(stdout.trim().split('\n').length, 15);
  }
});

test('the table in docs/frameworks.md has the set-ups of the tests', async () => {
  const { made, text, path } = await tables();
  if (process.env.UPDATE_SNAPSHOTS) await writeFile(path, made);
  else assert.equal(text, made, 'UPDATE_SNAPSHOTS=1 writes the table');
});
