// The card in every language there is: what axe finds, and whether it fits.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { launch } from './support.mjs';
import { LANGUAGES, faults, named, open, overflowing } from './states-support.mjs';

/** States in which there is much to say. */
const RICH = named('avoid-components', 'panels-open', 'avoid-may-contain', 'not-found', 'network');

describe('the card in every language', () => {
  let browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  it('has every language that the package has words for', () => {
    assert.ok(LANGUAGES.includes('en-GB') && LANGUAGES.length > 1, LANGUAGES.join());
  });

  for (const lang of LANGUAGES) {
    it(`has no fault that axe can see in ${lang}, and fits 320 pixels in it`, async () => {
      const states = RICH.map((state) => ({ ...state, attributes: { ...state.attributes, lang } }));
      const page = await open(browser, states, { viewport: { width: 320, height: 640 } });
      assert.deepEqual(
        await page.evaluate(() =>
          Array.from(
            document.querySelectorAll('product-pool-card'),
            (card) => card.shadowRoot.querySelector('.card').lang,
          ),
        ),
        states.map(() => lang),
      );
      assert.deepEqual(await overflowing(page), []);
      assert.deepEqual((await faults(page)).faults, []);
      await page.close();
    });
  }
});
