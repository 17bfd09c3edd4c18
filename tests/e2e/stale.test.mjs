// The card shows when a gateway could not verify its data: on a page that the server
// rendered, and on a shop's own page of another origin.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createInterface } from 'node:readline';
import { ROOT, launch, openPage, takeOver } from './support.mjs';

const GTIN = '09520000000004';
const RECORD = { data: { pool_id: 'p-1', general: { product_name: 'Milk' }, outer: { traded_unit_gtin: GTIN } } };

async function listening(handle) {
  const server = createServer(handle);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { address: `http://127.0.0.1:${server.address().port}`, end: () => server.close() };
}

/** A pool that knows one product, until it fails. */
async function pool() {
  const state = { fails: false };
  const server = await listening(({ url }, response) => {
    const [status, body] = state.fails
      ? [500, '{}']
      : url.startsWith('/v2/products/')
        ? [200, JSON.stringify(RECORD)]
        : [404, '{"errors":[]}'];
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  return Object.assign(state, server);
}

const TYPES = { '.js': 'text/javascript', '.wasm': 'application/wasm' };

/** A shop at its own origin: one page, beside the package's files. */
async function shop() {
  const state = { page: '' };
  const server = await listening(async ({ url }, response) => {
    if (!url.startsWith('/pkg/')) return response.writeHead(200, { 'content-type': 'text/html' }).end(state.page);
    const file = await readFile(join(ROOT, url)).catch(() => undefined);
    return response.writeHead(file ? 200 : 404, { 'content-type': TYPES[extname(url)] ?? 'text/plain' }).end(file);
  });
  return Object.assign(state, server);
}

/** A gateway that asks a pool each time, for pages of a shop. */
async function gatewayTo({ address }, { address: origin }) {
  const options = [
    'serve',
    '--upstream',
    address,
    '--upstream-token-file',
    'none',
    '--listen',
    '127.0.0.1:0',
    '--fresh',
    '0',
    '--rate',
    '0',
  ];
  const pages = [
    '--pages',
    '--script',
    '/pkg/card.js',
    '--static',
    `/pkg=${join(ROOT, 'pkg')}`,
    '--allow-origin',
    origin,
  ];
  const child = spawn(process.env.SERVER, [...options, ...pages], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, NO_PROXY: '127.0.0.1', PRODUCT_POOL_TEST_CONSTANTS: 'follow=0' },
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return { address: line, end: () => child.kill() };
}

const NOTICE = 'product-pool-card [data-notice="stale"]';

describe('what a gateway could not check', () => {
  let browser;
  let upstream;
  let market;
  let gateway;

  before(async () => {
    [browser, upstream, market] = await Promise.all([launch(), pool(), shop()]);
    gateway = await gatewayTo(upstream, market);
  });

  after(async () => {
    gateway?.end();
    upstream?.end();
    market?.end();
    await browser?.close();
  });

  /** Opens a page until it says no more that it could not be checked: a pool that failed is left alone for a while. */
  async function checked(open) {
    upstream.fails = false;
    for (let seen = 1; seen > 0;) {
      const page = await open();
      seen = await page.locator(NOTICE).count();
      await page.close();
    }
  }

  it('is said by a page of the server, in its own words and then in the reader’s', async () => {
    const path = `${gateway.address}/p/${GTIN}`;
    const open = async () => {
      const page = await openPage(browser, { javaScriptEnabled: false });
      await page.goto(path);
      await page.locator('product-pool-card .card').waitFor();
      return page;
    };
    await checked(open);
    upstream.fails = true;
    const plain = await open();
    assert.match(
      await plain.locator(NOTICE).innerText(),
      /supplier since \d{1,2} [A-Z][a-z]+ \d{4}, \d\d:\d\d UTC\. It may/,
    );
    await plain.close();
    const page = await openPage(browser, { locale: 'en-GB', timezoneId: 'Asia/Tokyo' });
    await page.goto(path);
    await takeOver(page);
    await page.locator(`${NOTICE.replace(' ', ' .mount ')}`).waitFor();
    const text = await page.locator(NOTICE).innerText();
    const { given, written } = await page.evaluate(() => {
      const given = JSON.parse(document.querySelector('[data-given="stale"]').textContent);
      return {
        given,
        written: new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' }).format(new Date(given)),
      };
    });
    assert.match(given, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    assert.ok(text.includes(`since ${written}.`), text);
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  it('is said by a card on a page of another origin, and no longer once it was checked', async () => {
    market.page = `<!doctype html><html lang="de"><script type="module" src="/pkg/card.js"></script>
      <product-pool-card loading="eager" gtin="${GTIN}" base-url="${gateway.address}"></product-pool-card>`;
    const open = async () => {
      const page = await openPage(browser);
      await page.goto(market.address);
      await page.locator('product-pool-card .mount .card[data-state="ready"]').waitFor();
      return page;
    };
    await checked(open);
    upstream.fails = true;
    const page = await open();
    assert.match(
      await page.locator(NOTICE).innerText(),
      /^Diese Angaben konnten seit .*\d{4}.* nicht beim Lieferanten geprüft werden/,
    );
    await page.close();
    await checked(open);
  });
});
