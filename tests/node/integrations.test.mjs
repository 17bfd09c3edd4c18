// The integrations for PHP, as far as they can be checked without a shop: tests/platforms/ has the rest.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { PANELS } from '../../pkg/src/card/panel-names.js';

const folder = fileURLToPath(new URL('../../integrations/', import.meta.url));
const read = (path) => readFile(folder + path, 'utf8');
const files = await readdir(folder, { recursive: true });
const hasPhp = spawnSync('php', ['--version']).status === 0;

it('all PHP has a syntax', { skip: !hasPhp && 'PHP is not installed' }, () => {
  for (const file of files.filter((name) => name.endsWith('.php')))
    execFileSync('php', ['-l', folder + file], { encoding: 'utf8' });
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
