// "Product Pool for WooCommerce" in a real WordPress, with a stand-in for WooCommerce, before a real server.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { ROOT, launch, openPage } from '../e2e/support.mjs';
import { GTIN, HOSTILE, HOSTILE_GTIN, MISSING, OTHER, panelsBelowName, startGateway } from './gateway.mjs';
import { PLUGIN, freePort, startSite, visitor } from './wordpress/site.mjs';

const ELEMENT = /<product-pool-card [^]*?<\/product-pool-card>/g;
const NOTICE = 'class="product-pool-notice"';
const LABEL = 'Check the label for allergens.';

let gateway;
let site;
let anybody;
let owner;
let browser;
const pages = {};

before(async () => {
  gateway = await startGateway();
  site = await startSite({ ports: [gateway.port] });
  anybody = visitor(site.url);
  owner = visitor(site.url);
  await owner.logIn('owner', 'owner');
  browser = await launch();
  Object.assign(
    pages,
    await site.php(`
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
      return array( 'crisps' => $crisps );`),
  );
});

after(async () => {
  await browser?.close();
  await site?.end();
  await gateway?.end();
});

/** Sets settings, and forgets all cards. */
const configure = (settings = {}) =>
  site.php(`
    global $wpdb;
    $wpdb->query( "DELETE FROM $wpdb->options WHERE option_name LIKE '%product\\\\_pool\\\\_%'" );
    wp_cache_flush();
    update_option( 'product_pool_settings', json_decode( '${JSON.stringify({ gateway: gateway.url, script: 'gateway', ...settings })}', true ) );
    return null;`);

beforeEach(async () => {
  gateway.answer('pass');
  await configure();
});

/** Lets what is kept become old, by the seconds given. */
const age = (seconds) =>
  site.php(`
    global $wpdb;
    foreach ( $wpdb->get_col( "SELECT option_name FROM $wpdb->options WHERE option_name LIKE '\\\\_transient\\\\_product\\\\_pool\\\\_card\\\\_%'" ) as $name ) {
      $card = Product_Pool\\unpack_card( get_option( $name ) );
      foreach ( array( 'until', 'checked', 'again' ) as $time ) {
        if ( isset( $card[ $time ] ) ) $card[ $time ] -= ${seconds};
      }
      update_option( $name, Product_Pool\\pack_card( $card ) );
    }
    $failing = get_transient( 'product_pool_failing' );
    if ( $failing ) set_transient( 'product_pool_failing', array( 'until' => $failing['until'] - ${seconds} ) + $failing );
    return null;`);

/** Asserts that a page has what the pattern means, or has it not; the page itself would be too much to print. */
const has = (html, pattern, where) => assert.ok(pattern.test(html), `${where ?? ''} lacks ${pattern}`);
const hasNot = (html, pattern, where) =>
  assert.ok(!pattern.test(html), `${where ?? ''} has ${pattern.exec(html)?.[0]}`);

const element = (html) => html.match(ELEMENT)?.[0];
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

describe('before it is configured', () => {
  it('requests nothing and prints nothing', async () => {
    await configure({ gateway: '' });
    for (const path of ['/product/plain/', '/product/crisps/', '/block/', '/shortcode/', '/shop/']) {
      hasNot(await anybody.text(path), /product-pool/, path);
    }
    const page = await owner.text('/wp-admin/options-general.php?page=product-pool');
    has(page, /The address of the gateway is not set, so nothing is shown\./);
    assert.deepEqual(gateway.requests, []);
  });
});

