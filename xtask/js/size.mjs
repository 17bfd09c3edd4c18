// Prints how large the files and pages are that the package ships to browsers, beside their
// budgets and, with --before, beside those of another packed package. With --check it fails where
// one is above its limit, which is in kilobytes (1,000 bytes) of gzip -9.
//
//   node size.mjs <workspace> <folder that was packed> [--before <folder>] [--check] [--example]

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureAll, measureExample } from './measure.mjs';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { before: { type: 'string' }, check: { type: 'boolean' }, example: { type: 'boolean' } },
});
const [root, folder] = positionals;
const budget = JSON.parse(readFileSync(join(root, 'xtask/budget.json'), 'utf8'));

const rows = await measureAll(root, folder);
const before = values.before && (await measureAll(root, values.before));
// The example for Yew takes a minute to build.
if (values.example) Object.assign(rows.sum, await measureExample(root));
else for (const name of Object.keys(budget)) if (name.startsWith('yew example')) delete budget[name];

/** Prints a line of the table: a name, and columns of numbers. */
function print(name, ...cells) {
  const columns = cells.map((cell) => String(cell ?? '').padStart(11));
  console.log(name.padEnd(25) + columns.join('').trimEnd());
}

/** How much something has grown in gzip, in percent. A growth of 1 % or more is to be explained. */
function growth(was, is) {
  if (!was) return undefined;
  const percent = (is / was - 1) * 100;
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(1)} %${percent >= 1 ? ' !' : '  '}`;
}

print('bytes', 'raw', 'brotli 11', 'gzip 9', 'limit', ...(before ? ['before', 'growth'] : []));
for (const [kind, named] of Object.entries(rows)) {
  if (kind === 'sum') console.log();
  for (const [name, [raw, gzip, brotli]] of Object.entries(named)) {
    const limit = budget[name] && budget[name].limit * 1000;
    const was = before?.[kind][name]?.[1];
    print(name, raw, brotli, gzip, limit, was, growth(was, gzip));
  }
}

const all = { ...rows.file, ...rows.sum };
// A limit of something that does not exist would never be exceeded.
const unknown = Object.keys(budget).filter((name) => !(name in all));
if (unknown.length > 0) throw new Error(`xtask/budget.json: no such file or sum: ${unknown.join(', ')}`);

for (const [name, { limit }] of values.check ? Object.entries(budget) : []) {
  const [, gzip] = all[name];
  if (gzip > limit * 1000) {
    console.error(`${name}: ${gzip} bytes of gzip, ${gzip - limit * 1000} above its limit of ${limit} KB`);
    process.exitCode = 1;
  }
}
