// The plugin in a real WooCommerce, if its folder is in WOOCOMMERCE: what the stand-in of the other tests cannot say, such
// as how its blocks and mails behave.

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { launch, openPage } from '../e2e/support.mjs';
import { startChain } from './chain.mjs';
import { GTIN, OTHER } from './gateway.mjs';
import { has, hasNot } from './wordpress/shop.mjs';
import { PLUGIN, startSite, visitor } from './wordpress/site.mjs';

const skip = !process.env.WOOCOMMERCE && 'WOOCOMMERCE names no folder of a WooCommerce';

const PRODUCTS = `
  update_option( 'woocommerce_coming_soon', 'no' );
  $save = function ( $product, $properties ) { $product->set_props( array( 'status' => 'publish', 'regular_price' => '2.50' ) + $properties ); $product->save(); return $product; };
  $plain = $save( new WC_Product_Simple(), array( 'name' => 'plain', 'global_unique_id' => '${GTIN}' ) );
  $save( new WC_Product_Simple(), array( 'name' => 'other', 'global_unique_id' => '${OTHER}' ) );
  $flavour = new WC_Product_Attribute();
  $flavour->set_name( 'Flavour' );
  $flavour->set_options( array( 'Salt', 'Onion', 'Mystery' ) );
  $flavour->set_visible( true );
  $flavour->set_variation( true );
  $crisps = $save( new WC_Product_Variable(), array( 'name' => 'crisps', 'attributes' => array( $flavour ) ) );
  foreach ( array( 'Salt' => '09520000001018', 'Onion' => '09520000002008', 'Mystery' => '' ) as $name => $gtin ) {
    $save( new WC_Product_Variation(), array( 'parent_id' => $crisps->get_id(), 'attributes' => array( 'flavour' => $name ), 'global_unique_id' => $gtin ) );
  }
  WC_Product_Variable::sync( $crisps->get_id() );
  flush_rewrite_rules();
  return $plain->get_id();`;

describe('in WooCommerce', { skip }, () => {
  let browser;
  let gateway;
  let plain;
  let site;

  before(async () => {
    gateway = await startChain();
    site = await startSite({ ports: [gateway.port] });
    plain = await site.php(PRODUCTS);
    await configure();
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await site?.end();
    await gateway?.end();
  });

  const configure = (settings = {}) =>
    site.php(
      `update_option( 'product_pool_settings', json_decode( '${JSON.stringify({ gateway: gateway.url, script: 'gateway', badges: true, stop_sale: true, emails: true, ...settings })}', true ) ); return null;`,
    );
  const text = async (path) => (await fetch(new URL(path, site.url))).text();

  for (const [form, block] of [
    ['classic', 'woocommerce/add-to-cart-form'],
    ['of blocks', 'woocommerce/add-to-cart-with-options'],
  ]) {
    it(`a choice in the form ${form} has its own card, and never that of another`, async () => {
      const own = await site.php(`return get_block_template( 'woocommerce/woocommerce//single-product' )->content;`);
      const content = own.replace(/woocommerce\/add-to-cart-(form|with-options)/, block);
      await writeFile(
        join(
          site.folder,
          'wp-content/themes',
          process.env.THEME ?? 'twentytwentythree',
          'templates/single-product.html',
        ),
        content,
      );
      const page = await openPage(browser);
      await page.goto(`${site.url}/product/crisps/`);
      const box = page.locator('.product-pool-choice');
      const choose = async (name) => {
        const select = page.locator('.variations_form select');
        if (await select.count()) await select.selectOption({ label: name });
        else await page.locator('.wp-block-add-to-cart-with-options').getByText(name, { exact: true }).click();
      };
      await box.getByText('Choose an option').waitFor();
      for (const [name, gtin] of [
        ['Salt', '09520000001018'],
        ['Onion', '09520000002008'],
      ]) {
        await choose(name);
        await box.locator(`product-pool-card[gtin="${gtin}"] [data-panel="allergens"]`).waitFor();
        assert.equal(await box.locator('product-pool-card').count(), 1);
      }
      await choose('Mystery');
      await box.getByText('no product information for this choice').waitFor();
      assert.equal(await box.locator('product-pool-card').count(), 0);
      await page.close();
    });
  }

  it('lists of blocks have the allergens of each product once, in 8 KB at most', async () => {
    for (const [path, count] of [
      ['/shop/', 2],
      ['/product/plain/', 1],
    ]) {
      const boxes = (await text(path)).match(/<div class="product-pool product-pool-badges"[^]*?<\/template><\/div>/g);
      assert.equal(boxes.length, count, path);
      for (const box of boxes) assert.ok(box.length < 8000, `${box.length}`);
    }
  });

  it('a recalled product cannot be bought, whatever the cart had', async () => {
    const shopper = visitor(site.url);
    const cart = async () => {
      await shopper.text(`/product/plain/?add-to-cart=${plain}`);
      return shopper.text('/wp-json/wc/store/v1/cart');
    };
    const publish = async (status) => {
      await gateway.publish(status, GTIN);
      await site.php(`Product_Pool\\forget( array( '${GTIN}' ) ); return null;`);
    };
    has(await cart(), /"name":"plain"/);
    await publish('Recalled');
    hasNot(await shopper.text('/wp-json/wc/store/v1/cart'), /"name":"plain"/);
    has(
      await text('/product/plain/'),
      /class="product-pool product-pool-recall" role="alert">[^<]*recalled this product/,
    );
    hasNot(await cart(), /"name":"plain"/);
    await publish('published');
    has(await cart(), /"name":"plain"/);
  });

  it('a mail about an order names the allergens, with their date and the advice to check the label', async () => {
    const mail = (isText) =>
      site.php(`$order = wc_create_order();
        $order->add_product( wc_get_product( ${plain} ) );
        return wc_get_email_order_items( $order, array( 'plain_text' => ${isText} ) );`);
    has(
      await mail(false),
      /<small>Allergens<br>Contains: Gluten: Wheat; [^<]*<br>May contain: Milk, [^<]*<br>.*As the manufacturer declared it on .*: check the label/,
    );
    has(await mail(true), /\nContains: Gluten: Wheat; /);
    await configure({ emails: false });
    hasNot(await mail(true), /Contains/);
  });

  it('nothing was wrong in PHP', async () => {
    const log = await readFile(join(site.folder, 'debug.log'), 'utf8').catch(() => '');
    assert.deepEqual(
      log.split('\n').filter((line) => line.includes(`plugins/${PLUGIN}`)),
      [],
    );
  });
});
