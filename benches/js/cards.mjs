// Cards on a first visit over a slow connection, and many cards on a page: `node benches/js/cards.mjs`,
// with the variables of stage.mjs and CHROMIUM and CHROMIUM_FLAGS. PACKAGE is the folder `dist` that
// `cargo xtask pack` makes; RUNS is the number of visits to each page.

import { chromium } from '../../tests/node_modules/playwright-core/index.mjs';
import { assertSameCard, readCard } from './cold/agree.mjs';
import { contenders, drawnPath, hinted, offResponse } from './cold/contenders.mjs';
import { COUNTS, asBadges, pageOfCards, visitMany } from './cold/many.mjs';
import { serve } from './cold/serve.mjs';
import { CPU_SLOWDOWN, NETWORK, visit } from './cold/visit.mjs';
import { median, range, ratio, shuffle } from './measure.mjs';
import { count, kb, ms, section, table } from './print.mjs';
import { FULL, PACKAGE, body, rendered } from './stage.mjs';

const FLAGS = process.env.CHROMIUM_FLAGS ?? '--headless=new --no-sandbox --disable-gpu';
// Blocks all other network access, for example to images.
const NO_NETWORK = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1';
const RUNS = Number(process.env.RUNS ?? 9);

const product = await body(`/v2/products/gtin/${FULL}`);
const { data } = JSON.parse(product);
const responses = {
  [`/v2/products/gtin/${FULL}`]: product,
  [`/v2/images/${data.pool_id}/feature`]: await body(`/v2/images/${data.pool_id}/feature`),
  '/api/v2/product/0952000000001': JSON.stringify(offResponse(data.general.product_name)),
};
[responses[`/drawn/gtin/${FULL}`]] = await rendered([drawnPath(FULL)]);

const pages = await contenders({ product, gtin: FULL, folder: PACKAGE });
const servers = {};
const open = async (name, more = {}) => (servers[name] = await serve(pages[name], { ...responses, ...more }));
for (const name of Object.keys(pages)) await open(name);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [...FLAGS.split(' '), NO_NETWORK],
});

async function firstVisits() {
  // These visits also warm up the browser, so they are not measured.
  const first = {};
  for (const name of ['preact', 'card', 'card, drawn', 'served page']) {
    first[name] = await visit(browser, servers[name].address, { read: readCard });
    assertSameCard(first[name].shown, first.preact.shown);
  }
  for (const [name, path] of [
    ['preact', `/v2/products/gtin/${FULL}`],
    ['card, drawn', drawnPath(FULL)],
  ]) {
    pages[`${name}, hinted`] = hinted(pages[name], first[name].resources, path);
    await open(`${name}, hinted`);
  }
  const visits = Object.fromEntries(Object.keys(pages).map((name) => [name, []]));
  for (let run = 0; run < RUNS; run += 1) {
    for (const name of shuffle(Object.keys(pages))) visits[name].push(await visit(browser, servers[name].address));
  }
  const timesOf = (name) => visits[name].map(({ complete }) => complete);
  const megabits = (bytes) => (bytes * 8) / 1e6;
  section(
    'First visit',
    `From the start of navigation to the complete card, in Chromium ${browser.version()} with an empty cache: ${megabits(NETWORK.downloadThroughput)} Mbit/s down,
${megabits(NETWORK.uploadThroughput)} Mbit/s up, ${NETWORK.latency} ms a request, a processor ${CPU_SLOWDOWN} times slower; medians and ranges of ${RUNS} visits, and the ratio to
the Preact card, with hints beside the one with hints, with its 95 % interval. Bytes as transferred, in brotli.`,
  );
  const rows = Object.keys(pages).map((name) => {
    const { resources } = visits[name].at(-1);
    const bytes = resources.reduce((sum, it) => sum + it.bytes, 0);
    const times = timesOf(name);
    const peer = name.endsWith(', hinted') ? 'preact, hinted' : 'preact';
    const beside = ratio(times, timesOf(peer));
    return [name, ms(median(times)), range(times, Math.round), beside, kb(bytes), resources.length];
  });
  table(['', 'complete', 'range, ms', 'of preact', 'bytes', 'requests'], rows);
}

async function growth() {
  // Twenty products take turns.
  const listed = JSON.parse(await body('/v2/products?limit=100')).data.map((item) => item.traded_unit_gtin);
  const gtins = listed.filter((gtin) => /^\d{14}$/.test(gtin)).slice(0, 20);
  const records = await Promise.all(gtins.map((gtin) => body(`/v2/products/gtin/${gtin}`)));
  const badges = await rendered(gtins.map((gtin) => drawnPath(gtin, { variant: 'badges', panels: '' })));
  const drawn = await rendered(gtins.map((gtin) => drawnPath(gtin)));
  const at = (prefix, list) => Object.fromEntries(gtins.map((gtin, index) => [`${prefix}${gtin}`, list[index]]));
  const kinds = {
    card: [pages.card, at('/v2/products/gtin/', records)],
    'card, drawn': [pages['card, drawn'], at('/drawn/gtin/', drawn)],
    badges: [asBadges(pages['card, drawn']), at('/drawn/gtin/', badges)],
    preact: [pages.preact, at('/v2/products/gtin/', records)],
  };
  section(
    'Cards on a page',
    `So many cards of twenty products on one page, none waiting until it is in view, on the same connection and processor:
until all are drawn, and the longest task that kept the page from answering.`,
  );
  const rows = [];
  for (const cards of COUNTS) {
    for (const [kind, [page, more]] of Object.entries(kinds)) {
      const name = `${cards} x ${kind}`;
      pages[name] = pageOfCards(page, gtins, cards);
      const { address } = await open(name, more);
      const { complete, longest, bytes, requests } = await visitMany(browser, address, cards);
      rows.push([name, ms(complete), ms(longest), kb(bytes), count(requests)]);
    }
  }
  table(['', 'all drawn', 'longest task', 'bytes', 'requests'], rows);
}

try {
  await firstVisits();
  await growth();
} finally {
  await browser.close();
  for (const { stop } of Object.values(servers)) stop();
}
