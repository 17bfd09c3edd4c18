// A gateway beside nginx: `node benches/js/gateway.mjs`. `cargo xtask bench gateway` sets SERVER, the
// server's release build; FOLDER, an empty folder for files; and OHA, the load generator.

import { median, ratio } from './measure.mjs';
import { count, ms, section, table } from './print.mjs';
import { CONNECTIONS, load } from './server/load.mjs';
import { serveFile } from './server/nginx.mjs';
import { gateway, seeded } from './server/program.mjs';

const ROUNDS = 9;
const SECONDS = Number(process.env.SECONDS ?? 3);
const GZIP = { 'accept-encoding': 'gzip' };

const source = await seeded(500);
const own = await gateway(source, '--fresh', '86400', '--pages');
const path = `/v2/products/gtin/${source.gtins[0]}`;
const nginx = await serveFile(source.folder, path, Buffer.from(await (await fetch(own.base + path)).arrayBuffer()));
const contenders = { gateway: own, ...(nginx && { nginx }) };
const names = Object.keys(contenders);

section(
  'Gateway',
  `Products by GTIN from the memory of a gateway on one core, beside nginx with the same body as a file: ${CONNECTIONS} connections with
one request at a time on each, medians of ${ROUNDS} rounds of ${SECONDS} s in which both take turns, and the ratio with its 95 % interval. The
time of a request is that at half the gateway's rate, measured from when it was due.`,
);
if (!nginx) console.log('nginx is not installed: there is nothing to compare the gateway with.\n');
const rows = [];
for (const [kind, headers] of [
  ['gzip', GZIP],
  ['plain', {}],
]) {
  const rates = Object.fromEntries(names.map((name) => [name, []]));
  const costs = Object.fromEntries(names.map((name) => [name, []]));
  for (const name of names) await load([contenders[name].base + path], { seconds: 1, headers });
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of round % 2 ? names.toReversed() : names) {
      const before = await contenders[name].used();
      const { rate, answers } = await load([contenders[name].base + path], { seconds: SECONDS, headers });
      rates[name].push(rate);
      costs[name].push((((await contenders[name].used()) - before) * 1e6) / answers);
    }
  }
  const half = median(rates.gateway) / 2;
  for (const name of names) {
    const { p50, p99 } = await load([contenders[name].base + path], { seconds: SECONDS * 3, rate: half, headers });
    const beside = nginx ? ratio(rates[name], rates.nginx) : '–';
    rows.push([
      `${name}, ${kind}`,
      count(median(rates[name])),
      beside,
      `${median(costs[name]).toFixed(1)} µs`,
      ms(p50),
      ms(p99),
    ]);
  }
}
table(['', 'requests a second', 'of nginx', 'processor time each', 'p50', 'p99'], rows);

const query = 'lang=en-GB&variant=full&panels=&heading-level=&density=comfortable';
const gtin = source.gtins[0].padStart(14, '0');
const drawn = {
  'a page': `/p/${gtin}`,
  'a card': `/card/gtin/${gtin}`,
  'a card for an element': `/drawn/gtin/${gtin}?${query}`,
};
const pages = [];
for (const [name, address] of Object.entries(drawn)) {
  await load([own.base + address], { seconds: 1, headers: GZIP });
  const { rate } = await load([own.base + address], { seconds: SECONDS, headers: GZIP });
  pages.push([`${name}, gzip`, count(rate)]);
}
table(['', 'requests a second'], pages);
await Promise.all([own, nginx, source.upstream].map((program) => program?.stop()));
