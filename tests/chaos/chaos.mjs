// Cards, a Yew shop, a sync, a replica and honest clients while everything behind them fails:
// `node tests/chaos/chaos.mjs SECONDS [SEED]`, with the variables of tests/e2e/support.mjs. It exits with 1
// if any response or card said what the record does not say, or anything was lost.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { shop } from '../e2e/stale-support.mjs';
import { ROOT, launch, openPage } from '../e2e/support.mjs';
import { cardsPage, isRight, lies, meddle, problemsOf, read, shiftable, visitProduct } from './pages.mjs';
import { FAULTS, faultyPool } from './pool.mjs';
import { MISSING, Program } from './program.mjs';

const [SECONDS = '60', SEED = `${Date.now() % 100_000}`] = process.argv.slice(2);
const CARDS = 50;
/** How long everything has to come right once the faults are over. */
const RECOVERY = 120_000;
const HEADERS = { authorization: 'Bearer demo' };

/** Random numbers from the seed (mulberry32), so that a run can be repeated. */
let state = Number(SEED);
function random() {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

const found = new Map();
let phase = 'before';
const report = (text) => {
  const line = `${phase}: ${text}`;
  if (!found.has(line)) console.log(`  WRONG ${line}`);
  found.set(line, (found.get(line) ?? 0) + 1);
};

// The actors.
const folder = mkdtempSync(join(tmpdir(), 'chaos-'));
const db = join(folder, 'pool.db');
execFileSync(process.env.SERVER, ['seed', '--demo', '--products', '150', '--db', db]);
const pool = new Program('pool', ['--db', db]);
await pool.start();
const proxy = await faultyPool(pool.address, random);
const upstream = ['--upstream', proxy.address, '--hide', 'none', '--rate', '0'];
const files = ['--static', `/pkg=${join(ROOT, 'pkg')}`, '--static', `/www=${join(ROOT, 'www')}`];
const pages = [
  '--pages',
  '--script',
  '/pkg/dist/card.js',
  ...files,
  '--static',
  `/*=${join(ROOT, 'index.html')}`,
  '--allow-origin',
  '*',
];
const quick = 'follow=1 upstream-timeout=2';
const gateway = new Program(
  'gateway',
  [...upstream, ...pages, '--fresh', '1', '--cache', join(folder, 'cache.db')],
  quick,
);
const replica = new Program(
  'replica',
  [...upstream, '--mirror', join(folder, 'replica.db')],
  `${quick} mirror-reconcile=5`,
);
await Promise.all([gateway.start(), replica.start()]);
const programs = [pool, gateway, replica];

const list = async (base) => {
  const response = await fetch(`${base}/v2/products?limit=500`, { headers: HEADERS });
  return (await response.json()).data;
};
const bodyOf = async (base, id) => {
  const response = await fetch(`${base}/v2/products/${id}`, { headers: HEADERS });
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
};
const products = await list(pool.address);
const records = new Map();
for (const { pool_id: id } of products) records.set(id, (await bodyOf(pool.address, id)).text);
const ids = [...records.keys()];
const gtins = products
  .map((item) => item.traded_unit_gtin)
  .filter((gtin) => /^\d{14}$/.test(gtin))
  .slice(0, CARDS);

const browser = await launch();
const market = await shop();
const cardsAddress = market.pageOf(cardsPage(gtins, gateway.address));
const cards = await openPage(browser);
const yew = await openPage(browser);
for (const page of [cards, yew]) await page.addInitScript(shiftable);
/** Waits until so many cards show a product; what failed on a busy machine is asked for again. */
const isReady = (page, count) =>
  page.waitForFunction(
    (count) => {
      const all = [...document.querySelectorAll('product-pool-card, .product-pool-card')];
      const has = (state) => all.filter((it) => (it.shadowRoot ?? it).querySelector(`.card[data-state="${state}"]`));
      has('error').forEach((card) => card.retry?.());
      return has('ready').length >= count;
    },
    count,
    { timeout: RECOVERY, polling: 1000 },
  );

// What each record says, before anything fails.
await cards.goto(cardsAddress);
await isReady(cards, gtins.length);
const truth = Object.fromEntries((await read(cards)).map((card) => [card.of, card.answers]));
const shown = await read(cards);
await yew.goto(`${gateway.address}/product/${gtins[0]}`);
await isReady(yew, 1);
const names = {};
for (const gtin of gtins.slice(0, 12)) {
  await visitProduct(yew, gtin);
  await isReady(yew, 1);
  await yew.waitForTimeout(300);
  const [card] = await read(yew);
  names[card.of] = names[card.of] ? undefined : card.answers;
}
console.log(`chaos: seed ${SEED}, ${SECONDS} s, ${shown.length} cards, ${records.size} products`);

// What they do meanwhile, until it is over.
let isOver = false;
const meanwhile = async (pause, run) => {
  while (!isOver) {
    await run();
    await sleep(pause);
  }
};
const outcomes = { successes: 0, errors: 0 };
/** An honest client: the record as it is, or an error that says so. */
const ask = async (program) => {
  const id = ids[Math.floor(random() * ids.length)];
  const answer = await bodyOf(program.address, id).catch(() => undefined);
  if (!answer) {
    if (!program.isStopping) report(`${program.name} took no request for ${id}`);
  } else if (answer.status === 200) {
    outcomes.successes += 1;
    if (answer.text !== records.get(id))
      report(`${program.name} gave another record for ${id}: ${answer.text.slice(0, 80)}`);
  } else {
    outcomes.errors += 1;
    const isSaid =
      (answer.status >= 500 || answer.status === 429) && /json/.test(answer.type) && /"errors"/.test(answer.text);
    if (!isSaid) report(`${program.name} answered ${answer.status} for ${id}: ${answer.text.slice(0, 120)}`);
  }
};
const { PoolClient } = await import(pathToFileURL(join(ROOT, 'pkg/dist/index.js')));
const client = new PoolClient({ baseUrl: gateway.address, token: 'demo', timeoutMs: 3000 });
const synced = new Set();
let since;
/** A sync: goes on from its checkpoint whatever happens. */
const sync = async () => {
  try {
    const changes = client.changes({ since });
    for await (const { pool_id: id } of changes) {
      synced.add(id);
      since = changes.checkpoint;
    }
  } catch (error) {
    if (error.name !== 'PoolError' && !error.code) report(`the sync: ${error.stack}`);
  }
};
const look = async () => {
  for (const card of await read(cards)) lies(card, truth[card.of]).forEach(report);
  for (const card of await read(yew)) if (names[card.of]) lies(card, names[card.of]).forEach(report);
};
const actors = [
  meanwhile(10, () => ask(gateway)),
  meanwhile(20, () => ask(replica)),
  meanwhile(500, sync),
  meanwhile(400, look),
  meanwhile(1500, () => meddle(cards, gtins, random)),
  meanwhile(2500, () => visitProduct(yew, gtins[Math.floor(random() * 12)])),
];

// What befalls them.
const repeatedly = async (seconds, run) => {
  for (const end = Date.now() + seconds * 1000; Date.now() < end;) {
    await run();
    await sleep(500 + random() * 2500);
  }
};
const killing = (program) => (seconds) => repeatedly(seconds, () => program.restart());
const spoiling = (fault) => async (seconds) => {
  proxy.fault = fault;
  await sleep(seconds * 1000);
  proxy.fault = undefined;
};
const PHASES = {
  ...Object.fromEntries(Object.keys(FAULTS).map((fault) => [fault, spoiling(fault)])),
  'kill -9 of the gateway': killing(gateway),
  'kill -9 of the replica': killing(replica),
  'kill -9 of the pool': killing(pool),
  'full disk': async (seconds) => {
    for (const isFull of [true, false]) {
      for (const program of [gateway, replica]) program.fill(isFull);
      if (isFull) await sleep(seconds * 1000);
    }
  },
  'clock of the pages': async (seconds) => {
    const shift = (ms) => Promise.all([cards, yew].map((page) => page.evaluate((ms) => globalThis.shiftClock(ms), ms)));
    await repeatedly(seconds, () => shift((random() - 0.5) * 4 * 86_400_000));
    await shift(0);
  },
  'clock of the gateway': async (seconds) => {
    await repeatedly(seconds, () => gateway.restart(Math.round((random() - 0.5) * 4 * 86_400)));
    await gateway.restart();
  },
  'quota spent': async (seconds) => {
    await spoiling('quota spent')(seconds);
    // They would wait until it is renewed.
    for (const program of [gateway, replica]) await program.restart();
  },
};
for (const [name, reason] of Object.entries(MISSING)) console.log(`  skipped ${name}: ${reason}`);
const due = Object.keys(PHASES).filter((name) => !(name in MISSING));
const share = Number(SECONDS) / due.length;
for (; due.length;) {
  [phase] = due.splice(Math.floor(random() * due.length), 1);
  const before = { ...outcomes };
  await PHASES[phase](share);
  console.log(
    `  ${phase}: ${outcomes.successes - before.successes} responses, ${outcomes.errors - before.errors} errors`,
  );
}

// Once it is over, everything comes right.
phase = 'afterwards';
/** Whether it comes true in time; what is wrong is reported. */
async function comesRight(what, check) {
  let wrong;
  for (const end = Date.now() + RECOVERY; Date.now() < end; await sleep(1000)) {
    wrong = await check().catch((error) => error.message);
    if (!wrong) return;
  }
  report(`${what}: ${wrong}`);
}
isOver = true;
await Promise.all(actors);
await look();
const wrongCards = async () => {
  await meddle(cards, gtins, () => 0.5);
  const wrong = (await read(cards)).filter((card) => !isRight(card, truth[card.of]) && card.state !== 'error');
  return wrong.length && `${wrong.length} cards, such as ${JSON.stringify(wrong[0])}`;
};
await comesRight('the gateway', async () => {
  const path = `/v2/products/gtin/${gtins[0]}`;
  const { status, headers } = await fetch(gateway.address + path);
  return (status !== 200 || headers.has('x-product-pool-stale')) && `status ${status}, ${JSON.stringify([...headers])}`;
});
await comesRight('cards that stayed open', wrongCards);
await comesRight('cards on a page that is loaded again', async () => {
  await cards.goto(cardsAddress);
  await isReady(cards, gtins.length);
  const wrong = (await read(cards)).filter((card) => !isRight(card, truth[card.of]));
  return wrong.length && `${wrong.length} cards, such as ${JSON.stringify(wrong[0])}`;
});
await comesRight('the shop', async () => {
  await visitProduct(yew, gtins[1]);
  await isReady(yew, 1);
  const [card] = await read(yew);
  return names[card.of] && !isRight(card, names[card.of]) && JSON.stringify(card);
});
await comesRight('the sync', async () => {
  await sync();
  const missing = ids.filter((id) => !synced.has(id));
  return missing.length && `${missing.length} products are missing, such as ${missing[0]}`;
});
const lost = async () => {
  const there = new Map((await list(replica.address)).map((item) => [item.pool_id, JSON.stringify(item)]));
  const missing = products.filter((item) => there.get(item.pool_id) !== JSON.stringify(item));
  if (missing.length) return `${missing.length} items of its list are missing or others, such as ${missing[0].pool_id}`;
  for (const id of ids)
    if ((await bodyOf(replica.address, id)).text !== records.get(id)) return `the record ${id} is another`;
  return undefined;
};
await comesRight('the replica', lost);
// Its copy alone says the same.
proxy.fault = 'disconnects';
await pool.kill();
await comesRight('the replica without its pool', lost);
for (const page of [cards, yew]) problemsOf(page).forEach((text) => report(`on a page: ${text}`));
for (const { problems } of programs) problems.forEach(report);

await browser.close();
await Promise.all([gateway.kill('SIGTERM'), replica.kill('SIGTERM')]);
[market, proxy].forEach((it) => it.end());
rmSync(folder, { recursive: true });
console.log(`${outcomes.successes} responses, ${outcomes.errors} errors, ${proxy.spoilt} spoilt responses of the pool`);
console.log(found.size ? `${found.size} things were wrong (seed ${SEED})` : 'everything was right');
process.exitCode = found.size ? 1 : 0;
