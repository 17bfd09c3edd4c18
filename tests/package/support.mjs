// What the tests of the packed package share: a service to ask, fresh projects
// with the tarball installed, servers of files, and a browser.
// `cargo xtask test package` sets TARBALL, NPM, CHROMIUM and CHROMIUM_FLAGS; for the crate also CRATE, TRUNK
// and TARGET (where it is compiled), and what describes the real server.

import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, extname, join, normalize } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { startChromium } from '../chromium.mjs';
import { PATIENCE } from '../patience.mjs';

export const TARBALL = process.env.TARBALL;
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const TOOLS = fileURLToPath(new URL('node_modules', import.meta.url));
export const GTIN = '9520123456788';
export const NAME = 'Tomato & basil soup – 6 × 400 g';

const NPM = process.env.NPM ?? 'npm';
const FLAGS = process.env.CHROMIUM_FLAGS ?? '--headless=new --no-sandbox --disable-gpu';

/** What is undone, last first, when the tests of a file are over. */
const undone = [];
after(async () => {
  for (const undo of undone.reverse()) await undo();
});

/** Runs a program to its end; its words are part of the error if it fails. */
export async function run(program, args, options = {}) {
  try {
    return await promisify(execFile)(program, args, { maxBuffer: 1 << 26, ...options });
  } catch (error) {
    throw new Error(`${program} ${args.join(' ')}: ${error.message}\n${error.stdout}\n${error.stderr}`, {
      cause: error,
    });
  }
}

/** Starts a server; gives its address and ends it with the tests of the file. */
export async function listen(answer) {
  const server = createServer((request, response) => {
    Promise.resolve(answer(request, response)).catch((error) => {
      response.writeHead(500).end(String(error));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  undone.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${server.address().port}`;
}

/** A service that has one product, for pages of any origin. */
export function startService() {
  return listen((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'authorization');
    if (request.method === 'OPTIONS') return response.writeHead(204).end();
    const { pathname, searchParams } = new URL(request.url, 'http://service');
    if (pathname === '/v2/products') {
      const page = Number(searchParams.get('cursor') ?? 1);
      const next = page < 3 ? String(page + 1) : null;
      return response.end(JSON.stringify({ next, data: [{ pool_id: `p${page}` }] }));
    }
    const known = request.url === `/v2/products/gtin/${GTIN}` && request.headers.authorization === 'Bearer demo';
    response.writeHead(known ? 200 : 404, { 'content-type': 'application/json' });
    const product = { pool_id: 'p1', gtin: GTIN, general: { product_name: NAME } };
    return response.end(JSON.stringify(known ? { data: product } : { errors: [] }));
  });
}

/** A folder that goes with the tests of the file. */
export async function makeFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'product-pool-package-'));
  undone.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

const MANIFEST = { name: 'a-shop', private: true, version: '1.0.0' };

/** The packages of a project in which npm has installed the tarball. */
async function install() {
  assert.ok(TARBALL, 'TARBALL names the packed package');
  const folder = await makeFolder();
  await write(folder, { 'package.json': JSON.stringify(MANIFEST) });
  await run(NPM, ['install', '--no-audit', '--no-fund', '--offline', TARBALL], { cwd: folder });
  return join(folder, 'node_modules');
}
let installed;

/** A fresh project with the tarball installed, and with `files`: npm does that once for a test file. */
export async function makeProject(files = {}, manifest = {}) {
  const folder = await makeFolder();
  const dependencies = { 'product-pool': `file:${TARBALL}` };
  await write(folder, { 'package.json': JSON.stringify({ ...MANIFEST, dependencies, ...manifest }), ...files });
  await cp(await (installed ??= install()), join(folder, 'node_modules'), { recursive: true });
  return folder;
}

export async function write(folder, files) {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

export const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
};

/**
 * Serves a folder. `headers` go with every answer, `types` are content types by
 * the file's ending; `asked` gathers the paths that were asked for.
 */
export async function serve(folder, { headers = {}, types = {}, asked = [] } = {}) {
  return listen(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://files');
    asked.push(pathname);
    const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    const type = types[extname(path)] ?? TYPES[extname(path)] ?? 'application/octet-stream';
    try {
      const body = await readFile(join(folder, normalize(path)));
      response.writeHead(200, { 'content-type': type, ...headers }).end(body);
    } catch {
      response.writeHead(404, { 'content-type': 'text/plain', ...headers }).end('not found');
    }
  });
}

/** Starts a program that serves, and gives the first address, or other thing, that it tells. */
export async function startProgram(program, args, options, pattern = /https?:\/\/[\w.]+:\d+/) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true, ...options });
  undone.push(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    // The whole group: some such programs start others.
    process.kill(-child.pid, 'SIGKILL');
    await ended;
  });
  let said = '';
  return new Promise((resolve, reject) => {
    const hear = (chunk) => {
      said += chunk;
      // Colours stand between an address and its port.
      const address = said.replace(/\x1b\[[\d;]*m/g, '').match(pattern);
      if (address) resolve(address[1] ?? address[0]);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`${program} ended with ${code}: ${said}`)));
  });
}

export async function launch() {
  const browser = await startChromium(chromium, {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: FLAGS.split(' '),
  });
  undone.push(() => browser.close());
  return browser;
}

/** What a page's script does with the client; the outcome is the page's title. */
export const useClient = (service) => `
  new PoolClient({ baseUrl: '${service}', token: 'demo', dangerouslyAllowBrowser: true })
    .getProductByGtin('${GTIN}')
    .then((product) => product.general.product_name, (error) => 'failed: ' + error.message)
    .then((title) => { document.title = title; });
`;

export const PAGE = (head) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,">${head}</head><body></body></html>`;

/**
 * Opens a page and waits until its script has set a title. Gives the page,
 * with `problems`: what the console called an error, and uncaught exceptions.
 */
export async function open(browser, address) {
  const page = await browser.newPage();
  page.problems = [];
  page.on('pageerror', (error) => page.problems.push(`uncaught: ${error}`));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      page.problems.push(`${message.text()} ${message.location().url}`);
  });
  await page.goto(address);
  await page
    .waitForFunction(() => document.title !== '', undefined, { timeout: PATIENCE })
    .catch((error) => {
      throw new Error(`${address} came to nothing: ${page.problems.join('\n')}`, { cause: error });
    });
  return page;
}

/** The page shows the product, and nothing went wrong on the way. */
export async function assertShown(browser, address, allowed = []) {
  const page = await open(browser, address);
  assert.equal(await page.title(), NAME, page.problems.join('\n'));
  const wrong = page.problems.filter((text) => !allowed.some((pattern) => pattern.test(text)));
  assert.deepEqual(wrong, []);
  await page.close();
}

/** The service has no pictures of its product. */
const NO_PICTURES = /\/v2\/images\/p1(\/feature)?$/;

/** The page's card shows the product of the service, and nothing went wrong on the way. */
export async function assertCardShown(page, allowed = []) {
  await page
    .getByRole('heading', { name: NAME })
    .waitFor({ timeout: PATIENCE })
    .catch((error) => {
      throw new Error(`no card: ${page.problems.join('\n')}`, { cause: error });
    });
  const wrong = page.problems.filter((text) => ![NO_PICTURES, ...allowed].some((pattern) => pattern.test(text)));
  assert.deepEqual(wrong, []);
}
