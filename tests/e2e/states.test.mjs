// The card in every state, held to WCAG 2.2 AA as far as a program can see it:
// axe in both themes, forced colours and reduced motion. The size of targets, in every variant,
// is the subject of states-geometry.test.mjs.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { some, whole } from '../drawn.mjs';
import { launch } from './support.mjs';
import { STATES, faults, named, open } from './states-support.mjs';

describe('the card in every state', () => {
  let browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  for (const colorScheme of ['light', 'dark']) {
    it(`has no fault that axe can see, ${colorScheme}`, async () => {
      // The contrast of every text in both is the subject of states-geometry.test.mjs.
      const share = STATES.filter((_, at) => at % 8 === (colorScheme === 'light' ? 0 : 4));
      const page = await open(browser, whole(STATES, share), { colorScheme });
      const { faults: found, rules } = await faults(page);
      assert.deepEqual(found, []);
      // It did look: into the cards, at colours, sizes and good practice.
      for (const rule of ['color-contrast', 'target-size', 'heading-order', 'region'])
        assert.ok(rules.includes(rule), rule);
      await page.close();
    });
  }

  for (const colorScheme of some(['light', 'dark'], 1)) {
    it(`has no fault that axe can see with an image shown large, ${colorScheme}`, async () => {
      const page = await open(browser, named('many-allergens'), { colorScheme });
      await page.locator('[data-action="zoom"]').click();
      await page.locator('dialog[open]').waitFor();
      assert.deepEqual((await faults(page)).faults, []);
      await page.close();
    });
  }

  it('is looked at by an axe that sees faults', async () => {
    const page = await open(browser, named('drink'));
    await page.evaluate(() => {
      const { shadowRoot } = document.querySelector('product-pool-card');
      shadowRoot.querySelector('.card').style.color = '#ccc';
      shadowRoot.querySelector('img').removeAttribute('alt');
    });
    const { faults: found } = await faults(page);
    for (const rule of ['color-contrast', 'image-alt'])
      assert.ok(
        found.some((fault) => fault.startsWith(rule)),
        rule,
      );
    await page.close();
  });

  it('keeps its meaning in forced colours', async () => {
    const page = await open(
      browser,
      named('many-allergens', 'milk-not-stated', 'avoid-contains', 'loading', 'network'),
      { forcedColors: 'active' },
    );
    // Colours apart, axe sees the same as without.
    if (whole(true, false)) assert.deepEqual((await faults(page)).faults, []);
    const bare = await page.evaluate(() =>
      Array.from(document.querySelectorAll('product-pool-card')).flatMap(({ shadowRoot }) =>
        Array.from(shadowRoot.querySelectorAll('.chips > li, .lights li, .notice, .verdict, .bar'))
          .filter((element) => element.checkVisibility())
          .filter(
            (element) =>
              getComputedStyle(element).borderTopStyle !== 'solid' ||
              getComputedStyle(element).borderTopWidth === '0px',
          )
          .map((element) => element.className),
      ),
    );
    // A background is taken away, so a line must show where each begins.
    assert.deepEqual(bare, []);
    await page.close();
  });

  it('moves only where the reader does not mind', async () => {
    const running = (page) =>
      page.evaluate(
        () =>
          document
            .querySelector('product-pool-card')
            .shadowRoot.querySelectorAll('*')
            .values()
            .toArray()
            .flatMap((element) => element.getAnimations()).length,
      );
    for (const [reducedMotion, moves] of [
      ['no-preference', true],
      ['reduce', false],
    ]) {
      const page = await open(browser, named('loading'), { reducedMotion });
      assert.equal((await running(page)) > 0, moves, reducedMotion);
      await page.close();
    }
  });
});
