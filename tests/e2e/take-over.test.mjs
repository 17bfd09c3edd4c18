// The take-over of a card that the server drew: once the reader or the page wants more than that
// card can do by itself, and without changing what the reader sees.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { atNight, some, whole } from '../drawn.mjs';
import { DEMO_URL, ROOT, freePort, launch, openPage, readShowcase, servePagesAt, takeOver } from './support.mjs';

const GTIN = '09520000000004';
const TAKEN_OVER = 'product-pool-card .mount .card';

let browser;
let server;
before(async () => {
  const scripts = ['--script', '/pkg/dist/card.js', '--static', `/pkg=${join(ROOT, 'pkg')}`];
  // Fragments name their address.
  const port = await freePort();
  server = await servePagesAt(port, ...scripts, '--base-url', `http://127.0.0.1:${port}`);
  browser = await launch();
});
after(async () => {
  server?.end();
  await browser?.close();
});

/** The paths that a page requests, in order. */
function recordRequests(page) {
  const paths = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  return paths;
}

const countOf = (paths, pattern) => paths.filter((path) => pattern.test(path)).length;

/** A page that notes the paths that it requests, and the products that its cards announce. */
async function open() {
  const page = await openPage(browser);
  await page.addInitScript(() => {
    globalThis.loaded = [];
    document.addEventListener('product-pool-load', ({ detail }) => globalThis.loaded.push(detail.gtin));
  });
  page.paths = recordRequests(page);
  // Looks once a frame whether the allergens are seen.
  await page.addInitScript(() => {
    globalThis.seen = [];
    const look = () => {
      const root = document.querySelector('product-pool-card')?.shadowRoot;
      globalThis.seen.push(Boolean(root?.querySelector('[data-panel="allergens"]')?.checkVisibility()));
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  return page;
}

/** A page of a shop with a fragment of that query. */
async function serveShop(page, query) {
  const html = await (await fetch(`${server.address}/card/gtin/${GTIN}?${query}`)).text();
  const head = '<!doctype html><html lang="en"><link rel="icon" href="data:,">';
  const body = `${head}${html}<script type="module" src="/pkg/dist/card.js"></script>`;
  await page.route('**/shop', (route) => route.fulfill({ body, contentType: 'text/html; charset=utf-8' }));
}

/** Waits until the element has read the record in the page, and marks the card that the server drew. */
async function waitForServed(page) {
  await page.waitForFunction(() => globalThis.loaded.length > 0);
  await page.locator('product-pool-card .card').evaluate((card) => (card.markup = card.outerHTML));
}

/** Opens the served page. */
async function openServed(page, path = `/p/${GTIN}`) {
  await page.goto(server.address + path);
  await waitForServed(page);
}

/** Whether the card is made of the server's nodes. */
const isServed = (page) => page.locator(TAKEN_OVER).evaluate((card) => card.markup !== undefined);

/** Whether it is also equal to what the server drew, but for what is open. */
const isEqual = (page) =>
  page.locator(TAKEN_OVER).evaluate((card) => {
    const closed = (markup) => markup?.replaceAll(' open=""', '');
    return closed(card.markup) === closed(card.outerHTML);
  });

describe('the first paint of a served page', () => {
  it('needs no other response', async () => {
    const page = await openPage(browser);
    const paths = recordRequests(page);
    await page.route('**', (route) =>
      route.request().isNavigationRequest() ? route.continue() : new Promise(() => {}),
    );
    await page.goto(`${server.address}/p/${GTIN}`, { waitUntil: 'commit' });
    const card = page.locator('product-pool-card .card');
    await card.waitFor();
    // Styled, its chips and the page around it.
    assert.equal(await card.evaluate((it) => getComputedStyle(it).borderTopStyle), 'solid');
    assert.equal(await page.locator('body').evaluate((it) => getComputedStyle(it).maxWidth), '960px');
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    // The script was found after the card, and it loads nothing before it runs.
    const others = paths.filter((path) => !path.startsWith('/p/') && !path.startsWith('/images/'));
    assert.deepEqual(
      others.filter((path) => path !== '/favicon.ico'),
      ['/pkg/dist/card.js'],
    );
    await page.close();
  });

  it('obeys the policy that came with it', async () => {
    const page = await openPage(browser);
    await page.goto(`${server.address}/p/${GTIN}`);
    await takeOver(page);
    await page.locator(TAKEN_OVER).waitFor();
    // A style element that did not come with the page has no effect.
    const colour = await page.evaluate(() => {
      const style = document.createElement('style');
      style.textContent = 'body { color: rgb(1, 2, 3); }';
      document.head.append(style);
      return getComputedStyle(document.body).color;
    });
    assert.notEqual(colour, 'rgb(1, 2, 3)');
    assert.deepEqual(
      page.problems.filter((it) => !/inline style|status of 404/.test(it)),
      [],
    );
    await page.close();
  });

  it('has its pictures sized and loads them lazily', async () => {
    const html = await (await fetch(`${server.address}/p/${GTIN}`)).text();
    const pictures = html.match(/<img [^>]*>/g);
    assert.ok(pictures.length > 0);
    for (const picture of pictures) {
      assert.match(picture, / width="\d+"/);
      assert.match(picture, / height="\d+"/);
      assert.match(picture, / decoding="async"/);
      assert.match(picture, / loading="lazy"/);
    }
  });
});

describe('the element', () => {
  it('loads nothing until it has to, and keeps what the server drew', async () => {
    const page = await open();
    await openServed(page);
    assert.deepEqual(await page.evaluate(() => globalThis.loaded), [GTIN]);
    assert.equal(countOf(page.paths, /\.wasm$|\/lang\//), 0, `${page.paths}`);
    assert.equal(await page.locator(TAKEN_OVER).count(), 0);
    // Styles are not computed again before that.
    const adopted = () => document.querySelector('product-pool-card').shadowRoot.adoptedStyleSheets.length;
    assert.equal(await page.evaluate(adopted), 0);
    await takeOver(page);
    await page.locator(TAKEN_OVER).waitFor();
    assert.ok(await isEqual(page), 'the same nodes');
    assert.equal(await page.locator('product-pool-card .card').count(), 1);
    const seen = await page.evaluate(() => globalThis.seen);
    assert.ok(seen.includes(true) && seen.slice(seen.indexOf(true)).every(Boolean), 'a frame without the card');
    // The styles of the element alone, at first and later, once they are there.
    await page.locator('product-pool-card style').first().waitFor({ state: 'detached' });
    assert.equal(await page.evaluate(adopted), 2);
    for (const file of [/card_bg\.wasm$/, /\/dist\/wasm\/card\.js$/, /\/lang\//])
      assert.equal(countOf(page.paths, file), 1);
    assert.equal(countOf(page.paths, /^\/v2\//), 0);
    // It is the element's now: it shows what its attributes say.
    await page.locator('product-pool-card').evaluate((card) => (card.avoid = 'crustaceans'));
    await page.locator('product-pool-card .verdict').waitFor();
    assert.ok(await isServed(page));
    await page.close();
  });

  atNight('leaves to the card what it does by itself', async () => {
    const page = await open();
    await openServed(page);
    await page.locator('product-pool-card [part~="name"]').click();
    const fold = page.locator('product-pool-card details[data-toggle="origin"]');
    await fold.locator('summary').press('Enter');
    await page.locator('product-pool-card [data-action="zoom"]').click();
    await page.locator('product-pool-card [data-action="close"]').click();
    await page.locator('product-pool-card').evaluate((card) => (card.theme = 'dark'));
    await page.waitForTimeout(300);
    assert.ok(await fold.evaluate((it) => it.open));
    assert.equal(await page.locator('product-pool-card .shell').getAttribute('data-theme'), 'dark');
    assert.equal(countOf(page.paths, /\.wasm$|\/lang\/|^\/v2\//), 0, `${page.paths}`);
    await page.close();
  });

  it('takes over where the page sets what the card is drawn with', async () => {
    const page = await open();
    const changes = {
      avoid: (card) => (card.avoid = 'crustaceans'),
      variant: (card) => (card.variant = 'summary'),
      panels: (card) => (card.panels = 'nutrition'),
      density: (card) => (card.density = 'compact'),
      headingLevel: (card) => (card.headingLevel = 3),
      lang: (card) => (card.lang = 'fr'),
      messages: (card) => (card.messages = { en: { 'panel.allergens': 'Allergies' } }),
      'avoid of the page': (card) => card.constructor.configure({ avoid: 'crustaceans' }),
      'messages of the page': (card) => card.constructor.configure({ messages: { 'panel.allergens': 'Allergies' } }),
    };
    for (const [change, act] of some(Object.entries(changes), 3)) {
      await openServed(page);
      const before = await page.locator('product-pool-card .card').evaluate((it) => it.outerHTML);
      await page.locator('product-pool-card').evaluate(act);
      await page
        .waitForFunction(
          ([selector, before]) => {
            const [host, ...inner] = selector.split(' ');
            const card = document.querySelector(host).shadowRoot.querySelector(inner.join(' '));
            return card && card.outerHTML !== before;
          },
          [TAKEN_OVER, before],
        )
        .catch((error) => assert.fail(`${change}: ${error.message}`));
    }
    await page.close();
  });

  it('takes over a card of another day', async () => {
    const page = await open();
    await page.route(`**/p/${GTIN}`, async (route) => {
      const body = await (await route.fetch()).text();
      const older = body.replace(/(data-settings="&#x5b;&quot;)\d{4}/, '$12020');
      assert.notEqual(older, body);
      await route.fulfill({ body: older, contentType: 'text/html' });
    });
    await page.goto(`${server.address}/p/${GTIN}`);
    await page.locator(TAKEN_OVER).waitFor();
    await page.close();
  });

  it('takes over at once where the page had set something before the script was there', async () => {
    const page = await open();
    await page.route(`**/p/${GTIN}`, async (route) => {
      const body = await (await route.fetch()).text();
      const edited = body.replace('<product-pool-card ', '<product-pool-card avoid="crustaceans" ');
      await route.fulfill({ body: edited, contentType: 'text/html' });
    });
    await page.goto(`${server.address}/p/${GTIN}`);
    await page.locator('product-pool-card .mount .verdict').waitFor();
    await page.close();
  });

  it('keeps a panel open that was opened before its script was there', async () => {
    const page = await open();
    let send;
    await page.route('**/pkg/dist/card.js', async (route) => {
      await new Promise((resolve) => (send = resolve));
      await route.continue();
    });
    await page.goto(`${server.address}/p/${GTIN}`, { waitUntil: 'commit' });
    const fold = page.locator('product-pool-card details[data-toggle="origin"]');
    await fold.locator('summary').click();
    while (!send) await page.waitForTimeout(20);
    send();
    await takeOver(page);
    await page.locator(TAKEN_OVER).waitFor();
    assert.ok(await fold.evaluate((it) => it.open));
    await page.close();
  });

  const KEYS = [
    ['Enter', true],
    ['a tap', false],
  ];
  for (const [key, differs] of some(KEYS, 1)) {
    it(`leaves a picture enlarged that ${key} enlarged before its script was there`, async () => {
      const page = await open();
      await page.route(`**/p/${GTIN}`, async (route) => {
        const body = await (await route.fetch()).text();
        await route.fulfill({
          body: differs ? body.replace('part="name"', 'part="name older"') : body,
          contentType: 'text/html',
        });
      });
      let send;
      await page.route('**/pkg/dist/card.js', async (route) => {
        await new Promise((resolve) => (send = resolve));
        await route.continue();
      });
      await page.goto(`${server.address}/p/${GTIN}`, { waitUntil: 'commit' });
      const zoom = page.locator('product-pool-card [data-action="zoom"]');
      if (differs) await zoom.press('Enter');
      else await zoom.click();
      const dialog = page.locator('product-pool-card dialog[data-zoom]');
      await dialog.waitFor();
      assert.ok(await dialog.evaluate((it) => it.matches(':modal')));
      while (!send) await page.waitForTimeout(20);
      send();
      await takeOver(page);
      await page.locator(TAKEN_OVER).waitFor();
      assert.equal(await page.locator('product-pool-card [part~="older"]').count(), 0);
      assert.equal(await dialog.count(), 1);
      assert.ok(await dialog.evaluate((it) => it.matches(':modal')));
      await dialog.locator('[data-action="close"]').click();
      assert.ok(await dialog.isHidden());
      // The event of the dialog that closes comes a moment later.
      await page.waitForFunction(() => document.activeElement.shadowRoot?.activeElement?.dataset.action === 'zoom');
      await page.close();
    });
  }

  it('keeps the focus, and tells of a panel that is opened first', async () => {
    const page = await open();
    await openServed(page);
    await page.waitForLoadState('networkidle');
    const opened = page.evaluate(
      () =>
        new Promise((resolve, reject) => {
          document.addEventListener('product-pool-panel-toggle', (it) => resolve(it.detail));
          setTimeout(() => reject(new Error('no panel was opened')), 10_000);
        }),
    );
    const fold = page.locator('product-pool-card details[data-toggle="origin"]');
    await fold.locator('summary').focus();
    await page.keyboard.press('Enter');
    assert.deepEqual(await opened, { panel: 'origin', open: true });
    await takeOver(page);
    await page.locator(TAKEN_OVER).waitFor();
    const focused = () =>
      document.querySelector('product-pool-card').shadowRoot.activeElement?.closest('details').dataset;
    assert.equal((await page.evaluate(focused)).toggle, 'origin');
    assert.ok(await fold.evaluate((it) => it.open));
    await page.close();
  });

  it('shows the picture whose thumbnail was tapped first', async () => {
    const page = await open();
    await serveShop(page, 'panels=gallery');
    // Before what listens to the reader is there.
    let send;
    const tapped = new Promise((resolve) => (send = resolve));
    await page.route('**/card/later.js', (route) => tapped.then(() => route.continue()));
    await openServed(page, '/shop');
    const second = page.locator('product-pool-card [data-action="image"]').nth(1);
    await second.click();
    // A button of the page's own is clicked once, whatever it is called.
    await page.locator('product-pool-card').evaluate((card) => {
      card.insertAdjacentHTML('beforeend', '<button slot="footer" data-action="image">Basket</button>');
      card.lastElementChild.addEventListener('click', () => (window.clicks = (window.clicks ?? 0) + 1));
    });
    await page.getByRole('button', { name: 'Basket' }).click();
    send();
    await page.locator(TAKEN_OVER).waitFor();
    assert.equal(await page.evaluate(() => window.clicks), 1);
    await page.waitForFunction(
      () =>
        document.querySelector('product-pool-card').shadowRoot.querySelector('[aria-current]')?.dataset.index === '1',
    );
    assert.ok(await isServed(page));
    await page.close();
  });

  it('changes what differs from its own in a card, and keeps open what is open', async () => {
    const page = await open();
    await page.route(`**/p/${GTIN}`, async (route) => {
      const body = await (await route.fetch()).text();
      const older = body.replace('part="name"', 'part="name older"');
      assert.notEqual(older, body);
      await route.fulfill({ body: older, contentType: 'text/html' });
    });
    await openServed(page);
    const fold = page.locator('product-pool-card details[data-toggle="origin"]');
    await fold.locator('summary').click();
    await takeOver(page);
    await page.locator(TAKEN_OVER).waitFor();
    assert.equal(await page.locator('product-pool-card .card').count(), 1);
    assert.ok(await isServed(page));
    assert.equal(await page.locator('product-pool-card [part~="older"]').count(), 0);
    assert.ok(await fold.evaluate((it) => it.open));
    await page.close();
  });

  it('leaves the card where it cannot take over', async () => {
    for (const [file, body] of [
      ['**/dist/wasm/card_bg.wasm', undefined],
      // As of another version: it draws something, and then fails.
      [
        '**/dist/wasm/card.js',
        'export default async () => {}; export function mountCard(it) { it.prepend("x"); throw Error("no"); }',
      ],
    ]) {
      const page = await open();
      await page.route(file, (route) =>
        body ? route.fulfill({ body, contentType: 'text/javascript' }) : route.abort(),
      );
      await page.route('**/*base64*', (route) => route.abort());
      await openServed(page);
      const text = await page.locator('product-pool-card .card').textContent();
      const failed = page.evaluate(
        () =>
          new Promise((resolve) => document.addEventListener('product-pool-error', (it) => resolve(it.detail.code))),
      );
      await takeOver(page);
      assert.equal(await failed, 'card_unavailable', file);
      const card = page.locator('product-pool-card .card');
      assert.equal(await card.count(), 1, file);
      assert.ok(await card.isVisible(), file);
      assert.equal(await page.locator('product-pool-card .served').textContent(), text, file);
      await page.close();
    }
  });

  it('finds the card of every showcase product equal to its own', async () => {
    const page = await open();
    const languages = ['en', 'fr'];
    // Two entries have no product.
    const showcase = await readShowcase();
    const entries = [...showcase.values()].filter(({ state = 'ready' }) => state === 'ready');
    for (const [at, { gtin }] of some(entries, 2).entries()) {
      for (const lang of whole(languages, [languages[at % 2]])) {
        await page.goto(`${server.address}/p/${gtin}?lang=${lang}`);
        await waitForServed(page);
        await takeOver(page);
        await page.locator(TAKEN_OVER).waitFor();
        assert.ok(await isEqual(page), `${gtin} in ${lang}`);
      }
    }
    // That of one that was replaced has its link already, to the address that the page has set.
    page.paths.length = 0;
    await page.goto(`${DEMO_URL}/p/${showcase.get('replaced').gtin}`);
    await waitForServed(page);
    assert.equal(await page.locator('product-pool-card [part="link"]').count(), 1);
    assert.equal(countOf(page.paths, /\.wasm$/), 0);
    await page.close();
  });
});
