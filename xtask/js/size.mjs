// Prints how large the files and pages are that the package ships to browsers, beside their
// budgets; with --check it fails where one is above its limit.
//
//   node size.mjs <workspace> <folder that was packed> [--check] [--example]

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { measureAll, measureExample } from './measure.mjs';

const [root, folder, ...options] = process.argv.slice(2);
const budget = JSON.parse(readFileSync(join(root, 'xtask/budget.json'), 'utf8'));

const rows = await measureAll(root, folder);
// The example for Yew takes a minute to build.
if (options.includes('--example')) Object.assign(rows.sum, await measureExample(root));
else for (const name of Object.keys(budget)) if (name.startsWith('yew example')) delete budget[name];

/** Prints a line of the table: a name, and columns of numbers. */
function print(name, ...cells) {
  const columns = cells.map((cell) => String(cell ?? '').padStart(11));
  console.log(name.padEnd(25) + columns.join('').trimEnd());
}

print('bytes', 'raw', 'gzip 9', 'brotli 11', 'limit', 'aim');
for (const [kind, named] of Object.entries(rows)) {
  if (kind === 'sum') console.log();
  for (const [name, sizes] of Object.entries(named)) print(name, ...sizes, budget[name]?.limit, budget[name]?.aim);
}

const all = { ...rows.file, ...rows.sum };
// A limit of something that does not exist would never be exceeded.
const unknown = Object.keys(budget).filter((name) => !(name in all));
if (unknown.length > 0) throw new Error(`xtask/budget.json: no such file or sum: ${unknown.join(', ')}`);

for (const [name, { limit }] of options.includes('--check') ? Object.entries(budget) : []) {
  const [, , brotli] = all[name];
  if (brotli > limit) {
    console.error(`${name}: ${brotli} bytes in brotli, ${brotli - limit} above its budget of ${limit}`);
    process.exitCode = 1;
  }
}
