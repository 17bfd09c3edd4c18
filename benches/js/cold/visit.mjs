// One visit to a page by a browser that has never seen it, over a slow line.

/** A phone on slow 4G: Chromium's own preset, throughput in bytes a second. */
export const NETWORK = {
  offline: false,
  latency: Number(process.env.LATENCY ?? 150), // ms, a request
  downloadThroughput: 1.6e6 / 8,
  uploadThroughput: 750e3 / 8,
};

/** How many times slower than this machine the phone is. */
export const SLOWER = 4;

/** How long a visit may take. */
const PATIENCE = 60_000; // ms

/**
 * Visits and gives `{ complete, resources, shown }`: the ms from the start of
 * navigation to the complete card, what was loaded, and, if `read` is given,
 * what it reads in the page.
 */
export async function visit(browser, address, { read } = {}) {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
  try {
    const page = await context.newPage();
    const problems = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', NETWORK);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await page.goto(address, { waitUntil: 'commit', timeout: PATIENCE });
    await page
      .waitForFunction(() => window.completeAfter, undefined, { polling: 100, timeout: PATIENCE })
      .catch(async (error) => {
        const seen = await page.evaluate(seenSoFar);
        throw new Error([`no complete card at ${address}`, ...problems, error.message, ...seen].join('\n'));
      });
    const complete = await page.evaluate(() => window.completeAfter);
    const all = await page.evaluate(resourcesOf);
    // What came to nothing, as images of other hosts do here, counts for nothing.
    const resources = all.filter(({ end, bytes }) => bytes > 0 && end > 0 && end <= complete);
    return { complete, resources, shown: read && (await page.evaluate(read)) };
  } finally {
    await context.close();
  }
}

/** In the page: all that was loaded, the page itself first. */
function resourcesOf() {
  return [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map((entry) => ({
    name: new URL(entry.name).pathname,
    start: entry.startTime,
    end: entry.responseEnd,
    bytes: entry.encodedBodySize,
  }));
}

/** In the page: what is there of a card that is not complete. */
function seenSoFar() {
  const { element, selectors } = wanted;
  const root = document.querySelector(element)?.shadowRoot;
  const missing = selectors.filter((selector) => !root?.querySelector(selector)?.checkVisibility());
  const loaded = performance
    .getEntriesByType('resource')
    .map(({ name, responseEnd }) => `${Math.round(responseEnd)} ${name}`);
  return [
    `not there or not visible: ${missing.join(', ')}`,
    root?.textContent.trim().slice(0, 300) ?? 'no shadow root',
    ...loaded,
  ];
}
