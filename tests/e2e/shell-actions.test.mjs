// Interaction with a card, with a mock module that only records its calls.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { join } from 'node:path';
import { some } from '../drawn.mjs';
import { ROOT, launch } from './support.mjs';
import { CARD, lastView, log, openShell, products, shows } from './shell-support.mjs';

const axe = await readFile(join(ROOT, 'tests/node_modules/axe-core/axe.min.js'), 'utf8');

describe('a reader of the card', () => {
  let browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  const open = async (options) => {
    const page = await openShell(browser, { body: CARD, ...options });
    await shows(page);
    await page.waitForFunction(() => log.at(-1).view?.images);
    return page;
  };
  const focused = (page) =>
    page.evaluate(() => {
      const { activeElement } = document.activeElement?.shadowRoot ?? {};
      return (
        activeElement &&
        (activeElement.dataset.action ?? activeElement.className ?? '') + (activeElement.dataset.index ?? '')
      );
    });
  const chosen = async (page) => (await lastView(page)).selected;

  it('chooses an image by a click and by the arrow keys, and keeps the focus in the row', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'b', exact: true }).click();
    assert.equal(await chosen(page), 1);
    for (const [key, index] of [
      ['ArrowRight', 2],
      ['ArrowRight', 2],
      ['ArrowLeft', 1],
      ['Home', 0],
      ['End', 2],
    ]) {
      await page.keyboard.press(key);
      await page.waitForFunction((index) => log.at(-1).view?.selected === index, index);
      assert.equal(await focused(page), `image${index}`, key);
    }
    // Keys that mean something else to the browser stay its own.
    await page.keyboard.press('Alt+ArrowLeft');
    await page.keyboard.press('ArrowUp');
    assert.equal(await chosen(page), 2);
    await page.close();
  });

  it('walks the other way where the language does', async () => {
    const page = await open();
    await page.evaluate(() =>
      Object.assign(document.querySelector('product-pool-card'), {
        lang: 'ar',
        messages: { ar: { 'card.label': 'x' } },
      }),
    );
    await page.waitForFunction(() => log.at(-1).view?.dir === 'rtl');
    await page.getByRole('button', { name: 'a', exact: true }).focus();
    await page.keyboard.press('ArrowLeft');
    assert.equal(await chosen(page), 1);
    await page.keyboard.press('ArrowRight');
    assert.equal(await chosen(page), 0);
    await page.close();
  });

  it('looks at the large image, and is back where the look began', async () => {
    const page = await open();
    const dialog = page.locator('dialog');
    const zoom = page.getByRole('button', { name: 'Zoom' });
    await zoom.focus();
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    // In the dialog the keys go through the images too, and leave the focus in it.
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => log.at(-1).view?.selected === 1);
    assert.equal(await focused(page), 'close');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    assert.equal(await focused(page), 'zoom');
    for (const close of [() => page.getByRole('button', { name: 'Close' }).click(), () => page.mouse.click(5, 5)]) {
      await zoom.click();
      await dialog.waitFor();
      await close();
      await dialog.waitFor({ state: 'hidden' });
      assert.equal(await focused(page), 'zoom');
    }
    // A click on something in the dialog is not one outside it.
    await zoom.click();
    await page.locator('.inside').click();
    assert.equal(await dialog.isVisible(), true);
    // A focus that moves on at once stays where it is.
    const moved = await page.evaluate(async () => {
      const root = document.querySelector('product-pool-card').shadowRoot;
      const dialog = root.querySelector('dialog');
      const closed = new Promise((resolve) => dialog.addEventListener('close', resolve));
      dialog.close();
      root.querySelector('summary').focus();
      await closed;
      return root.activeElement.localName;
    });
    assert.equal(moved, 'summary');
    // A button that the view drew meanwhile has the focus.
    await zoom.click();
    await page.evaluate(() => {
      const root = document.querySelector('product-pool-card').shadowRoot;
      const old = root.querySelector('[data-action="zoom"]');
      old.replaceWith(old.cloneNode(true));
      root.querySelector('dialog').close();
    });
    await page.waitForFunction(() => document.activeElement.shadowRoot?.activeElement?.dataset.action === 'zoom');
    await page.close();
  });

  it('tries again by a button in a card, and keeps the place in the page', async () => {
    const page = await openShell(browser, {
      body: CARD,
      answer: (path, count) => (path.startsWith('/products') && count === 1 ? 401 : undefined),
    });
    await shows(page, 'unauthenticated');
    await page.getByText('Try again').click();
    await shows(page);
    assert.equal(products(page).length, 2);
    await page.waitForFunction(() => document.activeElement?.shadowRoot?.activeElement?.className === 'card');
    await page.close();
  });

  it('opens and closes panels, of which the page hears and which stay so', async () => {
    const page = await open();
    await page.evaluate(() => {
      window.toggles = [];
      document.addEventListener('product-pool-panel-toggle', ({ detail, bubbles, composed }) =>
        toggles.push({ ...detail, bubbles, composed }),
      );
    });
    await page.getByText('details', { exact: true }).click();
    await page.getByText('nutrition', { exact: true }).click();
    await page.waitForFunction(() => toggles.length === 2);
    assert.deepEqual(await page.evaluate(() => toggles), [
      { panel: 'details', open: true, bubbles: true, composed: true },
      { panel: 'nutrition', open: false, bubbles: true, composed: true },
    ]);
    await page.evaluate(() => {
      document.querySelector('product-pool-card').productId = 'other';
    });
    await page.getByText('card of other').waitFor();
    const states = () =>
      page.evaluate(() =>
        [...document.querySelector('product-pool-card').shadowRoot.querySelectorAll('details')].map(({ open }) => open),
      );
    assert.deepEqual(await states(), [false, true]);
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
    assert.equal(await page.evaluate(() => toggles.length), 2);
    // Another density opens and closes panels by its own rule, which is nobody's doing.
    for (const [density, expected] of [
      ['compact', [false, false]],
      ['comfortable', [true, false]],
    ]) {
      await page.evaluate((density) => {
        document.querySelector('product-pool-card').density = density;
      }, density);
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
      assert.deepEqual(await states(), expected);
    }
    assert.equal(await page.evaluate(() => toggles.length), 2);
    await page.close();
  });

  it('prints a card alone, its folds as they are, with what stands in its slots', async () => {
    const body = CARD.replace(
      '>',
      ' theme="dark"><b slot="footer">From our <i>farm</i></b><script slot="header">window.ran = (window.ran ?? 0) + 1</script>',
    );
    const page = await openShell(browser, { body });
    await shows(page);
    const printed = page.evaluate(
      () =>
        new Promise((resolve) => {
          new MutationObserver(() => {
            const frame = document.querySelector('iframe');
            if (!frame) return;
            frame.contentWindow.ran = 0;
            frame.contentWindow.print = () => {
              const root = frame.contentDocument.body.firstElementChild.shadowRoot;
              resolve({
                title: frame.contentDocument.title,
                lang: frame.contentDocument.documentElement.lang,
                text: root.textContent,
                closed: root.querySelectorAll('details:not([open])').length,
                buttons: root.querySelectorAll('button:not([data-action="image"]), dialog, script').length,
                scheme: frame.contentWindow.getComputedStyle(root.querySelector('.card')).colorScheme,
                border: frame.contentWindow.getComputedStyle(root.querySelector('.card')).borderTopStyle,
                ran: frame.contentWindow.ran,
              });
              frame.contentWindow.dispatchEvent(new Event('afterprint'));
            };
          }).observe(document.body, { childList: true });
        }),
    );
    await page.getByRole('button', { name: 'Print' }).click();
    const { text, ...rest } = await printed;
    assert.match(text, /card of .*From our farm/s);
    assert.deepEqual(rest, {
      title: 'shell',
      lang: 'en-GB',
      closed: 1,
      buttons: 0,
      scheme: 'light',
      border: 'solid',
      ran: 0,
    });
    await page.waitForFunction(() => !document.querySelector('iframe'));
    // The visible card did not change.
    assert.equal(
      await page.evaluate(
        () => document.querySelector('product-pool-card').shadowRoot.querySelectorAll('details:not([open])').length,
      ),
      1,
    );
    await page.close();
  });

  for (const scheme of some(['dark', 'light'], 1)) {
    it(`finds no fault with the skeleton or the notice that axe can see, ${scheme}`, async () => {
      for (const [selector, files] of [
        ['[aria-busy]', {}],
        ['[role=alert]', { '/pkg/dist/wasm/card.js': null }],
      ]) {
        const answer = () => new Promise(() => {});
        const page = await openShell(browser, {
          body: `<main><h1>Shop</h1>${CARD}</main>`,
          files,
          fake: false,
          colorScheme: scheme,
          answer,
        });
        await page.locator(selector).waitFor();
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => axe.run(document.querySelector('product-pool-card')));
        assert.deepEqual(
          violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
          [],
        );
        await page.close();
      }
    });
  }
});
