// Makes the zip file of the WordPress plugin: the committed files of integrations/wordpress, the file for plain PHP, and
// those of the packed package that a card loads.
//
//   node wordpress.mjs <workspace> <folder that was packed> <zip file> <version>

import { execFileSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isForShops } from './imports.mjs';

const [root, folder, zip, version] = process.argv.slice(2);
const NAME = 'product-pool-for-woocommerce';

const dist = join(folder, 'dist');
// The folder is named after the version: see script_url() in includes/view.php.
const element = (name) => `${NAME}/element/${version}/${dirname(name)}/`.replace('/./', '/');
const add = (prefix, path) => [`--prefix=${prefix}`, `--add-file=${path}`];
const names = (await readdir(dist, { recursive: true })).filter(isForShops).sort();
const added = [
  ...names.flatMap((name) => add(element(name), join(dist, name))),
  ...add(`${NAME}/vendor/`, join(root, 'integrations/php/product-pool.php')),
  ...['LICENSE-MIT', 'THIRD_PARTY_NOTICES.txt'].flatMap((name) => add(element(name), join(folder, name))),
];
// The last prefix is that of the committed files.
const committed = execFileSync('git', ['log', '-1', '--format=%cI'], { cwd: root, encoding: 'utf8' }).trim();
const options = ['archive', '--format=zip', `--mtime=${committed}`, `--output=${zip}`, ...added, `--prefix=${NAME}/`];
execFileSync('git', [...options, 'HEAD:integrations/wordpress'], { cwd: root, stdio: 'inherit' });
console.log(zip);
