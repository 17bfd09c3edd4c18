// The recipes of docs/server-rendering.md: fragments of the server in pages that frameworks
// render on a server and hydrate. The components are those of the document.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { esbuild } from '../../xtask/js/imports.mjs';
import { compile } from 'svelte/compiler';
import { PANELS } from '../../pkg/dist/src/card/panel-names.js';
import { SHARED } from '../../pkg/dist/src/shared/config.js';
import { atNight, whole } from '../drawn.mjs';
import { ROOT, freePort, launch, openPage, takeOver } from './support.mjs';

const GTIN = '09520000000004';
const OTHER = '09520000001001';
const MISSING = '9520000199999';
const ALLERGENS = '[data-panel="allergens"]';

let browser;
let pool;
let folder;
let document;

before(async () => {
  const { SERVER, CATALOGUE } = process.env;
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const options = ['--pages', '--base-url', address, '--listen', `127.0.0.1:${port}`];
  const server = spawn(SERVER, ['serve', '--db', CATALOGUE, ...options], { stdio: ['ignore', 'pipe', 'ignore'] });
  await once(createInterface({ input: server.stdout }), 'line');
  pool = { address, end: () => server.kill() };
  browser = await launch();
  document = await readFile(join(ROOT, 'docs/server-rendering.md'), 'utf8');
  // In the tests' folder, so that their packages are found.
  folder = await mkdtemp(join(ROOT, 'tests', '.server-rendering-'));
});

after(async () => {
  await browser?.close();
  pool?.end();
  if (folder) await rm(folder, { recursive: true });
});

/** The code block of the document under the name of a file. */
function fileOf(name) {
  const [, code] = document.split(`\`${name}\`:`)[1].match(/```(?:tsx|mjs)\n(.*?)^```/ms);
  return code.replaceAll('https://products.shop.example', pool.address);
}

/** The fragment of a product, as a shop's server fetches it. */
const fetchCard = async (gtin, query = 'lang=en&theme=dark') =>
  (await fetch(`${pool.address}/card/gtin/${gtin}?${query}`)).text();

/** Bundles a module for Node or for the page. */
async function bundle(name, platform, plugins = []) {
  const outfile = join(folder, `${name.replace(/\W/g, '-')}.${platform}.mjs`);
  await esbuild(ROOT).build({
    entryPoints: [join(folder, name)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: platform === 'node' ? 'node' : 'browser',
    // Development builds report mismatches.
    define: {
      'process.env.NODE_ENV': '"development"',
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'true',
    },
    conditions: ['development'],
    jsx: 'automatic',
    banner: platform === 'node' ? { js: NODE_REQUIRE } : {},
    plugins: [elements(platform), ...plugins],
    logLevel: 'error',
  });
  return outfile;
}

const NODE_REQUIRE = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`;

/** `product-pool/card` is the built file that the shop serves, and nothing on a server. */
const elements = (platform) => ({
  name: 'product-pool',
  setup(builder) {
    builder.onResolve({ filter: /^product-pool\/card$/ }, () =>
      platform === 'node' ? { path: 'none', namespace: 'none' } : { path: '/pkg/dist/card.js', external: true },
    );
    builder.onLoad({ filter: /.*/, namespace: 'none' }, () => ({ contents: 'export const configure = () => {};' }));
  },
});

/**
 * A shop's server: `render(gtin)` is the content of `#app`, `script` hydrates it. The
 * fragment of another product is at `/fragment`.
 */
async function openShop(render, script) {
  const code = await readFile(script, 'utf8');
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://shop');
    const reply = (type, body) => response.writeHead(200, { 'content-type': type }).end(body);
    if (pathname === '/app.mjs') return reply('text/javascript', code);
    if (pathname === '/fragment') return reply('text/html', await fetchCard(searchParams.get('gtin')));
    if (pathname.startsWith('/pkg/')) {
      const type = pathname.endsWith('.wasm') ? 'application/wasm' : 'text/javascript';
      return reply(type, await readFile(join(ROOT, pathname)));
    }
    if (pathname !== '/') return response.writeHead(404).end();
    const html = await fetchCard(searchParams.get('gtin') ?? GTIN);
    return reply(
      'text/html; charset=utf-8',
      `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,">
       <div id="app">${await render(html)}</div>
       <script>globalThis.html = ${JSON.stringify(html).replaceAll('<', '\\u003c')};</script>
       <script type="module" src="/app.mjs"></script>`,
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { address: `http://127.0.0.1:${server.address().port}`, end: () => server.close() };
}

/** Opens a page of the shop; `requests` are those to the API. */
async function openShopPage(shop, path = '/', options = {}) {
  const page = await openPage(browser, options);
  page.requests = [];
  page.warnings = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/v2/')) page.requests.push(request.url());
  });
  page.on('console', (message) => {
    // Chromium says so of the HTML of a navigation, which the frameworks insert.
    const isOfTemplate = message.text().startsWith('Found declarative shadowrootmode attribute');
    if (message.type() === 'warning' && !(page.isNavigating && isOfTemplate)) page.warnings.push(message.text());
  });
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
  await page.goto(shop.address + path);
  return page;
}

