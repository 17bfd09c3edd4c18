// Results as Markdown: on the terminal, and at the end of the file RESULTS where it is set.

import { appendFileSync } from 'node:fs';

const { RESULTS } = process.env;

function print(text) {
  console.log(text);
  if (RESULTS) appendFileSync(RESULTS, `${text}\n`);
}

/** Begins a section: what was measured, and how to read it. */
export const section = (title, text) => print(`\n## ${title}\n${text}\n`);

/** A table, whose rows begin with the name of what was measured. */
export function table(columns, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  print([line(columns), line(columns.map(() => '---')), ...rows.map(line), ''].join('\n'));
}

export const count = (number) => Math.round(number).toLocaleString('en');
export const ms = (number) => `${number.toFixed(number < 10 ? 2 : 0)} ms`;
export const us = (number) => `${count(number * 1000)} µs`;
export const kb = (bytes) => `${(bytes / 1000).toFixed(1)} KB`;
export const mb = (bytes) => `${count(bytes / 1e6)} MB`;
