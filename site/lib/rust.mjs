// The documentation of the crate, which cargo makes, as a part of the site.

import { cp, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withoutInlineCode } from './policy.mjs';

/** Its first page, below the site. */
export const RUST = 'crate/product_pool/index.html';

/** A link to it in the menu, which the generator's own pages must not try to load as one of them. */
export const RUST_ITEM = { text: 'API of the crate', link: `/${RUST}`, target: '_self' };

/** Copies it into the site without its inline scripts, which our content security policy forbids. */
export async function copyRust(from, out, base) {
  const folder = join(out, 'crate');
  await cp(from, folder, { recursive: true });
  const names = await readdir(folder, { recursive: true });
  for (const file of names.filter((name) => name.endsWith('.html')).map((name) => join(folder, name)))
    await writeFile(file, withoutInlineCode(await readFile(file, 'utf8'), { out, base }));
}