/** The checks that hold in every framework. */
function hydrates(open) {
  // That of a page is read in served.test.mjs.
  atNight('shows the card without scripts', async () => {
    const page = await openShopPage(await open(), '/', { javaScriptEnabled: false });
    assert.match(await page.locator(ALLERGENS).innerText(), /Contains\s[^]*Crustaceans/);
    const border = await page.locator('.card').evaluate((it) => getComputedStyle(it).borderTopStyle);
    assert.equal(border, 'solid', 'its style sheet is found from another host');
    await page.close();
  });

  it('hydrates it without a request, a warning or another look', async () => {
    const page = await openShopPage(await open());
    await takeOver(page);
    await page.locator(`.mount ${ALLERGENS}`).waitFor();
    const seen = await page.evaluate(() => globalThis.seen);
    assert.ok(seen.slice(seen.indexOf(true)).every(Boolean), `a frame without the card: ${seen}`);
    assert.equal(await page.locator(ALLERGENS).count(), 1);
    assert.equal(await page.locator('.shell').getAttribute('data-theme'), 'dark');
    await page.waitForFunction(() => globalThis.isHydrated);
    assert.deepEqual(page.requests, []);
    assert.deepEqual([...page.problems, ...page.warnings], []);
    await page.close();
  });

  it('keeps what the server said of a product that is not there', async () => {
    const page = await openShopPage(await open(), `/?gtin=${MISSING}`);
    await page.waitForFunction(() => globalThis.isHydrated && customElements.get('product-pool-card'));
    // Time for the element to ask for something, had it anything to ask for.
    await page.waitForTimeout(300);
    assert.equal(await page.locator('product-pool-card .card[data-state="not-found"]').count(), 1);
    assert.deepEqual(page.requests, []);
    assert.deepEqual([...page.problems, ...page.warnings], []);
    await page.close();
  });

  it('shows another product after a navigation within the app', async () => {
    const page = await openShopPage(await open());
    await page.locator(ALLERGENS).waitFor();
    await page.waitForFunction(() => globalThis.isHydrated);
    page.isNavigating = true;
    const shown = await page.evaluate(async (gtin) => {
      const html = await (await fetch(`/fragment?gtin=${gtin}`)).text();
      globalThis.navigate(html);
      await new Promise(requestAnimationFrame);
      const card = document.querySelector('product-pool-card');
      return { attribute: card.getAttribute('gtin'), text: card.shadowRoot.textContent };
    }, OTHER);
    assert.equal(shown.attribute, OTHER);
    assert.doesNotMatch(shown.text, /Prawn/);
    await page.locator(ALLERGENS).waitFor();
    assert.doesNotMatch(await page.locator('product-pool-card').innerText(), /Prawn/);
    assert.deepEqual(page.requests, []);
    assert.deepEqual([...page.problems, ...page.warnings], []);
    await page.close();
  });
}

