// Elements in other people's pages: inherited styles change nothing in them, and they are wide enough to
// be read in places that are as wide as their content; drawn by the browser, by the gateway, by a server.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { some, whole } from '../drawn.mjs';
import { LEASTS, openHost } from './hosts-support.mjs';
import { launch, openPage, readShowcase } from './support.mjs';

const { gtin } = (await readShowcase()).get('many-allergens');

/** Which points of a picture are not of its background, in rows of equal length; runs in the page. */
async function inkOf(picture) {
  const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob());
  const canvas = new OffscreenCanvas(12, 12).getContext('2d');
  canvas.drawImage(bitmap, 0, 0, 12, 12);
  const { data } = canvas.getImageData(0, 0, 12, 12);
  // Of a line that none of the signs reaches, its beginning.
  const far = (at) =>
    Math.abs(data[at] - data[0]) + Math.abs(data[at + 1] - data[1]) + Math.abs(data[at + 2] - data[2]);
  return Array.from({ length: 144 }, (_, at) => far(4 * at) > 120);
}

describe("in other people's pages", () => {
  let browser;
  let page;

  before(async () => {
    browser = await launch();
    page = await openPage(browser, { viewport: { width: 1000, height: 800 }, bypassCSP: true });
    await openHost(page, 'side by side');
  });
  after(() => browser?.close());

  it('take no style from the page that would hide an allergen or its emphasis', async () => {
    const cases = await page.evaluate((isWhole) => window.hosts.inherited(isWhole), whole(true, false));
    const names = new Set(cases.map(([name]) => name));
    // The properties of which a page hid allergens, among all of this browser.
    assert.ok(names.size > 80, `${names.size}`);
    for (const name of ['text-indent', 'text-transform', '-webkit-text-fill-color', 'word-break', 'writing-mode'])
      assert.ok(names.has(name), name);
    const faults = await page.evaluate(
      ([cases, isWhole]) => window.hosts.changedBy(hostElements(), cases, 'body *', isWhole),
      [cases, whole(true, false)],
    );
    assert.deepEqual(faults, []);
    // Nor any that reaches texts without being inherited: to the last point, once all is painted anew.
    const clip = { x: 0, y: 0, width: 3200, height: 2600 };
    const all = cases.filter(([name]) => !name.includes('writing-mode')).map(([name, value]) => `${name}: ${value};`);
    const style = await page.addStyleTag({
      content: `.place, .place * { ${all.join(' ')} text-decoration: line-through 9px red; }
        .place::first-letter { font-size: 4em; float: left; }
        .place::first-line { text-transform: uppercase; color: red; }`,
    });
    const after = await page.screenshot({ clip });
    await style.evaluate((it) => it.remove());
    const before = await page.screenshot({ clip });
    assert.ok(before.equals(after), 'the same picture');
  });

  it("have text of the reader's size, whatever a rem is", async () => {
    assert.deepEqual(await page.evaluate(() => window.hosts.resized(hostElements())), []);
    const sizes = () =>
      page.evaluate(() =>
        hostElements().map(({ shadowRoot }) => getComputedStyle(shadowRoot.querySelector('.shell')).fontSize),
      );
    const browserSettings = await page.context().newCDPSession(page);
    await browserSettings.send('Page.setFontSizes', { fontSizes: { standard: 24 } });
    assert.deepEqual(new Set(await sizes()), new Set(['24px']));
    await browserSettings.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
    assert.deepEqual(new Set(await sizes()), new Set(['16px']));
  });

  it('have the colours of the page, not of the system, unless they have a theme', async () => {
    const read = (scheme, theme) =>
      page.evaluate(
        async ([scheme, theme]) => {
          document.documentElement.style.colorScheme = scheme;
          for (const element of hostElements()) element.theme = theme;
          await new Promise(requestAnimationFrame);
          const shade = (colour) =>
            colour.match(/\d+/g).reduce((sum, part) => sum + Number(part), 0) > 384 ? 'light' : 'dark';
          return hostElements().map(({ shadowRoot }) => {
            const ground =
              shadowRoot.querySelector('[data-variant="badges"] [data-status="not-stated"].line') ??
              shadowRoot.querySelector('.card, .view');
            const { color, backgroundColor } = getComputedStyle(ground);
            return `${shade(color)} on ${shade(backgroundColor)}`;
          });
        },
        [scheme, theme],
      );
    await page.emulateMedia({ colorScheme: 'dark' });
    for (const [scheme, theme, found] of [
      ['', 'auto', 'dark on light'],
      ['light', 'auto', 'dark on light'],
      ['light dark', 'auto', 'light on dark'],
      ['light', 'dark', 'light on dark'],
      ['dark', 'light', 'dark on light'],
    ])
      assert.deepEqual(new Set(await read(scheme, theme)), new Set([found]), `${scheme} ${theme}`);
    await read('', 'auto');
    await page.emulateMedia({ colorScheme: 'light' });
  });

  it('are drawn for paper where nothing must be requested, and say so where they are not there', async () => {
    await page.route('**/never/**', () => {});
    await page.evaluate(async (gtin) => {
      const below = document.createElement('div');
      below.id = 'below';
      below.style = 'position: absolute; inset-block-start: 9000px; inline-size: 390px';
      below.innerHTML = `<product-pool-card id="given"></product-pool-card>
        ${['full', 'summary', 'badges'].map((variant) => `<product-pool-card class="missing" lang="de" rendering="browser" base-url="/never" gtin="${gtin}" variant="${variant}"></product-pool-card>`).join('')}
        <product-pool-card id="boxless" rendering="browser" gtin="${gtin}"></product-pool-card>
        <product-pool-matrix class="missing" lang="de" base-url="/never" gtins="${gtin}"></product-pool-matrix>
        <product-pool-changes class="missing" lang="de" base-url="/never" product-id="1" from="1"></product-pool-changes>`;
      below.querySelector('#boxless').style.display = 'contents';
      document.body.append(below);
      below.querySelector('#given').product = { general: { product_name: 'Soup' } };
    }, gtin);
    const stateOf = (id) =>
      page.evaluate((id) => document.getElementById(id).shadowRoot.querySelector('.card')?.dataset.state, id);
    await page.waitForFunction(() =>
      document.querySelector('#boxless').shadowRoot.querySelector('.card[data-state="ready"]'),
    );
    assert.equal(await stateOf('given'), undefined);
    // A browser prints what is there when the listeners, and what they promised, are done.
    const drawn = await page.evaluate(async () => {
      const { port1, port2 } = new MessageChannel();
      const next = new Promise((resolve) => {
        port1.onmessage = resolve;
      });
      dispatchEvent(new Event('beforeprint'));
      port2.postMessage(null);
      await next;
      return document.querySelector('#given').shadowRoot.querySelector('.card')?.dataset.state;
    });
    assert.equal(drawn, 'ready');
    await page.emulateMedia({ media: 'print' });
    await page.waitForFunction(() =>
      Array.from(document.querySelectorAll('.missing'), ({ shadowRoot }) =>
        shadowRoot.querySelector('.paper:lang(de)'),
      ).every(Boolean),
    );
    const words = await page.evaluate(() =>
      Array.from(document.querySelectorAll('.missing'), ({ shadowRoot }) =>
        Array.from(shadowRoot.querySelectorAll('.skeleton, .screen, .paper'))
          .filter((part) => part.checkVisibility())
          .map((part) => part.innerText)
          .join(),
      ),
    );
    assert.deepEqual(
      new Set(words),
      new Set(['Die Angaben zu Allergenen konnten nicht geladen werden: Prüfen Sie das Etikett.']),
    );
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(() => document.querySelector('#below').remove());
  });

  it('are wide enough to be read in places that are as wide as their content', async () => {
    for (const width of [1000, 320]) {
      await page.setViewportSize({ width, height: 800 });
      const faults = await page.evaluate(
        async ([leasts, isWhole]) => {
          const { PLACES } = await import('/www/hosts/places.js');
          // But for the last, whose sheet the browser loads again wherever it comes to.
          const elements = window.hostElements().slice(0, -1);
          const least = ({ dataset }) => leasts[dataset.host] ?? leasts.other;
          return window.hosts.faultsIn(elements, elements.map(least), PLACES, isWhole);
        },
        [LEASTS, whole(true, false)],
      );
      assert.deepEqual(faults, [], `in a window of ${width}`);
    }
    // A place without any width, as a container in a row has: nothing is hidden without a sign.
    const widths = await page.evaluate(async () => {
      const place = document.body.appendChild(document.createElement('div'));
      place.style = 'position: absolute; inline-size: 0';
      place.append(...hostElements().map(({ localName }) => document.createElement(localName)));
      await new Promise(requestAnimationFrame);
      const found = Array.from(place.children, ({ offsetWidth }) => offsetWidth);
      place.remove();
      return found;
    });
    assert.deepEqual(new Set(widths), new Set([60]));
    await page.setViewportSize({ width: 1000, height: 800 });
  });

  for (const media of some([{}, { colorScheme: 'dark' }, { media: 'print' }, { forcedColors: 'active' }], 2)) {
    it(`have signs that differ in their outlines: ${JSON.stringify(media)}`, async () => {
      await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none', media: 'screen', ...media });
      const inks = {};
      for (const sign of await page.locator('.legend .sign').all()) {
        const picture = await sign.screenshot();
        inks[await sign.getAttribute('data-sign')] = await page.evaluate(inkOf, picture.toString('base64'));
      }
      await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none', media: 'screen' });
      assert.deepEqual(Object.keys(inks), ['contains', 'may-contain', 'not-stated', 'declared-not-present', 'warning']);
      const sum = (ink) => ink.reduce((sum, is) => sum + is, 0);
      for (const [name, ink] of Object.entries(inks)) {
        assert.ok(sum(ink) > 9, `${name} is drawn`);
        for (const [other, its] of Object.entries(inks).filter(([other]) => other !== name)) {
          const difference = ink.filter((is, at) => is !== its[at]).length;
          assert.ok(difference > 20, `${name} is unlike ${other}: ${difference}`);
          assert.ok(name !== 'declared-not-present' || sum(ink) < sum(its), `${name} is quieter than ${other}`);
        }
      }
    });
  }
});
