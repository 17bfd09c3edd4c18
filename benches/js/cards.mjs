// Cards on a first visit over a slow connection: `node benches/js/cards.mjs`, with
// the variables of stage.mjs and CHROMIUM and CHROMIUM_FLAGS. PACKAGE is the folder
// `dist` that `cargo xtask pack` makes. TIMELINE=1 shows when the files of each card
// arrive; RUNS is the number of visits to each.

import { chromium } from '../../tests/node_modules/playwright-core/index.mjs';
import { assertSameCard, readCard } from './cold/agree.mjs';
import { contenders, drawnPath, hinted, offResponse } from './cold/contenders.mjs';
import * as report from './cold/report.mjs';
import * as scrolling from './cold/scroll.mjs';
import { serve } from './cold/serve.mjs';
import { visit } from './cold/visit.mjs';
import { shuffled } from './measure.mjs';
import { FULL, PACKAGE, body, rendered } from './stage.mjs';

const FLAGS = process.env.CHROMIUM_FLAGS ?? '--headless=new --no-sandbox --disable-gpu';
// Blocks all other network access, for example to images.
const NO_NETWORK = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1';
const RUNS = Number(process.env.RUNS ?? 7);

const product = await body(`/v2/products/gtin/${FULL}`);
const { data } = JSON.parse(product);
const off = JSON.stringify(offResponse(data.general.product_name));
const responses = {
  [`/v2/products/gtin/${FULL}`]: product,
  [`/v2/images/${data.pool_id}/feature`]: await body(`/v2/images/${data.pool_id}/feature`),
  '/api/v2/product/0952000000001': off,
};
[responses[`/drawn/gtin/${FULL}`]] = await rendered([drawnPath(FULL)]);

// The products of a page of many cards, by GTIN.
const gtins = [];
for (const { traded_unit_gtin: gtin } of JSON.parse(await body('/v2/products?limit=100')).data) {
  if (gtins.length === scrolling.PRODUCTS) break;
  if (!/^\d{14}$/.test(gtin)) continue;
  responses[`/v2/products/gtin/${gtin}`] = await body(`/v2/products/gtin/${gtin}`);
  gtins.push(gtin);
}
const badges = await rendered(gtins.map((gtin) => drawnPath(gtin, { variant: 'badges', panels: '' })));
const listing = Object.fromEntries(gtins.map((gtin, at) => [`/drawn/gtin/${gtin}`, badges[at]]));

const pages = await contenders({ product, gtin: FULL, folder: PACKAGE });
const servers = {};
const open = async (name) => {
  servers[name] = await serve(pages[name], name.startsWith('100 x') ? { ...responses, ...listing } : responses);
};
for (const name of Object.keys(pages)) await open(name);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [...FLAGS.split(' '), NO_NETWORK],
});
try {
  const visitOnce = (name, options) => visit(browser, servers[name].address, options);
  report.heading(browser.version(), { product, off });
  // The first visits also warm up the browser, so they are not measured.
  const card = await visitOnce('card', { read: readCard });
  const preact = await visitOnce('preact', { read: readCard });
  assertSameCard(card.shown, preact.shown);
  const rendered = await visitOnce('served page', { read: readCard });
  assertSameCard(rendered.shown, preact.shown);
  const drawn = await visitOnce('card, drawn', { read: readCard });
  assertSameCard(drawn.shown, preact.shown);
  const oneLine = await visitOnce('card, one line', { read: readCard });
  assertSameCard(oneLine.shown, preact.shown);
  pages['preact, hinted'] = hinted(pages.preact, preact.resources, `/v2/products/gtin/${FULL}`);
  await open('preact, hinted');
  pages['card, drawn, hinted'] = hinted(pages['card, drawn'], drawn.resources, drawnPath(FULL));
  await open('card, drawn, hinted');
  pages['card, one line, hinted'] = hinted(pages['card, one line'], oneLine.resources, drawnPath(FULL));
  await open('card, one line, hinted');
  const visits = Object.fromEntries(Object.keys(pages).map((name) => [name, []]));
  for (let run = 0; run < RUNS; run += 1) {
    for (const name of shuffled(Object.keys(pages))) visits[name].push(await visitOnce(name));
  }
  report.results(visits);
  scrolling.heading();
  pages['drawn badges'] = scrolling.asBadges(pages['card, drawn']);
  for (const name of ['card', 'preact', 'drawn badges']) {
    pages[`100 x ${name}`] = scrolling.pageOfCards(pages[name], gtins);
    await open(`100 x ${name}`);
    scrolling.result(name, await scrolling.scroll(browser, servers[`100 x ${name}`].address));
  }
  if (process.env.TIMELINE) {
    for (const [name, list] of Object.entries(visits)) report.timeline(name, list);
  }
} finally {
  await browser.close();
  for (const { stop } of Object.values(servers)) stop();
}
