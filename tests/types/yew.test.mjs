// The JavaScript of the Yew components is that of the package.
//
//   node --test tests/types/

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { BUNDLE, bundleForYew } from '../../xtask/js/yew.mjs';

test('the module of the Yew components is made of the present sources', async () => {
  const text = await readFile(BUNDLE, 'utf8');
  assert.ok(text === (await bundleForYew()), '`node xtask/js/yew.mjs` makes it');
});