describe('the settings of a fragment', () => {
  const ask = async (query) => (await fetch(`${pool.address}/card/gtin/${GTIN}?${new URLSearchParams(query)}`)).status;

  it('are those of the element, with the same values', async () => {
    for (const [name, words] of [
      ['theme', SHARED.theme[1]],
      ['density', SHARED.density[1]],
      ['variant', SHARED.variant[1]],
      ['panels', PANELS],
      ['heading-level', ['1', '2', '3', '4', '5', '6']],
      ['json-ld', ['product', 'properties']],
    ]) {
      assert.ok(SHARED[name], name);
      for (const word of words) assert.equal(await ask({ [name]: word }), 200, `${name}=${word}`);
      assert.equal(await ask({ [name]: 'other' }), 400, name);
    }
    for (const lang of [...(await languages()), 'pt-PT']) assert.equal(await ask({ lang }), 200, lang);
    assert.equal(await ask({ avoid: 'milk, unheard-of' }), 200);
    assert.equal(await ask({ wholesaler: '1' }), 400);
  });

  it('are kept when the element takes over', async () => {
    const page = await openPage(browser);
    const query = 'panels=nutrition+allergens&heading-level=4&avoid=milk&theme=dark&density=compact&lang=de';
    await servePage(page, await fetchCard(GTIN, query));
    const look = async () =>
      page.locator('product-pool-card').evaluate(({ shadowRoot }) => ({
        panels: Array.from(shadowRoot.querySelectorAll('[data-panel]'), (panel) => panel.dataset.panel),
        headings: Array.from(shadowRoot.querySelectorAll('h1, h2, h3, h4, h5, h6'), (it) => it.outerHTML),
        open: Array.from(shadowRoot.querySelectorAll('[data-panel] > details'), (it) => it.open),
        theme: shadowRoot.querySelector('.shell').dataset.theme,
        verdict: shadowRoot.querySelector('.verdict')?.textContent,
        text: shadowRoot.querySelector('.card').textContent,
      }));
    // The element's first request is for its module, so it has not drawn anything yet.
    await page.route('**/card_bg.wasm', async (route) => {
      await new Promise((resolve) => (page.letGo = resolve));
      await route.fulfill({ path: join(ROOT, 'pkg/dist/wasm/card_bg.wasm') });
    });
    await page.goto('http://shop.test/');
    const drawn = await look();
    await takeOver(page);
    while (!page.letGo) await page.waitForTimeout(20);
    page.letGo();
    await page.locator('product-pool-card .mount .card').waitFor();
    assert.deepEqual(await look(), drawn);
    assert.deepEqual(drawn.panels, ['nutrition', 'allergens']);
    await page.close();
  });

  it('are named on the console where the server has refused them', async () => {
    const page = await openPage(browser);
    const refused = await fetchCard(GTIN, 'panel=allergens');
    // Three cards of one cause, and one of a product that is not there, which is no fault.
    await servePage(page, refused.repeat(3) + (await fetchCard(MISSING)));
    // Chromium has messages of its own on style sheets of this machine.
    const isOurs = (text) => text.startsWith('product-pool:');
    const said = page.waitForEvent('console', (message) => isOurs(message.text()));
    await page.goto('http://shop.test/');
    await said;
    await page.waitForTimeout(300);
    const problems = page.problems.filter(isOurs);
    assert.equal(problems.length, 1, problems.join('\n'));
    assert.match(problems[0], /refused its settings: unknown parameter "panel"; did you mean "panels"\?/);
    const cards = page.locator('product-pool-card .card');
    assert.equal(await cards.count(), 4);
    for (const card of await cards.all()) assert.doesNotMatch(await card.innerText(), /panel|parameter/);
    await page.close();
  });
});

/** Answers requests to `http://shop.test/` with a page of that content and the package. */
const servePage = (page, html) =>
  page.route('http://shop.test/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname !== '/') return route.fulfill({ path: join(ROOT, pathname) });
    const head = '<!doctype html><html lang="en"><link rel="icon" href="data:,">';
    const body = `${head}${html}<script type="module" src="/pkg/dist/card.js"></script>`;
    return route.fulfill({ body, contentType: 'text/html; charset=utf-8' });
  });

/** The languages of the package, by their files. */
async function languages() {
  const files = await readdir(join(ROOT, 'pkg/dist/lang'));
  return files.filter((name) => name.endsWith('.js')).map((name) => name.slice(0, -'.js'.length));
}

describe('the recipe for Next', () => {
  let shop;
  before(async () => {
    await mkdir(join(folder, 'app'));
    await writeFile(join(folder, 'app/product-card.tsx'), fileOf('app/product-card.tsx'));
    await writeFile(
      join(folder, 'app/server.jsx'),
      `import { renderToString } from 'react-dom/server';
       import { ProductCard } from './product-card';
       export const render = (html) => renderToString(<ProductCard html={html} gtin="${GTIN}" />);`,
    );
    await writeFile(
      join(folder, 'app/client.jsx'),
      `import { StrictMode, useEffect, useState } from 'react';
       import { flushSync } from 'react-dom';
       import { hydrateRoot } from 'react-dom/client';
       import { ProductCard } from './product-card';
       function App() {
         const [html, setHtml] = useState(globalThis.html);
         useEffect(() => {
           globalThis.navigate = (html) => flushSync(() => setHtml(html));
           globalThis.isHydrated = true;
         }, []);
         return <ProductCard key={html} html={html} gtin="${GTIN}" />;
       }
       hydrateRoot(document.getElementById('app'), <StrictMode><App /></StrictMode>);`,
    );
    const { render } = await import(pathToFileURL(await bundle('app/server.jsx', 'node')));
    shop = await openShop(render, await bundle('app/client.jsx', 'browser'));
  });
  after(() => shop?.end());

  hydrates(() => shop);

  it('shows the card of a navigation at once', async () => {
    const page = await openShopPage(shop);
    await page.waitForFunction(() => globalThis.isHydrated);
    const text = await page.evaluate(async (gtin) => {
      const html = await (await fetch(`/fragment?gtin=${gtin}`)).text();
      globalThis.navigate(html);
      return document.querySelector('product-pool-card').shadowRoot.querySelector('.card')?.textContent;
    }, OTHER);
    assert.match(text ?? '', /Allergens/);
    await page.close();
  });

  it('leaves the product to the element where there is no fragment', async () => {
    const { render } = await import(pathToFileURL(join(folder, 'app-server-jsx.node.mjs')));
    assert.equal(render(undefined), `<product-pool-card gtin="${GTIN}">Please check the label.</product-pool-card>`);
  });

  it('takes nothing for a fragment that is none', async () => {
    const source = fileOf('app/products/[gtin]/page.tsx');
    await mkdir(join(folder, 'app/products/gtin'), { recursive: true });
    await writeFile(join(folder, 'app/products/gtin/page.tsx'), source);
    await writeFile(join(folder, 'app/fetch-card.js'), fileOf('fetch-card.js'));
    const { default: Page } = await import(pathToFileURL(await bundle('app/products/gtin/page.tsx', 'node')));
    const htmlOf = async (gtin) => {
      const { type: Card, props } = Page({ params: Promise.resolve({ gtin }) }).props.children;
      return (await Card(props)).props.html;
    };
    assert.match(await htmlOf(GTIN), /^<product-pool-card gtin="09520000000004" lang="en-GB" base-url="http:[^"]+">/);
    assert.match(await htmlOf('nonsense/../x'), /data-state="bad-gtin"/);
    const { fetch: real } = globalThis;
    try {
      globalThis.fetch = async () => new Response('<html>Bad gateway</html>', { status: 502 });
      assert.equal(await htmlOf(GTIN), null);
      globalThis.fetch = () => Promise.reject(new TypeError('refused'));
      assert.equal(await htmlOf(GTIN), null);
    } finally {
      globalThis.fetch = real;
    }
  });
});

