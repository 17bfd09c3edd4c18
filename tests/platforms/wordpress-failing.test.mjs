// The plugin while the gateway fails: what is shown, and who asks.

import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { GTIN, HOSTILE_GTIN, MISSING } from './gateway.mjs';
import { ELEMENT, LACKING, element, has, hasNot, startShop } from './wordpress/shop.mjs';

const NOTICE = 'class="product-pool-notice"';
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
      assert.ok(html.includes(NOTICE) && html.includes('Check the label.'));
      hasNot(html, /additionalProperty/, 'search engines get nothing old');
      const asked = gateway.requests.length;
      assert.ok(asked >= 1);
      await open();
      assert.equal(gateway.requests.length, asked, 'not asked again at once');
      gateway.answer(mode);
      await shop.age(86_000);
      assert.ok((await open()).includes(NOTICE));
      assert.ok(gateway.requests.length > 0);
      await shop.age(400);
      const late = await open();
      hasNot(late, /data-panel/, 'nothing that is older than a day');
      assert.ok(late.includes(LABEL));
      gateway.answer('pass');
      await shop.age(400);
      const again = await open();
      assert.equal(element(again), good);
      assert.ok(!again.includes(NOTICE));
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

  it('one worker waits, the others do not', async () => {
    await open();
    await shop.age(100);
    gateway.answer('hang');
    const answers = await Promise.all(Array.from({ length: 4 }, open));
    for (const html of answers) assert.ok(html.includes(NOTICE));
    assert.equal(gateway.requests.length, 1);
  });

  it('a page of many products asks for no longer than one, and then nobody asks for a while', async () => {
    await shop.configure({ badges: true });
    gateway.answer('hang');
    const html = await anybody.text('/shop/');
    assert.equal(html.match(ELEMENT).length, 3);
    assert.equal(gateway.requests.length, 1);
    gateway.answer(500);
    for (const path of ['/product/plain/', '/product/hostile/', '/product/kettle/', '/shortcode/', '/block/']) {
      await anybody.text(path);
    }
    const asked = gateway.requests.length;
    assert.ok(asked < 5, `${asked}`);
    await Promise.all([anybody.text('/product/plain/'), anybody.text('/product/hostile/'), anybody.text('/shop/')]);
    assert.equal(gateway.requests.length, asked);
    gateway.answer('pass');
    await shop.age(400);
    await Promise.all(['/product/plain/', '/product/hostile/', '/shortcode/'].map((path) => anybody.text(path)));
    has(await anybody.text('/product/plain/'), /data-panel/);
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
