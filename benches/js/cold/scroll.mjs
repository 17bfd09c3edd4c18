// A hundred cards on one page, scrolled through without a stop:
// how long the frames take in which they come, on the slower processor.

/* global wanted */

import { SLOWER } from './visit.mjs';

/** How many cards, of how many products. */
const CARDS = 100;
export const PRODUCTS = 20;

/** How far the page is scrolled, and how fast: CSS px, px a second. */
const DISTANCE = 40_000;
const SPEED = 2_500;

/** How long a frame may take before a reader notices, ms. */
const NOTICED = 50;

/** The page of a hundred cards, made from the contender's page of one. */
export function hundred({ html, files }, gtins) {
  const [one, gtin] = /<(?:product-pool|preact)-card gtin="(\d+)".*<\/.*-card>/.exec(html);
  const card = (at) => one.replace(gtin, gtins[at % gtins.length]).replace(' loading="eager"', '');
  const cards = Array.from({ length: CARDS }, (_, at) => card(at));
  // Nobody looks once a frame here whether a card is complete.
  const quiet = html.replace(/(<script>const wanted = .*\n)[^]*?(<\/script>)/, '$1$2');
  return { html: quiet.replace(one, cards.join('\n')), files };
}

/** In the page: notes the length of every frame from now on. */
function count() {
  window.taken = [];
  let last = performance.now();
  const next = (now) => {
    window.taken.push(now - last);
    last = now;
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
}

/** In the page: the cards that are drawn. */
const drawnCards = () =>
  Array.from(document.querySelectorAll(wanted.element)).filter((it) =>
    it.shadowRoot?.querySelector('[data-state="ready"]'),
  ).length;

/** Scrolls through, and gives the frames' lengths and how many cards are drawn. */
export async function scroll(browser, address) {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
  try {
    const page = await context.newPage();
    await page.goto(address);
    await page.waitForFunction(drawnCards);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await page.evaluate(count);
    await session.send('Input.synthesizeScrollGesture', {
      ...{ x: 200, y: 400 },
      yDistance: -DISTANCE,
      speed: SPEED,
      gestureSourceType: 'mouse',
    });
    return { frames: await page.evaluate(() => window.taken), drawn: await page.evaluate(drawnCards) };
  } finally {
    await context.close();
  }
}

export function heading() {
  console.log(`  ${CARDS} cards of ${PRODUCTS} products on a page, scrolled ${DISTANCE} px at ${SPEED} px/s`);
  console.log(
    `    ${''.padEnd(20)}${['frames', 'median', '99 of 100', 'slowest', `over ${NOTICED} ms`, 'drawn'].map((it) => it.padStart(14)).join('')}`,
  );
}

/** Prints what came of it. */
export function told(name, { frames, drawn }) {
  const sorted = frames.toSorted((a, b) => a - b);
  const at = (share) => `${Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))])} ms`;
  const slow = frames.filter((it) => it > NOTICED).length;
  console.log(
    `    ${name.padEnd(20)}${[frames.length, at(0.5), at(0.99), at(1), slow, drawn].map((it) => String(it).padStart(14)).join('')}`,
  );
}
