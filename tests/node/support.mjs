// What the tests of the package's client in Node share: the package, services
// made here, and what holds for every error.
//
// They want a built package (`cargo xtask build`); PACKAGE names the entry of
// another one.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, beforeEach } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { PATIENCE } from '../patience.mjs';
export { until } from '../patience.mjs';

/** The package's entry. */
export const ENTRY = process.env.PACKAGE
  ? pathToFileURL(process.env.PACKAGE)
  : new URL('../../pkg/dist/index.js', import.meta.url);

const names = new Set(Object.getOwnPropertyNames(globalThis));
export const pool = await import(ENTRY);
/** What importing the package has added to the global object. */
export const ADDED = Object.getOwnPropertyNames(globalThis).filter((name) => !names.has(name));

export const GTIN = '9520123456788';
export const TOKEN = 's3cret-token';

export function json(response, status, body, headers = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** A server at a free port of this machine, closed after the file's tests. */
export async function listen(handle) {
  const server = createServer(handle);
  // Else it hangs up while a long computation keeps a client from hearing of it.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, base: `http://127.0.0.1:${server.address().port}` };
}

/**
 * A service for the tests of one file: `asked` holds the requests as they
 * came, and `answer` is what the test at hand makes of them.
 */
export function service() {
  const it = {
    base: undefined,
    server: undefined,
    asked: [],
    /** How many requests are under way, and how many were at once. */
    under: 0,
    most: 0,
    answer: undefined,
    /** A client that tells of every failure at once. */
    client: (options = {}) => new pool.PoolClient({ baseUrl: it.base, token: TOKEN, maxRetries: 0, ...options }),
    urls: () => it.asked.map(({ url }) => url),
  };
  before(async () => {
    const made = await listen((request, response) => {
      it.asked.push({ url: request.url, headers: request.headers, method: request.method });
      it.under += 1;
      it.most = Math.max(it.most, it.under);
      response.once('close', () => {
        it.under -= 1;
      });
      it.answer(request, response);
    });
    Object.assign(it, made);
  });
  after(() => {
    it.server.closeAllConnections();
    it.server.close();
  });
  beforeEach(() => {
    it.asked = [];
    it.most = 0;
    it.answer = (_, response) => json(response, 500, {});
  });
  return it;
}

/** An address at which nobody listens. */
export async function nowhere() {
  const { server, base } = await listen(() => {});
  server.close();
  await once(server, 'close');
  return base;
}

/** The error of a call, after what holds for every error was checked. */
export async function errorOf(call, code, PoolError = pool.PoolError) {
  const error = await Promise.resolve()
    .then(call)
    .then(
      () => assert.fail(`no ${code} error`),
      (reason) => reason,
    );
  assert.ok(error instanceof PoolError && error instanceof Error, String(error?.stack ?? error));
  assert.equal(error.code, code, error.message);
  // `not_found` is a NotFoundError, and of no other class.
  const kinds = Object.entries(pool).filter(([name]) => name.endsWith('Error') && name !== 'isPoolError');
  const classes = kinds.filter(([, Class]) => error instanceof Class).map(([name]) => name);
  const own = code.replace(/(?:^|_)([a-z])/g, (_, letter) => letter.toUpperCase());
  if (PoolError === pool.PoolError) assert.deepEqual(new Set(classes), new Set(['PoolError', `${own}Error`]));
  assert.equal(error.name, 'PoolError');
  assert.ok(Array.isArray(error.errors));
  const shown = `${error} ${error.stack} ${JSON.stringify(error)} ${inspect(error)}`;
  assert.ok(!shown.includes(TOKEN), 'an error shows no token');
  assert.equal(JSON.parse(JSON.stringify(error)).code, code);
  assert.equal(JSON.parse(JSON.stringify(error)).message, error.message);
  return error;
}

/**
 * Lets every timer of the package end at once, for as long as the test runs,
 * and gives the list of the times they were set to.
 */
export function quickClock(t) {
  const waits = [];
  const own = globalThis.setTimeout;
  globalThis.setTimeout = (listener, milliseconds, ...rest) => {
    // Node's fetch has timers too.
    const isOurs = new Error().stack.includes('wasm');
    if (isOurs) waits.push(milliseconds);
    return own(listener, isOurs ? 0 : milliseconds, ...rest);
  };
  t.after(() => {
    globalThis.setTimeout = own;
  });
  return waits;
}

/** No timeout, so that the only timers are waits between attempts. */
export const ENDLESS = { timeoutMs: Infinity, totalTimeoutMs: Infinity };

/** Fixes what the package takes for chance, for as long as the test runs. */
export function chance(t, number) {
  const own = Math.random;
  Math.random = () => number;
  t.after(() => {
    Math.random = own;
  });
}

/** The package anew: modules whose WebAssembly has not been loaded. */
export async function fresh() {
  const folder = await mkdtemp(join(tmpdir(), 'product-pool-'));
  after(() => rm(folder, { recursive: true }));
  const from = fileURLToPath(ENTRY);
  await cp(dirname(from), folder, { recursive: true });
  return import(pathToFileURL(join(folder, from.slice(dirname(from).length))));
}

/**
 * Runs a program of its own, which ends by itself or never: nothing in it may
 * call `process.exit`. It has `pool`, the package, and `BASE`, a base URL.
 */
export async function program(text, { base, flags = [] } = {}) {
  const head = `
    const pool = await import(${JSON.stringify(ENTRY.href)});
    const BASE = ${JSON.stringify(base ?? '')};
    const { setTimeout: sleep } = await import('node:timers/promises');
  `;
  const child = spawn(process.execPath, [...flags, '--input-type=module', '-e', head + text], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const out = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) {
    child[name].setEncoding('utf8').on('data', (text) => {
      out[name] += text;
    });
  }
  const limit = setTimeout(() => child.kill('SIGKILL'), PATIENCE);
  const [code, signal] = await once(child, 'close');
  clearTimeout(limit);
  assert.equal(signal, null, `the program did not end: ${out.stdout}${out.stderr}`);
  assert.equal(code, 0, out.stderr);
  return out;
}
