// The plugin's settings, and its pages in a browser.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { ROOT, launch, openPage } from '../e2e/support.mjs';
import { GTIN, OTHER } from './gateway.mjs';
import { LACKING, has, startShop } from './wordpress/shop.mjs';
import { freePort } from '../ports.mjs';
import { PLUGIN, visitor } from './wordpress/site.mjs';

let shop;
let gateway;
let site;
let browser;
let owner;

before(async () => {
  shop = LACKING ? null : await startShop();
  browser = await launch();
  ({ gateway, site, owner } = shop ?? {});
});
after(async () => {
  await browser?.close();
  await shop?.end();
});
beforeEach(async () => {
  gateway?.answer('pass');
  await shop?.configure();
});

describe('the settings', { skip: LACKING }, () => {
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

  const DEFAULTS = { gtin_key: '_global_unique_id', emails: false, stop_sale: false };

  it('are saved only by who may, with a nonce', async () => {
    const nonce = await nonceOf();
    await save(owner, { gateway: `${gateway.url}/`, place: 'summary', badges: '1', script: 'gateway' }, nonce);
    const right = { gateway: gateway.url, place: 'summary', badges: true, script: 'gateway', ...DEFAULTS };
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

  it('take no address that is none, say why once, and keep what was typed', async () => {
    for (const [address, why] of [
      ['javascript:alert(1)', /This is not a web address/],
      ['"><script>', /This is not a web address/],
      ['shop.example', /This is not a web address/],
      ['https://shop.example/ x', /This is not a web address/],
      ['mailto:a@b.example', /This is not a web address/],
      ['https://u:p@shop.example', /has no user name/],
      ['https://shop.example/?x=1', /no question mark/],
      ['http://products.shop.example', /must begin with https/],
    ]) {
      await save(owner, { gateway: address, place: '<b>', script: 'x', gtin_key: '<b>' }, await nonceOf());
      const html = await owner.text(`${PAGE}&settings-updated=true`);
      has(html, why, address);
      assert.equal(html.match(/notice-error/g).length, 1, address);
      const typed = address.replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
      assert.ok(html.includes(`name="product_pool_settings[gateway]" value="${typed}"`), address);
      assert.deepEqual(await saved(), {
        gateway: gateway.url,
        place: 'tab',
        badges: false,
        script: 'plugin',
        ...DEFAULTS,
      });
    }
  });

  it('say in words what is wrong with a gateway', async () => {
    const check = async () =>
      (await owner.text(PAGE)).match(/<div class="notice notice-(\w+) inline"><p>(.*?)<\/p>/).slice(1);
    assert.deepEqual(await check(), ['success', 'The gateway answers: products with a GTIN show their cards.']);
    for (const [mode, words] of [
      [500, /is not a gateway/],
      ['unaddressed', /has to be started with --base-url/],
      ['html', /is not a gateway/],
      ['unreachable', /gets nothing from its product pool \(status 502\).*token/],
      ['hang', /did not answer within 3 seconds/],
      ['refuse', /did not answer within 3 seconds/],
    ]) {
      gateway.answer(mode);
      const [kind, text] = await check();
      assert.equal(kind, 'error', `${mode}`);
      has(text, words, `${mode}`);
    }
    gateway.answer('pass');
    for (const [address, words] of [
      [`http://127.0.0.1:${await freePort()}`, /unusual port/],
      [`${gateway.url}/nowhere`, /is not a gateway|draws no cards/],
      ['https://products.shop.invalid', /no server of that name/],
      [site.url, /is not a gateway|redirects to another/],
    ]) {
      await shop.configure({ gateway: address });
      const [kind, text] = await check();
      assert.equal(kind, 'error', address);
      has(text, words, address);
    }
    await shop.configure({ script: 'plugin' });
    const hasFiles = await site.php(`return is_dir( WP_PLUGIN_DIR . '/${PLUGIN}/element' );`);
    const [kind, text] = await check();
    if (!hasFiles) has(text, /without the files of the card/);
    else assert.equal(kind, 'success');
  });

  it('reach a gateway in a private network by the address in wp-config.php', async () => {
    await shop.configure({ gateway: 'https://products.shop.invalid' });
    const check = `return Product_Pool\\problem_of_gateway();`;
    assert.equal(await site.php(`define( 'PRODUCT_POOL_GATEWAY', '${gateway.url}/' ); ${check}`), null);
    has(await site.php(check), /no server of that name/);
  });

  it('are part of Site Health, and of the guide to the privacy policy', async () => {
    const health = (code) =>
      site.php(
        `${code} $test = apply_filters( 'site_status_tests', array( 'direct' => array() ) )['direct']['product_pool']; return call_user_func( $test['test'] );`,
      );
    assert.equal((await health('')).status, 'good');
    gateway.answer(500);
    assert.equal((await health('')).status, 'critical');
    gateway.answer('unaddressed');
    has((await health('')).description, /--base-url/);
    has(
      await owner.text('/wp-admin/options-privacy.php?tab=policyguide'),
      /which allergens a visitor avoids never leaves the page/,
    );
  });
});

describe('in a browser', { skip: LACKING }, () => {
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
        await shop.configure(settings);
        const page = await open(path, width);
        const card = page.locator('product-pool-card, .product-pool-badges').first();
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

  it('allergens in a list that a page cache kept for too long are requested anew', async () => {
    await shop.configure({ badges: true });
    const page = await openPage(browser);
    await page.clock.install({ time: Date.now() + 7_200_000 });
    await page.goto(`${site.url}/shop/`);
    const card = page.locator(`[data-gtin="${GTIN}"] product-pool-card[variant="badges"]`);
    await card.locator('[data-panel="allergens"]').waitFor();
    await page.close();
  });

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
