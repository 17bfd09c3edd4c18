// The packed package in a fresh Next project with both of its bundlers: on the
// server, where it is bundled, and in the page.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { LARGE, copyPackages } from '../setups.mjs';
import { GTIN, NAME, launch, makeProject, open, run, startProgram, startService } from '../support.mjs';

let browser;
let service;
let shop;
before(async () => {
  browser = await launch();
  service = await startService();
  shop = await makeShop();
});

const ask = () => `new PoolClient({ baseUrl: '${service}', token: 'demo', dangerouslyAllowBrowser: true })
  .getProductByGtin('${GTIN}').then((product) => product.general.product_name, (error) => 'failed: ' + error.message)`;

/**
 * A project with Next and React among its packages: copies, since Turbopack
 * follows no links that lead out of the project.
 */
async function makeShop() {
  const shop = await makeProject({
    'app/layout.js': `export const metadata = { title: '', icons: 'data:,' };
      export default function Layout({ children }) { return <html lang="en"><body>{children}</body></html>; }`,
    'app/page.js': `import { PoolClient } from 'product-pool';
      import { Client } from './client';
      export const dynamic = 'force-dynamic';
      export default async function Page() {
        const name = await ${ask()};
        return <main><h1>{name}</h1><Client /></main>;
      }`,
    'app/client.js': `'use client';
      import { PoolClient } from 'product-pool';
      import { configure } from 'product-pool/card';
      import { useEffect, useState } from 'react';
      configure({ baseUrl: '${service}', token: 'demo', dangerouslyAllowBrowser: true });
      export function Client() {
        const [name, setName] = useState('');
        useEffect(() => { ${ask()}.then((name) => { setName(name); document.title = name; }); }, []);
        return <><h2>{name}</h2><product-pool-card loading="eager" gtin="${GTIN}" heading-level="3" /></>;
      }`,
    // The project is its own root, whatever lies in the folders above it.
    'next.config.mjs': `export default { turbopack: { root: import.meta.dirname } };`,
  });
  await copyPackages(shop, ['next', 'react', 'react-dom'], LARGE);
  return shop;
}

for (const bundler of ['webpack', 'turbopack']) {
  test(`next build and start, ${bundler}`, async () => {
    const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' };
    await run(process.execPath, ['node_modules/next/dist/bin/next', 'build', `--${bundler}`], { cwd: shop, env });
    const args = ['node_modules/next/dist/bin/next', 'start', '--port', '0', '--hostname', '127.0.0.1'];
    const address = await startProgram(process.execPath, args, { cwd: shop, env });
    const page = await open(browser, address);
    assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), NAME, 'on the server');
    assert.equal(await page.getByRole('heading', { level: 2 }).first().innerText(), NAME, 'in the page');
    await page.getByRole('heading', { level: 3, name: NAME }).waitFor({ timeout: 30_000 });
    const wrong = page.problems.filter((text) => !/\/v2\/images\/p1(\/feature)?$/.test(text));
    assert.deepEqual(wrong, []);
    await page.close();
  });
}
