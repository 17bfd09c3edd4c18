// The plugin and the file for plain PHP in PHP 7.4, the oldest that they promise: as WebAssembly, for Debian has a newer
// one.

import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ROOT, freePort } from '../e2e/support.mjs';
import { GTIN, HOSTILE_GTIN, MISSING, startGateway, undated } from './gateway.mjs';
import { LACKING, PAGES, element, has, hasNot } from './wordpress/shop.mjs';
import { PLUGIN, copySite } from './wordpress/site.mjs';

const cli = LACKING ? undefined : await import('@wp-playground/cli').catch(() => undefined);
const skip = LACKING || (!cli && 'the package @wp-playground/cli is not installed: npm install in tests/platforms');

describe('PHP 7.4', { skip }, () => {
  let gateway;
  let folder;
  let playground;
  let url;

  before(async () => {
    gateway = await startGateway();
    folder = await mkdtemp(join(tmpdir(), 'product-pool-php-7.4-'));
    const site = join(folder, 'site');
    await copySite(site);
    // To WordPress the port of the gateway is unusual.
    await writeFile(
      join(site, 'wp-content/mu-plugins/gateway.php'),
      `<?php
      define( 'PRODUCT_POOL_GATEWAY', '${gateway.url}' );
      set_error_handler( function ( $number, $message, $file, $line ) {
        if ( strpos( $file, 'product-pool' ) !== false ) file_put_contents( '/wordpress/errors.log', "$message in $file:$line\\n", FILE_APPEND );
        return false;
      } );`,
    );
    await writeFile(join(site, 'product-pool.php'), await readFile(join(ROOT, 'integrations/php/product-pool.php')));
    await writeFile(
      join(site, 'plain.php'),
      `<?php
      error_reporting( E_ALL );
      ini_set( 'display_errors', '1' );
      require __DIR__ . '/product-pool.php';
      if ( ! is_dir( '/tmp/cards' ) ) mkdir( '/tmp/cards' );
      $pool = new ProductPool( '${gateway.url}', '/tmp/cards' );
      echo PHP_VERSION, '|', $pool->card( $_GET['gtin'] ), $pool->script();`,
    );
    await writeFile(join(site, 'errors.log'), '');
    const port = await freePort();
    playground = await cli.runCLI({
      command: 'server',
      php: '7.4',
      port,
      workers: 1,
      'mount-before-install': [{ hostPath: site, vfsPath: '/wordpress' }],
      wordpressInstallMode: 'install-from-existing-files',
      verbosity: 'quiet',
    });
    url = `http://127.0.0.1:${port}`;
    const made = await php(`require ABSPATH . 'wp-admin/includes/admin.php';
      activate_plugin( '${PLUGIN}/${PLUGIN}.php' );
      update_option( 'product_pool_settings', array( 'gateway' => '${gateway.url}', 'script' => 'gateway', 'badges' => true ) );
      return PHP_VERSION;`);
    assert.match(made, /^7\.4\./);
    await php(PAGES);
  });

  after(async () => {
    await playground?.[Symbol.asyncDispose]();
    await gateway?.end();
    if (folder) await rm(folder, { recursive: true });
  });

  /** Runs PHP in WordPress, and gives what it returns. */
  async function php(code) {
    const run = `<?php $_SERVER['HTTP_HOST'] = 'localhost'; require '/wordpress/wp-load.php'; echo "\\n", wp_json_encode( ( function () { ${code} } )() );`;
    const { text, errors } = await playground.playground.run({ code: run });
    return JSON.parse(text.slice(text.lastIndexOf('\n') + 1) || `"${errors}"`);
  }

  const open = async (query) => (await fetch(`${url}/${query}`)).text();
  const page = (type, name) =>
    php(
      `return add_query_arg( array( 'post_type' => '${type}', 'p' => get_page_by_path( '${name}', OBJECT, '${type}' )->ID ), '' );`,
    );

  it('a product, a block, a shortcode and a list have their cards', async () => {
    const card = undated(element(await gateway.fragment(HOSTILE_GTIN, 'lang=en-GB')));
    for (const name of ['block', 'shortcode'])
      assert.equal(
        undated(element(await open(`?page_id=${await php(`return get_page_by_path( '${name}' )->ID;`)}`))),
        card,
        name,
      );
    const product = await open(await page('product', 'plain'));
    has(product, /data-panel="allergens"/);
    has(product, /additionalProperty/);
    hasNot(await open(await page('product', 'kettle')), /<product-pool-card/);
    has(await open('?post_type=product'), /product-pool-badges" data-gtin/);
    has(await open(await page('product', 'crisps')), /variations_form/);
  });

  it('the check of the gateway, Site Health and the end of the plugin work', async () => {
    assert.equal(await php('return Product_Pool\\problem_of_gateway();'), null);
    gateway.answer('unaddressed');
    has(await php('return Product_Pool\\site_health()["description"];'), /--base-url/);
    gateway.answer('pass');
    assert.equal(
      await php(
        `define( 'WP_UNINSTALL_PLUGIN', '${PLUGIN}' ); require WP_PLUGIN_DIR . '/${PLUGIN}/uninstall.php'; return get_option( 'product_pool_settings' );`,
      ),
      false,
    );
  });

  it('the file for plain PHP prints a card, keeps it, and prints nothing for what is missing', async () => {
    gateway.answer('pass');
    const html = await open(`plain.php?gtin=${GTIN}`);
    assert.match(html, /^7\.4\.\d+\|<product-pool-card /);
    assert.equal(undated(element(html)), undated(element(await gateway.fragment(GTIN, 'lang=en-GB'))));
    await open(`plain.php?gtin=${GTIN}`);
    assert.equal(gateway.requests.length, 1);
    assert.match(await open(`plain.php?gtin=${MISSING}`), /^7\.4\.\d+\|<script/);
  });

  it('no code of ours has caused a warning', async () => {
    assert.equal(await readFile(join(folder, 'site/errors.log'), 'utf8'), '');
  });
});
