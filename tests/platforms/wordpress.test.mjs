// Cards of "Product Pool for WooCommerce" in a real WordPress, with a stand-in for WooCommerce, before a real server.

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { launch, openPage } from '../e2e/support.mjs';
import { HOSTILE, HOSTILE_GTIN, MISSING, panelsBelowName, undated } from './gateway.mjs';
import { LACKING, element, has, hasNot, startShop } from './wordpress/shop.mjs';
import { PLUGIN } from './wordpress/site.mjs';

let browser;
let shop;
let gateway;
let site;
let anybody;
let owner;

before(async () => {
  shop = LACKING ? null : await startShop();
  browser = await launch();
  ({ gateway, site, anybody, owner } = shop ?? {});
});
after(async () => {
  await browser?.close();
  await shop?.end();
});
beforeEach(async () => {
  gateway?.answer('pass');
  await shop?.configure();
});

const withoutJsonLd = (fragment) =>
  fragment.slice(0, fragment.lastIndexOf('</product-pool-card>')) + '</product-pool-card>';

/** The cards of a page as a browser has read them, without the element's script. */
async function parsed(html) {
  const page = await openPage(browser, { javaScriptEnabled: false });
  await page.route('**/*', (route) => route.abort());
  await page.setContent(html, { waitUntil: 'domcontentloaded' });
  // Playwright itself may still ask.
  const cards = await page.evaluate(() =>
    [...document.querySelectorAll('product-pool-card')].map((card) => {
      const nodes = [];
      const visit = (node, depth) => {
        const attributes = node.attributes && [...node.attributes].map(({ name, value }) => `${name}=${value}`);
        nodes.push([depth, node.nodeName, attributes?.join('|') ?? node.nodeValue].join(' '));
        if (node.shadowRoot) visit(node.shadowRoot, depth + 1);
        for (const child of node.childNodes) visit(child, depth + 1);
      };
      visit(card, 0);
      return nodes;
    }),
  );
  await page.close();
  return cards;
}

describe('before it is configured', { skip: LACKING }, () => {
  it('requests nothing and prints nothing', async () => {
    await shop.configure({ gateway: '' });
    for (const path of ['/product/plain/', '/product/crisps/', '/block/', '/shortcode/', '/shop/']) {
      hasNot(await anybody.text(path), /product-pool/, path);
    }
    const page = await owner.text('/wp-admin/options-general.php?page=product-pool');
    has(page, /The address of the gateway is not set, so nothing is shown\./);
    assert.deepEqual(gateway.requests, []);
  });
});

