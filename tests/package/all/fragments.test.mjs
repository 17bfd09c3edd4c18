// The recipes of docs/server-rendering.md in fresh projects: the card is in the first HTML, survives
// hydration, and is there after a navigation within the app. All of them request it by one address.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { KIT, LARGE, NEXT, buildKit, copyPackages, filesOf, linkPackages, next } from '../setups.mjs';
import { ROOT, launch, listen, makeProject, open } from '../support.mjs';

const FIRST = '09520000000004';
const SECOND = '09520000001001';
const NAMES = { [FIRST]: 'Prawn noodles', [SECOND]: 'Milk chocolate' };

/** A fragment as the gateway sends it. */
const fragmentOf = (gtin) =>
  `<product-pool-card gtin="${gtin}" lang="en-GB"><template shadowrootmode="open"><div class="shell">` +
  `<article class="card" data-state="ready"><h2>${NAMES[gtin]}</h2></article></div></template>` +
  `<script type="application/json" data-given="product" data-for="gtin:${gtin}">` +
  `${JSON.stringify({ data: { pool_id: gtin, general: { product_name: NAMES[gtin] } } })}</script></product-pool-card>\n`;

/** A gateway that has two fragments, and notes what it is asked for. */
async function startPool() {
  const asked = [];
  const address = await listen((request, response) => {
    const { pathname, search } = new URL(request.url, 'http://pool');
    asked.push(pathname);
    const gtin = pathname.split('/').pop();
    const known = pathname.startsWith('/card/gtin/') && search === '?lang=en-GB' && gtin in NAMES;
    response.writeHead(known ? 200 : 404, { 'content-type': 'text/html', 'access-control-allow-origin': '*' });
    response.end(known ? fragmentOf(gtin) : '');
  });
  return { address, asked };
}

const DOCUMENT = join(ROOT, 'docs/server-rendering.md');

/** The files of a recipe, with the module that all have in a folder. */
async function recipe(name, folder, pool) {
  const [shared, own] = await Promise.all(
    ['One address', name].map((section) => filesOf(section, pool.address, DOCUMENT, 'https://products.shop.example')),
  );
  assert.deepEqual(Object.keys(shared), ['fetch-card.js']);
  return { [`${folder}/fetch-card.js`]: shared['fetch-card.js'], ...own };
}

/** Opens a product of the shop and then another; the page has a link to that. */
async function assertCards(address, pool) {
  const html = await (await fetch(`${address}/products/${FIRST}`)).text();
  assert.ok(html.includes(fragmentOf(FIRST).trim()), 'the card is in the first HTML');

  const page = await open(await launch(), `${address}/products/${FIRST}`);
  await page.locator('.mount').getByRole('heading', { level: 2, name: NAMES[FIRST] }).waitFor();
  await page.getByText('Next product').click();
  await page.locator('.mount').getByRole('heading', { level: 2, name: NAMES[SECOND] }).waitFor();
  // Next keeps the page before, hidden.
  assert.equal(await page.locator('product-pool-card').filter({ visible: true }).count(), 1);
  const requests = pool.asked.filter((path) => !path.startsWith('/card/gtin/'));
  assert.deepEqual(requests, [], 'the element asks for nothing');
  // Chromium warns of the HTML that is inserted at the navigation, before it is attached.
  const wrong = page.problems.filter((text) => !text.startsWith('Found declarative shadowrootmode attribute'));
  assert.deepEqual(wrong, []);
  await page.close();
}

test('the recipe for Next', async () => {
  const pool = await startPool();
  const shop = await makeProject({
    ...(await recipe('Next', 'app', pool)),
    'app/layout.js': `import Link from 'next/link';
      export const metadata = { title: 'Shop', icons: 'data:,' };
      export default function Layout({ children }) {
        const link = <Link href="/products/${SECOND}" prefetch={false}>Next product</Link>;
        return <html lang="en"><body>{link}{children}</body></html>;
      }`,
    // The project is its own root, whatever lies in the folders above it.
    'next.config.mjs': `export default { cacheComponents: true, turbopack: { root: import.meta.dirname } };`,
  });
  await copyPackages(shop, NEXT, LARGE);
  await assertCards(await next('turbopack')(shop), pool);
});

test('the recipe for SvelteKit', async () => {
  const pool = await startPool();
  const shop = await makeProject(
    {
      ...KIT,
      ...(await recipe('SvelteKit', 'src/lib', pool)),
      'src/routes/+layout.svelte': `<script>let { children } = $props();</script>
        <svelte:head><title>Shop</title></svelte:head>
        <a href="/products/${SECOND}" data-sveltekit-preload-data="off">Next product</a>{@render children()}`,
    },
    { type: 'module' },
  );
  await linkPackages(shop, LARGE);
  await assertCards(await buildKit(shop), pool);
});
