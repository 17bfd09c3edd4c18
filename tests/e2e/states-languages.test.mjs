// The card in every language there is: what axe finds, and whether it fits.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { whole } from '../drawn.mjs';
import { launch } from './support.mjs';
import { LANGUAGES, faults, named, open, overflowing } from './states-support.mjs';

/**
 * The languages for axe, which reads the same structure in each: what differs is how long their
 * words are, and that every language fits is checked on one page.
 */
const READ = whole(
  LANGUAGES.filter((lang) => lang !== 'en-GB'),
  [],
);

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

  const statesIn = (lang, states = RICH) =>
    states.map((state) => ({
      ...state,
      name: `${state.name}-${lang}`,
      attributes: { ...state.attributes, lang },
    }));

  it('fits 320 pixels in every language', async () => {
    const states = LANGUAGES.flatMap((lang) => statesIn(lang, named('panels-open', 'avoid-may-contain', 'not-found')));
    const page = await open(browser, states, { viewport: { width: 320, height: 640 } });
    assert.deepEqual(await overflowing(page), []);
    await page.close();
  });

  for (const lang of READ) {
    it(`has no fault that axe can see in ${lang}, and fits 320 pixels in it`, async () => {
      const states = statesIn(lang);
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

  it('keeps the order of a figure and its unit in text from right to left', async () => {
    const page = await open(browser, named('right-to-left', 'right-to-left-components'), {
      viewport: { width: 390, height: 844 },
    });
    const { count, turned } = await page.evaluate(figuresTurned);
    assert.ok(count > 10, `only ${count} figures`);
    assert.deepEqual(turned, []);
    await page.close();
  });

  it('never breaks a GTIN in the narrow header of a phone', async () => {
    const states = statesIn('de', RICH.slice(0, 2));
    const page = await open(browser, states, { viewport: { width: 390, height: 844 } });
    const lines = await page.evaluate(linesOfCodes);
    assert.ok(lines.length > 2, lines.join());
    assert.deepEqual(new Set(lines), new Set([1]));
    await page.close();
  });
});

/** The figures with Latin units whose last sign is left of their first; runs in the page. */
function figuresTurned() {
  const turned = [];
  let count = 0;
  for (const { shadowRoot } of document.querySelectorAll('product-pool-card')) {
    for (const place of shadowRoot.querySelectorAll('.figure, .quantity')) {
      const text = place.lastChild;
      if (!/^\d.*[a-z]$/.test(text.data) || !place.getClientRects().length) continue;
      count += 1;
      const leftOf = (index) => {
        const range = new Range();
        range.setStart(text, index);
        range.setEnd(text, index + 1);
        return range.getBoundingClientRect().left;
      };
      if (leftOf(text.length - 1) < leftOf(0)) turned.push(text.data);
    }
  }
  return { count, turned };
}

/** The number of lines of each code in the header; runs in the page. */
function linesOfCodes() {
  return Array.from(document.querySelectorAll('product-pool-card'), ({ shadowRoot }) =>
    Array.from(shadowRoot.querySelectorAll('.codes dd'), (code) => {
      const range = new Range();
      range.selectNodeContents(code);
      return new Set(Array.from(range.getClientRects(), ({ top }) => top)).size;
    }),
  ).flat();
}
