// Prints the hash of each script of the packed package, for pages that load it from a CDN:
// `node integrity.mjs <the package's dist>`.

import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const [dist] = process.argv.slice(2);
for (const name of (await readdir(dist)).filter((name) => name.endsWith('.js')).sort()) {
  const hash = createHash('sha384').update(await readFile(join(dist, name)));
  console.log(`${name} sha384-${hash.digest('base64')}`);
}
