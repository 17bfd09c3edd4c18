// Lays the packed package out for a server: the files that browsers ask for in a
// folder named after their content, each with its compressed forms beside it,
// and a list of them.
//
//   node assets.mjs <folder that was packed> <folder to fill> <version> [--compressed | --quick]
//
// With `--compressed` each file is there in one form, with brotli where that is smaller, and no source
// maps: what the server's program has in it. With `--quick` they are compressed as a server does it for
// each response, for the demo.

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

/** Brotli's quality where it is to be quick. */
const QUICK = 5;

/** The script of a page with a card. */
const SCRIPT = 'card.js';

/** The folder of what a gateway serves at its own address: no part of a release, whose name it contains. */
const ENTRY = 'entry/';

/** The card's script for a page that names a release, and its hash. */
const PINNED = 'gateway/card.js';

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
 * The script that a gateway serves as `/card.js`: the one for pages that name a release, whose files are in the
 * folder `files` as seen from there. Its first line says how a page names that release.
 */
export async function makeEntry(folder, files) {
  const pinned = await readFile(join(folder, PINNED), 'utf8');
  const integrity = `sha256-${createHash('sha256').update(pinned).digest('base64')}`;
  const code = pinned.replace('"../../../"', '"."').replaceAll('"../', `"${files}`);
  return `// Pinned: <script type="module" src="${files}${PINNED}" integrity="${integrity}" crossorigin></script>\n${code}`;
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
  const isWanted = isCompressed ? isForPages : isForBrowsers;
  const names = (await readdir(folder, { recursive: true })).filter(isWanted);
  const contents = new Map();
  const add = async (name, bytes) => {
    contents.set(name, bytes);
    for (const [ending, form] of await compressed(bytes, quality))
      if (!isCompressed || ending === '.br') contents.set(name + ending, form);
  };
  /** The hashes of the files, in the order of their names' bytes, which that of the names is. */
  const hashes = () => Object.fromEntries([...contents.keys()].sort().map((name) => [name, hash(contents.get(name))]));
  await Promise.all(names.map(async (name) => add(name, await readFile(join(folder, name)))));
  const listed = Object.entries(hashes()).map(([name, digest]) => `${digest}  ${name}\n`);
  const release = hash(listed.join('')).slice(0, NAME);
  await add(ENTRY + SCRIPT, Buffer.from(await makeEntry(folder, `./assets/${release}/`)));
  const files = hashes();

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
  const isCompressed = form === '--compressed';
  const quality = form === '--quick' ? QUICK : undefined;
  const { release, files } = await makeAssets(folder, out, { version, quality, isCompressed });
  console.error(`release ${release}: ${Object.keys(files).length} files`);
}