describe('a card', () => {
  const QUERY = 'lang=en-GB';
  it('is the gateway’s node by node, in a tab, a block and a shortcode, whatever a supplier writes', async () => {
    const below = `panels=${(await panelsBelowName()).replaceAll(' ', '+')}&heading-level=3`;
    for (const [path, query] of [
      ['/product/hostile/', `${QUERY}&${below}`],
      ['/block/', QUERY],
      ['/shortcode/', QUERY],
    ]) {
      const html = await anybody.text(path);
      hasNot(html.replace('<b id="boom">BOOM</b>', ''), /BOOM/, path);
      assert.equal(html.includes('BOOM'), path === '/block/', 'shortcodes of the page itself run');
      const fragment = withoutJsonLd(await gateway.fragment(HOSTILE_GTIN, query));
      const [[card], [drawn]] = [await parsed(html), await parsed(fragment)];
      assert.ok(drawn.length > 500 && drawn.some((node) => node.includes(HOSTILE)), `${path}: ${drawn.length}`);
      assert.deepEqual(card, drawn, path);
    }
    assert.deepEqual(
      gateway.requests.map((url) => url.split('?')[1]),
      [`${QUERY}&${below}`, QUERY],
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
    await configure({ place: 'summary' });
    let html = await anybody.text('/product/plain/');
    has(html, /<\/h1>\s*<div class="product-pool"><product-pool-card gtin="09520000000004"/);
    hasNot(html, /tab-product_pool/);
    await configure({ place: 'none' });
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

  it('is none for a product without a GTIN or that the gateway does not have; who works on the shop is told why', async () => {
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
    await configure({ badges: true });
    const html = await anybody.text('/shop/');
    const shown = [
      ...html.matchAll(
        /<li data-product="([^"]+)"><a[^>]+>[^<]+<\/a>(<div class="product-pool product-pool-badges"><product-pool-card )?/g,
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
  });
});

describe('a gateway that fails', () => {
  const open = () => anybody.text('/product/plain/');
  for (const mode of ['refuse', 500, 'html', 'cut', 'busy']) {
    it(`that answers ${mode}: the last good card with a notice, for a day`, async () => {
      const good = element(await open());
      gateway.answer(mode);
      await age(50);
      assert.equal(element(await open()), good);
      assert.deepEqual(gateway.requests, [], 'it still holds');
      await age(20);
      const html = await open();
      assert.equal(element(html), good);
      assert.ok(html.includes(NOTICE) && html.includes('Check the label.'));
      hasNot(html, /additionalProperty/, 'search engines get nothing old');
      const asked = gateway.requests.length;
      assert.ok(asked >= 1);
      await open();
      assert.equal(gateway.requests.length, asked, 'not asked again at once');
      gateway.answer(mode);
      await age(86_000);
      assert.ok((await open()).includes(NOTICE));
      assert.ok(gateway.requests.length > 0);
      await age(400);
      const late = await open();
      hasNot(late, /data-panel/, 'nothing that is older than a day');
      assert.ok(late.includes(LABEL));
      gateway.answer('pass');
      await age(400);
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
    await age(100);
    gateway.answer('hang');
    const answers = await Promise.all(Array.from({ length: 4 }, open));
    for (const html of answers) assert.ok(html.includes(NOTICE));
    assert.equal(gateway.requests.length, 1);
  });

  it('a page of many products asks for no longer than one, and then nobody asks for a while', async () => {
    await configure({ badges: true });
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
    await age(400);
    await Promise.all(['/product/plain/', '/product/hostile/', '/shortcode/'].map((path) => anybody.text(path)));
    has(await anybody.text('/product/plain/'), /data-panel/);
  });

  it('a product that is gone is not shown any more', async () => {
    await open();
    await age(100);
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

describe('the settings', () => {
  const PAGE = '/wp-admin/options-general.php?page=product-pool';
  /** Sends the form, as a browser does. */
  async function save(who, fields, nonce) {
    const form = new URLSearchParams({
      option_page: 'product_pool_settings',
      action: 'update',
      _wpnonce: nonce,
      _wp_http_referer: PAGE,
    });
    for (const [name, value] of Object.entries(fields)) form.set(`product_pool_settings[${name}]`, value);
    return who.request('/wp-admin/options.php', { method: 'POST', body: form });
  }
  const nonceOf = async () => (await owner.text(PAGE)).match(/name="_wpnonce" value="(\w+)"/)[1];
  const saved = () => site.php(`return get_option( 'product_pool_settings' );`);

  it('are saved by whoever may, with a nonce, and by nobody else', async () => {
    const nonce = await nonceOf();
    await save(owner, { gateway: `${gateway.url}/`, place: 'summary', badges: '1', script: 'gateway' }, nonce);
    const right = { gateway: gateway.url, place: 'summary', badges: true, script: 'gateway' };
    assert.deepEqual(await saved(), right);
    assert.equal((await save(owner, { gateway: 'https://evil.example' }, 'abcdef1234')).status, 403);
    await site.php(
      `wp_create_user( 'editor', 'editor', 'e@shop.example' ); ( new WP_User( 'editor' ) )->set_role( 'editor' ); return null;`,
    );
    const editor = visitor(site.url);
    await editor.logIn('editor', 'editor');
    assert.equal((await editor.request(PAGE)).status, 403);
    assert.notEqual((await save(editor, { gateway: 'https://evil.example' }, nonce)).status, 302);
    assert.deepEqual(await saved(), right);
  });

  it('take no address that is none, and say why', async () => {
    for (const [address, why] of [
      ['javascript:alert(1)', /This is not a web address/],
      ['<script>', /This is not a web address/],
      ['https://u:p@shop.example', /has no user name/],
      ['https://shop.example/?x=1', /no question mark/],
      ['http://products.shop.example', /must begin with https/],
    ]) {
      await save(owner, { gateway: address, place: '<b>', script: 'x' }, await nonceOf());
      has(await owner.text(`${PAGE}&settings-updated=true`), why, address);
      assert.deepEqual(await saved(), { gateway: gateway.url, place: 'tab', badges: false, script: 'plugin' });
    }
  });

  it('say in words what is wrong with a gateway', async () => {
    const check = async () =>
      (await owner.text(PAGE)).match(/<div class="notice notice-(\w+) inline"><p>(.*?)<\/p>/).slice(1);
    assert.deepEqual(await check(), ['success', 'The gateway answers: products with a GTIN show their cards.']);
    for (const [mode, words] of [
      [500, /is not a gateway/],
      ['html', /is not a gateway/],
      ['hang', /did not answer within 3 seconds/],
      ['refuse', /did not answer within 3 seconds/],
    ]) {
      gateway.answer(mode);
      const [kind, text] = await check();
      assert.equal(kind, 'error', `${mode}`);
      has(text, words, `${mode}`);
    }
    for (const [address, words] of [
      [`http://127.0.0.1:${await freePort()}`, /unusual port/],
      [`${gateway.url}/nowhere`, /is not a gateway|draws no cards/],
      [site.url, /is not a gateway|redirects to another/],
    ]) {
      await configure({ gateway: address });
      const [kind, text] = await check();
      assert.equal(kind, 'error', address);
      has(text, words, address);
    }
    await configure({ script: 'plugin' });
    const hasFiles = await site.php(`return is_dir( WP_PLUGIN_DIR . '/${PLUGIN}/element' );`);
    const [kind, text] = await check();
    if (!hasFiles) has(text, /without the files of the card/);
    else assert.equal(kind, 'success');
  });

  it('are part of Site Health, and of the guide to the privacy policy', async () => {
    const health = (code) =>
      site.php(
        `${code} $test = apply_filters( 'site_status_tests', array( 'direct' => array() ) )['direct']['product_pool']; return call_user_func( $test['test'] );`,
      );
    assert.equal((await health('')).status, 'good');
    gateway.answer(500);
    assert.equal((await health('')).status, 'critical');
    has(
      await owner.text('/wp-admin/options-privacy.php?tab=policyguide'),
      /which allergens a visitor avoids never leaves the page/,
    );
  });
});

describe('in a browser', () => {
  const axe = readFile(join(ROOT, 'tests/node_modules/axe-core/axe.min.js'), 'utf8');
  /** A page of the site; what moved in it. */
  async function open(path, width = 1280) {
    const page = await openPage(browser, { viewport: { width, height: 900 } });
    await page.addInitScript(() => {
      window.moved = 0;
      new PerformanceObserver((list) => {
        for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.moved += value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(site.url + path, { waitUntil: 'networkidle' });
    return page;
  }

  for (const width of [360, 1280]) {
    it(`block, tab, summary and lists stay where they are and have no fault that axe can see, ${width} px wide`, async () => {
      for (const [path, settings] of [
        ['/shortcode/', {}],
        ['/block/', {}],
        ['/product/plain/', {}],
        ['/product/plain/', { place: 'summary' }],
        ['/shop/', { badges: true }],
      ]) {
        await configure(settings);
        const page = await open(path, width);
        const card = page.locator('product-pool-card').first();
        await card.locator('[data-panel="allergens"]').waitFor();
        assert.ok((await card.boundingBox()).width > 250, path);
        assert.ok(
          (await page.evaluate(() => window.moved)) <= 0.02,
          `${path} moved by ${await page.evaluate(() => window.moved)}`,
        );
        await page.evaluate(await axe);
        const { violations } = await page.evaluate(() =>
          window.axe.run({
            include: ['.product-pool', '.wp-block-product-pool-card'].filter((name) => document.querySelector(name)),
          }),
        );
        assert.deepEqual(
          violations.map(({ id, nodes }) => [id, nodes[0].html]),
          [],
          path,
        );
        // Axe itself asks for style sheets.
        assert.deepEqual(
          page.problems.filter((problem) => !/404|favicon|card\.css|ERR_FAILED/.test(problem)),
          [],
          path,
        );
        await page.close();
      }
    });
  }

  it('a choice has its own card, and never that of another', async () => {
    const page = await open('/product/crisps/');
    const box = page.locator('.product-pool-choice');
    const cards = box.locator('product-pool-card');
    const choose = (name) => page.getByRole('button', { name }).click();
    assert.equal(await cards.count(), 0);
    has(await box.innerText(), /Choose an option/);
    await choose('Salt');
    assert.equal(await cards.getAttribute('gtin'), GTIN);
    await cards.locator('[data-panel="allergens"]').waitFor();
    await choose('Onion');
    assert.equal(await cards.getAttribute('gtin'), OTHER);
    await choose('Mystery');
    assert.equal(await cards.count(), 0);
    has(await box.innerText(), /no product information for this choice/);
    await choose('Clear');
    has(await box.innerText(), /Choose an option/);
    await page.close();
  });

  it('the editor shows the block, and can set its GTIN', async () => {
    const page = await openPage(browser, { viewport: { width: 1280, height: 900 } });
    await page.goto(`${site.url}/wp-login.php`);
    await page.fill('#user_login', 'owner');
    await page.fill('#user_pass', 'owner');
    await page.click('#wp-submit');
    await page.goto(`${site.url}/wp-admin/post-new.php?post_type=page`);
    await page.waitForFunction(() => window.wp?.blocks?.getBlockType('product-pool/card'));
    await page.evaluate((gtin) => {
      const { blocks, data } = window.wp;
      data.dispatch('core/edit-post').toggleFeature?.('welcomeGuide');
      data.dispatch('core/block-editor').insertBlock(blocks.createBlock('product-pool/card', { gtin }));
    }, GTIN);
    const preview = page.frameLocator('.wp-block-product-pool-card iframe');
    await preview.locator('[data-panel="allergens"]').waitFor();
    await preview.getByText('Prawn Pad Thai').first().waitFor();
    const content = await page.evaluate(() => window.wp.data.select('core/editor').getEditedPostContent());
    assert.equal(content, `<!-- wp:product-pool/card {"gtin":"${GTIN}"} /-->`);
    await page.close();
  });
});

describe('at last', () => {
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
    const rows = () => site.query(`SELECT option_name FROM wp_options WHERE option_name LIKE '%product\\_pool%'`);
    has(rows(), /product_pool_card/);
    await site.php(
      `deactivate_plugins( '${PLUGIN}/${PLUGIN}.php' ); uninstall_plugin( '${PLUGIN}/${PLUGIN}.php' ); return null;`,
    );
    assert.equal(rows(), '');
  });
});