describe('a card', { skip: LACKING }, () => {
  const QUERY = 'lang=en-GB';
  it('is the gateway’s node by node, in a tab, a block and a shortcode, whatever a supplier writes', async () => {
    const below = `panels=${(await panelsBelowName()).replaceAll(' ', '+')}`;
    for (const [path, query] of [
      ['/product/hostile/', `lang=en-GB&${below}&json-ld=properties`],
      ['/block/', QUERY],
      ['/shortcode/', QUERY],
    ]) {
      const html = await anybody.text(path);
      hasNot(html.replace('<b id="boom">BOOM</b>', ''), /BOOM/, path);
      assert.equal(html.includes('BOOM'), path === '/block/', 'shortcodes of the page itself run');
      const fragment = withoutJsonLd(await gateway.fragment(HOSTILE_GTIN, query));
      const [[card], [drawn]] = [await parsed(undated(html)), await parsed(undated(fragment))];
      assert.ok(drawn.length > 500 && drawn.some((node) => node.includes(HOSTILE)), `${path}: ${drawn.length}`);
      assert.deepEqual(card, drawn, path);
    }
    assert.deepEqual(
      gateway.requests.map((url) => url.split('?')[1]),
      [`lang=en-GB&${below}&json-ld=properties`, QUERY],
      'one address for each card, and each requested once',
    );
  });

  it('has no name and picture on a product’s page, where the theme shows them', async () => {
    const html = await anybody.text('/product/plain/');
    has(html, /data-panel="allergens"/);
    hasNot(html, /data-panel="summary"/);
    has(await anybody.text('/shortcode/'), /data-panel="summary"/);
  });

  it('is below the picture, or nowhere, where the owner wants it so', async () => {
    await shop.configure({ place: 'summary' });
    let html = await anybody.text('/product/plain/');
    has(html, /<\/button>\s*<div class="product-pool"><product-pool-card gtin="09520000000004"/);
    hasNot(html, /tab-product_pool/);
    await shop.configure({ place: 'none' });
    html = await anybody.text('/product/plain/');
    hasNot(html, /<product-pool-card|additionalProperty/);
  });

  it('adds to WooCommerce’s description for search engines, and makes no second one', async () => {
    const html = await anybody.text('/product/plain/');
    const scripts = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)];
    assert.equal(scripts.length, 1);
    const description = JSON.parse(scripts[0][1]);
    assert.equal(description.offers[0].price, '2.50');
    const milk = description.additionalProperty.find(({ propertyID }) => propertyID === 'allergen.milk');
    assert.deepEqual(milk, {
      '@type': 'PropertyValue',
      propertyID: 'allergen.milk',
      name: 'Milk',
      value: 'May contain',
    });
  });

  it('is in the language of the site', async () => {
    for (const [locale, lang, title] of [
      ['de_AT', 'de', 'Allergene und Zutaten'],
      ['pt_PT', 'en-GB', 'Allergens and ingredients'],
      ['cy', 'cy', 'Alergenau a chynhwysion'],
    ]) {
      await site.php(
        `add_filter( 'sanitize_option_WPLANG', fn() => '${locale}' ); update_option( 'WPLANG', '${locale}' ); return null;`,
      );
      const html = await anybody.text('/product/plain/');
      has(html, new RegExp(`data-title="${title}"`), locale);
      has(element(html), new RegExp(`^<product-pool-card gtin="09520000000004" lang="${lang}"`), locale);
    }
    await site.php(`update_option( 'WPLANG', '' ); return null;`);
  });

  it('is none for a product without a GTIN or that the gateway does not have; who works on the shop sees the reason', async () => {
    for (const [path, why] of [
      ['/product/kettle/', `the gateway has no product with the GTIN ${MISSING}.`],
      ['/wrong/', 'this product has no GTIN'],
    ]) {
      const html = await anybody.text(path);
      hasNot(html, /<product-pool-card|tab-product_pool|Visitors do not see|alert\(1\)/, path);
      assert.ok((await owner.text(path)).includes(why), path);
    }
    hasNot(await anybody.text('/product/bag/'), /<product-pool-card|tab-product_pool/);
    assert.equal(gateway.requests.length, 1, 'what is missing is remembered');
  });

  it('is of badges in lists, if the owner wants them', async () => {
    hasNot(await anybody.text('/shop/'), /<product-pool-card/);
    await shop.configure({ badges: true });
    const html = await anybody.text('/shop/');
    const shown = [
      ...html.matchAll(
        /<li data-product="([^"]+)"><a[^>]+>[^<]+<\/a>(<div class="product-pool product-pool-badges" data-gtin="\d+" data-until="\d+"><template )?/g,
      ),
    ];
    assert.deepEqual(Object.fromEntries(shown.map(([, name, card]) => [name, Boolean(card)])), {
      plain: true,
      hostile: true,
      // Its choices differ.
      crisps: false,
      kettle: false,
      bag: false,
    });
    const queries = await site.php(`global $wpdb;
      $crisps = wc_get_product( get_page_by_path( 'crisps', OBJECT, 'product' )->ID );
      $before = $wpdb->num_queries;
      Product_Pool\\choices_have_own_gtins( $crisps );
      return $wpdb->num_queries - $before;`);
    assert.equal(queries, 3, 'however many choices a product has');
  });
});

describe('at last', { skip: LACKING }, () => {
  it('nothing was wrong in PHP', async () => {
    const log = await readFile(join(site.folder, 'debug.log'), 'utf8');
    assert.deepEqual(
      log.split('\n').filter((line) => line.includes(`plugins/${PLUGIN}`)),
      [],
    );
  });

  it('uninstalling removes everything', async () => {
    await anybody.text('/product/plain/');
    gateway.answer(500);
    await anybody.text('/product/hostile/');
    const rows = () =>
      site.query(`SELECT option_name FROM wp_options WHERE option_name LIKE '%product\\_pool%' UNION
        SELECT meta_key FROM wp_postmeta WHERE meta_key LIKE '%product\\_pool%'`);
    const cards = join(site.folder, 'wp-content/uploads/product-pool');
    has(rows(), /product_pool_settings[^]*_product_pool_state/);
    assert.ok((await readdir(cards)).length > 0);
    await site.php(
      `deactivate_plugins( '${PLUGIN}/${PLUGIN}.php' ); uninstall_plugin( '${PLUGIN}/${PLUGIN}.php' ); return null;`,
    );
    assert.equal(rows(), '');
    await assert.rejects(readdir(cards));
  });
});
