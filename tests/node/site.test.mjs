// The pages of the documentation's site, as they are before the generator: every document is in the menu, no
// link leads nowhere, no page is longer than a reader scrolls gladly.

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { assemble, documentsOf, forGenerator, forReaders, menuOf } from '../../site/lib/assemble.mjs';
import { home } from '../../site/lib/home.mjs';
import { headingsOf, readDocument } from '../../site/lib/markdown.mjs';
import { RUST_ITEM } from '../../site/lib/rust.mjs';
import { referenceOf } from '../../site/lib/reference.mjs';
import { withParts } from '../../site/lib/parts.mjs';
import { GROUPS, INSTEAD } from '../../site/navigation.mjs';
import { PANELS, STATES } from '../pictured.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** In lines of Markdown. Those made of the sources are lists. */
const LONGEST = 260;

/** In place of what is made of the sources. */
const fileOf = (page) => page.file ?? page;
const MADE = Object.fromEntries(
  GROUPS.flatMap(({ pages }) => pages.map(fileOf))
    .filter((file) => file.startsWith('made/'))
    .map((file) => (file.endsWith('.md') ? file : `${file}/README.md`))
    .map((file) => [file, `# ${file}\n\n## Slots\n\nText.\n`]),
);

const site = assemble(ROOT, MADE);

test('every document is in the menu, once', () => {
  const listed = site.groups.flatMap(({ documents }) => documents.flat().map(({ file }) => file));
  const missing = documentsOf(ROOT).filter((file) => !listed.includes(file));
  assert.deepEqual(missing, [], 'put them into a group of site/navigation.mjs');
  const paths = site.pages.map(({ path }) => path);
  assert.deepEqual([...new Set(paths)], paths);
  const links = menuOf(site.groups).flatMap(({ items }) => items.flatMap((item) => [item, ...(item.items ?? [])]));
  const own = links.filter(({ link }) => link !== RUST_ITEM.link);
  assert.equal(own.length, links.length - 1);
  for (const { link } of own) assert.ok(paths.includes(link.slice(1).replace(/\/$/, '/index')), link);
});

test('no link leads nowhere', () => {
  assert.deepEqual(site.broken, []);
  const anchors = new Map(site.pages.map(({ path, text }) => [`/${path}`, headingsOf(text).map(({ slug }) => slug)]));
  const links = site.pages.flatMap(({ path, text }) =>
    Array.from(text.matchAll(/\]\((\/[^)\s]+)\)/g), ([, link]) => [path, link]),
  );
  assert.ok(links.length > 300, `${links.length} links`);
  for (const [path, link] of [...links, ...Object.values(INSTEAD).map((link) => ['site/navigation.mjs', link])]) {
    const [page, anchor] = link.replace(/\/$/, '/index').split('#');
    if (page.startsWith('/images/') || page === '/index') continue;
    assert.ok(anchors.has(page), `${path} leads to ${link}`);
    if (anchor) assert.ok(anchors.get(page).includes(anchor), `${path} leads to ${link}`);
  }
});

test('no page is longer than a reader scrolls gladly', () => {
  const pages = site.pages.filter(({ isSource, file }) => !isSource && file !== 'CHANGELOG.md');
  const long = pages.filter(({ text }) => text.split('\n').length > LONGEST);
  assert.deepEqual(
    long.map(({ path }) => path),
    [],
  );
  for (const { path, title, description } of pages) {
    assert.ok(title && description, path);
  }
});

