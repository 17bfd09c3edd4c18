// What the server is put through.

import { execFile } from 'node:child_process';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { median, ratio } from '../measure.mjs';
import { bounds, verdict } from '../report.mjs';
import { CONNECTIONS, load } from './load.mjs';
import { serveFile } from './nginx.mjs';
import { Program } from './program.mjs';

const { SERVER, FOLDER } = process.env;
const ROUNDS = 9;
const GZIP = { 'accept-encoding': 'gzip' };
/** The limit of memory in the unit file of docs/gateway.md, in MB. */
const MEMORY_LIMIT = 512;

const setting = (name, usual) => Number(process.env[name] ?? usual);
const serve = (options, how) =>
  Program.start([SERVER, 'serve', '--listen', '127.0.0.1:0', '--access-log', 'off', '--log', 'error', ...options], how);

/** A catalogue of that many products, served beside the measured core, and their GTINs, at most 500. */
async function pool(products) {
  const folder = join(FOLDER, String(products));
  await mkdir(folder, { recursive: true });
  const db = join(folder, 'catalogue.db');
  await promisify(execFile)(SERVER, ['seed', '--demo', '--products', String(products), '--db', db]);
  const upstream = await serve(['--db', db], { measured: false });
  const { data } = await json(`${upstream.base}/v2/products?limit=500`);
  const gtins = data.map((item) => item.traded_unit_gtin).filter((gtin) => /^\d{13,14}$/.test(gtin));
  return { folder, upstream, gtins };
}

const gateway = ({ upstream }, ...options) => serve(['--upstream', upstream.base, '--rate', '0', ...options]);

async function json(url) {
  const response = await fetch(url, { headers: { authorization: 'Bearer demo' } });
  if (!response.ok) throw new Error(`${url} gave status ${response.status}`);
  return response.json();
}

async function faultless(url, options) {
  const served = await load([url], options);
  if (served.failures) throw new Error(`${served.failures} requests to ${url} failed`);
  return served;
}

/** Products by GTIN from the gateway's memory beside nginx with the same bytes as a file; then pages and cards. */
export async function records() {
  console.log(`\nProducts by GTIN from the gateway's memory, ${CONNECTIONS} connections`);
  const seconds = setting('SECONDS', 3);
  const source = await pool(500);
  const own = await gateway(source, '--fresh', '86400', '--pages');
  const path = `/v2/products/gtin/${source.gtins[0]}`;
  const response = await fetch(own.base + path);
  const body = Buffer.from(await response.arrayBuffer());
  const nginx = await serveFile(source.folder, path, body);
  if (!nginx) console.log('  nginx is not installed: nothing to compare with');
  const contenders = { gateway: own, ...(nginx && { nginx }) };
  const names = Object.keys(contenders);
  for (const [kind, headers, target] of [
    ['gzip', GZIP, 0.5],
    ['plain', {}, 0.6],
  ]) {
    const rates = Object.fromEntries(names.map((name) => [name, []]));
    const costs = Object.fromEntries(names.map((name) => [name, []]));
    for (const name of names) await faultless(contenders[name].base + path, { seconds: 1, headers });
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const name of round % 2 ? names.toReversed() : names) {
        const before = await contenders[name].used();
        const { rate, answers } = await faultless(contenders[name].base + path, { seconds, headers });
        rates[name].push(rate);
        costs[name].push((((await contenders[name].used()) - before) * 1e6) / answers);
      }
    }
    for (const name of names)
      console.log(`  ${kind}, ${name}: ${perSecond(median(rates[name]))}, ${each(median(costs[name]))}`);
    if (nginx) {
      const beside = ratio(rates.gateway, rates.nginx);
      console.log(`  ${kind}, gateway / nginx: ${bounds(beside)}${verdict(beside.value >= target, `>= ${target}`)}`);
    }
    if (kind === 'plain') await latency(contenders, path, median(rates.gateway) / 2, seconds * 5);
  }
  const query = 'lang=en-GB&variant=full&panels=&heading-level=&density=comfortable';
  for (const drawn of ['/p/', '/card/gtin/', '/drawn/gtin/']) {
    const url = `${own.base}${drawn}${source.gtins[0]}${drawn === '/drawn/gtin/' ? `?${query}` : ''}`;
    await faultless(url, { seconds: 1, headers: GZIP });
    const { rate } = await faultless(url, { seconds, headers: GZIP });
    console.log(`  gzip, ${drawn}…: ${perSecond(rate)}  ${verdict(rate >= 5000, '>= 5,000')}`);
  }
  await Promise.all([own, nginx, source.upstream].map((program) => program?.stop()));
}

