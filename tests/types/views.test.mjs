// The objects that the elements pass to their views: the members that
// pkg/src/shared/types.ts declares are those that bindings/src reads.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

const read = (path) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');

const declarations = await read('pkg/src/shared/types.ts');
const common = await read('bindings/src/props.rs');

/** The members of an interface, without those that it inherits. */
function declared(name) {
  const [, body] = declarations.match(new RegExp(`interface ${name}\\b[^{]*\\{(.*?)\\n\\}`, 's'));
  return Array.from(body.matchAll(/^ {2}(\w+)\??:/gm), ([, member]) => member);
}

/** The members of `object` that a Rust source reads. */
function readBy(source, object) {
  const one = new RegExp(`\\b(?:member|text)\\(&?${object},\\s*"(\\w+)"`, 'g');
  const several = new RegExp(`\\[([^\\]]*)\\]\\s*\\.map\\(\\|name\\| member\\(${object}, name\\)\\)`, 'g');
  const names = Array.from(source.matchAll(one), ([, name]) => name);
  const lists = Array.from(source.matchAll(several), ([, list]) =>
    Array.from(list.matchAll(/"(\w+)"/g), ([, name]) => name),
  );
  return [...new Set([...names, ...lists.flat()])].sort();
}

for (const [name, file] of [
  ['CardView', 'card'],
  ['MatrixView', 'matrix'],
  ['ChangesView', 'changes'],
]) {
  test(`${name} has the members that ${file}.rs reads`, async () => {
    const source = await read(`bindings/src/${file}.rs`);
    // Changes have no age, so their view alone does not read the date.
    const members = [...declared('CommonView'), ...declared(name)].filter(
      (one) => name !== 'ChangesView' || one !== 'today',
    );
    assert.deepEqual(readBy(common + source, 'view'), members.sort());
  });
}

test('MatrixRowView has the members that matrix.rs reads', async () => {
  assert.deepEqual(readBy(await read('bindings/src/matrix.rs'), 'row'), declared('MatrixRowView').sort());
});

test('ViewLocale has the members that props.rs reads', () => {
  assert.deepEqual(readBy(common, 'locale'), declared('ViewLocale').sort());
});

test('a member that only one side has is noticed', () => {
  assert.deepEqual(readBy('text(view, "one"); ["two", "three"].map(|name| member(view, name))', 'view'), [
    'one',
    'three',
    'two',
  ]);
  assert.ok(declared('CardView').length > 10);
});
