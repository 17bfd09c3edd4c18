// The classic script, which has the elements and the client, as a page gets it from its
// own server and from a CDN: at the package's own address, under a range of versions,
// and with an integrity hash.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { before, test } from 'node:test';
import {
  GTIN,
  NAME,
  PAGE,
  TYPES,
  assertCardShown,
  launch,
  listen,
  makeProject,
  open,
  serve,
  startService,
  useClient,
  write,
} from './support.mjs';

let browser;
let service;
let shop;
let folder;
let described;
before(async () => {
  browser = await launch();
  service = await startService();
  shop = await makeProject();
  folder = join(shop, 'node_modules/product-pool');
  described = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
});

/** A page with the script and a card; its title is the name that the client got. */
const pageWith = (attributes, { lang = 'en' } = {}) =>
  PAGE(`<script ${attributes}></script><script src="/main.js"></script>`)
    .replace('lang="en"', `lang="${lang}"`)
    .replace('<body>', `<body><product-pool-card loading="eager" gtin="${GTIN}"></product-pool-card>`);

const MAIN = () => `
  ProductPool.configure({ baseUrl: '${service}', token: 'demo', dangerouslyAllowBrowser: true });
  const { PoolClient } = ProductPool;
  ${useClient(service)}`;

test('a page of plain HTML has the elements and the client', async () => {
  await write(shop, {
    'main.js': MAIN(),
    'index.html': pageWith('src="/node_modules/product-pool/dist/product-pool.iife.js"'),
    'matrix.html': PAGE(
      '<script src="/node_modules/product-pool/dist/product-pool.iife.js"></script><script src="/matrix.js"></script>',
    ).replace('<body>', `<body><product-pool-matrix gtins="${GTIN}"></product-pool-matrix>`),
    'matrix.js': `ProductPool.configure({ baseUrl: '${service}', token: 'demo', dangerouslyAllowBrowser: true });
      addEventListener('product-pool-matrix-load', ({ detail }) => { document.title = 'products: ' + detail.products; });`,
  });
  const asked = [];
  const address = await serve(shop, { asked });
  const page = await open(browser, address);
  assert.equal(await page.title(), NAME);
  await assertCardShown(page);
  const names = asked.filter((path) => path.startsWith('/node_modules')).map((path) => path.split('/').pop());
  assert.deepEqual(names.sort(), ['card_bg.wasm', 'client_bg.wasm', 'product-pool.iife.js']);
  await page.close();
  const matrix = await open(browser, `${address}/matrix.html`);
  assert.equal(await matrix.title(), 'products: 1', matrix.problems.join());
  await matrix.close();
});

/**
 * A server that answers like a CDN: files of an exact version under `<start>/product-pool@0.1.0/`,
 * and the file that `field` of package.json names for the package and ranges of versions, where
 * `redirects` says whether by a redirection (unpkg) or as it is (jsDelivr).
 */
async function startCdn(start, field, redirects) {
  const exact = `${start}/product-pool@${described.version}`;
  const main = described[field].replace('./', '/');
  const asked = [];
  const address = await listen(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://cdn');
    asked.push(pathname);
    const headers = { 'access-control-allow-origin': '*' };
    const [, version, rest] = /\/product-pool(@[^/]*)?(\/.*)?$/.exec(pathname) ?? [];
    const path = rest ?? main;
    const isExact = pathname.startsWith(`${exact}/`);
    if (
      !pathname.startsWith(`${start}/product-pool`) ||
      (version && !['@0', '@latest', `@${described.version}`].includes(version))
    ) {
      return response.writeHead(404, headers).end();
    }
    if (redirects && !isExact) return response.writeHead(302, { ...headers, location: exact + path }).end();
    const body = await readFile(join(folder, normalize(path))).catch(() => undefined);
    if (!body) return response.writeHead(404, headers).end();
    return response.writeHead(200, { ...headers, 'content-type': TYPES[extname(path)] ?? 'text/plain' }).end(body);
  });
  return { address, asked, exact };
}

const CDNS = [
  ['unpkg', '', 'unpkg', true],
  ['jsDelivr', '/npm', 'jsdelivr', false],
];

for (const [name, start, field, redirects] of CDNS) {
  test(`${name} serves a script that works at every address of it`, async () => {
    const { address, asked, exact } = await startCdn(start, field, redirects);
    const file = described[field].replace('./', '/');
    for (const path of [
      '',
      '@0',
      '@latest',
      `@${described.version}`,
      `@0${file}`,
      `@${described.version}${file}`,
      file,
    ]) {
      await write(shop, {
        'main.js': MAIN(),
        'cdn.html': pageWith(`src="${address}${start}/product-pool${path}"`, { lang: 'de' }),
      });
      asked.length = 0;
      const page = await open(browser, `${await serve(shop)}/cdn.html`);
      assert.equal(await page.title(), NAME, `${path}: ${page.problems.join()}`);
      await assertCardShown(page);
      await page.close();
      // The address may leave the version open; the files must be of the script's own.
      if (path === file) continue;
      const files = asked.filter((one) => /\.wasm$|\/lang-\w+\//.test(one));
      assert.ok(files.length >= 3, `${path}: ${asked.join()}`);
      for (const one of files) assert.ok(one.startsWith(`${exact}/dist/`), `${path}: ${one}`);
    }
  });
}

test('an integrity hash is checked', async () => {
  const { address, exact } = await startCdn('/npm', 'jsdelivr', false);
  const script = await readFile(join(folder, described.jsdelivr));
  const integrity = `sha384-${createHash('sha384').update(script).digest('base64')}`;
  const readme = await readFile(join(folder, 'README.md'), 'utf8');
  assert.ok(readme.includes(`integrity="${integrity}"`), 'the README in the tarball has the hash of its script');
  const src = `src="${address}${exact}/dist/product-pool.iife.js" crossorigin`;
  await write(shop, { 'main.js': MAIN(), 'checked.html': pageWith(`${src} integrity="${integrity}"`) });
  const page = await open(browser, `${await serve(shop)}/checked.html`);
  assert.equal(await page.title(), NAME);
  await assertCardShown(page);
  await page.close();
});
