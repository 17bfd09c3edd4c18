// One visit to a page with an empty cache, over a slow connection.

/** A phone on slow 4G: Chromium's preset, throughput in bytes per second. */
export const NETWORK = {
  offline: false,
  latency: Number(process.env.LATENCY ?? 150), // ms per request
  downloadThroughput: 1.6e6 / 8,
  uploadThroughput: 750e3 / 8,
};

/** The factor by which the phone's processor is slower than this machine's. */
export const CPU_SLOWDOWN = 4;

/** The timeout of a visit. */
const TIMEOUT = 60_000; // ms

/** A page with an empty cache on that connection and processor, and how to end it. */
export async function slowPage(browser) {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return { page, end: () => context.close() };
}

/**
 * Visits a page and returns `{ complete, resources, shown }`: the ms from the start
 * of navigation to the complete card, the loaded resources, and the result of
 * `read`, a function that runs in the page.
 */
export async function visit(browser, address, { read } = {}) {
  const { page, end } = await slowPage(browser);
  try {
    const problems = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    await page.goto(address, { waitUntil: 'commit', timeout: TIMEOUT });
    await page
      .waitForFunction(() => window.completeAfter, undefined, { polling: 100, timeout: TIMEOUT })
      .catch(async (error) => {
        const state = await page.evaluate(describeState);
        throw new Error([`no complete card at ${address}`, ...problems, error.message, ...state].join('\n'));
      });
    const complete = await page.evaluate(() => window.completeAfter);
    const all = await page.evaluate(resourcesOf);
    // Failed requests, such as those for images on other hosts, do not count.
    const resources = all.filter(({ end, bytes }) => bytes > 0 && end > 0 && end <= complete);
    return { complete, resources, shown: read && (await page.evaluate(read)) };
  } finally {
    await end();
  }
}

/** Runs in the page: all loaded resources, the page itself first. */
function resourcesOf() {
  return [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map((entry) => ({
    name: new URL(entry.name).pathname,
    end: entry.responseEnd,
    bytes: entry.encodedBodySize,
  }));
}

/** Runs in the page: the state of an incomplete card, for the error message. */
function describeState() {
  const { element, selectors } = wanted;
  const root = document.querySelector(element)?.shadowRoot;
  const missing = selectors.filter((selector) => !root?.querySelector(selector)?.checkVisibility());
  const loaded = performance
    .getEntriesByType('resource')
    .map(({ name, responseEnd }) => `${Math.round(responseEnd)} ${name}`);
  return [
    `missing or not visible: ${missing.join(', ')}`,
    root?.textContent.trim().slice(0, 300) ?? 'no shadow root',
    ...loaded,
  ];
}
