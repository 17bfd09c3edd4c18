// A pool, whose records a test changes, and two gateways in a chain before it.

import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { ROOT } from '../e2e/support.mjs';
import { freePort } from '../ports.mjs';

const { SERVER, CATALOGUE, TOKEN = 'demo' } = process.env;

/** A server with its own address for probes; what it says of its errors is shown. */
async function serve(...options) {
  const ops = `127.0.0.1:${await freePort()}`;
  const child = spawn(SERVER, ['serve', '--log', 'error', '--ops-listen', ops, ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PRODUCT_POOL_UPSTREAM_TOKEN: TOKEN, PRODUCT_POOL_STATE: 'none' },
  });
  const [url] = await once(createInterface({ input: child.stdout }), 'line');
  return { url, ops: `http://${ops}`, end: () => child.kill() };
}

/** A pool, a gateway before it, and one before that, which the shop asks. */
export async function startChain() {
  const folder = await mkdtemp(join(tmpdir(), 'product-pool-chain-'));
  const catalogue = join(folder, 'catalogue.db');
  await cp(CATALOGUE, catalogue);
  const pool = await serve('--db', catalogue, '--listen', '127.0.0.1:0');
  const first = await serve('--upstream', pool.url, '--rate', '0', '--listen', '127.0.0.1:0');
  const port = await freePort();
  const script = ['--script', '/pkg/dist/card.js', '--static', `/pkg=${join(ROOT, 'pkg')}`];
  const pages = ['--listen', `127.0.0.1:${port}`, '--base-url', `http://127.0.0.1:${port}`, '--allow-origin', '*'];
  const second = await serve('--upstream', first.url, '--rate', '0', ...pages, ...script);
  const records = {};
  return {
    port,
    url: second.url,
    /** Lets records of the pool have another status, and purges the gateways, from the pool outwards. */
    async publish(status, ...gtins) {
      for (const gtin of gtins) {
        const headers = { Authorization: `Bearer ${TOKEN}` };
        records[gtin] ??= (await (await fetch(`${pool.url}/v2/products/gtin/${gtin}`, { headers })).json()).data;
        const file = join(folder, 'record.json');
        await writeFile(file, JSON.stringify([{ ...records[gtin], status }]));
        execFileSync(SERVER, ['import', '--db', catalogue, file], { stdio: ['ignore', 'ignore', 'inherit'] });
        await promisify(execFile)(SERVER, ['purge', '--gtin', gtin, first.ops, second.ops]);
      }
    },
    async end() {
      for (const { end } of [second, first, pool]) end();
      await rm(folder, { recursive: true });
    },
  };
}
