// The effect of the page's defaults and of its language on a card, with a mock module
// that only records its calls.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { NOWHERE, launch } from './support.mjs';
import { CARD, GTIN, lastView, log, openShell, shows, until } from './shell-support.mjs';

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
    // The card is ready with its product; the request for its image follows.
    await until(() => page.requests.length > 2);
    assert.deepEqual(
      page.requests.map(({ path }) => path),
      [`/products/gtin/${GTIN}`, `/images/${GTIN}?wholesaler=3`, `/images/${GTIN}/feature?wholesaler=3`],
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
    assert.deepEqual(await says(), ['auto', 'comfortable', 'full', 'fish', 'lazy', 'normal']);
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
      files: { '/pkg/dist/lang/it.js': null },
    });
    await page.waitForFunction(() => log.at(-1)?.view?.lang === 'en-GB');
    await until(() => page.problems.some((text) => text.includes('language it')));
    await page.close();

    const none = await openShell(browser, { body: CARD, files: { '/pkg/dist/lang/en-GB.js': null } });
    await none.locator('[role=alert]').waitFor();
    assert.deepEqual(
      (await log(none)).filter(({ kind }) => kind === 'mount'),
      [],
    );
    await none.close();
  });
});
