// Shared by the browser tests: the browser, pages that keep a list of what
// went wrong in them, and the project's files served under an address without
// a server. `cargo xtask test e2e` sets the variables read here.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { esbuild } from '../../xtask/js/imports.mjs';
import { chromium } from 'playwright-core';
import { startChromium } from '../chromium.mjs';
import { PATIENCE, until } from '../patience.mjs';
export { freePort } from '../ports.mjs';

// Servers of tests keep nothing for the next one, whoever starts the tests.
process.env.PRODUCT_POOL_STATE ??= 'none';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const BASE_URL = process.env.BASE_URL ?? 'http://127.0.0.1:8080';
/** The gateway in front of that service, with the shop and the playground. */
export const DEMO_URL = process.env.DEMO_URL ?? BASE_URL;
export const TOKEN = process.env.TOKEN ?? 'demo';

const FLAGS = process.env.CHROMIUM_FLAGS ?? '--headless=new --no-sandbox --disable-gpu';

export function launch({ args = [], ...options } = {}) {
  return startChromium(chromium, {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [...FLAGS.split(' '), ...args],
    ...options,
  });
}

/** A page whose `problems` gathers console errors and uncaught exceptions. */
export async function openPage(browser, options = {}) {
  const page = await browser.newPage(options);
  page.setDefaultTimeout(PATIENCE);
  page.problems = [];
  page.pending = new Set();
  page.on('request', (request) => page.pending.add(request));
  for (const end of ['requestfinished', 'requestfailed']) page.on(end, (request) => page.pending.delete(request));
  page.on('pageerror', (error) => page.problems.push(`uncaught: ${error}`));
  page.on('console', (message) => {
    if (message.type() === 'error') page.problems.push(message.text());
  });
  return page;
}

const TYPES = {
  '.js': 'text/javascript',
  '.html': 'text/html',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

const ENTRIES = ['auto.js', 'card.js', 'changes-view.js', 'index.js', 'label.js', 'matrix.js', 'scanner.js'];

/**
 * What a page loads of pkg/dist in few files, by path: a request that a test answers takes more time than
 * a module. What is loaded later, and what is built, stays apart.
 */
const bundles = async () => {
  const later = ['browser', 'drawn', 'fallback', 'json-ld', 'later', 'print'].map((name) => `src/card/${name}.js`);
  const { outputFiles } = await esbuild(ROOT).build({
    absWorkingDir: join(ROOT, 'pkg/dist'),
    entryPoints: [...ENTRIES, ...later],
    bundle: true,
    format: 'esm',
    // Entries have parts by imports without names.
    ignoreAnnotations: true,
    outdir: '.',
    splitting: true,
    write: false,
    plugins: [
      {
        name: 'built',
        setup({ onLoad, onResolve }) {
          onResolve({ filter: /^\.\.\/\.\.\/(wasm|lang)\// }, ({ path }) => ({
            path: path.replace('../..', '/pkg/dist'),
            external: true,
          }));
          // esbuild leaves addresses in `new URL(…)` alone.
          onLoad({ filter: /\/src\/(wasm|label)\/[\w-]+\.js$/ }, async ({ path }) => ({
            contents: (await readFile(path, 'utf8')).replaceAll('new URL("../../', 'new URL("/pkg/dist/'),
          }));
        },
      },
    ],
  });
  return Object.fromEntries(outputFiles.map(({ path, text }) => [path.slice(ROOT.length - 1), text]));
};
let bundled;

/** The project's file of this path, or a bundle of it and what it imports. */
export const contentOf = async (path) => (await (bundled ??= bundles()))[path] ?? readFile(join(ROOT, normalize(path)));

/**
 * Stops a page's clock, a minute ahead of what it shows: until then it goes on while the page loads, and
 * afterwards only the test moves it.
 */
export const freeze = async (page) => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);

/** Waits until the page has been told what is in sight, which no clock of a test does. */
const seen = (page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const observer = new IntersectionObserver(() => {
          observer.disconnect();
          resolve();
        });
        observer.observe(document.documentElement);
      }),
  );

/**
 * Lets time pass on a page until something is so. It stands until the page has requested what is due, and
 * while an answer is on its way, or a slow machine would end each request by its time limit.
 */
export const pass = (page, condition, step = 1_000) =>
  until(async () => {
    if (page.pending.size === 0) {
      await page.clock.runFor(step);
      await seen(page);
    }
    return condition();
  });

/** An address that leads nowhere but to what `serveFiles` answers. */
export const NOWHERE = 'http://shop.test';

/**
 * Answers requests of the page to NOWHERE: `files` by path, else the project's
 * own file. A file that is null is not found. `headers` go with each answer.
 */
export async function serveFiles(page, files = {}, headers = {}) {
  await page.route(`${NOWHERE}/**`, async (route) => {
    const path = new URL(route.request().url()).pathname;
    // It draws no cards, and says so without an error on the console.
    if (/^(\/pool)?\/drawn\//.test(path)) return route.fulfill({ status: 204, headers });
    try {
      const body = path in files ? files[path] : await contentOf(path);
      if (body === null) throw new Error('left out');
      const contentType = TYPES[extname(path)] ?? 'text/html';
      await route.fulfill({ body, contentType, headers });
    } catch {
      await route.fulfill({ status: 404, body: 'not found', contentType: 'text/plain' });
    }
  });
}

/**
 * Answers requests for the pool's pictures. To a browser a page that a test answers is not on this
 * machine, and may not request anything there.
 */
export const servePictures = (page) =>
  page.route(`${BASE_URL}/images/**`, (route) =>
    route.fulfill({ body: '<svg xmlns="http://www.w3.org/2000/svg"/>', contentType: 'image/svg+xml' }),
  );

/** Makes the cards that a server drew the elements' own: with messages, each draws by WebAssembly. */
export const takeOver = (page) =>
  page.locator('product-pool-card').evaluateAll((cards) => cards.forEach((card) => (card.messages = {})));

/** Starts the program that `cargo xtask test e2e` has built, over its catalogue, with pages. */
export const servePages = (...more) => servePagesAt(0, ...more);

/** The same on a port, for what needs the address before the start: `--base-url`. */
export async function servePagesAt(port, ...more) {
  const { SERVER, CATALOGUE } = process.env;
  const options = ['serve', '--db', CATALOGUE, '--listen', `127.0.0.1:${port}`, '--pages', ...more];
  const server = spawn(SERVER, options, { stdio: ['ignore', 'pipe', 'ignore'] });
  const [address] = await once(createInterface({ input: server.stdout }), 'line');
  return { address, end: () => server.kill() };
}

/** One of the nine operations, as a plain client would call it. */
export function call(path, token = TOKEN) {
  const headers = { Accept: 'application/json' };
  if (token) headers.Authorization = `Bearer ${token}`;
  return fetch(`${BASE_URL}${path}`, { headers });
}

/** The entries of the showcase by key. */
export async function readShowcase() {
  const list = JSON.parse(await readFile(join(ROOT, 'www/showcase.json'), 'utf8'));
  return new Map(list.map((entry) => [entry.key, entry]));
}

/**
 * Checks that the messages on a console match these patterns, in alphabetical order, and
 * that there are no others. Messages to developers come a moment after what is shown.
 */
export async function assertReports(messages, patterns) {
  const end = Date.now() + 10_000;
  while (messages().length < patterns.length && Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const found = [...messages()].sort();
  assert.equal(found.length, patterns.length, found.join('\n'));
  for (const [at, text] of found.entries()) assert.match(text, patterns[at]);
}
