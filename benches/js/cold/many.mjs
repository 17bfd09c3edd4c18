// Many cards on a page.

/* global wanted */

import { slowPage } from './visit.mjs';

/** How many cards the pages have: that with one is the first visit's. */
export const COUNTS = [10, 50, 200];

/** Makes a page of so many cards from the contender's page with one. */
export function pageOfCards({ html, files }, gtins, cards) {
  const [one, gtin] = /<(?:product-pool|preact)-card gtin="(\d+)".*<\/.*-card>/.exec(html);
  const all = Array.from({ length: cards }, (_, at) => one.replace(gtin, gtins[at % gtins.length]));
  // Without the script that checks once per frame whether the one card is complete.
  const withoutMark = html.replace(/(<script>const wanted = .*\n)[^]*?(<\/script>)/, `$1(${watch})()$2`);
  return { html: withoutMark.replace(one, all.join('\n')), files };
}

/** The contender's page with badges in place of its card. */
export const asBadges = ({ html, files }) => ({ html: html.replace(/ panels="[^"]*"/, ' variant="badges"'), files });

/** Runs in the page: notes its long tasks. */
function watch() {
  window.longest = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
  }).observe({ type: 'longtask', buffered: true });
}

/** Runs in the page: once that many cards are drawn, what it took; else nothing. */
function finished(cards) {
  const all = [...document.querySelectorAll(wanted.element)];
  if (all.filter((it) => it.shadowRoot?.querySelector('[data-state="ready"]')).length < cards) return undefined;
  const files = performance.getEntriesByType('resource').filter(({ encodedBodySize }) => encodedBodySize > 0);
  const bytes = files.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  return { complete: performance.now(), longest: window.longest, bytes, requests: files.length };
}

/** Visits a page of so many cards until all are drawn. */
export async function visitMany(browser, address, cards) {
  const { page, end } = await slowPage(browser);
  try {
    await page.goto(address, { waitUntil: 'commit' });
    const all = await page.waitForFunction(finished, cards, { polling: 50, timeout: 120_000 });
    return await all.jsonValue();
  } finally {
    await end();
  }
}
