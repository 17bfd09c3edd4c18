// Recalls in a shop, from the pool through two gateways in a chain to a page that a cache keeps; and what the owner sees of
// each product.

import assert from 'node:assert/strict';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { launch, openPage } from '../e2e/support.mjs';
import { startChain } from './chain.mjs';
import { GTIN, OTHER } from './gateway.mjs';
import { LACKING, has, hasNot, startShop } from './wordpress/shop.mjs';
import { visitor } from './wordpress/site.mjs';

const RECALL = 'The manufacturer has recalled this product';
const RECALLED = /class="product-pool product-pool-recall"/;

let shop;
let gateway;
let site;
let owner;
let pages;

before(async () => {
  shop = LACKING ? null : await startShop(startChain);
  ({ gateway, site, owner } = shop ?? {});
});
after(() => shop?.end());
beforeEach(async () => {
  if (!shop) return;
  pages = join(site.folder, 'wp-content/pages');
  await rm(pages, { recursive: true, force: true });
  await gateway.publish('published', GTIN, OTHER);
  await shop.configure({ stop_sale: true });
});

const page = async (path) => (await fetch(new URL(path, site.url))).text();
const mails = () => readFile(join(site.folder, 'mails.txt'), 'utf8').catch(() => '');

/** The request that the settings show, with another secret if one is given. */
async function forget(tags, secret) {
  const html = await owner.text('/wp-admin/options-general.php?page=product-pool');
  const [, shown, url] = html.match(/Product-Pool-Secret: (\w+)' -d tags=GTIN ([^<]+)</);
  const body = new URLSearchParams(tags === undefined ? {} : { tags });
  return fetch(url, { method: 'POST', headers: { 'Product-Pool-Secret': secret ?? shown }, body });
}

describe('a recall', { skip: LACKING }, () => {
  it('in the pool is on the page, stops the sale and is mailed, through two gateways and a page cache', async () => {
    await mkdir(pages);
    for (const path of ['/product/plain/', '/product/crisps/']) {
      has(await page(path), /Add to cart|variations_form/);
      assert.equal((await fetch(new URL(path, site.url))).headers.get('x-page-cache'), 'hit');
    }
    await gateway.publish('Recalled', GTIN);
    hasNot(await page('/product/plain/'), RECALLED, 'the page that the cache keeps');
    const answer = await (await forget(`product-000010000 gtin-${GTIN} gtin-09520000000011`)).json();
    assert.deepEqual(answer.forgotten, [GTIN, '09520000000011']);
    assert.deepEqual([...new Set(Object.values(answer.products))], ['recalled']);
    const html = await page('/product/plain/');
    has(html, new RegExp(`<div class="product-pool product-pool-recall" role="alert">[^<]*${RECALL}`));
    hasNot(html, /Add to cart/);
    has(await mails(), /\[Shop\] Recall: plain\n[^]*has recalled this product[^]*cannot be bought/);
    await gateway.publish('published', GTIN);
    await forget(GTIN);
    has(await page('/product/plain/'), /Add to cart/);
    hasNot(await page('/product/plain/'), RECALLED);
  });

  it('of a choice names it, and stops the sale of no other', async () => {
    await gateway.publish('Withdrawn', OTHER);
    const html = await page('/product/crisps/');
    has(html, /role="alert">Onion: [^<]*withdrawn this product/);
    assert.deepEqual(
      html.match(/<button type="button" value="\d+"( disabled)?>\w+/g)?.map((tag) => tag.replace(/value="\d+"/, '')),
      ['<button type="button" >Salt', '<button type="button"  disabled>Onion', '<button type="button" >Mystery'],
    );
  });

  it('does not stop the sale unless the owner wants that, and the mail says so', async () => {
    await shop.configure();
    await gateway.publish('Recalled', GTIN);
    has(await page('/product/plain/'), /product-pool product-pool-recall"[^]*Add to cart/);
    has(await mails(), /It can still be bought/);
  });

  it('reaches the shop by its own checks, without a visitor', async () => {
    await site.php(`do_action( 'product_pool_check' ); return null;`);
    await gateway.publish('Recalled', GTIN);
    await shop.age(400);
    await site.php(`do_action( 'product_pool_check' ); return null;`);
    has(await mails(), /Recall: plain/);
  });

  it('is not forgotten without the secret', async () => {
    await page('/product/plain/');
    for (const secret of ['', 'wrong']) assert.equal((await forget(GTIN, secret)).status, 401);
    await gateway.publish('Recalled', GTIN);
    hasNot(await page('/product/plain/'), RECALLED, 'the card that is kept');
    assert.equal((await (await forget()).json()).forgotten, 'all');
    has(await page('/product/plain/'), RECALLED);
  });

  it('the button in the settings forgets all cards and pages', async () => {
    await mkdir(pages);
    await page('/product/plain/');
    await gateway.publish('Recalled', GTIN);
    const html = await owner.text('/wp-admin/options-general.php?page=product-pool');
    const nonce = html.slice(html.indexOf('value="product_pool_forget"')).match(/name="_wpnonce" value="(\w+)"/)[1];
    const body = new URLSearchParams({ action: 'product_pool_forget', _wpnonce: nonce });
    const answer = await owner.request('/wp-admin/admin-post.php', { method: 'POST', body });
    assert.match(answer.headers.get('location'), /forgotten=1/);
    has(await page('/product/plain/'), RECALLED);
  });
});

describe('what the owner sees', { skip: LACKING }, () => {
  const LIST = '/wp-admin/edit.php?post_type=product';
  const rows = (html) =>
    Object.fromEntries(
      [...html.matchAll(/<tr id="post-\d+"[^]*?<\/tr>/g)].map(([row]) => [
        row.match(/class="row-title"[^>]*>([^<]+)/)[1],
        row.match(/ column-product_pool['"][^>]*>(.*?)<\/td>/s)[1].replace(/<br>.*|<[^>]+>/gs, ''),
      ]),
    );

  it('are the states of all products, in a column, by a filter and in numbers, without a request', async () => {
    await gateway.publish('Archived', GTIN);
    await site.php(`do_action( 'product_pool_check' ); return null;`);
    await site.php(
      `update_option( 'product_pool_settings', array( 'gateway' => 'https://nowhere.invalid' ) ); return null;`,
    );
    const all = rows(await owner.text(LIST));
    assert.deepEqual(all, {
      plain: 'Shown, but archived',
      // Its last digit does not fit the others, as suppliers' do not always.
      hostile: 'GTIN mistyped',
      kettle: 'Unknown to the product pool',
      bag: 'No GTIN',
      crisps: 'Shown, but archived',
    });
    assert.deepEqual(Object.keys(rows(await owner.text(`${LIST}&product_pool_state=missing`))), ['kettle']);
    const counts = await owner.text(`${LIST}&page=product-pool-states`);
    has(counts, /product_pool_state=missing">1<\/a><\/td><td>Unknown to the product pool: check the GTIN/);
    has(counts, /product_pool_state=no-gtin">1<\/a>/);
  });

  it('is of a product in its editor, with its allergens as they were last saved', async () => {
    const id = await site.php(`return get_page_by_path( 'plain', OBJECT, 'product' )->ID;`);
    const box = await site.php(
      `ob_start(); Product_Pool\\print_editor_box( get_post( ${id} ) ); return ob_get_clean();`,
    );
    has(box, /Shown.*09520000000004.*data-until.*Contains/s);
  });

  it('are GTINs in the field that the shop has them in, and no other number', async () => {
    const gtins = (key) =>
      site.php(`update_option( 'product_pool_settings', array( 'gtin_key' => '${key}' ) );
        $id = get_page_by_path( 'bag', OBJECT, 'product' )->ID;
        update_post_meta( $id, '_ean', '9520000-000004' );
        $found = array();
        foreach ( array( '09520000000004', '12345670', '09520000000005', 'SKU-1' ) as $sku ) {
          update_post_meta( $id, '_sku', $sku );
          $found[] = Product_Pool\\gtin_of_post( $id );
        }
        return $found;`);
    assert.deepEqual(await gtins('_ean'), Array(4).fill('9520000000004'));
    assert.deepEqual(await gtins('_sku'), ['09520000000004', '', '', '']);
    assert.deepEqual(await gtins('_global_unique_id'), Array(4).fill(''));
  });

  it('are the settings, also for who manages the shop without being an administrator', async () => {
    await site.php(
      `wp_create_user( 'manager', 'manager', 'm@shop.example' ); ( new WP_User( 'manager' ) )->set_role( 'shop_manager' ); return null;`,
    );
    const manager = visitor(site.url);
    await manager.logIn('manager', 'manager');
    const html = await manager.text('/wp-admin/options-general.php?page=product-pool');
    has(html, /Address of the gateway/);
    const nonce = html.match(/name="_wpnonce" value="(\w+)"/)[1];
    const body = new URLSearchParams({ option_page: 'product_pool_settings', action: 'update', _wpnonce: nonce });
    body.set('product_pool_settings[gateway]', gateway.url);
    body.set('product_pool_settings[stop_sale]', '1');
    assert.equal((await manager.request('/wp-admin/options.php', { method: 'POST', body })).status, 302);
    assert.equal(await site.php(`return get_option( 'product_pool_settings' )['stop_sale'];`), true);
  });

  it('is a mistyped setting or GTIN, while other cards are refreshed', async () => {
    const place = (name, code) =>
      site.php(
        `return get_permalink( wp_insert_post( array( 'post_type' => 'page', 'post_title' => '${name}', 'post_status' => 'publish', 'post_content' => '${code}' ) ) );`,
      );
    const typo = await place('typo', `[product_pool gtin="${GTIN}" panels="alergens"]`);
    const digit = await place('digit', '[product_pool gtin="09520000000005"]');
    for (let time = 0; time < 4; time++) await page(typo);
    has(
      await owner.text(typo),
      /panels should be names of panels, not &quot;alergens&quot;; did you mean &quot;allergens&quot;/,
    );
    hasNot(await page(typo), /did you mean/);
    has(await owner.text(digit), /the GTIN 09520000000005 was mistyped/);
    has(await page('/product/plain/'), /data-panel="allergens"/);
    assert.deepEqual(await site.php(`return glob( Product_Pool\\folder() . '/failing.json' );`), []);
  });
});

describe('the files in the plugin', { skip: LACKING }, () => {
  it('draw a card where the gateway draws none, and WordPress has none', async (context) => {
    await shop.configure({ script: 'plugin' });
    if (!(await site.php(`return '' !== Product_Pool\\script_url();`)))
      return context.skip('the package is not packed');
    await site.php(
      `Product_Pool\\pool(); file_put_contents( Product_Pool\\folder() . '/failing.json', json_encode( array( 'count' => 3, 'again' => time() + 300 ) ) ); return null;`,
    );
    const browser = await launch();
    const own = await openPage(browser);
    await own.route('**/drawn/**', (route) => route.fulfill({ status: 404, body: 'no' }));
    await own.goto(`${site.url}/product/plain/`);
    await own.locator('product-pool-card [data-panel="allergens"]').waitFor();
    assert.equal(await own.locator('product-pool-card').getAttribute('rendering'), 'gateway');
    await browser.close();
  });
});
