// The real server, for the tests that want one: run on a catalogue of its own,
// written to while it runs, and reached through a network that fails.
//
// `cargo xtask test e2e` sets the variables read here.

import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as ask } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { listen } from './support.mjs';

const run = promisify(execFile);

const { SERVER } = process.env;

/** For a test's option `skip`: what is missing, or false. */
export const WITHOUT_SERVER = SERVER ? false : 'SERVER names no product-pool-server: run cargo xtask test e2e';

/** The token of every seeded catalogue. */
export const DEMO = 'demo';

/** A server over so many products, gone when the test is over. */
export async function start(t, products) {
  const folder = await mkdtemp(join(tmpdir(), 'product-pool-'));
  const db = join(folder, 'catalogue.db');
  await run(SERVER, ['seed', '--demo', '--products', String(products), '--db', db]);
  const child = spawn(SERVER, ['serve', '--db', db, '--listen', '127.0.0.1:0', '--log', 'error'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(async () => {
    child.kill();
    await once(child, 'exit');
    await rm(folder, { recursive: true });
  });
  const [base] = await once(createInterface(child.stdout), 'line');
  let files = 0;
  /** Imports these records at one go. */
  const write = async (records) => {
    files += 1;
    const file = join(folder, `${files}.ndjson`);
    await writeFile(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    await run(SERVER, ['import', file, '--db', db]);
  };
  return { base, write };
}

/** Numbers from 0 to 1 that follow from a seed: the same on every machine. */
export function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The ways in which a request fails on the way. */
const FAILURES = {
  503: (_, response) => response.writeHead(503).end('{"errors":[]}'),
  429: (_, response) => response.writeHead(429, { 'retry-after': '0' }).end('slow down'),
  reset: (request) => request.socket.resetAndDestroy(),
  lost: (request, _response, _answer) => request.socket.destroy(),
  truncated: (_, response, { status, headers, body }) => {
    response.writeHead(status, { ...headers, 'content-length': body.length });
    response.write(body.subarray(0, body.length / 2), () => response.destroy());
  },
};

/**
 * A network to a server: the given share of requests fails, after the server
 * has answered them. `rewrite` may change the address asked for.
 */
export async function network(t, base, { share, seed, rewrite = (url) => url }) {
  const chance = random(seed);
  const counts = { requests: 0, failed: 0 };
  const { server, base: address } = await listen((request, response) => {
    counts.requests += 1;
    const fails = chance() < share;
    const names = Object.keys(FAILURES);
    const name = names[Math.floor(chance() * names.length)];
    const { accept, authorization } = request.headers;
    const onwards = ask(new URL(rewrite(request.url), base), { headers: { accept, authorization } });
    onwards.on('response', async (answer) => {
      const body = Buffer.concat(await answer.toArray());
      const { 'content-type': type } = answer.headers;
      const whole = { status: answer.statusCode, headers: { 'content-type': type }, body };
      if (response.destroyed) return;
      if (fails) {
        counts.failed += 1;
        counts[name] = (counts[name] ?? 0) + 1;
        FAILURES[name](request, response, whole);
      } else {
        response.writeHead(whole.status, whole.headers).end(body);
      }
    });
    onwards.on('error', (error) => assert.fail(error));
    onwards.end();
  });
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { base: address, counts };
}
