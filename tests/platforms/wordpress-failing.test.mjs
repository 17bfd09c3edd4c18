// The plugin while the gateway fails: what is shown, and who asks.

import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { GTIN, HOSTILE_GTIN, MISSING, undated } from './gateway.mjs';
import { ELEMENT, LACKING, element, has, hasNot, startShop } from './wordpress/shop.mjs';

const NOTICE = /class="product-pool-notice"/;
const LABEL = 'Check the label for allergens.';

let shop;
let gateway;
let site;
let anybody;

before(async () => {
  shop = LACKING ? null : await startShop();
  ({ gateway, site, anybody } = shop ?? {});
});
after(() => shop?.end());
beforeEach(async () => {
  gateway?.answer('pass');
  await shop?.configure();
});

describe('a gateway that fails', { skip: LACKING }, () => {
  const open = () => anybody.text('/product/plain/');
  for (const mode of ['refuse', 500, 'html', 'cut', 'busy']) {
    it(`that answers ${mode}: the last good card with a notice, for a day`, async () => {
      const good = element(await open());
      gateway.answer(mode);
      await shop.age(50);
      assert.equal(element(await open()), good);
      assert.deepEqual(gateway.requests, [], 'it still holds');
      await shop.age(20);
      const html = await open();
      assert.equal(element(html), good);
      assert.ok(NOTICE.test(html) && html.includes('Check the label.'));
      hasNot(html, /additionalProperty/, 'search engines get nothing old');
      const asked = gateway.requests.length;
      assert.ok(asked >= 1);
      await open();
      assert.equal(gateway.requests.length, asked, 'not asked again at once');
      gateway.answer(mode);
      await shop.age(86_000);
      assert.ok(NOTICE.test(await open()));
      assert.ok(gateway.requests.length > 0);
      await shop.age(400);
      const late = await open();
      hasNot(late, /data-panel/, 'nothing that is older than a day');
      assert.ok(late.includes(LABEL));
      gateway.answer('pass');
      await shop.age(400);
      const again = await open();
      assert.equal(undated(element(again)), undated(good));
      assert.ok(!NOTICE.test(again));
    });
  }

  it('an element asks in the browser where there is no card', async () => {
    gateway.answer(500);
    const html = await anybody.text('/shortcode/');
    assert.equal(
      element(html),
      `<product-pool-card gtin="${HOSTILE_GTIN}" base-url="${gateway.url}" rendering="gateway" lang="en-GB"><p>The product information is not here. ${LABEL}</p></product-pool-card>`,
    );
  });

  it('one worker waits, and the others do not', async () => {
    await open();
    await shop.age(100);
    gateway.answer('hang');
    let isWaiting = true;
    const first = open().finally(() => (isWaiting = false));
    await gateway.asked();
    has(await open(), NOTICE);
    assert.ok(isWaiting);
    has(await first, NOTICE);
    assert.equal(gateway.requests.length, 1);
  });

  it('a page of many products waits for no longer than one', async () => {
    // A list of five products with cards, and their descriptions.
    await site.php(`foreach ( array( '09520000001018', '09520000001025', '09520000001032' ) as $gtin ) {
      wp_insert_post( array( 'post_type' => 'product', 'post_title' => $gtin, 'post_status' => 'publish', 'meta_input' => array( '_global_unique_id' => $gtin ) ) );
    } return null;`);
    for (const [mode, most] of [
      ['hang', 1],
      ['slow', 2],
    ]) {
      await shop.configure({ badges: true });
      gateway.answer(mode);
      const html = await anybody.text('/shop/');
      assert.ok(gateway.requests.length <= most, `${mode}: ${gateway.requests.length}`);
      assert.ok(html.match(ELEMENT).length >= 3, mode);
    }
  });

  it('after three failures makes no request for a while, and then one', async () => {
    gateway.answer(500);
    const paths = ['/product/plain/', '/product/hostile/', '/product/kettle/', '/shortcode/', '/block/'];
    for (const path of paths) await anybody.text(path);
    assert.equal(gateway.requests.length, 3);
    await shop.age(11);
    gateway.answer('hang');
    const first = anybody.text(paths[0]);
    await gateway.asked();
    for (const path of paths.slice(1)) await anybody.text(path);
    await first;
    assert.equal(gateway.requests.length, 1);
    gateway.answer('pass');
    await shop.age(400);
    for (const path of paths.slice(0, 2)) has(await anybody.text(path), /data-panel/, path);
  });

  it('a product that the upstream withdraws is not shown any more, whatever was kept', async () => {
    has(await open(), /<product-pool-card/);
    gateway.answer('gone');
    await shop.age(100);
    hasNot(await open(), /<product-pool-card|class="product-pool-notice"/);
    gateway.answer('refuse');
    await shop.age(700);
    hasNot(await open(), /data-panel/, 'nor after a failure');
  });

  it('nothing is fresh, and no pause goes on, if the clock was put back', async () => {
    await open();
    gateway.answer('gone');
    await shop.age(-7200);
    hasNot(await open(), /<product-pool-card/);
    gateway.answer(500);
    for (const path of ['/product/hostile/', '/product/kettle/', '/shortcode/']) await anybody.text(path);
    gateway.answer('pass');
    await shop.age(-7200);
    has(await open(), /data-panel/);
  });

  it('a product that is gone is not shown any more', async () => {
    await open();
    await shop.age(100);
    await site.php(
      `update_post_meta( get_page_by_path( 'plain', OBJECT, 'product' )->ID, '_global_unique_id', '${MISSING}' ); return null;`,
    );
    hasNot(await open(), /<product-pool-card/);
    await site.php(
      `update_post_meta( get_page_by_path( 'plain', OBJECT, 'product' )->ID, '_global_unique_id', '${GTIN}' ); return null;`,
    );
    gateway.answer(404);
    // Not a gateway's: a proxy in front of it that has lost its way.
    has(await open(), /<product-pool-card/);
  });
});