/** Recipes that differ from that for Next in how they insert a fragment, and take seconds to bundle. */
const describeAtNight = whole(describe, describe.skip);

describeAtNight('the recipe for Vue', () => {
  let shop;
  before(async () => {
    const component = /^const ServedCard = .*;$/m.exec(document)[0];
    await writeFile(
      join(folder, 'vue.mjs'),
      `import { createSSRApp, h, ref } from 'vue';
       ${component}
       export const html = ref('');
       export const make = () => createSSRApp({ render: () => h(ServedCard, { html: html.value }) });`,
    );
    await writeFile(
      join(folder, 'vue-server.mjs'),
      `import { renderToString } from 'vue/server-renderer';
       import { html, make } from './vue.mjs';
       export const render = (text) => { html.value = text; return renderToString(make()); };`,
    );
    await writeFile(
      join(folder, 'vue-client.mjs'),
      `import 'product-pool/card';
       import { html, make } from './vue.mjs';
       html.value = globalThis.html;
       globalThis.navigate = (text) => { html.value = text; };
       make().mount('#app');
       globalThis.isHydrated = true;`,
    );
    const { render } = await import(pathToFileURL(await bundle('vue-server.mjs', 'node')));
    shop = await openShop(render, await bundle('vue-client.mjs', 'browser'));
  });
  after(() => shop?.end());

  hydrates(() => shop);
});

describeAtNight('the recipe for SvelteKit', () => {
  let shop;
  before(async () => {
    const insertion = /\{@html data\.html\}/.exec(document)[0].replace('data.', '');
    await writeFile(
      join(folder, 'Shop.svelte'),
      `<script>let { box } = $props(); let html = $state(box.html); box.navigate = (text) => { html = text; };</script>${insertion}`,
    );
    await writeFile(
      join(folder, 'svelte-server.mjs'),
      `import { render as renderIn } from 'svelte/server';
       import Shop from './Shop.svelte';
       export const render = (html) => renderIn(Shop, { props: { box: { html } } }).body;`,
    );
    await writeFile(
      join(folder, 'svelte-client.mjs'),
      `import 'product-pool/card';
       import { flushSync, hydrate } from 'svelte';
       import Shop from './Shop.svelte';
       hydrate(Shop, { target: document.getElementById('app'), props: { box: globalThis } });
       flushSync();
       globalThis.isHydrated = true;`,
    );
    const plugin = (generate) => ({
      name: 'svelte',
      setup(builder) {
        builder.onLoad({ filter: /\.svelte$/ }, async ({ path }) => {
          const source = await readFile(path, 'utf8');
          return { contents: compile(source, { generate, dev: true, filename: path }).js.code, resolveDir: folder };
        });
      },
    });
    const { render } = await import(pathToFileURL(await bundle('svelte-server.mjs', 'node', [plugin('server')])));
    shop = await openShop(render, await bundle('svelte-client.mjs', 'browser', [plugin('client')]));
  });
  after(() => shop?.end());

  hydrates(() => shop);
});
