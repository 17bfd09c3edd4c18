// A reader's actions on the card by keys alone, and what is printed: over the real server.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { some } from '../drawn.mjs';
import { launch } from './support.mjs';
import { named, open } from './states-support.mjs';

describe('a reader without a mouse', () => {
  let browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  /** The focused element, in words. */
  const focused = (page) =>
    page.evaluate(() => {
      const element = document.activeElement.shadowRoot?.activeElement;
      if (!element) return null;
      const { action, index } = element.dataset;
      if (action) return [action, index].filter(Boolean).join(' ');
      if (element.localName === 'summary') return `fold ${element.parentElement.dataset.toggle}`;
      return element.className;
    });

  it('closes a picture by Escape alone, not the dialog of the page behind it', async () => {
    const page = await open(browser, named('many-allergens'));
    const warnings = [];
    page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
    // One that the browser closes, and around it one of a script that listens before all others.
    await page.evaluate(() => {
      window.escapes = [];
      const dialog = document.createElement('dialog');
      document.querySelector('main').append(dialog);
      dialog.append(document.querySelector('product-pool-card'));
      dialog.showModal();
      dialog.addEventListener('close', () => escapes.push('close'));
      for (const name of ['keydown', 'keyup']) {
        for (const isCapture of [true, false]) {
          const note = ({ key }) => key === 'Escape' && escapes.push(name);
          document.addEventListener(name, note, isCapture);
        }
      }
    });
    await page.locator('button.zoom').focus();
    for (let time = 0; time < 2; time += 1) {
      await page.keyboard.press('Enter');
      await page.locator('dialog.zoomed').waitFor();
      await page.keyboard.down('Escape');
      // Pressed for long, it comes again.
      await page.keyboard.down('Escape');
      await page.keyboard.up('Escape');
      await page.locator('dialog.zoomed').waitFor({ state: 'hidden' });
      assert.equal(await focused(page), 'zoom');
    }
    assert.deepEqual(await page.evaluate(() => escapes), []);
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => escapes.includes('close'));
    assert.equal((await page.evaluate(() => escapes)).length, 5);
    assert.deepEqual(warnings, []);
    await page.close();
  });

  it('reaches every control once, in visual order, shows where the focus is, and leaves the card again', async () => {
    const page = await open(browser, named('many-allergens'));
    await page.evaluate(() => {
      for (const [where, id] of [
        ['prepend', 'before'],
        ['append', 'after'],
      ]) {
        document.querySelector('main')[where](Object.assign(document.createElement('button'), { id, textContent: id }));
      }
      document.getElementById('before').focus();
    });
    const met = [];
    for (let at = 0; at < 60; at += 1) {
      await page.keyboard.press('Tab');
      const here = await focused(page);
      if (!here) break;
      met.push(here);
      const outline = await page.evaluate(() => {
        const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement.shadowRoot.activeElement);
        return `${outlineStyle} ${outlineWidth}`;
      });
      assert.equal(outline, 'solid 3px', here);
    }
    assert.equal(await page.evaluate(() => document.activeElement.id), 'after');
    assert.equal(new Set(met).size, met.length, met.join());
    assert.deepEqual(met.slice(0, 4), ['zoom', 'image 0', 'image 1', 'fold sources']);
    const folds = met.filter((one) => one.startsWith('fold ')).map((one) => one.slice(5));
    const drawn = await page.evaluate(() =>
      Array.from(
        document.querySelector('product-pool-card').shadowRoot.querySelectorAll('details'),
        ({ dataset }) => dataset.toggle,
      ),
    );
    assert.deepEqual(folds, drawn);
    // A table that may scroll can be scrolled by keys.
    assert.ok(met.includes('scroll'), met.join());
    // And back the same way.
    for (const one of met.toReversed()) {
      await page.keyboard.press('Shift+Tab');
      assert.equal(await focused(page), one);
    }
    await page.close();
  });

  it('folds and unfolds panels', async () => {
    const page = await open(browser, named('compact'));
    const fold = page.locator('[data-panel="nutrition"] summary');
    const table = page.locator('[data-panel="nutrition"] table');
    await fold.focus();
    for (const [key, visible] of [
      ['Enter', true],
      ['Space', false],
      ['Enter', true],
    ]) {
      await page.keyboard.press(key);
      assert.equal(await table.isVisible(), visible, key);
      assert.equal(await focused(page), 'fold nutrition');
    }
    await page.close();
  });
});

describe('the card on paper', () => {
  let browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  it('is printed light, without buttons, with what the law wants open', async () => {
    const page = await open(
      browser,
      named('compact').map((state) => ({ ...state, attributes: { ...state.attributes, theme: 'dark' } })),
      { colorScheme: 'dark' },
    );
    const look = () =>
      page.evaluate(() => {
        const { shadowRoot } = document.querySelector('product-pool-card');
        const seen = (selector) =>
          Array.from(shadowRoot.querySelectorAll(selector)).filter((element) =>
            element.checkVisibility({ contentVisibilityAuto: true }),
          );
        const [red] = getComputedStyle(shadowRoot.querySelector('.card')).color.match(/\d+/g).map(Number);
        return {
          folded: shadowRoot.querySelectorAll('.panel details:not([open])').length,
          tables: seen('[data-panel="nutrition"] table').length,
          facts: seen('[data-panel="supplier"] dd').length,
          // The picture is printed, although it is a button.
          buttons: seen('button:not(.zoom)').length,
          dark: red > 128,
        };
      });
    const screen = await look();
    assert.ok(screen.folded > 5 && screen.buttons > 0 && screen.dark, JSON.stringify(screen));
    assert.equal(screen.tables, 0);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const paper = await look();
    assert.equal(paper.tables, 1);
    assert.equal(paper.facts, 0);
    assert.equal(paper.buttons, 0);
    assert.equal(paper.dark, false);
    const pdf = await page.pdf({ format: 'A4' });
    assert.equal(pdf.subarray(0, 5).toString(), '%PDF-');
    assert.ok(pdf.length > 20_000, String(pdf.length));
    // A panel that the reader has opened is printed.
    await page.evaluate(() => {
      document.querySelector('product-pool-card').shadowRoot.querySelector('[data-toggle="supplier"]').open = true;
    });
    assert.ok((await look()).facts > 0);
    await page.close();
  });

  const LONGEST = [
    ['many-allergens', 2],
    ['no-allergens', 1],
  ];
  for (const [name, most] of some(LONGEST, 1)) {
    it(`has room on ${most} A4 of paper: ${name}`, async () => {
      const page = await open(browser, named(name));
      // Nothing but the card.
      await page.addStyleTag({ content: 'body { padding: 0; } h1 { display: none; } .state { margin: 0; }' });
      const pages = async () => {
        const margin = { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' };
        const pdf = await page.pdf({ format: 'A4', margin, printBackground: true });
        return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g).length;
      };
      assert.ok((await pages()) <= most);
      // Pages are counted.
      await page.addStyleTag({ content: 'main { padding-block-start: 60cm; }' });
      assert.ok((await pages()) > most);
      await page.close();
    });
  }
});
