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

it('each language has all words that shoppers read', async () => {
  const translations = files.filter((name) => name.endsWith('.po'));
  assert.equal(translations.length, 7);
  for (const file of translations) {
    const text = (await read(file)).replaceAll('"\n"', '');
    for (const words of [
      'Allergens and ingredients',
      'Choose an option to see its allergens and ingredients.',
      'The product information is not here. Check the label for allergens.',
      'There is no product information for this choice. Check the label.',
      'This information could not be checked since %s and may be out of date. Check the label.',
    ]) {
      const [, translated] = text.match(new RegExp(`msgid "${words.replaceAll('.', '\\.')}"\nmsgstr "(.*)"`)) ?? [];
      assert.ok(translated && translated !== words, `${file}: ${words}`);
      assert.equal(translated.includes('%s'), words.includes('%s'), file);
    }
    assert.ok(files.includes(file.replace(/po$/, 'mo')), `${file} is not compiled: msgfmt makes the .mo`);
  }
});
