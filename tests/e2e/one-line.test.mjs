// A gateway's own scripts: pages that have one line of script, and nothing to configure.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { atNight, some } from '../drawn.mjs';
import { ROOT, assertReports, launch, openPage, takeOver } from './support.mjs';

const GTIN = '09520000000004';
const OTHER = '09520000001001';
const MISSING = '09520000199999';

let browser;
let pool;
let gateway;
let shop;

/** Starts the program that was built, and gives its address. */
async function start(args, env = {}) {
  const options = { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, NO_PROXY: '127.0.0.1', ...env } };
  const child = spawn(
    process.env.SERVER,
    ['serve', '--log', 'error', ...(args.includes('--listen') ? [] : ['--listen', '127.0.0.1:0']), ...args],
    options,
  );
  const [address] = await once(createInterface({ input: child.stdout }), 'line');
  return { address, end: () => child.kill() };
}

before(async () => {
  pool = await start(['--db', process.env.CATALOGUE]);
  shop = createServer((request, response) => {
    const [path] = request.url.split('?');
    response.writeHead(200, { 'content-type': 'text/html', ...shop.headers[path] }).end(shop.pages[path] ?? '');
  });
  shop.pages = {};
  shop.headers = {};
  await once(shop.listen(0, '127.0.0.1'), 'listening');
  shop.address = `http://127.0.0.1:${shop.address().port}`;
  // Nothing listens there yet.
  const free = createServer();
  await once(free.listen(0, '127.0.0.1'), 'listening');
  const address = `127.0.0.1:${free.address().port}`;
  await new Promise((resolve) => free.close(resolve));
  const pages = [
    '--listen',
    address,
    '--base-url',
    `http://${address}`,
    '--script',
    '/pkg/dist/card.js',
    '--static',
    `/pkg=${join(ROOT, 'pkg')}`,
  ];
  gateway = await start(['--upstream', pool.address, '--rate', '0', '--allow-origin', shop.address, ...pages], {
    PRODUCT_POOL_UPSTREAM_TOKEN: 'demo',
  });
  // Before its index is complete, a gateway says of no product that it is missing.
  while ((await fetch(`${gateway.address}/v2/products/gtin/${MISSING}`)).status !== 404) await setTimeout(100);
  browser = await launch();
});

after(async () => {
  await browser?.close();
  gateway?.end();
  pool?.end();
  shop?.close();
});

const PAGE = (body) =>
  `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,"><body>${body}</body></html>`;

/** A page of the shop; its requests to the gateway are in `page.paths`, and its events in `events`. */
async function open(path, body) {
  shop.pages[path] = PAGE(body);
  const page = await openPage(browser);
  page.paths = [];
  page.said = [];
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin === gateway.address && !pathname.startsWith('/pkg/')) page.paths.push(pathname);
  });
  await page.addInitScript(() => {
    globalThis.events = [];
    for (const name of ['load', 'error']) {
      addEventListener(`product-pool-${name}`, ({ detail }) => events.push([name, detail]));
    }
  });
  page.on('console', (message) => message.text().startsWith('product-pool:') && page.said.push(message.text()));
  await page.goto(shop.address + path);
  return page;
}

const script = (name) => `<script type="module" src="${gateway.address}/${name}"></script>`;
const allergens = (page) => page.locator('product-pool-card [data-panel="allergens"]');

describe('the script of a gateway', () => {
  it('shows its cards, hides what it does not have, and says who they are', async () => {
    const page = await open(
      '/card',
      `${script('card.js')}<product-pool-card gtin="${GTIN}"></product-pool-card>
      <product-pool-card id="kettle" gtin="${MISSING}" loading="eager" hide-missing>A kettle</product-pool-card>
      <product-pool-card id="gone" gtin="${MISSING}" loading="eager"><a href="/pdf">PDF</a></product-pool-card>`,
    );
    await allergens(page).waitFor();
    await page.waitForFunction(() => events.length === 3);
    const [, detail] = (await page.evaluate(() => events)).find(([name]) => name === 'load');
    assert.deepEqual([detail.gtin, detail.gtins[0], detail.name], [GTIN, GTIN, 'Prawn Pad Thai']);
    const kettle = page.locator('#kettle');
    assert.equal(await kettle.evaluate((card) => card.getBoundingClientRect().height), 0);
    // Developers hear of it, once for all that are missing.
    await assertReports(() => page.said, [/no product with the GTIN \d+, neither on a case nor on a unit/]);
    // Another one is said to be missing, in the gateway's words, above what the page has.
    const gone = page.locator('#gone');
    await gone.locator('.card[data-state="not-found"]').waitFor();
    assert.ok(await gone.getByText('PDF').isVisible());
    // It is shown again once it names a product.
    await kettle.evaluate((card, gtin) => (card.gtin = gtin), OTHER);
    await kettle.locator('[data-panel="allergens"]').waitFor();
    // Nothing was drawn by the browser, and no record requested.
    const drawn = (gtin) => `/drawn/gtin/${gtin}`;
    assert.deepEqual(page.paths.sort(), ['/card.js', drawn(GTIN), drawn(MISSING), drawn(OTHER)].sort());
    await page.close();
  });
});

