// Builds the documentation site: node site/build.mjs ROOT PACKAGE OUT BASE, with the address of a
// server with the demo's catalogue in BASE_URL and its TOKEN, and what `cargo doc` made in RUSTDOC_FOLDER. `cargo xtask docs` calls it.
// With --pages it only writes what the generator reads.

import { execFileSync } from 'node:child_process';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeDeclarations } from '../xtask/js/declarations.mjs';
import { manifest } from '../xtask/js/manifest.mjs';
import { assemble, forReaders, menuOf } from './lib/assemble.mjs';
import { home } from './lib/home.mjs';
import { writeIndexes } from './lib/indexes.mjs';
import { writePlayground } from './lib/playground.mjs';
import { withParts } from './lib/parts.mjs';
import { writePool } from './lib/pool.mjs';
import { copyRust } from './lib/rust.mjs';
import { referenceOf } from './lib/reference.mjs';
import { typescriptReference } from './lib/typescript.mjs';

const [root, folder, out, base] = process.argv.slice(2);
const { BASE_URL: url, TOKEN: token, RUSTDOC_FOLDER: rustdoc } = process.env;
const site = fileURLToPath(new URL('.', import.meta.url));
const work = join(dirname(out), 'site');
const pages = join(work, 'pages');
const shared = join(work, 'public');

async function write(file, text) {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** The files that pages load besides those of the generator. */
async function copyFiles(images) {
  await cp(join(folder, 'dist'), join(shared, 'product-pool'), {
    recursive: true,
    filter: (path) => !/\.(map|base64\.js)$/.test(path),
  });
  await cp(join(root, 'www/icon.svg'), join(shared, 'icon.svg'));
  for (const image of images) {
    await cp(join(root, image), join(shared, 'images', image.replace(/^docs\//, '')));
  }
  await writePool(root, join(shared, 'pool'), { url, token });
  await writePlayground(root, join(shared, 'playground'));
}

await rm(work, { recursive: true, force: true });
const showcase = JSON.parse(await readFile(join(root, 'www/showcase.json'), 'utf8'));
const { version } = JSON.parse(await readFile(join(root, 'pkg/package.json'), 'utf8'));
await writeDeclarations(root);
const made = { ...(await referenceOf(root, await manifest(root))), ...(await typescriptReference(root, work)) };
const assembled = assemble(root, made);
if (assembled.broken.length > 0) throw new Error(`links to nothing:\n${assembled.broken.join('\n')}`);
for (const page of assembled.pages) await write(join(pages, `${page.path}.md`), withParts(page, showcase, base));
await write(join(pages, 'index.md'), home(root, showcase[0], { addressOf: assembled.addressOf, base }));
await write(join(work, 'site.json'), JSON.stringify({ menu: menuOf(assembled.groups), version }));
await copyFiles(assembled.images);
// Pages import what the generator is made of, and lie elsewhere.
await symlink(join(site, 'node_modules'), join(work, 'node_modules'));

if (!process.argv.includes('--pages')) {
  await rm(out, { recursive: true, force: true });
  execFileSync(process.execPath, [join(site, 'node_modules/vitepress/bin/vitepress.js'), 'build', site], {
    stdio: 'inherit',
    env: { ...process.env, SITE_PAGES: work, SITE_OUT: out, SITE_BASE: base },
  });
  await copyRust(rustdoc, out, base);
  for (const page of assembled.pages) await write(join(out, `${page.path}.md`), forReaders(page, base));
  await writeIndexes(out, assembled.groups, { base, version });
}
