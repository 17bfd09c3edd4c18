// Lays the packed package out for a server: the files that browsers ask for in a
// folder named after their content, each with its compressed forms beside it,
// and a list of them.
//
//   node assets.mjs <folder that was packed> <folder to fill> <version> [--compressed]
//
// With `--compressed` each file is there in one form, with brotli where that is smaller, and no source
// maps: what the server's program has in it.

import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isForBrowsers, isForPages } from './imports.mjs';

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);

/** How many digits of a hash name a release; the server counts on it. */
const NAME = 16;

/** The script of a page with a card. */
const SCRIPT = 'card.js';

const hash = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** The compressed forms of a file that are smaller than itself, by ending. */
async function compressed(bytes, quality) {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const level = Math.min(quality, constants.Z_BEST_COMPRESSION);
  const forms = { '.br': await asBrotli(bytes, { params }), '.gz': await asGzip(bytes, { level }) };
  return Object.entries(forms).filter(([, form]) => form.length < bytes.length);
}

/**
 * Fills `out` from `folder` and gives what its list says. `quality` is brotli's,
 * 0 to 11. What other releases are in `out` stay: a server may still give them
 * out, and takes the new one up when it is started again.
 */
export async function makeAssets(
  folder,
  out,
  { version, quality = constants.BROTLI_MAX_QUALITY, isCompressed = false },
) {
  const names = (await readdir(folder, { recursive: true })).filter(isCompressed ? isForPages : isForBrowsers);
  const contents = new Map();
  await Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(join(folder, name));
      contents.set(name, bytes);
      for (const [ending, form] of await compressed(bytes, quality))
        if (!isCompressed || ending === '.br') contents.set(name + ending, form);
    }),
  );
  // In the order of their bytes, which the names' own is.
  const sorted = [...contents.keys()].sort();
  const files = Object.fromEntries(sorted.map((name) => [name, hash(contents.get(name))]));
  const release = hash(sorted.map((name) => `${files[name]}  ${name}\n`).join('')).slice(0, NAME);

  const list = { release, version, script: SCRIPT, files };

  // Whole or not at all, whoever reads it meanwhile.
  const fresh = join(out, `${release}.new`);
  await rm(fresh, { recursive: true, force: true });
  for (const [name, bytes] of contents) {
    // Made of that again.
    if (isCompressed && contents.has(`${name}.br`)) continue;
    await mkdir(dirname(join(fresh, name)), { recursive: true });
    await writeFile(join(fresh, name), bytes);
  }
  await rm(join(out, release), { recursive: true, force: true });
  await rename(fresh, join(out, release));
  await writeFile(join(out, 'manifest.json.new'), `${JSON.stringify(list, undefined, 2)}\n`);
  await rename(join(out, 'manifest.json.new'), join(out, 'manifest.json'));
  return list;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [folder, out, version, form] = process.argv.slice(2);
  const { release, files } = await makeAssets(folder, out, { version, isCompressed: form === '--compressed' });
  console.error(`release ${release}: ${Object.keys(files).length} files`);
}
