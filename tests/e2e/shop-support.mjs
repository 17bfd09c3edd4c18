// Shared by the tests of the demo's shop: a page of it, with what it has requested.

import assert from 'node:assert/strict';
import { DEMO_URL, openPage } from './support.mjs';

/** The product of which the catalogue has three versions. */
export const FIRST = '09520000000004';

/** The changes between its first and its last. */
export const CHANGES = `/changes/${FIRST}?from=1&to=3`;

/** Opens an address of the shop; `calls` of the page has its requests to the service. */
export async function openShop(browser, path = '/', { prepare, ...options } = {}) {
  const page = await openPage(browser, options);
  page.calls = [];
  page.pending = new Set();
  for (const end of ['requestfinished', 'requestfailed']) page.on(end, (request) => page.pending.delete(request));
  page.on('request', (request) => {
    page.pending.add(request);
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/v2/')) page.calls.push(pathname + search);
  });
  await prepare?.(page);
  await page.goto(`${DEMO_URL}${path}`);
  return page;
}

/** The cards that show a product. */
export const ready = (page) => page.locator('.product-pool-card .card[data-state="ready"]');

/** Opens the menu of the head, unless it is open. */
export async function openMenu(page) {
  if (await page.locator('#menu').isHidden()) await page.getByRole('button', { name: 'Menu', exact: true }).click();
}

/** Waits for the heading of a page. */
export const heading = (page, name) => page.getByRole('heading', { level: 1, name }).waitFor();

/** Asserts that the page has one main heading, once the card's has taken the place of the page's. */
export async function oneHeading(page) {
  await page.locator('h1').nth(1).waitFor({ state: 'detached' });
  assert.equal(await page.locator('h1').count(), 1);
}

/** The page's address within the shop. */
export const addressOf = (page) => page.url().slice(DEMO_URL.length);

/** Waits until nothing has been requested for a while. */
export async function settled(page) {
  for (let calm = 0; calm < 10; calm += 1) {
    await page.waitForTimeout(50);
    if (page.pending.size) calm = 0;
  }
}
