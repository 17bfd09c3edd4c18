// What documents quote of the benchmarks' results is what stands there, and no document gives a time that
// nobody can measure again.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { figuresIn, quotesIn, requote } from '../../benches/js/results.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path) => readFileSync(`${ROOT}/${path}`, 'utf8');
const figures = figuresIn(read('benches/RESULTS.md'));
const documents = execFileSync('git', ['-C', ROOT, 'ls-files', '*.md'], { encoding: 'utf8' }).trim().split('\n');

test('what documents quote of the results stands there', () => {
  const quotes = documents.flatMap((path) => quotesIn(read(path)).map((quote) => ({ path, ...quote })));
  assert.ok(
    quotes.some(({ path }) => path === 'README.md'),
    'the README quotes some',
  );
  for (const { path, said, section, row, column } of quotes) {
    const measured = figures[section]?.[row]?.[column];
    assert.equal(said, measured, `${path}: [${said}](…#${section} "${row}: ${column}")`);
  }
});

test('links to a row of the results name what they quote', () => {
  const bare = /\]\([\w./-]*RESULTS\.md#[^ )]*\)/;
  assert.deepEqual(
    documents.filter((path) => bare.test(read(path))),
    [],
  );
});

test('a time that was measured has a quotation, or a page of decisions around it', () => {
  const pages = documents.filter((path) =>
    /^(README|server\/README|pkg\/README|docs\/[\w-]+|docs\/start\/[\w-]+)\.?/.test(path),
  );
  const time = /\b\d[\d.,]* (?:ms|µs|requests a second|MB\/s)\b/;
  const loose = pages.flatMap((path) =>
    read(path)
      .replaceAll(/\[[^\]]+\]\([^)]*RESULTS\.md#[^)]*\)/g, '')
      .replaceAll(/^```[^]*?^```$/gm, '')
      .split('\n')
      .filter((line) => !path.startsWith('docs/decisions/') && time.test(line))
      .map((line) => `${path}: ${line}`),
  );
  assert.deepEqual(loose, []);
});

test('a quotation is brought up to date', () => {
  const results = figuresIn('## Some section\n\n|  | a call |\n| --- | --- |\n| client, plain | 7 µs |\n');
  assert.deepEqual(results, { 'some-section': { 'client, plain': { 'a call': '7 µs' } } });
  const quoting = (said, row) => `takes [${said}](../benches/RESULTS.md#some-section "${row}: a call") a time`;
  assert.deepEqual(quotesIn(quoting('5 µs', 'client, plain')), [
    { said: '5 µs', section: 'some-section', row: 'client, plain', column: 'a call' },
  ]);
  assert.equal(requote(quoting('5 µs', 'client, plain'), results), quoting('7 µs', 'client, plain'));
  assert.equal(requote(quoting('5 µs', 'gone'), results), quoting('5 µs', 'gone'));
});
