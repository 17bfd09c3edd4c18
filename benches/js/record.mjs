// Writes RESULTS.md from what has been measured, the README's pictures, and the figures that documents
// quote: `node benches/js/record.mjs SECTIONS`, the file that print.mjs wrote. LOAD is the machine's load
// before the first measurement.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { arch, availableParallelism, cpus, release, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { picture } from './picture.mjs';
import { figuresIn, requote } from './results.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path) => readFileSync(`${ROOT}/${path}`, 'utf8');
const write = (path, text) => writeFileSync(`${ROOT}/${path}`, text);

/** The last line that a program says of itself, after what its wrapper complains of, or that it is missing. */
function versionOf(program, ...options) {
  try {
    const said = execFileSync('sh', ['-c', 'PATH="$PATH:/usr/sbin" "$0" "$@" 2>&1', program, ...options], {
      encoding: 'utf8',
    });
    return said.trim().split('\n').at(-1);
  } catch {
    return 'missing';
  }
}

const { CHROMIUM = 'chromium', OHA = 'oha', LOAD = '0' } = process.env;
const { devDependencies: peers } = JSON.parse(read('benches/package.json'));
const system = /^PRETTY_NAME="(.*)"/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1];
const isBusy = Number(LOAD) > 0.5;
const date = new Date().toLocaleDateString('en-GB', { dateStyle: 'long' });
const facts = {
  machine: `${cpus()[0].model}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB, ${arch()}`,
  system: `${system}, Linux ${release()}`,
  'load at the start': `${LOAD}${isBusy ? ': **the machine was not quiet; do not compare these figures with others**' : ''}`,
  commit: versionOf('git', '-C', ROOT, 'describe', '--always', '--dirty', '--exclude', '*'),
  Rust: versionOf('rustc', '--version'),
  Node: process.version,
  Chromium: versionOf(CHROMIUM, '--version'),
  nginx: versionOf('nginx', '-v'),
  oha: versionOf(OHA, '--version'),
  peers: Object.entries(peers)
    .map((peer) => peer.join(' '))
    .join(', '),
};
const results = `# Results
Measured on ${date} by \`cargo xtask bench --record\`, which writes this file, the pictures of the README,
and the figures that documents quote. [README.md](README.md) says how each is measured.

| | |
| --- | --- |
${Object.entries(facts)
  .map((fact) => `| ${fact.join(' | ')} |`)
  .join('\n')}
${readFileSync(process.argv[2], 'utf8').trimEnd()}
`;
write('benches/RESULTS.md', results);

const figures = figuresIn(results);
const note = `${date}, ${availableParallelism()} cores. benches/RESULTS.md has all figures.`;

/** Draws a picture of the columns of a section, if it was measured: `charts` are `[column, title]`, `names` what rows are called. */
function draw(path, section, charts, names) {
  if (!Object.keys(names).every((row) => figures[section]?.[row])) {
    console.log(`docs/${path} stays as it was: not all of it was measured`);
    return;
  }
  const barsOf = (column) =>
    Object.entries(names).map(([row, name]) => [name, figures[section][row][column], /^product-pool/.test(name)]);
  write(
    `docs/${path}`,
    picture(
      note,
      charts.map(([column, title]) => ({ title, bars: barsOf(column) })),
    ),
  );
}
draw(
  'first-visit.svg',
  'first-visit',
  [
    ['complete', 'First visit on slow 4G: until the card is complete (lower is better)'],
    ['bytes', 'What it downloads (lower is better)'],
  ],
  {
    'card, drawn': 'product-pool, drawn by a gateway',
    'served page': 'product-pool, page by the server',
    card: 'product-pool, without a gateway',
    preact: 'the same card with Preact',
    openfoodfacts: 'openfoodfacts-webcomponents',
  },
);
draw(
  'gateway.svg',
  'gateway',
  [
    ['requests a second', 'Products by GTIN on one core: requests a second (higher is better)'],
    ['p99', 'The slowest of a hundred at half that rate (lower is better)'],
  ],
  {
    'gateway, gzip': 'product-pool, gzip',
    'nginx, gzip': 'nginx, a file, gzip',
    'gateway, plain': 'product-pool',
    'nginx, plain': 'nginx, a file',
  },
);

const documents = execFileSync('git', ['-C', ROOT, 'ls-files', '*.md'], { encoding: 'utf8' }).trim().split('\n');
for (const path of documents.filter((path) => path !== 'benches/RESULTS.md')) {
  const text = read(path);
  const now = requote(text, figures);
  if (now !== text) write(path, now);
}
