// Shared by the tests of every state: the states' page in a browser, axe, and
// measures that are taken in the page.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openStates, readStates } from '../states.mjs';
import { BASE_URL, ROOT, TOKEN, openPage } from './support.mjs';

const axe = await readFile(join(ROOT, 'tests/node_modules/axe-core/axe.min.js'), 'utf8');

export const STATES = await readStates();

/** The languages that are built. */
export { LANGUAGES } from '../states.mjs';

/** The states of these names. */
export const named = (...names) =>
  names.map((name) => {
    const found = STATES.find((state) => state.name === name);
    assert.ok(found, name);
    return found;
  });

/** A page with states; `more` are further options of the browser. */
export async function open(browser, states, more = {}) {
  const page = await openPage(browser, more);
  await openStates(page, { base: BASE_URL, token: TOKEN, states });
  return page;
}

/** All that WCAG 2.0 to 2.2 ask for at level AA, and what is good practice. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];

/** The findings of axe in the page, a line for each place; and how much it looked at. */
export async function faults(page) {
  await page.evaluate(axe);
  return page.evaluate(async (values) => {
    const { violations, passes } = await globalThis.axe.run(document, {
      runOnly: { type: 'tag', values },
      resultTypes: ['violations'],
    });
    return {
      faults: violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
      ),
      rules: passes.map(({ id }) => id),
    };
  }, RULES);
}

/**
 * The elements that stick out of their card or scroll sideways, each with its state. Tables
 * may, inside their group; so may what only screen readers are given.
 */
export const overflowing = (page) =>
  page.evaluate(() => {
    const found = [];
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth) found.push(`the page: ${root.scrollWidth} > ${root.clientWidth}`);
    for (const place of document.querySelectorAll('.state')) {
      const { shadowRoot } = place.querySelector('product-pool-card');
      const card = shadowRoot.querySelector('.card').getBoundingClientRect();
      for (const element of shadowRoot.querySelectorAll('.card *')) {
        if (!element.checkVisibility() || element.closest('dialog, .visually-hidden')) continue;
        if (element.parentElement?.closest('.scroll')) continue;
        const { left, right } = element.getBoundingClientRect();
        const clipped =
          element.scrollWidth > element.clientWidth + 1 &&
          element.clientWidth > 0 &&
          getComputedStyle(element).overflowX !== 'visible' &&
          !element.matches('.scroll');
        if (left < card.left - 1 || right > card.right + 1 || clipped) {
          found.push(
            `${place.dataset.name}: ${element.localName}.${element.className} ${Math.round(left)} to ${Math.round(right)}`,
          );
        }
      }
    }
    return found;
  });
