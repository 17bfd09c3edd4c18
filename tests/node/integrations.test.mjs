// The integrations for PHP, as far as they can be checked without a shop: tests/platforms/ has the rest.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { deflateSync, gzipSync } from 'node:zlib';
import { PANELS } from '../../pkg/dist/src/card/panel-names.js';

const folder = fileURLToPath(new URL('../../integrations/', import.meta.url));
const read = (path) => readFile(folder + path, 'utf8');
const files = await readdir(folder, { recursive: true });
const hasPhp = spawnSync('php', ['--version']).status === 0;

it('all PHP has a syntax', { skip: !hasPhp && 'PHP is not installed' }, () => {
  for (const file of files.filter((name) => name.endsWith('.php')))
    execFileSync('php', ['-l', folder + file], { encoding: 'utf8' });
});

const FRAGMENT = '<product-pool-card base-url="https://a"></product-pool-card>';

/**
 * What a script of PHP returns, which has a pool of the file for plain PHP. Its gateway gives the next of `$answers` each
 * time, of which the last stays: a status, headers and a body; `$asked` are the paths.
 */
async function pool(script, ...options) {
  const cards = await mkdtemp(join(tmpdir(), 'product-pool-php-'));
  const code = `
    require '${folder}php/product-pool.php';
    const GTIN = '09520000000004';
    const OTHER = '09520000001001';
    const FRAGMENT = '${FRAGMENT}';
    $cards = '${cards}';
    $answers = array( array( 200, array( 'cache-control' => 'max-age=60' ), FRAGMENT ) );
    $asked = array();
    $make = function () use ( &$answers, &$asked ) {
      return new ProductPool( 'https://a', '${cards}', function ( $path ) use ( &$answers, &$asked ) {
        $asked[] = $path;
        $answer = count( $answers ) > 1 ? array_shift( $answers ) : $answers[0];
        return is_callable( $answer ) ? $answer() : $answer;
      } );
    };
    $age = function ( $seconds ) {
      foreach ( glob( '${cards}/*.json' ) as $file ) {
        $kept = json_decode( gzuncompress( file_get_contents( $file ) ), true );
        foreach ( array( 'until', 'checked', 'again' ) as $time ) if ( isset( $kept[ $time ] ) ) $kept[ $time ] -= $seconds;
        file_put_contents( $file, gzcompress( json_encode( $kept ) ) );
      }
    };
    echo json_encode( ( function () use ( &$answers, &$asked, $make, $age, $cards ) { ${script} } )() );`;
  const run = spawnSync('php', ['-d', 'display_errors=1', ...options, '-r', code], { encoding: 'utf8' });
  await rm(cards, { recursive: true });
  assert.equal(run.stderr, '');
  return JSON.parse(run.stdout);
}

it('a card is kept without zlib too, and one that zlib has packed is requested again', { skip: !hasPhp }, async () => {
  const twice = `$make()->find( GTIN ); return array( $make()->find( GTIN )['html'], count( $asked ) );`;
  const without = ['-d', 'disable_functions=gzcompress,gzuncompress'];
  for (const options of [[], without]) assert.deepEqual(await pool(twice, ...options), [FRAGMENT, 1]);
  const broken = (text) => `$make()->find( GTIN );
    foreach ( glob( $cards . '/*.json' ) as $file ) file_put_contents( $file, ${text} );
    return array( $make()->find( GTIN )['html'], count( $asked ) );`;
  for (const text of [`''`, `'x'`, `'{'`, `'[]'`, `gzcompress( '3' )`])
    assert.deepEqual(await pool(broken(text)), [FRAGMENT, 2], text);
  const packed = broken(`base64_decode( '${deflateSync('{"html":"<b>"}').toString('base64')}' )`);
  assert.deepEqual(await pool(packed, ...without), [FRAGMENT, 2]);
});

it('a GTIN is found among spaces and hyphens of all kinds, and in nothing else', { skip: !hasPhp }, async () => {
  const cases = [
    [`'0-9520000-00000-4'`, '09520000000004'],
    [`"\\u{a0}0952\\u{2011}0000\\u{200b}000004\\n"`, '09520000000004'],
    [`'09520000000004x'`, ''],
    [`"\\xa009520000000004"`, ''],
    [`''`, ''],
  ];
  const calls = cases.map(([given]) => `ProductPool::digits( ${given} )`);
  const expected = cases.map(([, digits]) => digits);
  assert.deepEqual(await pool(`return array( ${calls} );`), expected);
  const checked = `return array_map( 'ProductPool::isChecked', array( '09520000000004', '96385074', '09520000000005', '00000000' ) );`;
  assert.deepEqual(await pool(checked), [true, true, false, false]);
});

