// Bundles the package's modules that the Yew components use into one, src/yew/browser.js: an
// application then loads one module of JavaScript in place of seven.
//
//   node xtask/js/yew.mjs

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { esbuild } from './imports.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Where the bundle is. */
export const BUNDLE = join(ROOT, 'src/yew/browser.js');

/** The modules of `pkg/src/`, and what the components use of each. */
const USED = {
  'card/announcements.js': ['announcing'],
  'card/interaction.js': ['listen'],
  'card/print.js': ['print'],
  'card/renewal.js': ['renew'],
  'card/visibility.js': ['unwatch', 'watch', 'watcherOf'],
  'shared/received.js': ['received'],
  'views/csv.js': ['csvOf', 'download'],
};

/** The text of the bundle. */
export async function bundleForYew() {
  const statements = Object.entries(USED).map(([path, names]) => `export { ${names.join(', ')} } from './${path}';`);
  const { outputFiles } = await esbuild(ROOT).build({
    stdin: { contents: statements.join('\n'), resolveDir: join(ROOT, 'pkg/src'), loader: 'ts' },
    absWorkingDir: join(ROOT, 'pkg/src'),
    banner: { js: '// Made of pkg/src/ by `node xtask/js/yew.mjs`.' },
    bundle: true,
    charset: 'utf8',
    format: 'esm',
    target: 'es2022',
    write: false,
  });
  return outputFiles[0].text;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(BUNDLE, await bundleForYew());
