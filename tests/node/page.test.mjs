// The tables of docs/page.md that say what the comments of the elements say.

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { test } from 'node:test';

const fileOf = (path) => new URL(`../../${path}`, import.meta.url);

/** The modules of the elements, with the tag of each. */
const ELEMENTS = {
  card: 'card/element.ts',
  matrix: 'views/matrix.ts',
  changes: 'views/changes.ts',
  scanner: 'scanner/element.ts',
};

const KINDS = { slot: 'slot', csspart: 'part', cssState: 'state', cssprop: 'custom property' };

test('docs/page.md has every slot, part, state and custom property', async () => {
  const rows = [];
  for (const [element, module] of Object.entries(ELEMENTS)) {
    const source = await readFile(fileOf(`pkg/src/${module}`), 'utf8');
    for (const [, tag, name, meaning] of source.matchAll(/^ \* @(slot|csspart|cssState|cssprop) (?:(\S+) )?- (.*)$/gm))
      rows.push(`| ${element} | ${KINDS[tag]} | ${name ? `\`${name}\`` : 'without a name'} | ${meaning} |`);
  }
  assert.ok(rows.length > 40, 'the comments are found');
  const table = ['| element | kind | name | meaning |', '|---|---|---|---|', ...rows].join('\n');
  const page = await readFile(fileOf('docs/page.md'), 'utf8');
  const [, section] = page.split('\n## Slots, parts, states and custom properties\n');
  const [, written] = section.split('\n\n');
  if (process.env.UPDATE_SNAPSHOTS)
    await writeFile(
      fileOf('docs/page.md'),
      page.replace(written, () => table),
    );
  else assert.equal(written, table, 'UPDATE_SNAPSHOTS=1 writes the table');
});
