// The benchmarks in Chromium: `node benches/js/browser.mjs`, with the variables
// that stage.mjs reads, and CHROMIUM and CHROMIUM_FLAGS.

import { chromium } from '../../tests/node_modules/playwright-core/index.mjs';
import * as report from './report.mjs';
import { material, serve } from './stage.mjs';

const FLAGS = process.env.CHROMIUM_FLAGS ?? '--headless=new --no-sandbox --disable-gpu';

const texts = await material();
const { base, stop } = await serve(texts);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: FLAGS.split(' '),
});
try {
  const page = await browser.newPage();
  page.on('pageerror', (error) => console.error(error));
  const session = await page.context().newCDPSession(page);
  await page.exposeFunction('heap', async () => {
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize, backingStorageSize = 0 } = await session.send('Runtime.getHeapUsage');
    return usedSize + backingStorageSize;
  });
  await page.exposeFunction('report', (kind, ...values) => {
    const engine = `Chromium ${browser.version()}`;
    if (kind === 'fields') report.heading(engine, { ...texts, fields: values[0] });
    else if (kind === 'comparison') report.comparison(...values);
    else report.walking(...values);
  });
  await page.goto(`${base}/js/page.html`);
  await page.waitForFunction(() => window.isReady && crossOriginIsolated);
  const seconds = Number(process.env.SECONDS ?? 8);
  await page.evaluate((options) => window.start(options), { ...texts, seconds });
} finally {
  await browser.close();
  stop();
}
