// A gateway for the tests of platforms: the real server over the demonstration's products and a hostile record, behind
// a proxy that counts what it is asked, and fails on request.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../e2e/support.mjs';

/** A product with everything, one of another name, and what no catalogue has. */
export const GTIN = '09520000000004';
export const OTHER = '09520000001001';
export const MISSING = '09520000199999';
/** The product whose texts are all of HOSTILE. */
export const HOSTILE_GTIN = '09520000888887';
/** What WordPress and templates would run or change. */
export const HOSTILE = `[boom] [boom]x[/boom] <!-- wp:paragraph --> ''q'' "w" -- --- ... :) ;-) 8x8 (c) {{x}} <?php echo 1;?> <img src=x onerror=alert(1)> </product-pool-card> &amp; don't`;

/** What a network answers in place of a gateway, even if it is a page that has a card. */
const PORTAL =
  '<p base-url="">Welcome to the hotel.</p><product-pool-card base-url="">Milk: not present</product-pool-card>';

/** A card without the time from which it is, which differs between two requests. */
export const undated = (html) => html?.replace(/(data-given="received"[^>]*>\[")[^"]+/, '$1');

/** A record in which all words are hostile; flags stay, so that each panel is drawn. */
function hostile(value) {
  if (Array.isArray(value)) return value.map(hostile);
  if (typeof value === 'object' && value) {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, KEPT.test(key) ? one : hostile(one)]));
  }
  return typeof value === 'string' && /[a-z]{3}/i.test(value) && !FLAG.test(value) ? HOSTILE : value;
}
const KEPT = /gtin|_id$|^id$|_at$|date|status|language|country|unit|uom/;
const FLAG = /^(yes|no|may contain|contains|-)$/i;

async function addHostileRecord(folder, catalogue) {
  const { SERVER } = process.env;
  const source = spawn(SERVER, ['serve', '--db', catalogue, '--listen', '127.0.0.1:0', '--log', 'error'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [address] = await once(createInterface({ input: source.stdout }), 'line');
  const headers = { Authorization: `Bearer ${process.env.TOKEN ?? 'demo'}` };
  const { data } = await (await fetch(`${address}/v2/products/gtin/${GTIN}`, { headers })).json();
  source.kill();
  const record = hostile({ ...data, pool_id: 'hostile' });
  record.outer.traded_unit_gtin = HOSTILE_GTIN;
  for (const component of record.components ?? []) {
    for (const part of Object.values(component))
      if (part && 'consumer_unit_gtin' in part) part.consumer_unit_gtin = null;
  }
  const file = join(folder, 'hostile.json');
  await writeFile(file, JSON.stringify([record]));
  execFileSync(SERVER, ['import', '--db', catalogue, file], { stdio: ['ignore', 'ignore', 'inherit'] });
}

/**
 * Starts the gateway. `mode` of the result is how it answers cards: `pass`, `slow`, `hang`, `refuse`, `html`, `cut`,
 * `busy`, `gone` (as after the upstream has withdrawn the product), `unaddressed` (as without --base-url), `unreachable`
 * (as a gateway whose pool is away, or refuses its token), or a status; `requests` are the paths that were asked for.
 */
export async function startGateway() {
  const folder = await mkdtemp(join(tmpdir(), 'product-pool-gateway-'));
  const catalogue = join(folder, 'catalogue.db');
  await cp(process.env.CATALOGUE, catalogue);
  await addHostileRecord(folder, catalogue);

  const gateway = { mode: 'pass', maxAge: 60, requests: [] };
  const hanging = new Set();
  let origin;
  const proxy = createServer(async (request, response) => {
    const isCard = request.url.startsWith('/card/');
    if (isCard) gateway.requests.push(request.url);
    const mode = isCard ? gateway.mode : 'pass';
    if (mode === 'hang') return void hanging.add(response);
    if (mode === 'refuse') return void request.socket.destroy();
    if (typeof mode === 'number') return void response.writeHead(mode, { 'content-type': 'text/plain' }).end('no');
    if (mode === 'html') return void response.end(PORTAL);
    if (mode === 'slow') await sleep(1200);
    if (mode === 'busy') return void response.writeHead(429, { 'retry-after': '100' }).end('later');
    if (mode === 'gone') return void response.writeHead(410).end(await gateway.fragment(MISSING, ''));
    if (mode === 'unreachable') return void response.writeHead(502).end(await unreachable(request.url));
    if (mode === 'unaddressed') {
      const problem = { errors: [{ status: '501', code: 'base_url_required', title: 'No public address' }] };
      return void response.writeHead(501, { 'content-type': 'application/json' }).end(JSON.stringify(problem));
    }
    const conditions = request.headers['if-none-match'];
    const headers = conditions && (mode === 'pass' || mode === 'slow') ? { 'if-none-match': conditions } : {};
    const answer = await fetch(origin + request.url, { headers, redirect: 'manual' });
    const body = Buffer.from(await answer.arrayBuffer());
    const passed = Object.fromEntries(answer.headers);
    // `fetch` has decompressed it.
    for (const name of ['content-length', 'content-encoding', 'connection']) delete passed[name];
    if (isCard && answer.ok) passed['cache-control'] = [`public, max-age=${gateway.maxAge}`, 'no-transform'];
    response.writeHead(answer.status, passed).end(mode === 'cut' ? body.subarray(0, body.length / 2) : body);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  gateway.port = proxy.address().port;
  gateway.url = `http://127.0.0.1:${gateway.port}`;

  const options = ['--listen', '127.0.0.1:0', '--pages', '--base-url', gateway.url, '--log', 'error'];
  const files = ['--script', '/pkg/dist/card.js', '--static', `/pkg=${join(ROOT, 'pkg')}`, '--allow-origin', '*'];
  const server = spawn(process.env.SERVER, ['serve', '--db', catalogue, ...options, ...files], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  [origin] = await once(createInterface({ input: server.stdout }), 'line');

  const away = ['--upstream', 'http://127.0.0.1:1', '--upstream-token-file', 'none', '--base-url', gateway.url];
  const lost = spawn(process.env.SERVER, ['serve', ...away, '--listen', '127.0.0.1:0', '--log', 'error'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [lostOrigin] = await once(createInterface({ input: lost.stdout }), 'line');
  /** What a gateway answers whose pool cannot be reached. */
  const unreachable = async (path) => (await fetch(lostOrigin + path)).text();

  /** The fragment as the gateway gives it, past the proxy. */
  gateway.fragment = async (gtin, query) => (await fetch(`${origin}/card/gtin/${gtin}?${query}`)).text();
  /** Waits until a card has been requested. */
  gateway.asked = async () => {
    while (gateway.requests.length === 0) await sleep(10);
  };
  gateway.answer = (mode, maxAge = 60) => {
    gateway.mode = mode;
    gateway.maxAge = maxAge;
    gateway.requests.length = 0;
    for (const response of hanging) response.destroy();
    hanging.clear();
  };
  gateway.end = async () => {
    server.kill();
    lost.kill();
    proxy.closeAllConnections();
    proxy.close();
    await rm(folder, { recursive: true });
  };
  return gateway;
}

export const panelsBelowName = async () =>
  (await readFile(join(ROOT, 'integrations/wordpress/includes/view.php'), 'utf8')).match(
    /PANELS_BELOW_NAME = '([^']+)'/,
  )[1];
