// The integrations for PHP, as far as they can be checked without a shop: tests/platforms/ has the rest.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { PANELS } from '../../pkg/dist/src/card/panel-names.js';

const folder = fileURLToPath(new URL('../../integrations/', import.meta.url));
const read = (path) => readFile(folder + path, 'utf8');
const files = await readdir(folder, { recursive: true });
const hasPhp = spawnSync('php', ['--version']).status === 0;

it('all PHP has a syntax', { skip: !hasPhp && 'PHP is not installed' }, () => {
  for (const file of files.filter((name) => name.endsWith('.php')))
    execFileSync('php', ['-l', folder + file], { encoding: 'utf8' });
});

/** What an expression of PHP gives, with functions of the plugin and those of WordPress that they use. */
function plugin(expression, ...options) {
  const file = (name) => `require '${folder}wordpress/includes/${name}.php';`;
  const code = `
    const ABSPATH = '/';
    const MINUTE_IN_SECONDS = 60;
    const HOUR_IN_SECONDS = 3600;
    const DAY_IN_SECONDS = 86400;
    const MB_IN_BYTES = 1048576;
    function wp_json_encode( $value ) { return json_encode( $value ); }
    function is_wp_error( $value ) { return false; }
    function wp_remote_retrieve_header( $response, $name ) { return $response[ $name ] ?? ''; }
    function wp_remote_retrieve_body( $response ) { return $response['body']; }
    function wp_remote_retrieve_response_code( $response ) { return 410; }
    function wp_safe_remote_get() { return array( 'body' => '<product-pool-card >' ); }
    function wp_using_ext_object_cache() { return true; }
    function wp_cache_add() { return true; }
    function wp_cache_delete() {}
    function get_transient( $key ) { return 'key' === $key ? $GLOBALS['kept'] : false; }
    function set_transient() {}
    function add_action() {}
    function get_option() { return array( 'gateway' => 'https://a/' ); }
    function untrailingslashit( $text ) { return rtrim( $text, '/' ); }
    ${['settings', 'lock', 'gateway', 'fragment', 'cards', 'gtin'].map(file).join('')}
    echo json_encode( ${expression.replaceAll('pp_', 'Product_Pool\\')} );`;
  const run = spawnSync('php', ['-d', 'display_errors=1', ...options, '-r', code], { encoding: 'utf8' });
  assert.equal(run.stderr, '');
  return JSON.parse(run.stdout);
}

it('a card is kept without zlib too, and one that zlib has packed is read as none', { skip: !hasPhp }, () => {
  const card = `array( 'html' => "<b>\\u{e9}</b>" )`;
  const without = ['-d', 'disable_functions=gzcompress,gzuncompress'];
  for (const options of [[], without])
    assert.deepEqual(plugin(`pp_unpack_card( pp_pack_card( ${card} ) )`, ...options), { html: '<b>é</b>' });
  const packed = plugin(`pp_pack_card( ${card} )`);
  assert.deepEqual(plugin(`pp_unpack_card( '${packed}' )`, ...without), []);
  assert.deepEqual(
    plugin(`array_map( 'pp_unpack_card', array( '', 'x', '{', '[]', null, array( 1 ) ) )`),
    Array(6).fill([]),
  );
});

it('a GTIN is found among spaces and hyphens of all kinds, and in nothing else', { skip: !hasPhp }, () => {
  const cases = [
    [`'0-9520000-00000-4'`, '09520000000004'],
    [`"\\u{a0}0952\\u{2011}0000\\u{200b}000004\\n"`, '09520000000004'],
    ['9520000000004', '9520000000004'],
    [`'09520000000004x'`, ''],
    [`"\\xa009520000000004"`, ''],
    [`array( '09520000000004' )`, ''],
    ['null', ''],
  ];
  const calls = cases.map(([given]) => `pp_gtin_digits( ${given} )`);
  assert.deepEqual(
    plugin(`array( ${calls} )`),
    cases.map(([, digits]) => digits),
  );
});

it('a card is fresh as long as it holds, and not if the clock was put back', { skip: !hasPhp }, () => {
  for (const [checked, state] of [
    ['time()', 'fresh'],
    ['time() - 60', 'missing'],
    ['time() + 7200', 'missing'],
  ]) {
    const card = `array( 'state' => 'fresh', 'html' => '', 'checked' => ${checked}, 'until' => ${checked} + 60 )`;
    const kept = `( $GLOBALS['kept'] = pp_pack_card( ${card} ) ) ? pp_load_card( 'key', '/card' )['state'] : null`;
    assert.equal(plugin(kept), state, checked);
  }
});

