// The recipe for Next of docs/server-rendering.md in a fresh project: the card is in the
// first HTML, survives hydration, and is there after a navigation within the app.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { LARGE, copyPackages } from '../setups.mjs';
import { ROOT, launch, listen, makeProject, open, run, startProgram } from '../support.mjs';

const FIRST = '09520000000004';
const SECOND = '09520000001001';
const NAMES = { [FIRST]: 'Prawn noodles', [SECOND]: 'Milk chocolate' };

/** A fragment as the gateway sends it. */
const fragmentOf = (gtin) =>
  `<product-pool-card gtin="${gtin}" lang="en-GB" heading-level="2"><template shadowrootmode="open"><div class="shell">` +
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
    const known = pathname.startsWith('/card/gtin/') && search === '?lang=en&heading-level=2' && gtin in NAMES;
    response.writeHead(known ? 200 : 404, { 'content-type': 'text/html', 'access-control-allow-origin': '*' });
    response.end(known ? fragmentOf(gtin) : '');
  });
  return { address, asked };
}

test('the recipe for Next', async () => {
  const pool = await startPool();
  const document = await readFile(join(ROOT, 'docs/server-rendering.md'), 'utf8');
  const found = document.matchAll(/^`([^`\n]+)`:\n\n```jsx\n(.*?)^```$/gms);
  const files = Object.fromEntries(
    Array.from(found, ([, path, code]) => [path, code.replaceAll('https://products.shop.example', pool.address)]),
  );
  assert.deepEqual(Object.keys(files), ['app/product-card.jsx', 'app/products/[gtin]/page.jsx']);
  const shop = await makeProject({
    ...files,
    'app/layout.js': `import Link from 'next/link';
      export const metadata = { title: 'Shop', icons: 'data:,' };
      export default function Layout({ children }) {
        const link = <Link href="/products/${SECOND}" prefetch={false}>Next product</Link>;
        return <html lang="en"><body>{link}{children}</body></html>;
      }`,
    // The project is its own root, whatever lies in the folders above it.
    'next.config.mjs': `export default { turbopack: { root: import.meta.dirname } };`,
  });
  await copyPackages(shop, ['next', 'react', 'react-dom'], LARGE);
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' };
  await run(process.execPath, ['node_modules/next/dist/bin/next', 'build'], { cwd: shop, env });
  const args = ['node_modules/next/dist/bin/next', 'start', '--port', '0', '--hostname', '127.0.0.1'];
  const address = await startProgram(process.execPath, args, { cwd: shop, env });

  const html = await (await fetch(`${address}/products/${FIRST}`)).text();
  assert.ok(html.includes(fragmentOf(FIRST).trim()), 'the card is in the first HTML');

  const browser = await launch();
  const page = await open(browser, `${address}/products/${FIRST}`);
  await page.locator('.mount').getByRole('heading', { level: 2, name: NAMES[FIRST] }).waitFor();
  await page.getByText('Next product').click();
  await page.locator('.mount').getByRole('heading', { level: 2, name: NAMES[SECOND] }).waitFor();
  assert.equal(await page.locator('product-pool-card').count(), 1);
  const requests = pool.asked.filter((path) => !path.startsWith('/card/gtin/'));
  assert.deepEqual(requests, [], 'the element asks for nothing');
  // Chromium warns of the HTML that React inserts at the navigation, before it is attached.
  const wrong = page.problems.filter((text) => !text.startsWith('Found declarative shadowrootmode attribute'));
  assert.deepEqual(wrong, []);
  await page.close();
});
