// The custom element under content security policies, and what it adds to the page's
// head, with a mock module that only records its calls.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { launch } from './support.mjs';
import { CARD, GTIN, openShell, shows, until } from './shell-support.mjs';

describe('the element and the page around it', () => {
  let browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  const open = (options) => openShell(browser, options);

  it('shares its style sheets, and sets no style attribute, under a strict policy', async () => {
    const policy = `default-src 'none'; script-src 'self'; connect-src 'self'; img-src data:; style-src 'self'; require-trusted-types-for 'script'; trusted-types product-pool`;
    const page = await open({
      body: CARD.replace('>', ' json-ld theme="dark">').repeat(3),
      headers: { 'Content-Security-Policy': policy },
    });
    await shows(page, 'ready', 'product-pool-card:last-of-type');
    // The first, and the later one.
    await page.waitForFunction(() =>
      [...document.querySelectorAll('product-pool-card')].every((card) => card.shadowRoot.adoptedStyleSheets[1]),
    );
    const { sheets, styled, scheme } = await page.evaluate(() => {
      const roots = [...document.querySelectorAll('product-pool-card')].map((card) => card.shadowRoot);
      return {
        sheets: new Set(roots.flatMap((root) => root.adoptedStyleSheets)).size,
        styled: roots.flatMap((root) => [...root.querySelectorAll('[style], style')]).length,
        scheme: getComputedStyle(roots[0].querySelector('.card')).colorScheme,
      };
    });
    assert.deepEqual({ sheets, styled, scheme }, { sheets: 2, styled: 0, scheme: 'dark' });
    await page.waitForFunction(() => document.querySelector('script[type="application/ld+json"]'));
    assert.equal(await page.evaluate(() => document.querySelectorAll('script[type="application/ld+json"]').length), 1);
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  it('goes without a description where the policy is against it, and keeps the card', async () => {
    const headers = { 'Content-Security-Policy': "require-trusted-types-for 'script'; trusted-types none" };
    const page = await open({ body: CARD.replace('>', ' json-ld>'), headers });
    await shows(page);
    await until(() => page.problems.some((text) => text.includes('could not be described')));
    assert.equal(await page.locator('product-pool-card h2').isVisible(), true);
    assert.equal(await page.evaluate(() => document.querySelectorAll('head script').length), 0);
    await page.close();
  });

  it('describes a product once, as text, as long as a card of it stands in the page', async () => {
    const head = `<script>
      window.removed = 0;
      new MutationObserver((records) => {
        for (const { removedNodes } of records) removed += removedNodes.length;
      }).observe(document.head, { childList: true });
    </script>`;
    const page = await open({ head, body: CARD.replace('>', ' json-ld>').repeat(2) });
    await shows(page, 'ready', 'product-pool-card:last-of-type');
    const found = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('script[type="application/ld+json"]')].map(({ textContent }) => textContent),
      );
    await page.waitForFunction(() =>
      document.querySelector('script[type="application/ld+json"]')?.textContent.includes('"image":true'),
    );
    // The one that was there before the images is filled anew, not taken away.
    assert.equal(await page.evaluate('removed'), 0);
    const texts = await found();
    assert.equal(texts.length, 1);
    assert.doesNotMatch(texts[0], /</);
    assert.deepEqual(JSON.parse(texts[0]), { '@type': 'Product', name: '</script>', id: GTIN, image: true });
    const remove = async () => {
      await page.evaluate(() => document.querySelector('product-pool-card').remove());
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 20)));
    };
    await remove();
    assert.equal((await found()).length, 1);
    await page.evaluate(() => {
      document.querySelector('product-pool-card').jsonLd = false;
    });
    await page.waitForFunction(() => !document.querySelector('script[type="application/ld+json"]'));
    await page.evaluate(() => {
      document.querySelector('product-pool-card').jsonLd = true;
    });
    await page.waitForFunction(() => document.querySelector('script[type="application/ld+json"]'));
    await remove();
    assert.deepEqual(await found(), []);
    assert.deepEqual(page.problems, []);
    await page.close();
  });
});
