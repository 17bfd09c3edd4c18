// Shopify's own linter on the theme app extension, as on its way into a shop.

import assert from 'node:assert/strict';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { themeCheckRun } from '@shopify/theme-check-node';

const EXTENSION = fileURLToPath(new URL('../../../integrations/shopify/extensions/product-pool', import.meta.url));

/** What the linter finds in the extension, with these files besides. */
async function check(files = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'product-pool-shopify-'));
  await cp(EXTENSION, folder, { recursive: true });
  await writeFile(join(folder, '.theme-check.yml'), 'extends: theme-check:theme-app-extension\n');
  for (const [path, text] of Object.entries(files)) await writeFile(join(folder, path), text);
  const { offenses } = await themeCheckRun(folder);
  await rm(folder, { recursive: true });
  return offenses.map(({ check: name, uri, message }) => `${name}: ${uri.split('/').at(-1)}: ${message}`);
}

it('has nothing to object to', async () => assert.deepEqual(await check(), []));

it('would object to a script that is too large', async () => {
  const found = await check({ 'assets/product-pool.js': `// ${'x'.repeat(20_000)}` });
  assert.match(found.join('\n'), /product-pool\.(liquid|js)/);
});
