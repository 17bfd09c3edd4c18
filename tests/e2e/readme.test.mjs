// The page of the README, opened from a file next to the demo, as the README says; and the pictures of documents.

import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { test } from 'node:test';
import { PICTURES, recordOf } from '../pictured.mjs';
import { DEMO_URL, ROOT, launch, openPage } from './support.mjs';

test('the first page of the README shows a card', async () => {
  const readme = await readFile(join(ROOT, 'README.md'), 'utf8');
  const [, html] = /^```html\n(.*?)^```/ms.exec(readme);
  assert.ok(html.includes('http://127.0.0.1:8080'), html);
  const folder = await mkdtemp(join(tmpdir(), 'product-pool-readme-'));
  const browser = await launch();
  try {
    const file = join(folder, 'card.html');
    await writeFile(file, html.replaceAll('http://127.0.0.1:8080', DEMO_URL));
    const page = await openPage(browser);
    await page.goto(String(pathToFileURL(file)));
    await page.locator('product-pool-card [data-panel="allergens"]').waitFor();
    const text = await page.locator('product-pool-card').evaluate((card) => card.shadowRoot.textContent);
    assert.match(text, /Prawn Pad Thai/);
    assert.match(text, /Contains/);
    assert.deepEqual(page.problems, []);
  } finally {
    await browser.close();
    await rm(folder, { recursive: true });
  }
});

test('the pictures of documents show what cards say', async () => {
  const read = (name) => readFile(join(ROOT, 'docs', name));
  const stale = async ([name, pictured]) => {
    const is = await recordOf(await read(`${name}.webp`), pictured, DEMO_URL);
    return is === String(await read(`${name}.txt`)) ? [] : [`docs/${name}.webp`];
  };
  const found = (await Promise.all(Object.entries(PICTURES).map(stale))).flat();
  assert.deepEqual(found, [], 'make them with `cargo xtask screenshots`, and copy target/screenshots/docs');
});