async function latency(contenders, path, rate, seconds) {
  for (const [name, { base }] of Object.entries(contenders)) {
    const { milliseconds } = await faultless(base + path, { seconds, rate });
    const shown = ['p50', 'p99', 'p99.9'].map((quantile) => `${quantile} ${milliseconds[quantile].toFixed(2)} ms`);
    const met = name === 'gateway' ? verdict(milliseconds.p99 < 10, 'p99 < 10 ms') : '';
    console.log(`  plain, ${name} at ${perSecond(rate)}: ${shown.join(', ')}  ${met}`);
  }
}

/** Memory of a gateway with a cache in a file, under a mixed load of more than fits into memory. */
export async function memory() {
  const minutes = setting('MINUTES', 10);
  const rate = setting('RATE', 1000);
  console.log(`\nMemory of a gateway with --cache, ${minutes} min`);
  const source = await pool(2000);
  const own = await gateway(source, '--cache', join(source.folder, 'cache.db'), '--fresh', '20', '--pages');
  const products = source.gtins.flatMap((gtin) => [`/v2/products/gtin/${gtin}`, `/p/${gtin}`, `/card/gtin/${gtin}`]);
  // Lists of different lengths are different responses.
  const lists = Array.from({ length: 500 }, (_, at) => `/v2/products?limit=${at + 1}&count=${at % 2}`);
  const urls = [...products, ...lists].map((path) => own.base + path);
  const points = [];
  const sampling = setInterval(async () => points.push(await own.resident()), 500);
  const served = await load(urls, { seconds: minutes * 60, rate, folder: source.folder });
  clearInterval(sampling);
  const [most, settled, last] = [Math.max(...points), points[Math.floor(points.length / 5)], points.at(-1)];
  console.log(`  ${served.answers} answers to ${urls.length} different requests, ${served.failures} failures`);
  console.log(
    `  at most ${most.toFixed(0)} MB, ${settled.toFixed(0)} after a fifth of the time, ${last.toFixed(0)} at the end`,
  );
  console.log(`  ${verdict(most < MEMORY_LIMIT, `< ${MEMORY_LIMIT} MB`)}`);
  await Promise.all([own, source.upstream].map((program) => program.stop()));
}

/** What a gateway's replica of 10³ to `PRODUCTS` products costs: its copy, its memory, and a request. */
export async function growth() {
  const most = setting('PRODUCTS', 100_000);
  console.log('\nA replica of more and more products');
  for (let products = 1000; products <= most; products *= 10) {
    const source = await pool(products);
    const file = join(source.folder, 'replica.db');
    const begun = performance.now();
    const own = await gateway(source, '--mirror', file, '--pages', '--ops-listen', '127.0.0.1:0');
    while (!(await isComplete(own))) await sleep(250);
    const copied = (performance.now() - begun) / 1000;
    const sizes = [
      `${((await stat(file)).size / 1e6).toFixed(0)} MB on disk`,
      `${(await own.resident()).toFixed(0)} MB in memory`,
    ];
    const urls = source.gtins.map((gtin) => `${own.base}/v2/products/gtin/${gtin}`);
    const { milliseconds } = await load(urls, { seconds: 5, rate: 500, folder: source.folder });
    const walk = await page(own, '?limit=500&sort=manufacturer_product_name');
    console.log(
      `  ${products} products: ${copied.toFixed(0)} s to copy, ${sizes.join(', ')}, by GTIN p50 ${milliseconds.p50.toFixed(2)} and p99 ${milliseconds.p99.toFixed(2)} ms, a page of 500 sorted by name ${walk.toFixed(1)} ms`,
    );
    await Promise.all([own, source.upstream].map((program) => program.stop()));
  }
}

/** Whether the whole list has been compared, and no record is left to be fetched. */
async function isComplete({ ops }) {
  const metrics = await (await fetch(`${ops}/metrics`)).text();
  return /mirror_reconciled_age_seconds \d/.test(metrics) && /mirror_pending\{kind="record"\} 0\n/.test(metrics);
}

async function page({ base }, query) {
  const times = [];
  for (let round = 0; round < 9; round += 1) {
    const begun = performance.now();
    await json(`${base}/v2/products${query}`);
    times.push(performance.now() - begun);
  }
  return median(times);
}

const perSecond = (rate) => `${Math.round(rate).toLocaleString('en')} requests a second`;
const each = (microseconds) => `${microseconds.toFixed(1)} µs of processor time each`;
