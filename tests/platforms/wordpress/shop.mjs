// A shop for the tests: WordPress with the plugin, products, pages, and a gateway.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { GTIN, HOSTILE_GTIN, MISSING, OTHER, startGateway } from '../gateway.mjs';
import { startSite, visitor } from './site.mjs';

/** Why the tests cannot run here, or false. */
export const LACKING =
  !['/usr/share/wordpress/wp-load.php', '/usr/sbin/mariadbd'].every(existsSync) && 'WordPress is not installed';

/** PHP that makes the products and pages. */
export const PAGES = `
      $product = function ( $name, $gtin, $type = 'product', $parent = 0 ) {
        return wp_insert_post( array( 'post_type' => $type, 'post_title' => $name, 'post_name' => $name, 'post_status' => 'publish',
          'post_parent' => $parent, 'meta_input' => array_filter( array( '_global_unique_id' => $gtin ) ) ) );
      };
      $product( 'plain', '0-9520000-00000-4' );
      $product( 'hostile', '${HOSTILE_GTIN}' );
      $product( 'kettle', '${MISSING}' );
      $product( 'bag', '' );
      $crisps = $product( 'crisps', '${GTIN}' );
      $product( 'Salt', '${GTIN}', 'product_variation', $crisps );
      $product( 'Onion', '${OTHER}', 'product_variation', $crisps );
      $product( 'Mystery', '', 'product_variation', $crisps );
      $page = fn( $name, $content ) => wp_insert_post( array( 'post_type' => 'page', 'post_title' => $name, 'post_name' => $name, 'post_status' => 'publish', 'post_content' => $content ) );
      $page( 'block', '<!-- wp:paragraph --><p>[boom]</p><!-- /wp:paragraph --><!-- wp:product-pool/card {"gtin":"${HOSTILE_GTIN}"} /-->' );
      $page( 'shortcode', 'Words. [product_pool gtin="${HOSTILE_GTIN}"] More words.' );
      $page( 'wrong', '[product_pool gtin="\\"><script>alert(1)</script>" variant="x" panels="<b>" heading-level="9"]' );
      return null;`;

/** Starts the shop, with an anonymous visitor and its owner. */
export async function startShop(start = startGateway) {
  const gateway = await start();
  const site = await startSite({ ports: [gateway.port] });
  const [anybody, owner] = [visitor(site.url), visitor(site.url)];
  await owner.logIn('owner', 'owner');
  await site.php(PAGES);
  return {
    gateway,
    site,
    anybody,
    owner,
    /** Sets settings, and forgets all that is known. */
    configure(settings = {}) {
      const all = JSON.stringify({ gateway: gateway.url, script: 'gateway', ...settings });
      return site.php(`
    array_map( 'unlink', glob( Product_Pool\\folder() . '/*' ) );
    foreach ( array( 'state', 'gtin' ) as $key ) delete_post_meta_by_key( "_product_pool_$key" );
    delete_option( 'product_pool_checked' );
    @unlink( ABSPATH . 'mails.txt' );
    update_option( 'product_pool_settings', json_decode( '${all}', true ) );
    return null;`);
    },
    /** Lets what is kept become old, by the seconds given. */
    age: (seconds) =>
      site.php(`
    foreach ( glob( Product_Pool\\folder() . '/*.json' ) as $file ) {
      $kept = json_decode( gzuncompress( file_get_contents( $file ) ), true );
      foreach ( array( 'until', 'checked', 'again' ) as $time ) {
        if ( isset( $kept[ $time ] ) ) $kept[ $time ] -= ${seconds};
      }
      file_put_contents( $file, gzcompress( json_encode( $kept ) ) );
    }
    return null;`),
    async end() {
      await site.end();
      await gateway.end();
    },
  };
}

/** Asserts that a page has what the pattern means, or has it not; the page itself would be too much to print. */
export const has = (html, pattern, where) => assert.ok(pattern.test(html), `${where ?? ''} lacks ${pattern}`);
export const hasNot = (html, pattern, where) =>
  assert.ok(!pattern.test(html), `${where ?? ''} has ${pattern.exec(html)?.[0]}`);

export const ELEMENT = /<product-pool-card [^]*?<\/product-pool-card>/g;
export const element = (html) => html.match(ELEMENT)?.[0];
