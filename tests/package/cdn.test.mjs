// The card and the client as a page gets them from a CDN: at an exact version and under a range
// of versions, and with an integrity hash.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { before, test } from 'node:test';
import { BARCODE, startGateway } from './setups.mjs';
import { NAME, PAGE, TYPES, assertCardShown, launch, listen, makeProject, open, serve, write } from './support.mjs';

let browser;
let gateway;
let shop;
let folder;
let version;
before(async () => {
  browser = await launch();
  gateway = await startGateway();
  shop = await makeProject();
  folder = join(shop, 'node_modules/product-pool');
  ({ version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
});

/** A page with a card, whose title is the name that the client got; `attributes` are those of the card's script. */
const pageWith = (attributes, dist, { lang = 'en' } = {}) =>
  PAGE(`<script type="module" ${attributes}></script>
    <script type="module">
      import { PoolClient } from '${dist}/index.js';
      const product = await new PoolClient({ baseUrl: '${gateway}' }).getProductByGtin('${BARCODE}');
      document.title = product.general.product_name;
    </script>`)
    .replace('lang="en"', `lang="${lang}"`)
    .replace(
      '<body>',
      `<body><product-pool-config base-url="${gateway}"></product-pool-config>
      <product-pool-card gtin="${BARCODE}"></product-pool-card>`,
    );

/**
 * A server that answers like a CDN: files of an exact version under `<start>/product-pool@0.1.0/`,
 * and those of ranges of versions, where `redirects` says whether by a redirection (unpkg) or as
 * they are (jsDelivr).
 */
async function startCdn(start, redirects) {
  const exact = `${start}/product-pool@${version}`;
  const asked = [];
  const address = await listen(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://cdn');
    asked.push(pathname);
    const headers = { 'access-control-allow-origin': '*' };
    const [, known, path] = /\/product-pool@([^/]*)(\/.*)$/.exec(pathname) ?? [];
    if (!pathname.startsWith(start) || !['0', 'latest', version].includes(known)) {
      return response.writeHead(404, headers).end();
    }
    if (redirects && known !== version) return response.writeHead(302, { ...headers, location: exact + path }).end();
    const body = await readFile(join(folder, normalize(path))).catch(() => undefined);
    if (!body) return response.writeHead(404, headers).end();
    return response.writeHead(200, { ...headers, 'content-type': TYPES[extname(path)] ?? 'text/plain' }).end(body);
  });
  return { address, asked, exact };
}

const CDNS = [
  ['unpkg', '', true],
  ['jsDelivr', '/npm', false],
];

for (const [name, start, redirects] of CDNS) {
  test(`${name} serves modules that find their files`, async () => {
    const { address, asked, exact } = await startCdn(start, redirects);
    for (const range of ['0', 'latest', version]) {
      const dist = `${address}${start}/product-pool@${range}/dist`;
      await write(shop, { 'cdn.html': pageWith(`src="${dist}/card.js"`, dist, { lang: 'de' }) });
      asked.length = 0;
      const page = await open(browser, `${await serve(shop)}/cdn.html`);
      assert.equal(await page.title(), NAME, `${range}: ${page.problems.join()}`);
      await assertCardShown(page);
      await page.close();
      const files = asked.filter((one) => /\.wasm$|\/lang\//.test(one));
      assert.ok(files.length >= 3, `${range}: ${asked.join()}`);
      // What the script loads later is of its own version, if the CDN says which that is.
      if (redirects) for (const one of files) assert.ok(one.startsWith(`${exact}/dist/`), `${range}: ${one}`);
      assert.ok(!files.some((one) => one.includes('base64')), asked.join());
    }
  });
}

test('an integrity hash is checked', async () => {
  const { address, exact } = await startCdn('/npm', false);
  const script = await readFile(join(folder, 'dist/card.js'));
  const integrity = `sha384-${createHash('sha384').update(script).digest('base64')}`;
  const readme = await readFile(join(folder, 'README.md'), 'utf8');
  assert.ok(readme.includes(`integrity="${integrity}"`), 'the README in the tarball has the hash of its script');
  const dist = `${address}${exact}/dist`;
  const src = `src="${dist}/card.js" crossorigin`;
  await write(shop, { 'checked.html': pageWith(`${src} integrity="${integrity}"`, dist) });
  const page = await open(browser, `${await serve(shop)}/checked.html`);
  assert.equal(await page.title(), NAME);
  await assertCardShown(page);
  await page.close();
});
