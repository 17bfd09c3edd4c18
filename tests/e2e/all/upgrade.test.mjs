// An upgrade under a page that stays open: two servers of two releases behind one balancer. What the
// page still loads is of its own release, or is not loaded at all.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer, request as ask } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { makeAssets } from '../../../xtask/js/assets.mjs';
import { ROOT, launch, openPage, pass } from '../support.mjs';

const GTIN = '09520000000004';
const WORDS = {
  de: 'Diese Seite erhält keine neuen Angaben mehr: Prüfen Sie das Etikett, oder laden Sie die Seite neu.',
  en: 'This page no longer gets new information: check the label, or reload the page.',
};

const running = [];
let folder;
let browser;
let pool;
let shop;
/** The servers that the balancer gives requests to, in turn. */
let behind = [];
let balancer;
/** Each by name: its folder of files, and the name that follows from them. */
const releases = {};

async function start(args, env = {}) {
  const options = { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, NO_PROXY: '127.0.0.1', ...env } };
  const child = spawn(process.env.SERVER, ['serve', '--listen', '127.0.0.1:0', '--log', 'error', ...args], options);
  running.push(child);
  const [address] = await once(createInterface({ input: child.stdout }), 'line');
  return address;
}

/** A gateway of a release, which keeps releases in that state folder. */
const gateway = (name, state) =>
  start(
    [
      '--upstream',
      pool,
      '--rate',
      '0',
      '--allow-origin',
      '*',
      '--assets',
      releases[name].folder,
      '--cache',
      'none',
    ].concat(['--state', join(folder, state)]),
    { PRODUCT_POOL_UPSTREAM_TOKEN: 'demo' },
  );

const listening = async (server) => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${server.address().port}`;
};

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'upgrade-'));
  for (const name of ['old', 'new']) {
    const files = join(folder, `pkg-${name}`);
    await cp(join(ROOT, 'pkg/dist'), files, { recursive: true });
    await appendFile(join(files, 'src/card/later.js'), `\n// ${name}\n`);
    const out = join(folder, name);
    releases[name] = { folder: out, name: (await makeAssets(files, out, { version: '1', quality: 0 })).release };
  }
  assert.notEqual(releases.old.name, releases.new.name);
  pool = await start(['--db', process.env.CATALOGUE]);
  let turn = 0;
  const forward = createServer((request, response) => {
    const { method, url, headers } = request;
    const sent = ask(behind[(turn += 1) % behind.length] + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    sent.on('error', () => response.destroy());
    sent.end();
  });
  balancer = { address: await listening(forward), end: () => forward.close() };
  const pages = createServer(({ url }, response) => {
    const lang = url.slice(1);
    response.writeHead(200, { 'content-type': 'text/html' }).end(
      `<!doctype html><html lang="${lang}"><title>Shop</title><link rel="icon" href="data:,">
       <script type="module" src="${balancer.address}/card.js"></script>
       <product-pool-card gtin="${GTIN}"></product-pool-card></html>`,
    );
  });
  shop = { address: await listening(pages), end: () => pages.close() };
  browser = await launch();
});

after(async () => {
  await browser?.close();
  for (const child of running) child.kill();
  balancer?.end();
  shop?.end();
  await rm(folder, { recursive: true, force: true });
});

/** A page of the shop with a card, in which `released` says of which releases it has loaded files. */
async function open(lang, prepare) {
  const page = await openPage(browser);
  page.released = new Set();
  page.on('request', (request) => {
    const [, name] = /\/assets\/([0-9a-f]{16})\//.exec(request.url()) ?? [];
    if (name) page.released.add(Object.entries(releases).find(([, release]) => release.name === name)[0]);
  });
  await prepare?.(page);
  await page.goto(`${shop.address}/${lang}`);
  await page.locator('product-pool-card .served [data-panel="allergens"]').waitFor();
  // What finds out that a release is gone has been loaded with the styles that come later.
  await page.waitForFunction(
    () => document.querySelector('product-pool-card').shadowRoot.adoptedStyleSheets.length === 2,
  );
  return page;
}

/** Asks for more than the gateway's card can do, which takes the rest of the page's release. */
const use = (page) => page.locator('product-pool-card').evaluate((card) => (card.avoid = 'milk zzz'));

const reload = (page) => page.locator('product-pool-card .reload button');
const allergens = (page) => page.locator('product-pool-card [data-panel="allergens"]');
const calm = (page) => page.locator('product-pool-card [data-status="declared-not-present"]');

describe('a page that stays open while its gateway is upgraded', () => {
  it('goes on with its own release where the servers share their folder', async () => {
    const [old, fresh] = [await gateway('old', 'shared'), await gateway('new', 'shared')];
    behind = [old];
    const page = await open('de');
    behind = [fresh, old];
    await use(page);
    await page.locator('product-pool-card .mount > .card[data-state="ready"]').waitFor();
    behind = [fresh];
    const another = await open('de');
    await use(another);
    await another.locator('product-pool-card .mount > .card[data-state="ready"]').waitFor();
    for (const [one, name] of [
      [page, 'old'],
      [another, 'new'],
    ]) {
      assert.deepEqual([...one.released], [name]);
      assert.deepEqual(one.problems, []);
      assert.equal(await reload(one).count(), 0);
    }
    await page.close();
    await another.close();
  });

  it('keeps its card, calls it old and asks for a reload where its release is gone', async () => {
    const [old, fresh] = [await gateway('old', 'of-old'), await gateway('new', 'of-new')];
    for (const lang of ['de', 'en']) {
      behind = [old];
      const page = await open(lang);
      assert.ok((await calm(page).count()) > 0);
      behind = [fresh];
      await use(page);
      await reload(page).waitFor();
      assert.equal(await reload(page).textContent(), WORDS[lang]);
      assert.equal(await reload(page).getAttribute('lang'), lang === 'en' ? 'en-GB' : lang);
      assert.ok(await allergens(page).isVisible());
      await page.locator('product-pool-card [data-notice="stale"]').waitFor();
      assert.equal(await calm(page).count(), 0);
      assert.deepEqual([...page.released], ['old']);
      // The reader does what it asks for.
      page.released.clear();
      await reload(page).click();
      await calm(page).first().waitFor();
      assert.deepEqual([...page.released], ['new']);
      assert.equal(await reload(page).count(), 0);
      await page.close();
    }
  });

  it('is renewed by the new release of its gateway, without a file of that', async () => {
    const [old, fresh] = [await gateway('old', 'of-old'), await gateway('new', 'of-new')];
    behind = [old];
    const page = await open('de', (page) => page.clock.install());
    behind = [fresh];
    const notice = page.locator('product-pool-card [data-notice="stale"]');
    await page.route('**/drawn/**', (route) => route.abort());
    await page.clock.runFor(320_000);
    await notice.waitFor();
    await page.unroute('**/drawn/**');
    await pass(page, async () => (await notice.count()) === 0);
    assert.ok((await calm(page).count()) > 0);
    assert.equal(await reload(page).count(), 0);
    assert.deepEqual([...page.released], ['old']);
    await page.close();
  });
});