test('each panel and each state has its picture', async () => {
  const panels = await readFile(join(ROOT, 'docs/panels.md'), 'utf8');
  const pictured = Array.from(
    panels.matchAll(/^## `(.+)`\n(?:(?!^#).*\n)+?!\[.+\]\(panels\/(.+)\.webp\)$/gm),
    ([, ...names]) => names,
  );
  assert.deepEqual(
    pictured,
    PANELS.map((name) => [name, name]),
  );
  const file = join(ROOT, 'docs/states.md');
  const page = await readFile(file, 'utf8');
  const [, written] = /<!-- live states -->\n(.*)<!-- end of states -->/s.exec(page);
  const rows = STATES.map(({ key, title, shows }) => `| **${title}**<br>${shows} | ![${title}](states/${key}.webp) |`);
  const table = ['| state | the top of its card |', '|---|---|', ...rows, ''].join('\n');
  if (process.env.UPDATE_SNAPSHOTS)
    await writeFile(
      file,
      page.replace(/(?<=<!-- live states -->\n).*(?=<!-- end of states -->)/s, () => table),
    );
  else assert.equal(written, table, 'UPDATE_SNAPSHOTS=1 writes the table');
});

test('the site shows living cards instead of the pictures of states', () => {
  const page = site.pages.find(({ path }) => path === 'states');
  const generated = withParts(page, STATES, '/docs/');
  assert.match(generated, /<StateGallery :states='\[\{"key":"many-allergens"/);
  assert.doesNotMatch(generated, /\.webp|<!--/);
  assert.match(forReaders(page, '/docs/'), /\n\| \*\*A drink\*\*<br>/);
  assert.doesNotMatch(forReaders(page, '/docs/'), /<!--/);
});

test('the parts of a document are all of it', () => {
  const text =
    '# A `b`\n\nIntro.\n\n```md\n## no heading\n```\n\n## One\nText.\n\n## Two & more\n```sh\n# no\n```\nEnd.\n';
  const { title, intro, sections } = readDocument(text);
  assert.equal(title, 'A b');
  assert.match(intro, /^Intro\.\n\n```md\n## no heading\n```\n/);
  assert.deepEqual(
    sections.map(({ slug }) => slug),
    ['one', 'two--more'],
  );
  assert.equal(`# A \`b\`\n\n${intro}${sections.map((one) => one.text).join('')}`, text);
});

test('an example lives on the site, and is plain for those who read Markdown', () => {
  const page = site.pages.find(({ path }) => path === 'listings');
  const generated = forGenerator(page);
  assert.match(generated, /<LiveExample code="%3Cproduct-pool-config/);
  assert.doesNotMatch(forReaders(page, '/docs/'), /LiveExample/);
  assert.match(forReaders(page, '/docs/'), /\]\(\/docs\/page\/drawn-by-the-gateway\.md\)|\]\(\/docs\//);
  const rust = site.pages.find(({ path }) => path === 'start/rust');
  assert.match(rust.text, /```rust\nuse product_pool::yew/);
  assert.doesNotMatch(rust.text, /^# (Ok|mod)/m);
  // A whole document is to be saved, not shown.
  const start = site.pages.find(({ path }) => path === 'start/shop');
  const [, first] = /<LiveExample code="([^"]+)"/.exec(forGenerator(start));
  assert.doesNotMatch(decodeURIComponent(first), /doctype/);
});

test('the first page has a snippet for each platform, and the sizes of the guide', async () => {
  const showcase = JSON.parse(await readFile(join(ROOT, 'www/showcase.json'), 'utf8'));
  const text = home(ROOT, showcase[0], { addressOf: site.addressOf, base: '/docs/' });
  const [, names] = /:names='([^']+)'/.exec(text);
  JSON.parse(names).forEach((name, index) => {
    const [, slot] = new RegExp(`<template #p${index}>(.*?)\\n\\n</template>\\n`, 's').exec(text) ?? [];
    assert.match(slot ?? '', /```\w+\n[\s\S]+```|^1\. /m, name);
  });
  assert.match(text, /<strong>[\d.]+ KB<\/strong>/);
  assert.doesNotMatch(text, /undefined/);
});

test('the reference has every code of an error, and what an element declares', async () => {
  const element = {
    tagName: 'x-card',
    description: 'A card.',
    attributes: [{ name: 'theme', type: { text: "'auto' | 'dark'" }, default: 'auto', description: 'Its | colours.' }],
    members: [
      { kind: 'field', name: 'product', type: { text: 'Product' }, description: 'The record.' },
      { kind: 'method', name: 'print', description: 'Prints it.' },
    ],
    events: [{ name: 'x-load', type: { text: 'Event' }, description: 'It is there.' }],
    slots: [{ name: '', description: 'Fallback.' }],
    cssParts: [],
    cssProperties: [{ name: '--x-line', description: 'A line.' }],
  };
  const made = await referenceOf(ROOT, { modules: [{ declarations: [element] }] });
  const page = made['made/reference/x-card.md'];
  for (const row of [
    '| `theme` | `auto`, `dark`; `auto` by default | Its \\| colours. |',
    '| `product` | `Product` | The record. |',
    '| `print()` | Prints it. |',
    '| `x-load` | `Event` | It is there. |',
    '| without a name | Fallback. |',
    '| `--x-line` | A line. |',
  ])
    assert.ok(page.includes(row), row);
  assert.doesNotMatch(page, /## Parts/);
  const errors = made['made/reference/errors.md'];
  for (const code of ['not_found', 'network', 'invalid_argument', 'internal'])
    assert.match(errors, new RegExp(`^\\| \`${code}\` \\| \\S`, 'm'));
});