it('works under the policy that the documentation has', async () => {
  const document = await readFile(join(ROOT, 'docs/browsers.md'), 'utf8');
  const [policy] = /^default-src .*$/m.exec(document);
  shop.headers['/policy'] = {
    'content-security-policy': policy
      .replaceAll('https://products.shop.example', gateway.address)
      .replaceAll('https://images.pool.example', pool.address),
  };
  const tags = `${script('card.js')}${script('matrix.js')}`;
  const page = await open(
    '/policy',
    `${tags}<product-pool-card gtin="${GTIN}"></product-pool-card><product-pool-matrix gtins="${GTIN} ${OTHER}">`,
  );
  await allergens(page).waitFor();
  await page.locator('product-pool-matrix [data-status="contains"]').first().waitFor();
  // In its own way, by WebAssembly, with the pool's picture.
  await takeOver(page);
  await page.locator('product-pool-card .mount [data-panel="allergens"]').waitFor();
  await page
    .locator('product-pool-card img')
    .first()
    .evaluate((image) => image.decode());
  assert.deepEqual(
    page.problems.filter((text) => !text.includes('data:,')),
    [],
  );
  await page.close();
});

describe('the script that places cards', () => {
  const described = (gtin, id = 'data') =>
    `<script type="application/ld+json" id="${id}">${JSON.stringify({ '@type': 'Product', name: 'It', gtin })}</script>`;

  it('follows the structured data and the address', async () => {
    const auto = script('auto.js?after=h1&amp;variant=summary&amp;ver=6.1');
    const page = await open('/auto', `<h1>It</h1><p>Price</p>${described(GTIN)}${auto}`);
    const card = page.locator('h1 + product-pool-card');
    await card.locator('[data-panel="allergens"]').waitFor();
    const shown = () => page.evaluate(() => document.querySelector('product-pool-card')?.getAttribute('gtin') ?? null);
    assert.deepEqual(
      await card.evaluate((it) =>
        Object.fromEntries(it.getAttributeNames().map((name) => [name, it.getAttribute(name)])),
      ),
      { variant: 'summary', gtin: GTIN, 'hide-missing': '' },
    );
    /** The GTIN that is shown once the changes of a turn are seen. */
    const after = async (act, argument) => {
      await page.evaluate(act, argument);
      return shown();
    };
    const describe = (gtin) =>
      (document.querySelector('#data').textContent = JSON.stringify({ '@type': 'Product', gtin }));
    // Another variant: by its data, and by its address alone until the data follows.
    assert.equal(await after(describe, OTHER), OTHER);
    assert.equal(await after(describe, GTIN), GTIN);
    assert.equal(await after(() => history.replaceState(null, '', '?variant=2')), null);
    assert.equal(await after(() => document.body.append('something else')), null);
    assert.equal(
      await after(() =>
        document.head.insertAdjacentHTML(
          'beforeend',
          '<script type="application/ld+json">{"@type":"WebSite"}<' + '/script>',
        ),
      ),
      null,
    );
    assert.equal(await after(describe, OTHER), OTHER);
    // Back to what that address was found to have: not with the data of the other.
    assert.equal(await after(() => history.replaceState(null, '', '/auto')), null);
    assert.equal(await after(describe, GTIN), GTIN);
    // Both at once, in either order.
    assert.equal(
      await after((gtin) => {
        document.querySelector('#data').textContent = JSON.stringify({ '@type': 'Product', gtin });
        history.pushState(null, '', '?variant=3');
      }, OTHER),
      OTHER,
    );
    assert.equal(
      await after((gtin) => {
        history.pushState(null, '', '?variant=4');
        document.querySelector('#data').textContent = JSON.stringify({ '@type': 'Product', gtin });
      }, GTIN),
      GTIN,
    );
    // What is no other product: a place on the page, and where the visitor came from.
    const node = await page.locator('product-pool-card').elementHandle();
    assert.equal(await after(() => (location.hash = '#data')), GTIN);
    assert.equal(await after(() => history.replaceState(null, '', '?variant=4&utm_source=mail#top')), GTIN);
    assert.ok(await node.evaluate((it) => it.isConnected), 'the same card');
    assert.equal(await after(() => (location.hash = '#variant-5')), null);
    // No product, then one whose place comes later, then what another script takes out.
    assert.equal(await after(() => document.querySelector('#data').remove()), null);
    assert.equal(await after(() => document.querySelector('h1').remove()), null);
    const again = (gtin) => {
      document.body.insertAdjacentHTML('beforeend', '<script type="application/ld+json" id="data"><' + '/script>');
      document.querySelector('#data').textContent = JSON.stringify({ '@type': 'Product', gtin });
    };
    assert.equal(await after(again, OTHER), null);
    assert.equal(await after(() => document.body.insertAdjacentHTML('afterbegin', '<h1>It</h1>')), OTHER);
    assert.equal(await after(() => document.querySelector('product-pool-card').remove()), OTHER);
    // Two products.
    const second = (gtin) => {
      const more = document.createElement('script');
      Object.assign(more, { type: 'application/ld+json', text: JSON.stringify({ '@type': 'Product', gtin }) });
      document.head.append(more);
    };
    assert.equal(await after(second, GTIN), null);
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  it('says which of its parameters is misspelt', async () => {
    const page = await open(
      '/misspelt',
      `<h1>It</h1>${described(GTIN)}${script('auto.js?after=h1&amp;varient=summary')}`,
    );
    await assertReports(() => page.said, [/has no attribute varient\. Did you mean variant\?/]);
    await page.close();
  });
});

describe('the script that places cards, on a page that shows none', () => {
  const SILENT = [
    ['the selector is invalid', GTIN, '..', /does not know where the card is to be: after "\.\."/],
    ['no element is selected', GTIN, '.summary', /does not know where the card is to be: after "\.summary"/],
    ['the GTIN is none', 'SKU-17', 'h1', /has "SKU-17" as the GTIN of its product/],
    ['the product is missing', MISSING, 'h1', /no product with the GTIN 09520000199999, neither/],
  ];
  for (const [what, gtin, anchor, message] of some(SILENT, 2))
    it(`says why: ${what}`, async () => {
      const data = JSON.stringify({ '@type': 'Product', name: 'It', gtin });
      const page = await open(
        '/silent',
        `<h1>It</h1><script type="application/ld+json">${data}</script>${script(`auto.js?after=${anchor}`)}`,
      );
      await assertReports(() => page.said, [message]);
      await page.close();
    });
});

describe('a fragment in a page that a cache has kept', () => {
  it('is requested again once it does not hold any more, and shows a recall', async () => {
    const fragment = await (await fetch(`${gateway.address}/card/gtin/${GTIN}?lang=en`)).text();
    const html = `${script('card.js')}${fragment}`;
    const isAsked = async (page) => page.paths.some((path) => path.startsWith('/v2/products/'));
    const fresh = await open('/fresh', html);
    await fresh.waitForFunction(() => events.length === 1);
    const [, date] = /data-given="received"[^>]*>\["([^"]+)"/.exec(html);
    const hour = new Date(Date.parse(date) - 3_600_000).toISOString();
    const old = await open('/old', html.replace(date, hour));
    await old.route('**/v2/products/**', async (route) => {
      const response = await route.fetch();
      const { data } = await response.json();
      await route.fulfill({ response, json: { data: { ...data, status: 'recalled' } } });
    });
    await old.reload();
    await old.locator('[data-notice="recalled"], [data-notice="status"]').first().waitFor();
    assert.equal(await isAsked(old), true);
    assert.equal(await isAsked(fresh), false);
    await old.close();
    await fresh.close();
  });
});

describe('a page of a pool that draws no cards', () => {
  // When a page asks again is the subject of tests/node/probe.test.mjs.
  atNight('asks for one of them once, and the browser draws', async () => {
    const mine = await start(
      [
        '--upstream',
        pool.address,
        '--pages=false',
        '--rate',
        '0',
        '--allow-origin',
        '*',
        '--static',
        `/pkg=${join(ROOT, 'pkg')}`,
      ],
      {
        PRODUCT_POOL_UPSTREAM_TOKEN: 'demo',
      },
    );
    const cards = [GTIN, OTHER, GTIN, OTHER].map(
      (gtin) =>
        `<product-pool-card variant="badges" loading="eager" gtin="${gtin}" base-url="${mine.address}"></product-pool-card>`,
    );
    const page = await openPage(browser);
    const drawn = [];
    const warnings = [];
    page.on('request', (request) => request.url().includes('/drawn/') && drawn.push(request.url()));
    page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
    shop.pages['/plain'] = PAGE(
      `<script type="module" src="${mine.address}/pkg/dist/card.js"></script>${cards.join('')}`,
    );
    try {
      await page.goto(`${shop.address}/plain`);
      await page.waitForFunction(() =>
        [...document.querySelectorAll('product-pool-card')].every((card) =>
          card.shadowRoot?.querySelector('.mount .card[data-state="ready"]'),
        ),
      );
      assert.equal(drawn.length, 1, drawn.join('\n'));
      // With a token, a gateway that draws is not asked for a card either.
      await page.evaluate(
        ([gtin, baseUrl]) => {
          const card = Object.assign(document.createElement('product-pool-card'), { gtin, baseUrl, token: 'demo' });
          document.body.prepend(card);
        },
        [GTIN, gateway.address],
      );
      await page.locator('product-pool-card').first().locator('.mount .card[data-state="ready"]').waitFor();
      assert.equal(drawn.length, 1, drawn.join('\n'));
      assert.ok(
        warnings.every((text) => text.includes('contains an API token')),
        warnings.join('\n'),
      );
    } finally {
      mine.end();
      await page.close();
    }
  });
});
