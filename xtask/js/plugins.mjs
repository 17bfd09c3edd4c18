// esbuild plugins: what the builds of the package take in, leave out and replace.

import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/**
 * Leaves built files and other entries out of a bundle. `rename` gives the
 * address by which the output finds one; undefined takes the file in.
 */
export const external = (rename) => ({
  name: 'external',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[./]+\/(dist\/.*|index\.js|label\.js)$/ }, ({ path, kind }) => {
      const address = kind === 'entry-point' ? undefined : rename(path.replace(/^[./]+\//, ''));
      return address && { path: address, external: true };
    });
    // esbuild leaves addresses in `new URL(…)` alone; the output lies elsewhere than its source.
    onLoad({ filter: /\/src\/wasm\/[\w-]+\.js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      return { contents: text.replaceAll("new URL('../../dist/", "new URL('./dist/") };
    });
  },
});

/** Takes the WebAssembly from `src/wasm/source/<name>.js`. */
export const source = (pkg, name) => ({
  name: 'source',
  setup({ onResolve }) {
    onResolve({ filter: /\/(label-)?source\.js$/ }, ({ path }) => ({
      path: join(pkg, 'src/wasm/source', basename(path).replace('source.js', `${name}.js`)),
    }));
  },
});

/** Makes modules of the style sheets, as `cargo xtask build` does, but minified. */
export const styles = (pkg, transform) => ({
  name: 'styles',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/dist\/styles\// }, ({ path }) => ({
      path: join(pkg, 'styles', `${basename(path, '.js')}.css`),
    }));
    onLoad({ filter: /\/styles\/\w+\.css$/ }, async ({ path }) => {
      const { code } = await transform(await readFile(path, 'utf8'), { loader: 'css', minify: true, target: 'esnext' });
      return { contents: code.trim(), loader: 'text' };
    });
  },
});

/** Addresses of WebAssembly, and the languages that a page may need, as the sources name them. */
const FILE = /new URL\('\.\.\/\.\.\/dist\/([\w.]+)', import\.meta\.url\)/g;
const LANGUAGE = /import\('\.\.\/\.\.\/dist\/(lang-\w+\/(?!en-GB)[\w-]+\.js)'\)/g;

/**
 * Requests WebAssembly, and languages other than English, from where the bundle lies
 * (`src/wasm/source/beside.js`), hidden from bundlers, and leaves the WebAssembly as text
 * out: everything else fits into one file.
 */
export const beside = (pkg) => ({
  name: 'beside',
  setup({ onResolve, onLoad }) {
    const module = join(pkg, 'src/wasm/source/beside.js');
    // It notes where a classic script is, which is known only while that starts.
    onResolve({ filter: /\/source\/beside\.js$/ }, () => ({ path: module, sideEffects: true }));
    onResolve({ filter: /\.base64\.js$/ }, () => ({ path: 'text', namespace: 'left-out' }));
    const none = "export default () => { throw new Error('left out'); };";
    onLoad({ filter: /./, namespace: 'left-out' }, () => ({ contents: none }));
    onLoad({ filter: /\/src\/(wasm|shared)\/[\w-]+\.js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const contents = text
        .replace(FILE, "beside('$1')")
        .replace(LANGUAGE, "import(/* webpackIgnore: true */ /* @vite-ignore */ beside('$1').href)");
      if (contents === text) return undefined;
      // At the end, so that the lines are those of the source.
      return { contents: `${contents}\nimport { beside } from './source/beside.js';\n` };
    });
  },
});
