// A second minifier for what pages load: terser finds some of what esbuild leaves.

import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';

/** terser, which lies among the packages of the tests of the workspace `root`. */
const terser = (root) => createRequire(join(root, 'tests/package.json'))('terser');

/** Makes an ES module that esbuild has written, and its source map if it has one, smaller. */
async function shrink(minify, path) {
  const name = basename(path);
  const content = await readFile(`${path}.map`, 'utf8').catch(() => undefined);
  const { code, map } = await minify(
    { [name]: await readFile(path, 'utf8') },
    {
      ecma: 2020,
      module: true,
      compress: { passes: 3 },
      // What bundlers are told about an import.
      format: { comments: /webpackIgnore|@vite-ignore/ },
      sourceMap: content && { content, filename: name, url: `${name}.map`, includeSources: true },
    },
  );
  await writeFile(path, `${code}\n`);
  if (map) await writeFile(`${path}.map`, map);
}

/** The same for all modules among `paths`, which are relative to `folder`. */
export async function shrinkAll(root, folder, paths) {
  const { minify } = terser(root);
  const modules = paths.filter((path) => path.endsWith('.js'));
  await Promise.all(modules.map((path) => shrink(minify, join(folder, path))));
}
