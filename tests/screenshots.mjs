// Pictures of the demo page and of its card, on a phone and on a desktop:
// `cargo xtask screenshots`, which sets the variables read here. The README's
// two are `card-desktop.png` and `card-phone.png`.

import { join } from 'node:path';
import { chromium } from 'playwright-core';

const out = process.argv[2];
const { BASE_URL, CHROMIUM, CHROMIUM_FLAGS } = process.env;

const screens = {
  phone: {
    viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, colorScheme: 'dark',
  },
  desktop: { viewport: { width: 1280, height: 960 } },
};

const browser = await chromium.launch({
  executablePath: CHROMIUM,
  args: CHROMIUM_FLAGS.split(' '),
});
try {
  for (const [name, screen] of Object.entries(screens)) {
    const page = await browser.newPage(screen);
    page.on('pageerror', error => console.error(`${name}: ${error}`));
    await page.goto(BASE_URL, { waitUntil: 'networkidle' });
    await page.screenshot({ path: join(out, `${name}.png`) });
    await page.screenshot({ path: join(out, `${name}-whole.png`), fullPage: true });
    // The same shape for both cards, so that they stand well side by side.
    const card = await page.locator('#card').boundingBox();
    const clip = { ...card, height: Math.min(card.height, card.width * (screen.isMobile ? 2.4 : 1.4)) };
    await page.screenshot({ path: join(out, `card-${name}.png`), clip, fullPage: true });
    await page.close();
  }
} finally {
  await browser.close();
}
