// Shared by the tests of bundlers: a project of a shop, and how Vite builds and serves it.

import assert from 'node:assert/strict';
import { cp, readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import {
  GTIN,
  PAGE,
  TOOLS,
  assertCardShown,
  assertShown,
  launch,
  makeProject,
  open,
  run,
  serve,
  startProgram,
  startService,
  useClient,
  write,
} from './support.mjs';

export let browser;
export let service;
before(async () => {
  browser = await launch();
  service = await startService();
});

const MAIN = () => `import { PoolClient } from 'product-pool';\n${useClient(service)}`;

/** A project whose `main.js` uses the client, and whose `card.js` the card. */
export const makeShop = (index = '<script type="module" src="/main.js"></script>') =>
  makeProject(
    {
      'main.js': MAIN(),
      'card.js': `import { configure } from 'product-pool/card';
        configure({ baseUrl: '${service}', token: 'demo', dangerouslyAllowBrowser: true });
        document.title = 'a shop';`,
      'index.html': PAGE(index),
    },
    { type: 'module' },
  );

/** The files of a folder, by the ending of their names. */
export async function listed(folder, ending) {
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => name.endsWith(ending));
}

/** The card of a page shows the product of the service. */
export async function assertCard(address, allowed) {
  const page = await open(browser, address);
  await page.evaluate((gtin) => {
    document.body.innerHTML = `<product-pool-card loading="eager" gtin="${gtin}"></product-pool-card>`;
  }, GTIN);
  await assertCardShown(page, allowed);
  await page.close();
}

/** Puts the files that a single file requests beside it, as the README says. */
export async function copyFiles(shop, folder) {
  const dist = join(shop, 'node_modules/product-pool/dist');
  for (const name of ['wasm', 'lang']) await cp(join(dist, name), join(shop, folder, name), { recursive: true });
}

/** Tests the Vite that is installed under this name. */
export function testVite(name) {
  const vite = join(TOOLS, name, 'bin/vite.js');

  test(`${name} build`, async () => {
    const shop = await makeShop();
    await run(process.execPath, [vite, 'build', '--outDir', 'out'], { cwd: shop });
    const asked = [];
    await assertShown(browser, await serve(join(shop, 'out'), { asked }));
    assert.equal(asked.filter((path) => path.endsWith('.wasm')).length, 1, asked.join('\n'));
    assert.ok(!asked.some((path) => path.includes('base64')), 'the text is left alone where the file is there');
  });

  test(`${name} dev`, async () => {
    const shop = await makeShop();
    const args = [vite, '--port', '0', '--host', '127.0.0.1'];
    await assertShown(browser, await startProgram(process.execPath, args, { cwd: shop }));
  });

  test(`${name} dev, the card`, async () => {
    const shop = await makeShop('<script type="module" src="/card.js"></script>');
    const args = [vite, '--port', '0', '--host', '127.0.0.1'];
    // Vite 7 prepares packages for development with another bundler than Vite 8; it
    // moves the code and not the file.
    const moved = name === 'vite-7' ? [/A \.wasm file could not be loaded .*, so a larger copy of it was\./] : [];
    await assertCard(await startProgram(process.execPath, args, { cwd: shop }), moved);
  });

  test(`${name} dev, the card, left where it is`, async () => {
    const shop = await makeShop('<script type="module" src="/card.js"></script>');
    const [, config] = /```mjs\n(export default .*?)```/s.exec(
      await readFile(join(shop, 'node_modules/product-pool/README.md'), 'utf8'),
    );
    await write(shop, { 'vite.config.js': config });
    const args = [vite, '--port', '0', '--host', '127.0.0.1'];
    await assertCard(await startProgram(process.execPath, args, { cwd: shop }));
  });

  test(`${name} build, the card`, async () => {
    const shop = await makeShop('<script type="module" src="/card.js"></script>');
    await run(process.execPath, [vite, 'build', '--outDir', 'out'], { cwd: shop });
    await assertCard(await serve(join(shop, 'out')));
  });
}
