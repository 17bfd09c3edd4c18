// The two lines of the README: a gateway that serves the packed files, and a plain page. What that page
// requests is counted.

import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { before, test } from 'node:test';
import { makeAssets } from '../../xtask/js/assets.mjs';
import { BARCODE } from './setups.mjs';
import { PAGE, TARBALL, launch, listen, makeFolder, startProgram } from './support.mjs';

/** The most that the page may load until its card is shown, and in all, compressed, in bytes, without pictures. */
const LIMITS = { shown: 27_500, all: 37_000 };

/** What a page loads once its card is shown. */
const LATER = '/assets/RELEASE/card-later.js';

let browser;
let gateway;
let other;
before(async () => {
  browser = await launch();
  // As it was packed, with what only a gateway serves.
  const dist = join(dirname(TARBALL), 'package/dist');
  const assets = await makeFolder();
  await makeAssets(dist, assets, { version: '0.1.0', quality: 9 });
  const { SERVER, BASE_URL, TOKEN } = process.env;
  const options = ['--pages', '--assets', assets, '--allow-origin', '*', '--rate', '0', '--log', 'error'];
  const start = () =>
    startProgram(SERVER, ['serve', '--listen', '127.0.0.1:0', '--upstream', BASE_URL, ...options], {
      env: { ...process.env, NO_PROXY: '127.0.0.1', PRODUCT_POOL_UPSTREAM_TOKEN: TOKEN },
    });
  [gateway, other] = await Promise.all([start(), start()]);
});

/** Loads a page of a shop with this markup; returns the requests to the gateways, without pictures. */
async function load(markup) {
  const shop = await listen((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE(markup)),
  );
  const page = await browser.newPage();
  const problems = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(String(error)));
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const loaded = new Map();
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const { origin, pathname } = new URL(response.url);
    if ([gateway, other].includes(origin) && !/\.(svg|png|webp|jpe?g)$/.test(pathname))
      loaded.set(requestId, { origin, path: pathname, bytes: 0 });
  });
  // Without headers.
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    if (loaded.has(requestId)) loaded.get(requestId).bytes += encodedDataLength;
  });
  await page.goto(shop);
  await page.waitForFunction(() =>
    Array.from(document.querySelectorAll('product-pool-card')).every((card) =>
      card.shadowRoot?.querySelector('[data-panel="allergens"]'),
    ),
  );
  await page.waitForLoadState('networkidle');
  await page.close();
  assert.deepEqual(problems, []);
  return [...loaded.values()];
}

const LINES = (more = '') =>
  `<script type="module" src="${gateway}/card.js"></script><product-pool-card gtin="${BARCODE}"${more}></product-pool-card>`;

/** How many of some requests are for paths with this part. */
const countOf = (loaded, part) => loaded.filter(({ path }) => path.includes(part)).length;

test('two lines are all that a page needs, and load the card that the gateway draws', async (context) => {
  // On a slow machine an answer may be renewed by now.
  const loaded = (await load(LINES())).filter(({ path }, at, all) => all.findIndex((it) => it.path === path) === at);
  const names = loaded.map(({ path }) => path.replace(/[0-9a-f]{16}/, 'RELEASE'));
  assert.deepEqual(names, ['/card.js', `/drawn/gtin/${BARCODE}`, LATER], 'three steps');
  const sum = (all) => all.reduce((sum, { bytes }) => sum + bytes, 0);
  const sums = { shown: sum(loaded.filter((_, at) => names[at] !== LATER)), all: sum(loaded) };
  context.diagnostic(`${JSON.stringify(sums)}: ${loaded.map(({ path, bytes }) => `${path} ${bytes}`).join(', ')}`);
  for (const [what, limit] of Object.entries(LIMITS)) assert.ok(sums[what] <= limit, `${what}: ${sums[what]} bytes`);
});

test('the browser draws where the page wants that', async () => {
  const loaded = await load(LINES(' rendering="browser"'));
  assert.deepEqual([countOf(loaded, '/drawn/'), countOf(loaded, '/card-browser.js')], [0, 1]);
});

test('a page that preloads the script and its card loads each once', async () => {
  const query = 'lang=en-GB&variant=full&panels=&heading-level=&density=comfortable'.replaceAll('&', '&amp;');
  const loaded = await load(`<link rel="modulepreload" href="${gateway}/card.js">
    <link rel="preload" as="fetch" crossorigin href="${gateway}/drawn/gtin/${BARCODE}?${query}">${LINES()}`);
  assert.deepEqual([countOf(loaded, '/card.js'), countOf(loaded, '/drawn/')], [1, 1]);
});

test('cards that name another gateway ask that, with its script beside the first', async () => {
  const loaded = await load(`${LINES()}<script type="module" src="${other}/card.js"></script>
    <product-pool-card gtin="${BARCODE}" base-url="${other}" loading="eager"></product-pool-card>`);
  const drawn = loaded.filter(({ path }) => path.startsWith('/drawn/')).map(({ origin }) => origin);
  assert.deepEqual(drawn.sort(), [gateway, other].sort());
});

test('below a path of a proxy, the scripts find their gateway there', async () => {
  const paths = [];
  const proxy = await listen(async (request, response) => {
    paths.push(request.url.replace(/\?.*/, ''));
    if (!request.url.startsWith('/food/')) return response.writeHead(404).end();
    const answer = await fetch(gateway + request.url.slice('/food'.length));
    const headers = { 'access-control-allow-origin': '*', 'content-type': answer.headers.get('content-type') ?? '' };
    return response.writeHead(answer.status, headers).end(Buffer.from(await answer.arrayBuffer()));
  });
  const shop = await listen((_, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(PAGE(`<script type="module" src="${proxy}/food/card.js"></script><product-pool-card gtin="${BARCODE}">`)),
  );
  const page = await browser.newPage();
  await page.goto(shop);
  await page.locator('product-pool-card [data-panel="allergens"]').waitFor();
  await page.close();
  assert.ok(paths.includes(`/food/drawn/gtin/${BARCODE}`), paths.join());
  assert.deepEqual(
    paths.filter((path) => !path.startsWith('/food/')),
    [],
  );
});

test('the pinned script is verified by its hash', async () => {
  const text = await (await fetch(`${gateway}/card.js`)).text();
  const [, script] = /^\/\/ Pinned: (<script.*<\/script>)$/m.exec(text);
  assert.match(script, /integrity="sha256-[^"]+"/);
  const loaded = await load(script.replace('src=".', `src="${gateway}`) + LINES().replace(/<script.*<\/script>/, ''));
  assert.ok(loaded.some(({ path }) => path.endsWith('/gateway/card.js')));
  assert.ok(
    loaded.some(({ path }) => path.startsWith('/drawn/')),
    'its gateway draws',
  );
});
