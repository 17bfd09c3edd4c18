// The README in the tarball: its tables and figures are those of the package, and its recipe
// for a single file works as it is written.

import assert from 'node:assert/strict';
import { readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { measureAll } from '../../xtask/js/measure.mjs';
import { BARCODE, startGateway } from './setups.mjs';
import { PAGE, ROOT, TOOLS, assertCardShown, launch, makeProject, open, run, serve } from './support.mjs';

const README = join(ROOT, 'pkg/README.md');

/** How far a figure may be from what is measured: sizes change with every release. */
const TOLERANCE = 0.05;

let folder;
let readme;
before(async () => {
  folder = join(await makeProject(), 'node_modules/product-pool');
  readme = await readFile(join(folder, 'README.md'), 'utf8');
});

/** The rows of a table between its marks in the README of the repository. */
async function tableOf(name) {
  const text = await readFile(README, 'utf8');
  const begin = `<!-- ${name}: made by the tests of the package, see CONTRIBUTING.md -->\n`;
  const end = `<!-- end of ${name} -->`;
  const [before, rest] = text.split(begin);
  const [inside, after] = rest.split(end);
  return {
    rows: inside.trim().split('\n').slice(2),
    write: (rows) => writeFile(README, `${before}${begin}\n${rows.join('\n')}\n\n${end}${after}`),
  };
}

/** A type of the manifest as words: `text`, or the values. */
const valuesOf = ({ text }) =>
  ({ string: 'text', number: 'a number', boolean: 'present or absent' })[text] ??
  text.replaceAll("'", '`').replaceAll(' | ', ', ');

async function elements() {
  const { modules } = JSON.parse(await readFile(join(folder, 'custom-elements.json'), 'utf8'));
  return Object.fromEntries(modules.flatMap(({ declarations }) => declarations).map((one) => [one.tagName, one]));
}

test('the table of attributes is that of the elements', async () => {
  const { 'product-pool-card': card, 'product-pool-config': config } = await elements();
  const shared = config.attributes.map(({ name }) => name);
  const rows = card.attributes.map(({ name, type, description, default: preset }) => {
    const values = valuesOf(type) + (preset === undefined ? '' : `; \`${preset}\` by default`);
    return `| \`${name}\` | ${values} | ${shared.includes(name) ? 'yes' : ''} | ${description} |`;
  });
  const own = card.attributes.map(({ name }) => name);
  const others = shared.filter((name) => !own.includes(name));
  assert.deepEqual(others, ['dangerously-allow-browser'], 'the text before the table names it');
  const table = await tableOf('attributes');
  const head = ['| attribute | value | `<product-pool-config>` | meaning |', '|---|---|---|---|'];
  if (process.env.UPDATE_SNAPSHOTS) await table.write([...head, ...rows]);
  else assert.deepEqual(table.rows, rows, 'UPDATE_SNAPSHOTS=1 writes the table');
});

test('docs/page.md describes every attribute of the card', async () => {
  const { 'product-pool-card': card } = await elements();
  const page = await readFile(join(ROOT, 'docs/page.md'), 'utf8');
  const [, section] = page.split('\n## Attributes\n');
  const cells = section.split('\n\n')[0].matchAll(/^\| (`.*?) \|/gm);
  const named = Array.from(cells, ([, cell]) => Array.from(cell.matchAll(/`([\w-]+)`/g), ([, name]) => name)).flat();
  assert.deepEqual(named.sort(), card.attributes.map(({ name }) => name).sort());
});

/** What the table of sizes has, by the names of xtask/js/measure.mjs. */
const SIZES = [
  ['a page with a card (`product-pool/card`), in its largest language', 'sum', 'card page'],
  ['the client (`product-pool`)', 'sum', 'client page'],
  ['the label (`product-pool/label`), which a card with `json-ld` loads too', 'sum', 'label page'],
  ['the matrix or the changes, with the settings that they share with the card', 'sum', 'matrix page'],
];

/** Whether a figure in KB is what was measured. */
const isNear = (kilobytes, bytes) => Math.abs(kilobytes * 1000 - bytes) <= bytes * TOLERANCE;

test('the sizes in the README and in the descriptions are those of the package', async () => {
  const measured = await measureAll(ROOT, folder);
  const brotli = (kind, name) => measured[kind][name][2];
  const table = await tableOf('sizes');
  if (process.env.UPDATE_SNAPSHOTS) {
    const rows = SIZES.map(([what, kind, name]) => `| ${what} | ${Math.round(brotli(kind, name) / 1000)} |`);
    await table.write(['| what | KB |', '|---|---|', ...rows]);
  } else {
    assert.equal(table.rows.length, SIZES.length);
    for (const [at, [what, kind, name]] of SIZES.entries()) {
      const [, said, size] = /^\| (.*) \| (\d+) \|$/.exec(table.rows[at]) ?? [];
      assert.equal(said, what);
      assert.ok(isNear(Number(size), brotli(kind, name)), `${what}: ${size} KB, measured ${brotli(kind, name)} bytes`);
    }
  }
  // Everything that says what `json-ld` loads says how much that is.
  for (const name of ['pkg/src/shared/settings.ts', 'pkg/src/shared/view.ts', 'docs/page.md']) {
    const text = (await readFile(join(ROOT, name), 'utf8')).replace(/\n[ *]+/g, ' ');
    const figures = Array.from(text.matchAll(/the label, a second module of (\d+) KB/g), ([, size]) => Number(size));
    assert.ok(figures.length > 0, name);
    for (const figure of figures) assert.ok(isNear(figure, brotli('sum', 'label page')), `${name}: ${figure} KB`);
  }
});

test('the recipe for a single file works in an empty folder', async () => {
  const gateway = await startGateway();
  const shop = await makeProject({
    'main.js': `import { configure } from 'product-pool/card';
      configure({ baseUrl: '${gateway}' });
      document.title = 'a shop';`,
    'public/index.html': PAGE('<script type="module" src="main.js"></script>').replace(
      '<body>',
      `<body><product-pool-card gtin="${BARCODE}"></product-pool-card>`,
    ),
  });
  const section = readme.split('\n### In a single file\n')[1];
  const [install, ...commands] = section
    .match(/```sh\n(.*?)```/s)[1]
    .trim()
    .split('\n');
  // The package is there, as it would come from the registry.
  assert.equal(install, 'npm install product-pool esbuild');
  for (const name of ['esbuild', '@esbuild']) await symlink(join(TOOLS, name), join(shop, 'node_modules', name));
  const env = { ...process.env, PATH: `${join(TOOLS, '.bin')}:${process.env.PATH}` };
  for (const command of commands) await run('sh', ['-c', command.replace(/^npx /, '')], { cwd: shop, env });
  const asked = [];
  const page = await open(await launch(), await serve(join(shop, 'public'), { asked }));
  await assertCardShown(page);
  const files = asked.filter((path) => !path.startsWith('/lang/'));
  assert.deepEqual(files.sort(), ['/', '/main.js', '/wasm/card.js', '/wasm/card_bg.wasm']);
  await page.close();

  const { size } = await stat(join(shop, 'public/main.js'));
  const [, alone] = /the languages: (\d+) KB/.exec(section);
  assert.ok(isNear(Number(alone), size), `${alone} KB, measured ${size} bytes`);
  const plain = commands[0].replace(/ --external:\S+/g, '').replace('--outdir=public', '--outdir=plain');
  await run('sh', ['-c', plain.replace(/^npx /, '')], { cwd: shop, env });
  const whole = await stat(join(shop, 'plain/main.js'));
  const [, megabytes] = /not found: ([\d.]+) MB/.exec(section.replaceAll('\n', ' '));
  assert.ok(isNear(Number(megabytes) * 1000, whole.size), `${megabytes} MB, measured ${whole.size} bytes`);
});

test('the scripts on the CDN are of the version of the package', async () => {
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const named = Array.from(readme.matchAll(/unpkg\.com\/product-pool@([^/"]+)/g), ([, one]) => one);
  assert.deepEqual([...new Set(named)], [version]);
});

test('the README leads to nothing that is not in the tarball', () => {
  const links = Array.from(readme.matchAll(/\]\(([^)\s]+)\)/g), ([, link]) => link);
  assert.ok(links.length > 5);
  const headings = Array.from(readme.matchAll(/^#+ (.*)$/gm), ([, text]) =>
    text
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );
  for (const link of links) assert.ok(headings.includes(link.replace('#', '')), link);
});
