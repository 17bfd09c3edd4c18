// Shared by the tests of the matrix and of the changes: a page with the element, a mock
// service, and axe.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NOWHERE, ROOT, openPage, serveFiles } from './support.mjs';

const axe = await readFile(join(ROOT, 'tests/node_modules/axe-core/axe.min.js'), 'utf8');

const STRICT = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'";

export const flag = (description) => ({ value: 1, description });

/**
 * A page under a strict policy that imports `script`, with `body`. `answer(url)`
 * gives a product, or a status, for each request to the service; its requests
 * are in `page.requests`.
 */
export async function openView(browser, { script, body, answer = () => 404, ...options }) {
  const page = await openPage(browser, options);
  page.requests = [];
  const html = `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>views</title>
    <link rel="icon" href="/favicon.ico"><script type="module" src="/events.js"></script><script type="module" src="/pkg/dist/${script}"></script></head>
    <body><main><h1>Kitchen</h1>${body}</main></body></html>`;
  const events = `window.received = [];
    for (const of of ['matrix', 'changes']) for (const name of ['load', 'error']) {
      addEventListener('product-pool-' + of + '-' + name, ({ detail }) => received.push({ name, ...detail }));
    }`;
  await serveFiles(
    page,
    { '/': html, '/events.js': events, '/favicon.ico': '' },
    { 'content-security-policy': STRICT },
  );
  await page.route(`${NOWHERE}/v2/**`, async (route) => {
    const url = new URL(route.request().url());
    page.requests.push(url.pathname + url.search);
    const found = await answer(url, page.requests.length);
    if (found === null) return route.abort();
    if (typeof found === 'number')
      return route.fulfill({ status: found, contentType: 'application/json', body: '{"errors":[]}' });
    return route.fulfill({ contentType: 'application/json', body: JSON.stringify({ data: found }) });
  });
  await page.goto(`${NOWHERE}/`);
  return page;
}

/** Nothing for axe to complain of, in light and in dark. */
export async function assertAccessible(page) {
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
    assert.deepEqual(
      violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]),
      [],
      colorScheme,
    );
  }
}

/** An element that comes into the page is a notice where its words cannot be loaded, until it is tried again. */
export async function assertNeedsWords(page, html) {
  await page.route('**/dist/lang/**', (route) => route.abort());
  await page.evaluate((html) => document.querySelector('main').insertAdjacentHTML('beforeend', html), html);
  const notice = page.locator('[role="alert"]');
  await notice.waitFor();
  assert.match(await notice.innerText(), /could not be loaded\. Please check the label\./);
  assert.equal(await page.locator('.mount').count(), 0);
  assert.ok(page.problems.length > 0);
  await page.unroute('**/dist/lang/**');
  await notice.getByRole('button').click();
  await page.locator('.mount .view').waitFor();
  assert.doesNotMatch(await page.locator('.mount').textContent(), /\b(diff|error|field|matrix|notice|section)\.[a-z]/);
}

/** The events of the views that the page has received. */
export const receivedEvents = (page) => page.evaluate(() => window.received);
