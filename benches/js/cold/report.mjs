// Prints the results of the first visits, each beside its target. A missed target
// does not fail the run.

import { median, ratio } from '../measure.mjs';
import { NETWORK, CPU_SLOWDOWN } from './visit.mjs';

/** The ms that one character of a timeline represents. */
const STEP = 40;

/** The greatest allowed ratio of the times of two cards. */
const RATIOS = [
  ['card', 'preact', 1.25],
  ['card', 'off, as published', 0.7],
  ['card', 'off, minified', 0.7],
  ['card, hinted', 'preact, hinted', 1.1],
  ['card, hinted', 'off, as published', 0.7],
  ['card, drawn, hinted', 'preact, hinted', 0.75],
  ['card, drawn, hinted', 'off, as published', 0.5],
  ['served page', 'preact, hinted', 0.65],
];

export function heading(version, { product, off }) {
  const megabits = (bytes) => `${(bytes * 8) / 1e6} Mbit/s`;
  console.log(`\nCards on a first visit over a slow connection, Chromium ${version}`);
  console.log(
    `  ${megabits(NETWORK.downloadThroughput)} down, ${megabits(NETWORK.uploadThroughput)} up, ` +
      `${NETWORK.latency} ms per request, a processor ${CPU_SLOWDOWN} times slower; HTTP/1.1, brotli`,
  );
  const [productBytes, offBytes] = [product, off].map((text) => Buffer.byteLength(text));
  console.log(`  product ${productBytes} bytes; Open Food Facts' response ${offBytes} bytes`);
  console.log('  times from the start of navigation to the complete card; all bytes as transferred\n');
}

export function results(visits) {
  const row = (name, ...cells) =>
    console.log(`    ${name.padEnd(20)}${cells.map((cell) => cell.padStart(16)).join('')}`);
  row('', 'median', 'range', 'bytes', 'requests');
  for (const [name, list] of Object.entries(visits)) {
    const times = timesOf(list);
    const { resources } = middle(list);
    const bytes = resources.reduce((sum, { bytes }) => sum + bytes, 0);
    row(
      name,
      milliseconds(median(times)),
      `${Math.round(Math.min(...times))} to ${Math.round(Math.max(...times))}`,
      bytes.toLocaleString('en'),
      String(resources.length),
    );
  }
  console.log('');
  for (const [card, rival, target] of RATIOS) {
    const { value, low, high } = ratio(timesOf(visits[card]), timesOf(visits[rival]));
    const bounds = `${value.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`;
    const verdict = value <= target ? 'met' : 'missed';
    console.log(`    ${`${card} / ${rival}`.padEnd(34)} ${bounds.padEnd(20)} target <= ${target}: ${verdict}`);
  }
  console.log('');
}

/** Prints when the files of a contender arrived, in the visit with the median time. */
export function timeline(name, visits) {
  const { complete, resources } = middle(visits);
  console.log(`  ${name}: ms from the start of navigation`);
  console.log(`    ${'start'.padStart(6)}${'end'.padStart(7)}${'bytes'.padStart(9)}`);
  for (const { name: path, start, end, bytes } of resources.sort((a, b) => a.start - b.start)) {
    const cell = (value, width) => String(Math.round(value)).padStart(width);
    const bar = ' '.repeat(start / STEP) + '='.repeat(Math.max(1, (end - start) / STEP));
    console.log(`    ${cell(start, 6)}${cell(end, 7)}${cell(bytes, 9)}  ${path.padEnd(36)} |${bar}`);
  }
  console.log(`    ${String(Math.round(complete)).padStart(6)}  the card is complete\n`);
}

/** The visit with the median time, or the nearest one. */
function middle(visits) {
  const time = median(timesOf(visits));
  const distance = ({ complete }) => Math.abs(complete - time);
  return visits.reduce((best, visit) => (distance(visit) < distance(best) ? visit : best));
}

const timesOf = (visits) => visits.map(({ complete }) => complete);
const milliseconds = (value) => `${Math.round(value)} ms`;
