// Messages to developers about faults in the page itself: attributes, settings, policies,
// and files of the package that are not served as they should be.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { join } from 'node:path';
import { atNight, some } from '../drawn.mjs';
import { JSON_TYPE, closeServers, messages, openShop } from './diagnostics-support.mjs';
import { product, until } from './shell-support.mjs';
import { ROOT, launch } from './support.mjs';

const found = () => [200, JSON_TYPE, JSON.stringify(product('p-1'))];

/** Elements with a product each, and further attributes. */
const card = (attributes = '') =>
  `<product-pool-card loading="eager" product-id="p-1" ${attributes}></product-pool-card>`;
const matrix = (attributes = '') => `<product-pool-matrix gtins="09520000000011" ${attributes}></product-pool-matrix>`;
const changes = (attributes = '') =>
  `<product-pool-changes product-id="p-1" from="1" to="2" ${attributes}></product-pool-changes>`;

/** The settings that `configure()` knows, as its errors list them. */
const SETTINGS =
  'baseUrl, wholesaler, theme, density, variant, panels, headingLevel, avoid, loading, rendering, jsonLd, hideMissing, successorUrl, ' +
  'lang, token, client, messages, dangerouslyAllowBrowser, timeoutMs, maxRetries';

describe('a faulty page', () => {
  let browser;
  before(async () => {
    browser = await launch();
  });
  after(async () => {
    closeServers();
    await browser.close();
  });

  /** The messages of a page, in order of their text. */
  async function reportsOf(options) {
    const page = await openShop(browser, { service: found, ...options });
    const all = await messages(page);
    await page.close();
    return all.map(([level, text]) => (level === 'error' ? text : `${level}: ${text}`)).sort();
  }

  it('has elements without a product', async () => {
    const page = await openShop(browser, {
      service: found,
      body: `<product-pool-card></product-pool-card><product-pool-card gtin=" "></product-pool-card>
        <product-pool-matrix></product-pool-matrix><product-pool-changes product-id="p-1"></product-pool-changes>
        <div hidden><product-pool-card></product-pool-card></div><product-pool-card id="late"></product-pool-card>`,
    });
    await page.waitForFunction(() => window.ready);
    await page.evaluate(() => {
      document.querySelector('#late').product = { pool_id: 'late' };
    });
    // A framework has a while to set what an element shows.
    assert.deepEqual(page.reports, []);
    const all = await messages(page, 300);
    assert.deepEqual(all.map(([level, text]) => `${level} ${text}`).sort(), [
      'error <product-pool-card> has no product to show. Set gtin, product-id or the property product.',
      'error <product-pool-changes> has no product to show. Set product-id and from or the properties earlier and later.',
      'error <product-pool-matrix> has no product to show. Set gtins or the property products.',
    ]);
    await page.close();
  });

  it('has attributes with values that are not valid', async () => {
    const wrong = 'theme="drak" heading-level="9"';
    const body =
      card(`${wrong} density="compct" loading="soon" variant="badge" wholesaler="x" json-ld="false"`)
        .replace('loading="eager" ', '')
        .repeat(3) +
      matrix(wrong) +
      changes(wrong) +
      '<product-pool-config theme="pink" heading-level="h2"></product-pool-config>';
    assert.deepEqual(await reportsOf({ body }), [
      '<product-pool-card> has density="compct", which is not valid. Did you mean compact?',
      '<product-pool-card> has heading-level="9", which is not valid. Valid is a number from 1 to 6.',
      '<product-pool-card> has json-ld="false", which switches it on. Leave the attribute out to switch it off.',
      '<product-pool-card> has loading="soon", which is not valid. Valid are lazy, eager.',
      '<product-pool-card> has theme="drak", which is not valid. Did you mean dark?',
      '<product-pool-card> has variant="badge", which is not valid. Did you mean badges?',
      '<product-pool-card> has wholesaler="x", which is not valid. Valid is a whole number.',
      '<product-pool-changes> has heading-level="9", which is not valid. Valid is a number from 1 to 6.',
      '<product-pool-changes> has theme="drak", which is not valid. Did you mean dark?',
      '<product-pool-config> has heading-level="h2", which is not valid. Valid is a number from 1 to 6.',
      '<product-pool-config> has theme="pink", which is not valid. Valid are auto, light, dark.',
      '<product-pool-matrix> has heading-level="9", which is not valid. Valid is a number from 1 to 6.',
      '<product-pool-matrix> has theme="drak", which is not valid. Did you mean dark?',
    ]);
  });

  it('has attributes that an element does not have, whose values may be secrets', async () => {
    const body =
      card('base_url="https://top-secret" panel="summary" token="top-secret" productid="p"').repeat(2) +
      matrix('gtin="1"') +
      changes('form="1"') +
      // Attributes of frameworks and of every element.
      card(
        'id="x" class="theme" data-theme="dark" aria-label="x" v-theme="x" _ngcontent-x role="group" title="x" tabindex="0" itemid="x"',
      );
    const all = await reportsOf({ body });
    assert.deepEqual(all, [
      '<product-pool-card> has no attribute base_url. Did you mean base-url?',
      '<product-pool-card> has no attribute panel. Did you mean panels?',
      '<product-pool-card> has no attribute productid. Did you mean product-id?',
      '<product-pool-changes> has no attribute form. Did you mean from?',
      '<product-pool-matrix> has no attribute gtin. Did you mean gtins?',
    ]);
    assert.doesNotMatch(JSON.stringify(all), /top-secret/);
  });

  it('names panels, slots and languages that do not exist, and shows the default panels if none does', async () => {
    const slots = ['headr', 'before-lights', 'after-nothing', 'error', 'footer'];
    const page = await openShop(browser, {
      service: found,
      body:
        card('id="none" panels="sumary colour"') +
        card('id="some" panels="colour, Allergens" lang="xx"').replace(
          '></',
          `>${slots.map((name) => `<p slot="${name}">x</p>`).join('')}</`,
        ),
    });
    const panels = (id) =>
      page.waitForFunction((id) => {
        const all = document.querySelector(id).shadowRoot?.querySelectorAll('.mount [data-panel]') ?? [];
        return all.length > 0 && Array.from(all, ({ dataset }) => dataset.panel);
      }, id);
    const none = await (await panels('#none')).jsonValue();
    for (const name of ['allergens', 'ingredients', 'nutrition']) assert.ok(none.includes(name), none.join());
    assert.deepEqual(await (await panels('#some')).jsonValue(), ['allergens']);
    const texts = (await messages(page)).map(([level, text]) => `${level}: ${text}`).sort();
    assert.equal(texts.length, 5, texts.join('\n'));
    for (const [at, pattern] of [
      /^error: <product-pool-card> has no slot "after-nothing", so what is in it is not shown\. /,
      /^error: <product-pool-card> has no slot "headr", so what is in it is not shown\. Did you mean header\?$/,
      /^error: There is no panel "colour"\. Valid are summary, allergens, /,
      /^error: There is no panel "sumary"\. Did you mean summary\?$/,
      /^warning: There are no messages in the language "xx", so they are in English\. Set lang to one of en-GB, /,
    ].entries())
      assert.match(texts[at], pattern);
    await page.close();
  });

  it('has settings that do not exist, which are refused by name, and changes none', async () => {
    const page = await openShop(browser, { service: found });
    const seen = await page.evaluate(async () => {
      const { configure } = await import('/pkg/dist/card.js');
      const refused = (settings) => {
        try {
          configure({ headingLevel: 5, ...settings });
        } catch (error) {
          return [error.name, error.code, error.message];
        }
        return undefined;
      };
      const all = [
        { panls: 'summary' },
        { 'base-url': '/pool' },
        { base_url: '/pool' },
        { tokn: 'top-secret' },
        { theme: 'drak' },
        { headingLevel: 9 },
        { wholesaler: 1.5 },
        { timeoutMs: '5s' },
      ].map(refused);
      document.body.innerHTML = '<product-pool-card product-id="p"></product-pool-card>';
      return {
        all,
        level: document.querySelector('product-pool-card').headingLevel,
        valid: refused({ theme: null, panels: ['summary'] }),
      };
    });
    assert.deepEqual(
      seen.all.map(([, , message]) => message),
      [
        `there is no setting panls; valid: ${SETTINGS}`,
        `there is no setting base-url; valid: ${SETTINGS}`,
        `there is no setting base_url; valid: ${SETTINGS}`,
        `there is no setting tokn; valid: ${SETTINGS}`,
        'theme cannot be drak; valid: auto, light, dark',
        'headingLevel cannot be 9; valid: number from 1 to 6',
        'wholesaler cannot be 1.5; valid: whole number',
        'timeoutMs cannot be 5s; valid: whole number',
      ],
    );
    for (const [name, code] of seen.all) assert.deepEqual([name, code], ['TypeError', 'invalid_argument']);
    assert.deepEqual([seen.level, seen.valid], [null, undefined]);
    const said = (await messages(page)).map(([level, text]) => `${level}: ${text}`);
    assert.deepEqual(said.filter((text) => text.includes('setting')).sort(), [
      'error: There is no setting "base-url". Did you mean baseUrl?',
      'error: There is no setting "base_url". Did you mean baseUrl?',
      'error: There is no setting "panls". Did you mean panels?',
      'error: There is no setting "tokn". Did you mean token?',
    ]);
    await page.close();
  });

  atNight('has a placeholder instead of a code', async () => {
    const cards = ['gtin="undefined"', 'product-id="{{ id }}"'].map(
      (code) => `<product-pool-card ${code} loading="eager"></product-pool-card>`,
    );
    const page = await openShop(browser, { body: cards.join('') });
    await until(() => page.reports.length >= 2);
    assert.deepEqual((await messages(page)).map(([, text]) => text).sort(), [
      'The product "undefined" was requested, which a script or template left unfilled. Set gtin or product-id once there is a value.',
      'The product "{{ id }}" was requested, which a script or template left unfilled. Set gtin or product-id once there is a value.',
    ]);
    await page.close();
  });

  atNight('is in a browser without WebAssembly', async () => {
    const head = '<script>delete globalThis.WebAssembly</script>';
    assert.deepEqual(await reportsOf({ head, body: card().repeat(2) + matrix() }), [
      'This browser has no WebAssembly, or it is off. Put a link to the specification into the element instead.',
    ]);
  });

  it('has a policy against WebAssembly', async () => {
    const headers = { 'content-security-policy': "script-src 'self'" };
    const blocked =
      "The page's Content-Security-Policy does not allow WebAssembly. The page's Content-Security-Policy must have 'wasm-unsafe-eval' in its script-src.";
    const page = await openShop(browser, { service: found, headers, body: card().repeat(3) + matrix() + changes() });
    await messages(page);
    const code = await page.evaluate(async () => {
      const { PoolClient } = await import('/pkg/dist/index.js');
      return new PoolClient({ baseUrl: '' }).getProduct('p').catch((error) => error.code);
    });
    assert.equal(code, 'internal');
    // The client does not repeat what the elements have reported.
    assert.deepEqual(await messages(page), [['error', blocked]]);
    await page.close();
  });

  it('serves the WebAssembly with another type, or not at all', async () => {
    const wasm = await readFile(join(ROOT, 'pkg/dist/wasm/card_bg.wasm'));
    const text = `export default () => Uint8Array.from(atob('${wasm.toString('base64')}'), (one) => one.charCodeAt(0));`;
    const base64 = { '/pkg/dist/wasm/card.base64.js': [200, { 'content-type': 'text/javascript' }, text] };
    const missing = [404, { 'content-type': 'text/html' }, '<h1>Not found</h1>'];
    const kinds = [
      [
        { '/pkg/dist/wasm/card_bg.wasm': [200, { 'content-type': 'application/octet-stream' }, wasm] },
        /^warning: http.*\/card_bg\.wasm is served as application\/octet-stream, .*application\/wasm\.$/,
      ],
      [
        { '/pkg/dist/wasm/card_bg.wasm': missing, ...base64 },
        /^warning: A \.wasm file could not be loaded \(404 for http.*card_bg\.wasm\), so a larger copy/,
      ],
      [
        { '/pkg/dist/wasm/card_bg.wasm': [200, { 'content-type': 'text/html' }, '<!doctype html>'], ...base64 },
        /^warning: A \.wasm file could not be loaded \(no WebAssembly at http/,
      ],
      [
        { '/pkg/dist/wasm/card_bg.wasm': missing },
        /^The card's WebAssembly could not be loaded: 404 for http.*card_bg\.wasm\. Serve the whole package/,
      ],
    ];
    for (const [files, pattern] of some(kinds, 2)) {
      const all = await reportsOf({ files, body: card().repeat(3) });
      assert.equal(all.length, 1, all.join('\n'));
      assert.match(all[0], pattern);
    }
  });

  atNight('does not serve the messages of a language', async () => {
    const files = { '/pkg/dist/lang/fr.js': [404, {}, ''] };
    const [text, ...more] = await reportsOf({ files, body: card('lang="fr"').repeat(3) + matrix('lang="fr"') });
    assert.deepEqual(more, []);
    assert.match(text, /^The messages of the language fr could not be loaded: .* dist\/lang\.$/);
  });

  it('sets something that is not a product', async () => {
    const page = await openShop(browser);
    await page.waitForFunction(() => window.ready);
    await page.evaluate(() => {
      for (let at = 0; at < 3; at += 1) {
        const card = document.createElement('product-pool-card');
        Object.assign(card, { loading: 'eager', product: 'no JSON' });
        const matrix = document.createElement('product-pool-matrix');
        matrix.products = ['[]'];
        const changes = document.createElement('product-pool-changes');
        Object.assign(changes, { earlier: '{}', later: 'no JSON' });
        document.body.append(card, matrix, changes);
      }
      // An object that only looks like a product would be shown as one of which nothing is stated.
      const item = { pool_id: '7', product_name: 'Oat drink', components: [{ component_name: 'Drink' }] };
      const found = { product: { general: { product_name: 'Oat drink' } }, component: undefined };
      for (const product of [item, { data: [item], next: null }, found, Promise.resolve(found.product)]) {
        const card = document.createElement('product-pool-card');
        document.body.append(Object.assign(card, { className: 'alike', loading: 'eager', product }));
      }
    });
    await page.waitForFunction(() => {
      const states = Array.from(document.querySelectorAll('.alike'), ({ shadowRoot }) =>
        shadowRoot.querySelector('.mount [data-state="error"]'),
      );
      return states.length === 4 && states.every(Boolean);
    });
    const texts = (await messages(page)).map(([, text]) => text).sort();
    assert.deepEqual(
      texts,
      [
        ['card', 'property product'],
        ['changes', 'properties earlier and later'],
        ['matrix', 'property products'],
      ].map(
        ([element, name]) =>
          `What the page set on <product-pool-${element}> is not a product. The ${name} must be the service's answer or its \`data\`, as an object or as JSON.`,
      ),
    );

    await page.close();
  });

  it('has nothing to say of a page without faults', async () => {
    const page = await openShop(browser, { service: found, body: card() + matrix() + changes() });
    await page.waitForFunction(() =>
      document.querySelector('product-pool-card')?.shadowRoot?.querySelector('[data-state="ready"]'),
    );
    await page.waitForTimeout(2500);
    assert.deepEqual(page.reports, []);
    await page.close();
  });
});
