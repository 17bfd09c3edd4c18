// Catalogues of a thousand to a million products, and a gateway's replica of each, with the variables
// that gateway.mjs reads. LIMIT is how many seconds a replica may take, SIZES how many products there are.

import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { median } from './measure.mjs';
import { count, mb, ms, section, table } from './print.mjs';
import { load } from './server/load.mjs';
import { catalogue, gateway, imported, json } from './server/program.mjs';

const LIMIT = Number(process.env.LIMIT ?? 120);
const SIZES = (process.env.SIZES ?? '1000,10000,100000,1000000').split(',').map(Number);

/** A GTIN of 14 digits for this number. */
function gtinOf(number) {
  const digits = `0952${String(number).padStart(9, '0')}`;
  const sum = [...digits].reduce((sum, digit, at) => sum + Number(digit) * (at % 2 ? 1 : 3), 0);
  return digits + ((10 - (sum % 10)) % 10);
}

/** So many short records, a line each, a thousand at a time. */
function* records(products) {
  for (let at = 0; at < products; at += 1000) {
    yield Array.from({ length: Math.min(1000, products - at) }, (_, more) => recordOf(at + more)).join('');
  }
}

function recordOf(at) {
  const changed = new Date(Date.UTC(2025, 0, 1) + at * 20_000).toISOString().replace('T', ' ').slice(0, 19);
  const record = {
    ...{ pool_id: `${at}`, status: 'published', version: '1', changed_at: changed, latest_version: '1' },
    general: {
      ...{ product_name: `Oat biscuits ${at}`, manufacturer_product_name: `Biscuits ${at}` },
      manufacturer: `${at % 500}`,
    },
    outer: { traded_unit_gtin: gtinOf(at) },
    components: [{ allergens: { contains_milk: 'Yes' } }],
  };
  return `${JSON.stringify(record)}\n`;
}

async function timed(run) {
  const begun = performance.now();
  await run();
  return performance.now() - begun;
}

/** How a server answers for some of the products, and a page of a sorted list. */
async function answers(server, products) {
  const urls = Array.from(
    { length: 500 },
    (_, at) => `${server.base}/v2/products/gtin/${gtinOf(Math.floor((at * products) / 500))}`,
  );
  const { p50, p99 } = await load(urls, { seconds: 4, rate: 300, headers: { authorization: 'Bearer demo' } });
  const pages = [];
  for (let round = 0; round < 9; round += 1) {
    pages.push(await timed(() => json(`${server.base}/v2/products?limit=500&sort=manufacturer_product_name`)));
  }
  return [ms(p50), ms(p99), ms(median(pages)), `${(await server.resident()).toFixed(0)} MB`];
}

/** Whether the whole list has been compared, and no record is left to be fetched. */
async function isComplete({ ops }) {
  const metrics = await (await fetch(`${ops}/metrics`)).text();
  return /mirror_reconciled_age_seconds \d/.test(metrics) && /mirror_pending\{kind="record"\} 0\n/.test(metrics);
}

section(
  'Growth',
  `Catalogues of short records (${recordOf(0).length} bytes each), imported from a file, and a gateway's replica of each, copied by requests to
the catalogue, which runs on another core, for at most ${LIMIT} s. Both answer 300 requests a second for products by GTIN,
and for a page of 500 sorted by name.`,
);
const rows = [];

/** Measures a catalogue of so many products, and a replica of it. */
async function grow(products) {
  const file = join(process.env.FOLDER, 'records.ndjson');
  await pipeline(Readable.from(records(products)), createWriteStream(file));
  const db = await catalogue(products);
  const seconds = (await timed(() => imported(db, file))) / 1000;
  const source = await db.serve();
  const name = `${count(products)} products`;
  // With what SQLite has not yet moved into the file.
  const sizeOf = (path) =>
    stat(path).then(
      ({ size }) => size,
      () => 0,
    );
  const size = async (path) => mb((await sizeOf(path)) + (await sizeOf(`${path}-wal`)));
  rows.push([
    `catalogue, ${name}`,
    `${seconds.toFixed(1)} s`,
    await size(db.file),
    ...(await answers(source.upstream, products)),
  ]);
  const replica = join(db.folder, 'replica.db');
  const own = await gateway(source, '--mirror', replica, '--pages', '--ops-listen', '127.0.0.1:0');
  const begun = performance.now();
  let isWhole = await isComplete(own);
  while (!isWhole && performance.now() - begun < LIMIT * 1000) {
    await sleep(200);
    isWhole = await isComplete(own);
  }
  const copied = ((performance.now() - begun) / 1000).toFixed(1);
  const said = isWhole ? `${copied} s` : `not within ${LIMIT} s`;
  rows.push([
    `replica, ${name}`,
    said,
    await size(replica),
    ...(isWhole ? await answers(own, products) : ['–', '–', '–', '–']),
  ]);
  await Promise.all([own, source.upstream].map((program) => program.stop()));
  await rm(db.folder, { recursive: true });
}
try {
  for (const products of SIZES) await grow(products);
} finally {
  // With those that were measured, if one fails.
  table(['', 'made in', 'file', 'by GTIN, p50', 'p99', 'a page of 500', 'memory'], rows);
}
