// Interaction with a card, and the effect of the page's defaults and language, with a
// mock module that only records its calls.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { join } from 'node:path';
import { NOWHERE, ROOT, launch } from './support.mjs';
import { CARD, GTIN, lastView, log, openShell, products, shows, until } from './shell-support.mjs';

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
    // A click on what is in the dialog is none beside it.
    await zoom.click();
    await page.locator('.inside').click();
    assert.equal(await dialog.isVisible(), true);
    // Where the view drew another button meanwhile, it has the focus.
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
    // What the reader sees did not change.
    assert.equal(
      await page.evaluate(
        () => document.querySelector('product-pool-card').shadowRoot.querySelectorAll('details:not([open])').length,
      ),
      1,
    );
    await page.close();
  });

  for (const scheme of ['light', 'dark']) {
    it(`finds no fault with the skeleton or the notice that axe can see, ${scheme}`, async () => {
      for (const [selector, files] of [
        ['[aria-busy]', {}],
        ['[role=alert]', { '/pkg/dist/card.js': null }],
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

describe('the defaults of a page', () => {
  let browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  it('are said in markup, by a script, and by a card, of which the last goes first', async () => {
    const config =
      '<product-pool-config base-url="/pool" theme="dark" density="compact" variant="summary" panels="summary" avoid="milk" heading-level="4" loading="eager" wholesaler="3" lang="cy"></product-pool-config>';
    const page = await openShell(browser, { body: config + CARD });
    await shows(page);
    assert.deepEqual(
      page.requests.map(({ path }) => path),
      [`/products/gtin/${GTIN}`, `/images/${GTIN}/feature?wholesaler=3`],
    );
    const view = await lastView(page);
    assert.deepEqual(
      [view.density, view.variant, view.panels, view.avoid, view.headingLevel, view.lang],
      ['compact', 'summary', 'summary', 'milk', 4, 'cy'],
    );
    const says = () =>
      page.evaluate(() => {
        const card = document.querySelector('product-pool-card');
        return [
          card.theme,
          card.density,
          card.variant,
          card.avoid,
          card.loading,
          getComputedStyle(card.shadowRoot.querySelector('.card')).colorScheme,
        ];
      });
    assert.deepEqual(await says(), ['dark', 'compact', 'summary', 'milk', 'eager', 'dark']);
    await page.evaluate(() => shell.configure({ theme: 'light', variant: 'badges', avoid: 'fish' }));
    assert.deepEqual(await says(), ['light', 'compact', 'badges', 'fish', 'eager', 'light']);
    await page.evaluate(() => {
      document.querySelector('product-pool-card').avoid = 'eggs';
    });
    assert.equal((await says())[3], 'eggs');
    await page.evaluate(() => {
      shell.configure({ theme: null, variant: null });
      document.querySelector('product-pool-card').avoid = null;
    });
    assert.deepEqual((await says()).slice(0, 4), ['dark', 'compact', 'summary', 'fish']);
    await page.evaluate(() => document.querySelector('product-pool-config').remove());
    assert.deepEqual(await says(), ['auto', 'comfortable', 'full', 'fish', 'lazy', 'light dark']);
    // Nothing of that was written on the card.
    assert.deepEqual(await page.evaluate(() => document.querySelector('product-pool-card').getAttributeNames()), [
      'gtin',
    ]);
    await page.close();
  });

  it('keep the token out of the DOM, and send it to the address it was given for and to no other', async () => {
    const card = (base, more = '') =>
      `<product-pool-card loading="eager" panels="summary" gtin="${GTIN}" ${base === undefined ? '' : `base-url="${base}"`}${more}></product-pool-card>`;
    const page = await openShell(browser, {});
    await page.evaluate(() =>
      shell.configure({ baseUrl: '/pool', token: 'top-secret', dangerouslyAllowBrowser: true }),
    );
    const stray = '<product-pool-config base-url="https://stray.test" theme="dark"></product-pool-config>';
    await page.evaluate(
      (html) => {
        document.body.innerHTML = html;
      },
      stray + card() + card('https://elsewhere.test') + card('/pool/') + card('/other'),
    );
    for (let at = 2; at <= 5; at += 1) await shows(page, 'ready', `product-pool-card:nth-child(${at})`);
    // A config element in somebody's HTML cannot lead it away either.
    await page.evaluate(() => shell.configure({ baseUrl: null }));
    await until(() => page.requests.some(({ origin }) => origin === 'https://stray.test'));
    const seen = [
      ...new Set(page.requests.map(({ origin, authorization }) => `${origin} ${authorization ?? 'none'}`)),
    ].sort();
    assert.deepEqual(seen, [
      `${NOWHERE} Bearer top-secret`,
      `${NOWHERE} none`,
      'https://elsewhere.test none',
      'https://stray.test none',
    ]);
    // The element's own token goes to its own address.
    await page.evaluate(() => {
      document.querySelector('product-pool-config').token = 'for-stray';
      shell.configure({ token: null });
    });
    await until(() => page.requests.some(({ authorization }) => authorization === 'Bearer for-stray'));
    assert.deepEqual(
      [
        ...new Set(
          page.requests.filter(({ authorization }) => authorization === 'Bearer for-stray').map(({ origin }) => origin),
        ),
      ],
      ['https://stray.test'],
    );
    const dom = await page.evaluate(
      () =>
        document.documentElement.outerHTML +
        [...document.querySelectorAll('product-pool-card')].map((card) => card.shadowRoot.innerHTML).join('') +
        JSON.stringify([...document.querySelectorAll('product-pool-card, product-pool-config')]),
    );
    assert.equal(/top-secret|for-stray/.test(dom), false);
    await page.close();
  });

  it('warn of a token in the page, once, unless it is meant to be public', async () => {
    for (const [settings, warnings] of [
      [{ token: 'x' }, 1],
      [{ token: 'x', dangerouslyAllowBrowser: true }, 0],
      [{}, 0],
    ]) {
      const page = await openShell(browser, { body: '' });
      const warned = [];
      page.on('console', (message) => message.type() === 'warning' && warned.push(message.text()));
      await page.evaluate((settings) => shell.configure(settings), settings);
      await page.evaluate((html) => {
        document.body.innerHTML = html;
      }, CARD.replace('>', ' loading="eager">').repeat(2));
      await shows(page, 'ready', 'product-pool-card:last-of-type');
      await until(() => warned.length >= warnings);
      assert.equal(warned.filter((text) => /contains an API token/.test(text)).length, warnings);
      assert.equal(
        warned.some((text) => text.includes('Bearer')),
        false,
      );
      await page.close();
    }
  });

  it('take a function for the token, which is asked again when the service no longer accepts what it gave', async () => {
    const page = await openShell(browser, {
      answer: (_path, _count, request) => (request.headers().authorization === 'Bearer t1' ? 401 : undefined),
    });
    await page.evaluate(
      (html) => {
        let number = 0;
        shell.configure({ token: async () => `t${(number += 1)}` });
        document.body.innerHTML = html;
      },
      CARD.replace('>', ' loading="eager" panels="summary">'),
    );
    await shows(page);
    assert.deepEqual(
      page.requests.filter(({ path }) => path.startsWith('/products')).map(({ authorization }) => authorization),
      ['Bearer t1', 'Bearer t2'],
    );
    await page.close();
  });

  it('refuse a token that no header can carry, before any request', async () => {
    const page = await openShell(browser, {});
    await page.evaluate(
      (html) => {
        shell.configure({ token: 'a\nb' });
        document.body.innerHTML = html;
      },
      CARD.replace('>', ' loading="eager">'),
    );
    await shows(page, 'error');
    assert.deepEqual(page.requests, []);
    await page.close();
  });

  it('name panels of which some are unknown: the console says so, once', async () => {
    const page = await openShell(browser, { body: '' });
    await page.evaluate((html) => {
      document.body.innerHTML = html;
    }, CARD.replace('>', ' loading="eager" panels="summary colour allergens">').repeat(2));
    await shows(page, 'ready', 'product-pool-card:last-of-type');
    await until(() => page.problems.length > 0);
    assert.equal(page.problems.length, 1, page.problems.join());
    assert.match(page.problems[0], /"colour".*summary.*details/);
    await page.close();
  });
});

describe('the language of a card', () => {
  let browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  it('is the one around it, whenever that changes, or its own', async () => {
    const page = await openShell(browser, { body: `<div lang="cy">${CARD}</div>` });
    await shows(page);
    const now = async (lang) => {
      await page.waitForFunction((lang) => log.at(-1).view?.lang === lang, lang);
      const { messages, decimal, dir, date } = await lastView(page);
      return [JSON.parse(messages)['card.label'], decimal, dir, date];
    };
    assert.deepEqual(await now('cy'), ['label cy', '.', 'ltr', '02/07/2024']);
    await page.evaluate(() => {
      document.querySelector('div').lang = 'fr-CA';
    });
    assert.deepEqual(await now('fr'), ['label fr', ',', 'ltr', '2 juillet 2024']);
    await page.evaluate(() => {
      document.querySelector('product-pool-card').lang = 'de-CH';
    });
    assert.deepEqual(await now('de'), ['label de', '.', 'ltr', '2. Juli 2024']);
    await page.evaluate(() => {
      document.querySelector('product-pool-card').lang = 'tlh';
    });
    assert.deepEqual(await now('en-GB'), ['label en-GB', '.', 'ltr', '2 July 2024']);
    for (const odd of ['not a tag!', '-', 'en_US']) {
      await page.evaluate((odd) => {
        document.querySelector('product-pool-card').lang = odd;
      }, odd);
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 20)));
      assert.equal((await lastView(page)).lang, 'en-GB', odd);
    }
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  it('is found across the borders of shadow roots', async () => {
    const page = await openShell(browser, { body: '<section lang="pl"></section>' });
    await page.evaluate(
      (html) => {
        const root = document.querySelector('section').attachShadow({ mode: 'open' });
        root.innerHTML = html;
      },
      CARD.replace('>', ' loading="eager">'),
    );
    await page.waitForFunction(() => log.at(-1)?.view?.lang === 'pl');
    await page.close();
  });

  it('can be one that the page brings, from right to left', async () => {
    const page = await openShell(browser, { body: `<div lang="ar-XB">${CARD}</div>` });
    await page.evaluate(() =>
      shell.configure({ messages: { 'card.label': 'for all', 'ar-XB': { 'card.label': 'ملصق' } } }),
    );
    await page.waitForFunction(() => log.at(-1)?.view?.dir === 'rtl');
    const { lang, messages } = await lastView(page);
    assert.equal(lang, 'ar-XB');
    assert.deepEqual(JSON.parse(messages), { 'card.label': 'ملصق', 'card.only': 'only' });
    await page.close();
  });

  it('has words that the page and the card replace, the card last', async () => {
    const page = await openShell(browser, { body: CARD });
    await page.evaluate(() => {
      shell.configure({ messages: { 'card.label': 'page', 'card.only': 'page' } });
      document.querySelector('product-pool-card').messages = {
        'card.only': 'card',
        'en-GB': { 'card.more': 'more' },
        fr: { 'card.only': 'non' },
      };
    });
    await page.waitForFunction(() => log.at(-1)?.view?.messages.includes('more'));
    assert.deepEqual(JSON.parse((await lastView(page)).messages), {
      'card.label': 'page',
      'card.only': 'card',
      'card.more': 'more',
    });
    await page.close();
  });

  it('falls back where its file does not come, and the card to its notice where no file does', async () => {
    const page = await openShell(browser, {
      body: `<div lang="it">${CARD}</div>`,
      files: { '/pkg/dist/lang-first/it.js': null },
    });
    await page.waitForFunction(() => log.at(-1)?.view?.lang === 'en-GB');
    await until(() => page.problems.some((text) => text.includes('language it')));
    await page.close();

    const none = await openShell(browser, { body: CARD, files: { '/pkg/dist/lang-first/en-GB.js': null } });
    await none.locator('[role=alert]').waitFor();
    assert.deepEqual(
      (await log(none)).filter(({ kind }) => kind === 'mount'),
      [],
    );
    await none.close();
  });
});