it('headers that a proxy has added are read', { skip: !hasPhp }, () => {
  assert.equal(
    plugin(`pp_seconds_fresh( array( 'cache-control' => array( 'public', 'Max-Age=90' ), 'age' => '30' ) )`),
    60,
  );
});

it('search engines get nothing that the gateway could not check', { skip: !hasPhp }, () => {
  const html = '<product-pool-card base-url="https://a"></product-pool-card>';
  const body = `'${html}<script type="application/ld+json">{"additionalProperty":[{"name":"Milk"}]}</script>'`;
  const card = (headers) => plugin(`pp_card_of( 200, array( 'body' => ${body}${headers} ), array() )`);
  assert.deepEqual(card('').properties, [{ name: 'Milk' }]);
  const stale = card(`, 'x-product-pool-stale' => '2026-01-31T12:00:00Z'`);
  assert.deepEqual([stale.properties, stale.html], [[], html]);
});

it('cards beside a product’s name have all panels but that with the name, and that of the pictures', async () => {
  const [, panels] = (await read('wordpress/includes/view.php')).match(/PANELS_BELOW_NAME = '([^']+)'/);
  assert.deepEqual(
    panels.split(' '),
    PANELS.filter((name) => name !== 'summary' && name !== 'gallery'),
  );
});

it('the plugin has the version of the package', async () => {
  const { version } = JSON.parse(await readFile(new URL('../../pkg/package.json', import.meta.url), 'utf8'));
  const plugin = await read('wordpress/product-pool-for-woocommerce.php');
  assert.match(plugin, new RegExp(`\\* Version: +${version}\\n`));
  assert.ok(plugin.includes(`const VERSION = '${version}';`));
  assert.match(await read('wordpress/readme.txt'), new RegExp(`^Stable tag: ${version}$`, 'm'));
});

it('each language has all words of the plugin', async () => {
  /** The words of a file of translations, each with its translation. */
  const wordsOf = async (file) => {
    const text = (await read(file)).replaceAll('"\n"', '');
    return new Map(
      [...text.matchAll(/^msgid "(.+)"\nmsgstr "(.*)"$/gm)].map(([, words, translated]) => [words, translated]),
    );
  };
  const template = await wordsOf('wordpress/languages/product-pool-for-woocommerce.pot');
  const sources = files.filter((name) => /^wordpress\/includes\/.*\.php$/.test(name));
  const used = (await Promise.all(sources.map(read))).flatMap((text) => [
    ...text.matchAll(/__\( '(.+?)', 'product-pool/g),
  ]);
  assert.ok(used.length > 40, `${used.length}`);
  for (const [, words] of used) assert.ok(template.has(words), `the template lacks: ${words}`);
  const translations = files.filter((name) => name.endsWith('.po'));
  assert.equal(translations.length, 7);
  for (const file of translations) {
    const translated = await wordsOf(file);
    for (const words of template.keys()) {
      const theirs = translated.get(words);
      assert.ok(theirs, `${file} lacks: ${words}`);
      const placeholders = (text) => text.match(/%\w/g)?.join() ?? '';
      assert.equal(placeholders(theirs), placeholders(words), `${file}: ${words}`);
    }
    assert.ok(files.includes(file.replace(/po$/, 'mo')), `${file} is not compiled: msgfmt makes the .mo`);
  }
});

it('Shopify’s languages have the same words', async () => {
  const locales = files.filter((name) => /^shopify\/locales\/[\w.]+(?<!schema)\.json$/.test(name));
  assert.equal(locales.length, 8);
  const keys = async (file) => Object.keys(JSON.parse(await read(file)).product_pool);
  for (const file of locales) assert.deepEqual(await keys(file), await keys('shopify/locales/en.default.json'), file);
});

it('the guide has the size of the script for Shopify', async () => {
  const script = await readFile(`${folder}shopify/assets/product-pool.js`);
  const [, plain, compressed] = (await read('../docs/platforms.md')).match(
    /a script of\s([\d.]+) KB, compressed ([\d.]+),/,
  );
  assert.equal(plain, (script.length / 1000).toFixed(0));
  assert.ok(Math.abs(compressed - gzipSync(script, { level: 9 }).length / 1000) < 0.1, compressed);
});
