// Prints the results, each beside its target. A missed target does not fail the
// run, because a busy machine misses targets too.

import { median, ratio } from './measure.mjs';

const TARGETS = { bare: 1.25, zod: 3, rate: 0.9, growth: 10 };

export function heading(engine, { product, page, fields }) {
  const kilobytes = (text) => `${(Buffer.byteLength(text) / 1000).toFixed(1)} kB`;
  console.log(`\n${engine}`);
  console.log(`  full product ${kilobytes(product)}, page of 500 items ${kilobytes(page)}`);
  console.log(`  the zod schemas have ${fields} fields`);
  console.log('  times are medians of one call; in brackets, 95 % bounds of a ratio\n');
}

export function comparison(way, { name, times }) {
  const fetches = ratio(times.client, times.bare);
  console.log(`  ${name}, ${way} (${times.bare.length} rounds)`);
  const baseline = median(times.bare);
  for (const [contender, list] of Object.entries(times)) {
    const more = contender === 'bare' ? '' : `, ${time(median(list) - baseline).trim()} of them its own`;
    console.log(`    ${contender.padEnd(8)}${time(median(list))}${more}`);
  }
  console.log(`    client / bare fetch  ${bounds(fetches)}${verdict(fetches.value <= TARGETS.bare, '<= 1.25')}`);
  for (const rival of ['zod4', 'zod3']) {
    const slower = ratio(times[rival], times.client);
    console.log(`    ${rival} / client        ${bounds(slower)}${verdict(slower.value >= TARGETS.zod, '>= 3')}`);
    console.log(`    ${rival} / checked       ${bounds(ratio(times[rival], times.checked))}`);
  }
  console.log('');
}

export function walking({ items, times, rate, growth, left }) {
  const perSecond = (list) => Math.round(items / (median(list) / 1000)).toLocaleString('en');
  const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
  console.log(`  ${items.toLocaleString('en')} items in pages of 500 (${times.bare.length} rounds)`);
  console.log(`    bare     ${perSecond(times.bare)} items a second`);
  console.log(`    client   ${perSecond(times.client)} items a second`);
  console.log(`    rate beside a bare loop  ${bounds(rate)}${verdict(rate.value >= TARGETS.rate, '>= 0.90')}`);
  console.log(
    `    heap: at most ${megabytes(growth)} above the start, ${megabytes(left)} left at the end  ${verdict(growth < TARGETS.growth * 1e6, '< 10 MB')}\n`,
  );
}

function time(milliseconds) {
  const microseconds = (milliseconds * 1000).toFixed(milliseconds < 0.1 ? 1 : 0);
  return `${microseconds.padStart(8)} µs`;
}

export function bounds({ value, low, high }) {
  return `${value.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`.padEnd(22);
}

export function verdict(met, target) {
  return `target ${target}: ${met ? 'met' : 'missed'}`;
}