it('a card is fresh as long as it holds, and not if the clock was put back', { skip: !hasPhp }, async () => {
  for (const [seconds, state] of [
    [0, 'fresh'],
    [70, 'missing'],
    [-7200, 'missing'],
  ]) {
    const script = `$make()->find( GTIN ); $age( ${seconds} ); $answers = array( array( 410, array(), FRAGMENT ) ); return $make()->find( GTIN )['state'];`;
    assert.equal(await pool(script), state, `${seconds}`);
  }
});

it(
  'what no gateway answers is not requested for a while, and a mistake of the shop stops no card',
  { skip: !hasPhp },
  async () => {
    const refused = `'<product-pool-card data-problem="panels should be &quot;x&quot;">'`;
    for (const [answer, requests] of [
      [`array( 400, array(), ${refused} )`, 5],
      [`array( 404, array(), FRAGMENT )`, 5],
      [`array( 404, array(), 'a proxy that lost its way' )`, 5],
      [`array( 503, array(), FRAGMENT )`, 3],
      [`array( 0, array(), '' )`, 3],
      [`array( 429, array( 'retry-after' => '60' ), '' )`, 1],
    ]) {
      const script = `$answers = array( ${answer} );
      foreach ( array( '1', '2', '3', '4', '5' ) as $level ) $make()->find( GTIN, array( 'heading-level' => $level ) );
      return count( $asked );`;
      assert.equal(await pool(script), requests, answer);
    }
    const problem = `$answers = array( array( 400, array(), ${refused} ) ); return $make()->find( GTIN );`;
    assert.equal((await pool(problem)).problem, 'panels should be "x"');
  },
);

it('a mistake is said, and nothing is shown in place of a mistyped GTIN', { skip: !hasPhp }, async () => {
  const card = (
    body,
  ) => `set_error_handler( function ( $kind, $words ) use ( &$said ) { $said = $words; }, E_USER_WARNING );
    $answers = array( array( 404, array(), '<product-pool-card ${body}>' ) ); return array( $make()->card( GTIN ), $said );`;
  assert.deepEqual(await pool(card('data-failed="bad-gtin"')), [
    '',
    'The card of "09520000000004": its GTIN was mistyped: the last digit does not fit the others.',
  ]);
  assert.deepEqual(await pool(card('data-failed="not-found"')), ['', null]);
});

it('after a recall nothing of it is shown that was kept or on its way', { skip: !hasPhp }, async () => {
  const failed = `$answers = array( array( 500, array(), '' ) );`;
  const states = `return array( $make()->find( GTIN )['state'], $make()->find( OTHER )['state'] );`;
  const kept = `$make()->find( GTIN ); $make()->find( OTHER );`;
  assert.deepEqual(await pool(`${kept} $make()->forget( array( '9520000000004' ) ); ${failed} ${states}`), [
    'unknown',
    'fresh',
  ]);
  // Locks are removed by their age, which is that of the first request.
  const unlocked = `${kept} array_map( 'unlink', glob( "$cards/*.lock" ) );`;
  assert.deepEqual(await pool(`${unlocked} $make()->forget(); ${failed} ${states}`), ['unknown', 'unknown']);
  const meanwhile = `$answers = array( function () use ( $make ) { $make()->forget( array( GTIN ) ); return array( 200, array(), FRAGMENT ); } );
    $make()->find( GTIN ); ${failed} ${states}`;
  assert.equal((await pool(meanwhile))[0], 'unknown');
});

it('search engines get nothing that the gateway could not check', { skip: !hasPhp }, async () => {
  const json = `FRAGMENT . '<script type="application/ld+json">{"additionalProperty":[{"name":"Milk"}]}</script>'`;
  const card = (headers) =>
    pool(`$answers = array( array( 200, array( ${headers} ), ${json} ) ); return $make()->find( GTIN );`);
  assert.deepEqual((await card('')).properties, [{ name: 'Milk' }]);
  const stale = await card(`'x-product-pool-stale' => '2026-01-31T12:00:00Z'`);
  assert.deepEqual([stale.properties, stale.html], [[], FRAGMENT]);
});

it('the plugin reads headers that a proxy has added', { skip: !hasPhp }, () => {
  const code = `
    const ABSPATH = '/';
    const MB_IN_BYTES = 1048576;
    function is_wp_error( $value ) { return false; }
    function gateway() { return 'https://a'; }
    function wp_safe_remote_get() { return array(); }
    function wp_remote_retrieve_headers() { return array( 'Cache-Control' => array( 'public', 'Max-Age=90' ), 'Age' => '30' ); }
    function wp_remote_retrieve_response_code() { return 200; }
    function wp_remote_retrieve_body() { return ''; }
    eval( 'namespace Product_Pool; function gateway() { return "https://a"; }' );
    require '${folder}wordpress/includes/pool.php';
    echo json_encode( Product_Pool\\request( '/card', '', 3.0 )[1] );`;
  const run = spawnSync('php', ['-d', 'display_errors=1', '-r', code], { encoding: 'utf8' });
  assert.deepEqual(JSON.parse(run.stdout), { 'cache-control': 'public, Max-Age=90', age: '30' });
});

