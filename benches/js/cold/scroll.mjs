// Scrolling through a page of a hundred cards without stopping: the durations of
// the frames, on the slower processor.

/* global wanted */

import { CPU_SLOWDOWN } from './visit.mjs';

/** The number of cards, and of different products. */
const CARDS = 100;
export const PRODUCTS = 20;

/** The distance and speed of scrolling, in CSS px and px per second. */
const DISTANCE = 40_000;
const SPEED = 2_500;

/** The duration from which a reader notices a frame, in ms. */
const NOTICEABLE = 50;

/** Makes a page of a hundred cards from the contender's page with one. */
export function pageOfCards({ html, files }, gtins) {
  const [one, gtin] = /<(?:product-pool|preact)-card gtin="(\d+)".*<\/.*-card>/.exec(html);
  const card = (at) => one.replace(gtin, gtins[at % gtins.length]).replace(' loading="eager"', '');
  const cards = Array.from({ length: CARDS }, (_, at) => card(at));
  // Without the script that checks once per frame whether the card is complete.
  const withoutMark = html.replace(/(<script>const wanted = .*\n)[^]*?(<\/script>)/, '$1$2');
  return { html: withoutMark.replace(one, cards.join('\n')), files };
}

/** The contender's page with badges in place of its card. */
export const asBadges = ({ html, files }) => ({ html: html.replace(/ panels="[^"]*"/, ' variant="badges"'), files });

/** Runs in the page: the number of bytes that it has loaded. */
const loadedBytes = () =>
  performance.getEntriesByType('resource').reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);

/** Runs in the page: records the duration of every frame from now on. */
function recordFrames() {
  window.frameTimes = [];
  let last = performance.now();
  const next = (now) => {
    window.frameTimes.push(now - last);
    last = now;
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
}

/** Runs in the page: the number of rendered cards. */
const renderedCards = () =>
  Array.from(document.querySelectorAll(wanted.element)).filter((it) =>
    it.shadowRoot?.querySelector('[data-state="ready"]'),
  ).length;

/** Scrolls through the page; returns the frame durations and the number of rendered cards. */
export async function scroll(browser, address) {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
  try {
    const page = await context.newPage();
    await page.goto(address);
    await page.waitForFunction(renderedCards);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await page.evaluate(recordFrames);
    await session.send('Input.synthesizeScrollGesture', {
      ...{ x: 200, y: 400 },
      yDistance: -DISTANCE,
      speed: SPEED,
      gestureSourceType: 'mouse',
    });
    const frames = await page.evaluate(() => window.frameTimes);
    return { frames, rendered: await page.evaluate(renderedCards), bytes: await page.evaluate(loadedBytes) };
  } finally {
    await context.close();
  }
}

export function heading() {
  console.log(`  ${CARDS} cards of ${PRODUCTS} products on a page, scrolled ${DISTANCE} px at ${SPEED} px/s`);
  console.log(
    `    ${''.padEnd(20)}${['frames', 'median', '99th', 'slowest', `over ${NOTICEABLE} ms`, 'rendered', 'bytes'].map((it) => it.padStart(14)).join('')}`,
  );
}

/** Prints the result of one contender. */
export function result(name, { frames, rendered, bytes }) {
  const sorted = frames.toSorted((a, b) => a - b);
  const at = (share) => `${Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))])} ms`;
  const slow = frames.filter((it) => it > NOTICEABLE).length;
  console.log(
    `    ${name.padEnd(20)}${[frames.length, at(0.5), at(0.99), at(1), slow, rendered, bytes].map((it) => String(it).padStart(14)).join('')}`,
  );
}
