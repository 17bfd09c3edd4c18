// The packed crate in a fresh project of Trunk, with the README's code: the card of a product of
// the real server, behind its gateway.

import assert from 'node:assert/strict';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { launch, makeFolder, run, serve, startProgram, write } from '../support.mjs';

const { CRATE, TRUNK, TARGET, SERVER, BASE_URL, TOKEN } = process.env;

const ADDRESS = 'https://shop.example/pool';

const INDEX = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><title>A shop</title><link rel="icon" href="data:," /><link data-trunk rel="rust" /></head>
  <body></body>
</html>
`;

/** As Trunk makes it of the index. */
const BUILT = INDEX.replace(
  '<link data-trunk rel="rust" />',
  `<script type="module">import init from '/shop.js'; init({ module_or_path: '/shop_bg.wasm' });</script>`,
);

const MANIFEST = `[package]
name = "shop"
version = "0.1.0"
edition = "2024"

[dependencies]
product-pool = { path = "product-pool", features = ["yew"] }
yew = { version = "0.23", features = ["csr"] }

[workspace]
`;

/** A fresh project with the README's application. */
async function makeShop(gateway) {
  const shop = await makeFolder();
  await run('tar', ['xzf', CRATE, '-C', shop, '--one-top-level=product-pool', '--strip-components=1']);
  const readme = await readFile(join(shop, 'product-pool/README.md'), 'utf8');
  const [, main] = /```rust\n(use product_pool::yew::ProductCard;.*?)```/s.exec(readme);
  assert.ok(main.includes(`base_url="${ADDRESS}"`), main);
  await write(shop, {
    'Cargo.toml': MANIFEST,
    'index.html': INDEX,
    'src/main.rs': main.replace(ADDRESS, gateway),
  });
  // The versions that are on this machine, for cargo to work offline.
  await copyFile(join(shop, 'product-pool/Cargo.lock'), join(shop, 'Cargo.lock'));
  return shop;
}

/**
 * The Rust of the guide that is for a Yew application, without what its pages do not show: the lines
 * that only the tests of the library need.
 */
async function readGuide(shop) {
  const guide = await readFile(join(shop, 'product-pool/docs/rust.md'), 'utf8');
  const blocks = [...guide.matchAll(/```rust\n(.*?)```/gs)].map(([, text]) => text.replace(/^#( .*)?\n/gm, ''));
  const forPages = blocks.filter((text) => /html!/.test(text) && !/ServerRenderer/.test(text));
  return { guide, blocks: forPages };
}

/** Builds a project by Trunk; where that is not installed, by what it calls. */
async function build(shop) {
  // As in the workspace, so that its dependencies need not be compiled again.
  const profile = { CARGO_PROFILE_DEV_DEBUG: 'false', CARGO_PROFILE_DEV_INCREMENTAL: 'false' };
  const options = { cwd: shop, env: { ...process.env, ...profile, CARGO_TARGET_DIR: TARGET } };
  delete options.env.NO_COLOR;
  if (TRUNK) {
    await run(TRUNK, ['build', '--offline'], options);
    return;
  }
  const target = 'wasm32-unknown-unknown';
  await run('cargo', ['build', '--offline', '--target', target], options);
  const wasm = join(TARGET, target, 'debug/shop.wasm');
  await run('wasm-bindgen', ['--target', 'web', '--no-typescript', '--out-dir', 'dist', wasm], options);
  await write(shop, { 'dist/index.html': BUILT });
}

test('the Rust of the guide is an application as it stands', async () => {
  const shop = await makeShop(ADDRESS);
  const { guide, blocks } = await readGuide(shop);
  assert.ok(blocks.length >= 3, `${blocks.length} blocks`);
  for (const line of ['cargo add product-pool --features yew', 'cargo add yew --features csr']) {
    assert.ok(guide.includes(line), line);
  }
  const modules = blocks.map((text, index) => {
    const imports = text.includes('use yew::prelude::*;') ? '' : 'use yew::prelude::*;\n';
    return [`src/guide${index}.rs`, `#![allow(dead_code)]\n${imports}${text}`];
  });
  const main = await readFile(join(shop, 'src/main.rs'), 'utf8');
  const names = blocks.map((_, index) => `mod guide${index};\n`).join('');
  await write(shop, { ...Object.fromEntries(modules), 'src/main.rs': names + main });
  const env = { ...process.env, CARGO_TARGET_DIR: TARGET };
  await run('cargo', ['check', '--offline', '--target', 'wasm32-unknown-unknown'], { cwd: shop, env });
});

test('a fresh Trunk project shows a styled card', async () => {
  const gateway = await startProgram(
    SERVER,
    ['serve', '--listen', '127.0.0.1:0', '--upstream', BASE_URL, '--allow-origin', '*'],
    { env: { ...process.env, PRODUCT_POOL_UPSTREAM_TOKEN: TOKEN } },
    // Its own address stands alone; its log names the upstream's.
    /^http:\/\/127\.0\.0\.1:\d+$/m,
  );
  const shop = await makeShop(gateway);
  await build(shop);
  const address = await serve(join(shop, 'dist'));
  const browser = await launch();
  const page = await browser.newPage();
  const problems = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  const requests = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(address);
  const card = page.locator('.product-pool-card .card[data-state=ready]');
  await card.waitFor({ timeout: 30_000 }).catch(async (error) => {
    const shown = await page.locator('body').innerText();
    throw new Error([shown, ...problems, ...requests].join('\n'), { cause: error });
  });
  await page.waitForLoadState('networkidle');

  assert.equal(await card.evaluate((element) => getComputedStyle(element).borderTopWidth), '1px');
  assert.ok((await card.locator('[data-panel=allergens] .chips > li').count()) > 0);
  assert.ok(await card.locator('.picture img').evaluate((image) => image.complete && image.naturalWidth > 0));
  // What Chromium says of Trunk's preloads is not the card's.
  const own = problems.filter((text) => !/`integrity` attribute/.test(text));
  assert.deepEqual(own, []);
  // One request for each resource.
  const sent = requests.filter((url) => !url.startsWith('data:'));
  assert.deepEqual(sent, [...new Set(sent)]);
  const paths = sent.map((url) => new URL(url).pathname);
  const code = paths.filter((path) => /\.(js|wasm)$/.test(path)).map((path) => path.replace(/-[0-9a-f]{12,16}/, ''));
  assert.deepEqual(code.sort(), ['/shop.js', '/shop_bg.wasm', '/snippets/product-pool/src/yew/browser.js']);
  const resources = paths
    .filter((path) => path.startsWith('/v2/'))
    .map((path) => path.split('/').slice(2, 4).join('/'));
  assert.equal(resources.filter((path) => path === 'products/gtin').length, 1, paths.join('\n'));
  assert.ok(resources.length <= 3, paths.join('\n'));
});