/** What an expression gives, with the plugin's functions about states, recalls and mails. */
function plugin(expression) {
  const code = `
    const ABSPATH = '/';
    const MINUTE_IN_SECONDS = 60;
    eval( 'namespace Product_Pool; const PLUGIN_FILE = "";' );
    function add_action() {}
    function add_filter() {}
    function register_deactivation_hook() {}
    function wp_strip_all_tags( $html ) { return strip_tags( $html ); }
    ${['states', 'recalls', 'emails'].map((name) => `require '${folder}wordpress/includes/${name}.php';`).join('')}
    echo json_encode( ${expression} );`;
  const run = spawnSync('php', ['-d', 'display_errors=1', '-r', code], { encoding: 'utf8' });
  assert.equal(run.stderr, '');
  return JSON.parse(run.stdout);
}

it('the state of a product is the most serious that its card says', { skip: !hasPhp }, () => {
  const state = (card) => plugin(`Product_Pool\\state_of( '09520000000004', ${card} )`);
  const fresh = (html) => state(`array( 'state' => 'fresh', 'html' => '${html}' )`);
  assert.equal(fresh('<p data-notice="statement"></p>'), 'shown');
  assert.equal(fresh('<p data-notice="replaced"></p><p class="band" data-notice="recalled"></p>'), 'recalled');
  assert.equal(fresh('<p data-notice="archived"></p>'), 'archived');
  assert.equal(state(`array( 'state' => 'missing' )`), 'missing');
  // Of what could not be checked, what was known stays.
  assert.equal(state(`array( 'state' => 'old', 'html' => '' )`), null);
  assert.equal(plugin(`Product_Pool\\state_of( '', array() )`), 'no-gtin');
});

it('a recall is said in the words of the card', { skip: !hasPhp }, () => {
  const words = (notice) =>
    plugin(
      `Product_Pool\\recall_words( '<p class="x" data-notice="${notice}"><strong><span></span> Recalled</strong>Don&#x27;t eat.</p>' )`,
    );
  assert.equal(words('recalled'), 'Recalled. Don’t eat.'.replace('’', "'"));
  assert.equal(words('archived'), '');
});

it('a mail has the allergens in lines, and nothing of the rest of a card', { skip: !hasPhp }, () => {
  const card = `<product-pool-card><div data-x="<"><article><h3>Allergens</h3><div><dl><div><dt><b></b>Contains</dt> <dd><ul><li>Milk;</li> <li>Eggs</li></ul></dd></div></dl><p>Check.</p></div></article></div><script>{}</script></product-pool-card>`;
  assert.deepEqual(plugin(`Product_Pool\\allergen_lines( '${card}' )`), [
    'Allergens',
    'Contains: Milk; Eggs',
    'Check.',
  ]);
  assert.deepEqual(plugin(`Product_Pool\\allergen_lines( '' )`), []);
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

it('Shopify’s languages have the same words, for shoppers and in the theme editor', async () => {
  const SHOPIFY = 'shopify/extensions/product-pool/locales/';
  for (const [kind, first] of [
    [/^[\w-]+\.(default\.)?json$/, 'product_pool'],
    [/\.schema\.json$/, 'block'],
  ]) {
    const locales = files.filter((name) => name.startsWith(SHOPIFY) && kind.test(name.slice(SHOPIFY.length)));
    assert.equal(locales.length, 8, `${kind}`);
    const words = async (file) => Object.keys(JSON.parse(await read(file))[first]);
    const own = await words(locales.find((name) => name.includes('.default.')));
    for (const file of locales) assert.deepEqual(await words(file), own, file);
  }
});

it('Shopify’s metafields are defined as the guide has them', async () => {
  const guide = [...(await read('../docs/platforms.md')).matchAll(/^\| `product_pool\.(\w+)` \| ([\w -]+) \|/gm)];
  const types = {
    'single line text': 'single_line_text_field',
    'multi-line text': 'multi_line_text_field',
    date: 'date',
  };
  const defined = (await read('shopify-metafields/definitions.graphql')).matchAll(/key: "(\w+)"[^}]*type: "(\w+)"/g);
  assert.deepEqual(
    [...defined].map(([, key, type]) => [key, type]),
    guide.map(([, key, type]) => [key, types[type]]),
  );
});

it('the guide has the size of the script for Shopify', async () => {
  const script = await readFile(`${folder}shopify/extensions/product-pool/assets/product-pool.js`);
  const [, plain, compressed] = (await read('../docs/platforms.md')).match(
    /a script of\s([\d.]+) KB, compressed ([\d.]+),/,
  );
  assert.equal(plain, (script.length / 1000).toFixed(0));
  assert.ok(Math.abs(compressed - gzipSync(script, { level: 9 }).length / 1000) < 0.1, compressed);
});
