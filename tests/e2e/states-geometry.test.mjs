// The card in every state and variant, as it is drawn: on screens of four
// widths nothing covers anything or sticks out, targets are large enough, and
// text stands out in light and in dark.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { atNight, drawn, whole } from '../drawn.mjs';
import { faint, install, overlaps, smallTargets } from './geometry-support.mjs';
import { setAll } from './layout-support.mjs';
import { STATES, named, open, overflowing } from './states-support.mjs';
import { launch } from './support.mjs';

const WIDTHS = [320, 390, 720, 1280];
const VARIANTS = ['full', 'summary', 'badges'];

/** Languages of long words, and sizes of text; English instead of one written from right to left is among the states. */
const LONG = [
  ['de', '200%'],
  ['de', '100%'],
  ['nl', '100%'],
];

describe('the geometry of the card in every state', () => {
  let browser;
  let page;
  before(async () => {
    browser = await launch();
    page = await open(browser, STATES, { reducedMotion: 'reduce' });
    await page.addStyleTag({ content: 'main { max-width: none; }' });
    await install(page);
  });
  after(() => browser.close());

  for (const variant of VARIANTS) {
    it(`covers nothing and has targets of 44 pixels, ${variant}`, async () => {
      await setAll(page, { variant });
      // The narrowest and the widest always, those between in turn.
      const between = WIDTHS.slice(1, -1);
      for (const width of whole(WIDTHS, [WIDTHS[0], between[VARIANTS.indexOf(variant) % 2], WIDTHS.at(-1)])) {
        await page.setViewportSize({ width, height: 844 });
        assert.deepEqual(await overlaps(page), [], `${width}`);
        assert.deepEqual(await overflowing(page), [], `${width}`);
        assert.deepEqual(await smallTargets(page), [], `${width}`);
      }
    });

    it(`has text that stands out, ${variant}`, async () => {
      for (const theme of whole(['light', 'dark'], variant === 'full' ? ['light', 'dark'] : ['dark'])) {
        await setAll(page, { variant, theme });
        assert.deepEqual(await faint(page), [], theme);
      }
    });
  }

  it('has thumbnails close below their picture, however much stands beside it', async () => {
    const shown = await open(browser, named('many-allergens'), { viewport: { width: 360, height: 844 } });
    await setAll(shown, { variant: 'full' });
    await shown.locator('product-pool-card').evaluate((card) => {
      card.insertAdjacentHTML('beforeend', '<div slot="actions" style="block-size: 200px">Actions</div>');
    });
    const places = () =>
      Promise.all(['.head .picture', '.head .thumbnails'].map((place) => shown.locator(place).boundingBox()));
    const [picture, thumbnails] = await places();
    const gap = thumbnails.y - picture.y - picture.height;
    assert.ok(gap >= 0 && gap <= 12, `${gap}`);
    // Between it and a verdict is no room: they are beside it.
    await setAll(shown, { avoid: 'milk' });
    await shown.locator('.verdict').waitFor();
    const [beside, row] = await places();
    assert.ok(row.x >= beside.x + beside.width && row.y <= beside.y + beside.height, JSON.stringify(row));
    await shown.close();
  });

  atNight('fits phones and desktops with text at 200 %', async () => {
    await setAll(page, { variant: 'full', theme: 'light' });
    const large = await page.addStyleTag({ content: 'html { --product-pool-font-size: 200%; } body { padding: 0; }' });
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      assert.deepEqual(await overflowing(page), [], `${width}`);
    }
    await large.evaluate((sheet) => sheet.remove());
  });

  it('covers nothing in a language of long words, or with text at 200 %', async () => {
    const rich = named(
      'many-allergens',
      'multi-component',
      'conflict',
      'avoid-components',
      'components-open',
      'replaced',
    );
    for (const [lang, size] of whole(LONG, LONG.slice(0, 1))) {
      const states = rich.map((state) => ({ ...state, attributes: { ...state.attributes, lang } }));
      const page = await open(browser, states, { reducedMotion: 'reduce' });
      await install(page);
      await page.addStyleTag({ content: `html { --product-pool-font-size: ${size}; } main { max-width: none; }` });
      for (const [width, variant] of drawn(WIDTHS, VARIANTS)) {
        await setAll(page, { variant });
        await page.setViewportSize({ width, height: 844 });
        assert.deepEqual(await overlaps(page), [], `${lang}, ${size}, ${variant}, ${width}`);
        assert.deepEqual(await overflowing(page), [], `${lang}, ${size}, ${variant}, ${width}`);
      }
      await page.close();
    }
  });

  it('answers on five words on the first screen of a phone with text at 200 %', async () => {
    const avoid = 'soybeans tree_nuts milk fish sulphur_dioxide';
    const heads = {
      de: [
        'Enthält Sojabohnen',
        'Enthält möglicherweise Schalenfrüchte: Mandeln, Haselnüsse',
        'Milch: nicht angegeben',
      ],
      pl: ['Zawiera: soja', 'Może zawierać: orzechy drzewne (migdały, orzechy laskowe)', 'Mleko: nie podano'],
    };
    const [state] = named('milk-not-stated');
    const states = Object.keys(heads).map((lang) => {
      const attributes = { ...state.attributes, avoid, lang };
      return { ...state, name: lang, attributes };
    });
    const viewport = { width: 320, height: 844 };
    const page = await open(browser, states, { viewport, reducedMotion: 'reduce' });
    await page.addStyleTag({ content: 'html { --product-pool-font-size: 200%; } body { padding: 0; }' });
    await install(page);
    for (const variant of VARIANTS) {
      await setAll(page, { variant });
      assert.deepEqual(await overlaps(page), [], variant);
      assert.deepEqual(await overflowing(page), [], variant);
      for (const [lang, head] of Object.entries(heads)) {
        const card = page.locator(`[data-name="${lang}"] .card`);
        assert.deepEqual(await card.locator('.answer').allTextContents(), head, variant);
        const [top, end] = await card.evaluate((card) => [
          card.getBoundingClientRect().top,
          [...card.querySelectorAll('.answer')].at(-1).getBoundingClientRect().bottom,
        ]);
        assert.ok(end - top <= viewport.height, `${variant} in ${lang}: ${end - top}`);
      }
    }
    await page.close();
  });

  it('is measured by what sees faults', async () => {
    const page = await open(browser, named('drink'), { reducedMotion: 'reduce' });
    await install(page);
    await page.setViewportSize({ width: 320, height: 640 });
    for (const measure of [overlaps, faint, smallTargets, overflowing]) assert.deepEqual(await measure(page), []);
    await page.evaluate(() => {
      const { shadowRoot } = document.querySelector('product-pool-card');
      shadowRoot.querySelector('.head .name').style.marginBlockEnd = '-2rem';
      shadowRoot.querySelector('[data-panel="ingredients"]').style.color = '#888';
      shadowRoot.querySelector('[data-panel] > details > summary').style.blockSize = '40px';
      shadowRoot.querySelector('[data-panel] > details > summary').style.minBlockSize = '0';
      shadowRoot.querySelector('[data-panel="allergens"] .line li').style.color = '#666';
    });
    assert.notDeepEqual(await overlaps(page), []);
    await page.evaluate(() => {
      document.querySelector('product-pool-card').shadowRoot.querySelector('.head .name').style.width = '400px';
    });
    assert.notDeepEqual(await overflowing(page), []);
    assert.equal((await smallTargets(page)).length, 1);
    const found = await faint(page);
    assert.ok(
      found.some((fault) => fault.endsWith('< 4.5')),
      found.join(),
    );
    await page.close();
  });
});
