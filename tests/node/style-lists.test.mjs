// The card's style sheets are named in two places, each in its own language: both
// have the same sheets in the same order. Their custom properties have names of their own.

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (name) => readFile(join(ROOT, name), 'utf8');

/** The names in `base + card + …`, the first sum in a text. */
const summed = (text) => /\bbase(?: \+ \w+)+/.exec(text)[0].split(' + ');

test('every place that names the style sheets of a card names the same', async () => {
  const element = await read('pkg/src/card/styles.ts');
  const first = summed(element);
  assert.ok(first.length > 3, `${first}`);
  // Those that are loaded later come last; of these the one for paper outweighs the other.
  const [, later] = /^const sheet: string = (.*);$/m.exec(await read('pkg/src/card/later.ts'));
  assert.equal(later, 'colours + verdict + variants + later');
  const whole = [...first, ...later.split(' + ')];
  const included = (text) => Array.from(text.matchAll(/css!\("[./]*pkg\/styles\/(\w+)\.css"\)/g), ([, it]) => it);
  assert.deepEqual(included(await read('src/card/styles.rs')), whole);
});

test('no page has a custom property of the name of one of ours', async () => {
  // One that a page registers has its type and its initial value in every tree, and one that it sets on
  // all elements outweighs that of `:host`: names that begin like those of others would lose their colours.
  for (const path of [
    'src/yew/panel.css',
    ...(await readdir(join(ROOT, 'pkg/styles'))).map((it) => `pkg/styles/${it}`),
  ])
    for (const [name] of (await read(path)).matchAll(/(?<![\w-])--[\w-]+/g))
      assert.match(name, /^--(_pool|product-pool)-/, path);
});
