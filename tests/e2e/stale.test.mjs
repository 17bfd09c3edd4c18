// The card shows when a gateway could not verify its data: on a page that the server
// rendered, and on a shop's own page of another origin.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { GTIN, gatewayTo, pool, shop } from './stale-support.mjs';
import { launch, openPage, takeOver } from './support.mjs';

const NOTICE = 'product-pool-card [data-notice="stale"]';

describe('what a gateway could not check', () => {
  let browser;
  let upstream;
  let market;
  let gateway;

  before(async () => {
    [browser, upstream, market] = await Promise.all([launch(), pool(), shop()]);
    gateway = await gatewayTo(upstream, market);
  });

  after(async () => {
    gateway?.end();
    upstream?.end();
    market?.end();
    await browser?.close();
  });

  /** Opens a page until it says no more that it could not be checked: a pool that failed is left alone for a while. */
  async function checked(open) {
    upstream.fails = false;
    for (let seen = 1; seen > 0;) {
      const page = await open();
      seen = await page.locator(NOTICE).count();
      await page.close();
    }
  }

  it('is said by a page of the server, in its own words and then in the reader’s', async () => {
    const path = `${gateway.address}/p/${GTIN}`;
    const open = async () => {
      const page = await openPage(browser, { javaScriptEnabled: false });
      await page.goto(path);
      await page.locator('product-pool-card .card').waitFor();
      return page;
    };
    await checked(open);
    upstream.fails = true;
    const plain = await open();
    assert.match(
      await plain.locator(NOTICE).innerText(),
      /supplier since \d{1,2} [A-Z][a-z]+ \d{4}, \d\d:\d\d UTC\. It may/,
    );
    await plain.close();
    const page = await openPage(browser, { locale: 'en-GB', timezoneId: 'Asia/Tokyo' });
    await page.goto(path);
    await takeOver(page);
    await page.locator(`${NOTICE.replace(' ', ' .mount ')}`).waitFor();
    const text = await page.locator(NOTICE).innerText();
    const { given, written } = await page.evaluate(() => {
      const given = JSON.parse(document.querySelector('[data-given="stale"]').textContent);
      return {
        given,
        written: new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' }).format(new Date(given)),
      };
    });
    assert.match(given, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    assert.ok(text.includes(`since ${written}.`), text);
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  it('is said by a card on a page of another origin, and no longer once it was checked', async () => {
    const address =
      market.pageOf(`<!doctype html><html lang="de"><script type="module" src="/pkg/dist/card.js"></script>
      <product-pool-card loading="eager" rendering="browser" gtin="${GTIN}" base-url="${gateway.address}"></product-pool-card>`);
    const open = async () => {
      const page = await openPage(browser);
      await page.goto(address);
      await page.locator('product-pool-card .mount .card[data-state="ready"]').waitFor();
      return page;
    };
    await checked(open);
    upstream.fails = true;
    const page = await open();
    assert.match(
      await page.locator(NOTICE).innerText(),
      /^Diese Angaben konnten seit .*\d{4}.* nicht beim Lieferanten geprüft werden/,
    );
    await page.close();
    await checked(open);
  });
});
