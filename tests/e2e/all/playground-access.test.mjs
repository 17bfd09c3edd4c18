// The playground for everyone: axe in every state, keyboard, narrow screens, forced colours,
// and strict policies.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { firsts } from '../../drawn.mjs';
import { BASE_URL, DEMO_URL, launch, servePictures } from '../support.mjs';
import { faults } from '../states-support.mjs';
import {
  ELEMENTS,
  PLAYGROUND,
  STATES,
  openGroups,
  openPlayground,
  query,
  settled,
  shown,
} from '../playground-support.mjs';

describe('the playground for everyone', () => {
  let browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  const widths = (page) =>
    page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);

  it('has no fault that axe can see, in any state', async () => {
    const page = await openPlayground(browser, '', { viewport: { width: 390, height: 800 } });
    // Between products only the card differs, of which states.test.mjs sees every state.
    for (const [key, state] of firsts([...STATES], ([, state]) => ['ready', 'loading'].includes(state))) {
      // Every card in both is the subject of states.test.mjs.
      await page.emulateMedia({ colorScheme: [...STATES.keys()].indexOf(key) % 2 ? 'dark' : 'light' });
      await page.locator(`#states a[data-key="${key}"]`).click();
      await page.locator(`#states a[data-key="${key}"][aria-current="true"]`).waitFor();
      await settled(page, state);
      assert.deepEqual((await faults(page)).faults, [], key);
    }
    await page.close();
  });

  for (const colorScheme of ['light', 'dark']) {
    it(`has no fault that axe can see with everything open, ${colorScheme}`, async () => {
      const page = await openPlayground(browser, '?panels=allergens+nutrition&slots=header+footer', { colorScheme });
      await settled(page);
      await openGroups(page);
      const { faults: found, rules } = await faults(page);
      assert.deepEqual(found, []);
      // It did look at colours, sizes, headings and scrolling regions.
      for (const rule of ['color-contrast', 'target-size', 'heading-order', 'region', 'scrollable-region-focusable'])
        assert.ok(rules.includes(rule), rule);
      for (const element of ['matrix', 'changes']) {
        await page.locator(`#elements a[data-element="${element}"]`).click();
        const ready = element === 'matrix' ? 'tbody[aria-busy="false"]' : '[part~="section"]';
        await shown(page).locator(ready).first().waitFor();
        await openGroups(page);
        assert.deepEqual((await faults(page)).faults, [], element);
      }
      await page.close();
    });
  }

  it('is looked at by an axe that sees its faults', async () => {
    const page = await openPlayground(browser);
    await settled(page);
    await page.evaluate(() => {
      document.querySelector('#scan').removeAttribute('id');
      document.querySelector('.lead').style.color = '#ccc';
    });
    const { faults: found } = await faults(page);
    for (const rule of ['label', 'color-contrast'])
      assert.ok(
        found.some((fault) => fault.startsWith(`${rule}:`)),
        rule,
      );
    await page.close();
  });

  it('can be used with the keyboard alone', async () => {
    const page = await openPlayground(browser, '', { viewport: { width: 1280, height: 900 } });
    await settled(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    // The link at the beginning leads to the preview.
    assert.equal(await page.evaluate(() => document.activeElement.id), 'preview');
    const focused = () =>
      page.evaluate(() => {
        let element = document.activeElement;
        while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        const around = element.closest('.segments label');
        const ring = around ? getComputedStyle(around).outlineStyle : outlineStyle;
        return {
          name: element.id || element.dataset?.key || element.dataset?.copies || element.localName,
          isSeen: ring !== 'none' && (around !== null || outlineWidth !== '0px'),
        };
      });
    await page.goto(page.url().replace('#preview', '?state=conflict'));
    await settled(page);
    const visited = [];
    for (let stops = 0; stops < 300; stops += 1) {
      await page.keyboard.press('Tab');
      const { name, isSeen } = await focused();
      if (name === 'body') break;
      assert.ok(isSeen, `${name} shows no focus`);
      visited.push(name);
    }
    assert.ok(visited.length < 300, 'the focus is caught');
    // Every control, in the order of the page.
    const expected = ['drink', 'width', 'frame', 'markup', 'scan', 'reset', 'attribute-gtin', 'attribute-theme'];
    const places = expected.map((name) => visited.indexOf(name));
    assert.ok(!places.includes(-1), visited.join());
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    );
    // A link keeps the focus, though the list of links is drawn anew.
    await page.locator('#states a[data-key="drink"]').focus();
    await page.keyboard.press('Enter');
    await page.locator('#states a[data-key="drink"][aria-current="true"]').waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.dataset.key), 'drink');
    await page.locator('#widths input:checked').focus();
    await page.keyboard.press('ArrowRight');
    assert.equal(query(page).get('width'), '390');
    await page.locator('#attribute-theme').focus();
    await page.keyboard.type('dark');
    await page.waitForFunction(() => document.querySelector('#stage > *').getAttribute('theme') === 'dark');
    await page.close();
  });

  it('has landmarks and headings that say what is where', async () => {
    const page = await openPlayground(browser);
    await settled(page);
    for (const [role, name] of [
      ['navigation', 'Site'],
      ['navigation', 'Elements'],
      ['navigation', 'States'],
      ['region', 'Preview'],
      ['region', 'Attributes and slots'],
    ]) {
      assert.equal(await page.getByRole(role, { name, exact: true }).count(), 1, name);
    }
    for (const [role, count] of [
      ['main', 1],
      ['banner', 1],
    ]) {
      assert.equal(await page.getByRole(role).count(), count, role);
    }
    assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'Playground');
    // Which state it is, is said when it changes.
    await page.locator('#states a[data-key="drink"]').click();
    await page.getByRole('status').filter({ hasText: 'per 100 ml' }).waitFor();
    await page.close();
  });

  it('does not scroll sideways, from 320 pixels on', async () => {
    const page = await openPlayground(browser, '?width=1280');
    for (const element of Object.keys(ELEMENTS)) {
      await page.locator(`#elements a[data-element="${element}"]`).click();
      await shown(page).locator(ELEMENTS[element].view).first().waitFor();
      await openGroups(page);
      for (const width of [320, 390, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        const [wide, seen] = await widths(page);
        assert.ok(wide <= seen, `${element}: ${wide} > ${seen}`);
      }
    }
    await page.close();
  });

  it('keeps its meaning in forced colours, and respects reduced motion', async () => {
    const page = await openPlayground(browser, '?state=drink', { forcedColors: 'active', reducedMotion: 'reduce' });
    await settled(page);
    assert.deepEqual((await faults(page)).faults, []);
    for (const selector of ['#states [aria-current]', '#widths label:has(:checked)', '#elements [aria-current]']) {
      const marks = (place) => {
        const { outlineStyle, boxShadow, textDecorationLine } = getComputedStyle(place);
        return outlineStyle !== 'none' || textDecorationLine !== 'none' || boxShadow !== 'none';
      };
      assert.equal(await page.locator(selector).evaluate(marks), true, selector);
    }
    await page.close();
  });

  it('has no script or style of its own in the page, so that strict policies hold', async () => {
    const response = await fetch(`${DEMO_URL}${PLAYGROUND}`);
    assert.match(response.headers.get('content-security-policy'), /script-src 'self' 'wasm-unsafe-eval';/);
    assert.doesNotMatch(response.headers.get('content-security-policy'), /unsafe-inline/);
    const html = await response.text();
    assert.doesNotMatch(html, /<style|\sstyle=|\son\w+=|<script(?![^>]*\bsrc=)/);
    // The pictures are the pool's.
    const policy = `default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' ${BASE_URL}`;
    const page = await openPlayground(browser, '?state=drink&width=390&slots=header', {
      prepare: async (page) => {
        await servePictures(page);
        await page.route(`${DEMO_URL}${PLAYGROUND}*`, async (route) => {
          const response = await route.fetch();
          await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': policy } });
        });
      },
    });
    await settled(page);
    assert.equal(await page.locator('#frame').evaluate(({ clientWidth }) => clientWidth), 390);
    assert.deepEqual(page.problems, []);
    await page.close();
  });
});
