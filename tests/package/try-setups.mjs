// Tries set-ups of docs/frameworks.md in a browser: a barcode is typed, and the card of
// its product appears.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { PATIENCE } from '../patience.mjs';
import { NAME, assertCardShown, launch } from './support.mjs';
import { BARCODE, startGateway } from './setups.mjs';

/** Defines a test for each mode of each set-up. */
export function trySetups(setups) {
  let browser;
  let gateway;
  before(async () => {
    browser = await launch();
    gateway = await startGateway();
  });

  for (const setup of setups) {
    for (const [mode, start] of Object.entries(setup.modes)) {
      test(`${setup.name}, ${mode}`, async () => {
        const address = await start(await setup.make(setup, gateway));
        const page = await browser.newPage();
        const files = [];
        page.problems = [];
        page.on('pageerror', (error) => page.problems.push(`uncaught: ${error}`));
        page.on('console', (message) => {
          if (['error', 'warning'].includes(message.type()))
            page.problems.push(`${message.text()} ${message.location().url}`);
        });
        page.on('request', (request) => files.push(request.url()));
        await page.goto(address);
        if (setup.hasInput !== false) {
          await page.waitForLoadState('networkidle');
          const input = page.getByRole('textbox', { name: 'Barcode' });
          await input.fill(BARCODE);
          await input.press('Enter');
          await page.locator('#name', { hasText: NAME }).waitFor({ timeout: PATIENCE });
        }
        await assertCardShown(page);
        if (mode !== 'dev') {
          assert.ok(!files.some((url) => url.includes('base64')), files.join('\n'));
          assert.equal(files.filter((url) => url.endsWith('.wasm')).length, 1, files.join('\n'));
        }
        await page.close();
      });
    }
  }
}
