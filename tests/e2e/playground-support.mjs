// Shared by the tests of the playground: the page in a browser, and what it shows.

import { CHANGES, MATRIX } from '../../pkg/dist/src/views/attributes.js';
import { ATTRIBUTES } from '../../pkg/dist/src/card/properties.js';
import { DEMO_URL, openPage, readShowcase } from './support.mjs';

export const showcase = await readShowcase();

/** The address of the playground. */
export const PLAYGROUND = '/www/playground.html';

/** The elements by their names in the address: their tag, and the table of their attributes. */
export const ELEMENTS = {
  card: { tag: 'product-pool-card', table: ATTRIBUTES, view: '.card' },
  matrix: { tag: 'product-pool-matrix', table: MATRIX, view: '.view' },
  changes: { tag: 'product-pool-changes', table: CHANGES, view: '.view' },
};

/** The states that the catalogue does not hold, and what the card comes to in them. */
const WITHOUT_CATALOGUE = {
  recalled: 'ready',
  withdrawn: 'ready',
  stale: 'ready',
  'long-texts': 'ready',
  network: 'network',
  error: 'error',
  loading: 'loading',
};

/** Every state of the card by its key, and the state that it comes to. */
export const STATES = new Map([
  ...Array.from(showcase.values(), ({ key, state = 'ready' }) => [key, state]),
  ...Object.entries(WITHOUT_CATALOGUE),
]);

/** The playground with this query; `options` are those of the browser's page. */
export async function openPlayground(browser, query = '', options = {}) {
  const page = await openPage(browser, options);
  await options.prepare?.(page);
  await page.goto(`${DEMO_URL}${PLAYGROUND}${query}`);
  await page.locator('#states a').first().waitFor();
  return page;
}

/** The element that is shown. */
export const shown = (page) => page.locator('#stage > *');

/** Waits until the card has come to a state. */
export async function settled(page, state = 'ready') {
  const place = state === 'loading' ? '.skeleton' : `.card[data-state="${state}"]`;
  await shown(page).locator(place).first().waitFor();
}

/** Opens all groups of the form. */
export const openGroups = (page) =>
  page.evaluate(() => {
    for (const details of document.querySelectorAll('main details')) details.open = true;
  });

/** The markup that the page offers. */
export const markup = (page) => page.locator('#markup').textContent();

/** The query of the page's address. */
export const query = (page) => new URL(page.url()).searchParams;
