// Makes the npm package's tarball: a bundle of each entry in `pkg/` for browsers
// and bundlers, and the same for Node, workerd and classic scripts.
//
//   node pack.mjs <workspace> <folder to fill and pack> <npm> <version>
//
// The tarball comes to lie beside the folder.

import { execFileSync } from 'node:child_process';
import { copyFile, cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { esbuild, withImports } from './imports.mjs';
import { manifest, webTypes } from './manifest.mjs';

const [root, out, npm, version] = process.argv.slice(2);
const { build: bundle, transform } = esbuild(root);
const pkg = join(root, 'pkg');
const dist = join(out, 'dist');

const MODULES = ['client', 'tools', 'card', 'label', 'views'];
/** The entries that define elements. */
const ELEMENTS = ['card.js', 'matrix.js', 'changes-view.js'];

const build = (options) =>
  bundle({
    absWorkingDir: pkg,
    bundle: true,
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
    // Only the glue's own default is meant, which nothing reaches.
    logOverride: { 'empty-import-meta': 'silent' },
    metafile: true,
    outdir: dist,
    target: 'es2022',
    ...options,
  });

/**
 * Leaves built files and other entries out of a bundle. `rename` gives the
 * address by which the output finds one; undefined takes the file in.
 */
const external = (rename) => ({
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

/** For output in the package's root: everything lies where it lies in `pkg/`. */
const IN_PLACE = external((name) => `./${name}`);

/** For CommonJS in `dist`: WebAssembly as text has a form of its own there. */
const requiredName = (name) =>
  /^dist\/(client|tools|label)\.base64/.test(name) ? `./${name.slice(5, -3)}.cjs` : undefined;
const REQUIRED = external(requiredName);

/** For the elements in CommonJS, which import the rest when it is wanted. */
const ENTRIES = { 'index.js': './required.cjs', 'label.js': './label-required.cjs' };
const IMPORTED = external((name) => ENTRIES[name] ?? requiredName(name) ?? `./${name.slice(5)}`);

/** Takes the WebAssembly from `src/wasm/source/<name>.js`. */
const source = (name) => ({
  name: 'source',
  setup({ onResolve }) {
    onResolve({ filter: /\/(label-)?source\.js$/ }, ({ path }) => ({
      path: join(pkg, 'src/wasm/source', basename(path).replace('source.js', `${name}.js`)),
    }));
  },
});

/** Makes modules of the style sheets, as `cargo xtask build` does, but minified. */
const STYLES = {
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
};

async function copyFiles() {
  await rm(out, { recursive: true, force: true });
  await mkdir(dist, { recursive: true });
  const files = ['pkg/package.json', 'pkg/README.md', 'pkg/THIRD_PARTY_NOTICES.txt', 'LICENSE-APACHE', 'LICENSE-MIT'];
  for (const name of files) await copyFile(join(root, name), join(out, basename(name)));
  // Not what checks the sources against them.
  await cp(join(pkg, 'types'), join(out, 'types'), { recursive: true, filter: (path) => !path.endsWith('check.ts') });
  await cp(join(pkg, 'dist/lang'), join(dist, 'lang'), { recursive: true });
  for (const module of MODULES) {
    const wasm = await readFile(join(pkg, 'dist', `${module}_bg.wasm`));
    await writeFile(join(dist, `${module}_bg.wasm`), wasm);
    const glue = await readFile(join(pkg, 'dist', `${module}.js`), 'utf8');
    const { code } = await transform(glue, { minify: true, format: 'esm', target: 'es2022' });
    await writeFile(join(dist, `${module}.js`), code);
    const text = `// The file ${module}_bg.wasm as text, made by \`cargo xtask pack\`.

const text = '${wasm.toString('base64')}';

export default function wasm() {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
`;
    await writeFile(join(dist, `${module}.base64.js`), text);
  }
}

/** An entry as an ES module; gives the names that it exports. */
async function makeModule(entry) {
  const options = { plugins: [IN_PLACE], format: 'esm', splitting: true, chunkNames: 'client-[name]-[hash]' };
  const { metafile } = await build({ ...options, entryPoints: [entry], outdir: out });
  const { exports } = Object.values(metafile.outputs).find(({ entryPoint }) => entryPoint === entry);
  return exports.sort().join(', ');
}

/** The client and the label as ES modules, and for everything that takes none or is workerd. */
async function makeModules() {
  await makeModule('base64.js');
  // For Node, esbuild lists the exports so that `import` finds them by name.
  const commonjs = { format: 'cjs', platform: 'node', outExtension: { '.js': '.cjs' } };
  // Test runners in which modules are CommonJS cannot do `import()`.
  const noImport = { supported: { 'dynamic-import': false } };
  const texts = ['client', 'tools', 'label'].map((module) => `${module}.base64.js`);
  // Their comments name files, from where they lie.
  await build({ ...commonjs, absWorkingDir: dist, entryPoints: texts });
  await build({ ...commonjs, entryPoints: ['base64.js'], plugins: [REQUIRED] });
  for (const [entry, prefix, script, global] of [
    ['index.js', '', 'product-pool', 'ProductPool'],
    ['label.js', 'label-', 'label', 'ProductPoolLabel'],
  ]) {
    const one = (name, options) =>
      build({ ...commonjs, ...noImport, entryPoints: { [`${prefix}${name}`]: entry }, ...options });
    await one('node', { plugins: [source('node'), REQUIRED] });
    await one('required', { plugins: [source('base64'), REQUIRED] });
    // In Node both kinds of module share one instance: one PoolError, one memory.
    const shared = `export { ${await makeModule(entry)} } from './${prefix}node.cjs';`;
    await writeFile(
      join(dist, `${prefix}node.js`),
      `// ES modules in Node share the instance of CommonJS modules.\n\n${shared}\n`,
    );
    await build({
      entryPoints: { [`${prefix}workerd`]: entry },
      plugins: [source('workerd'), external((name) => (name.endsWith('.wasm') ? `./${name.slice(5)}` : undefined))],
      format: 'esm',
    });
    await build({
      ...noImport,
      // Its source notes where the script is while that is known: at once.
      stdin: {
        contents: `import './src/wasm/source/${prefix}script.js'; export * from './${entry}';`,
        resolveDir: pkg,
      },
      plugins: [source('script')],
      ignoreAnnotations: true,
      entryNames: `${script}.iife`,
      format: 'iife',
      globalName: global,
      minify: true,
    });
  }
  // On a server the elements are empty shells, which load nothing.
  await build({ ...commonjs, entryPoints: ELEMENTS, plugins: [STYLES, IMPORTED] });
}

/**
 * Each element as one module, for a page without a build asks for a file at a
 * time. The card has in it whatever it needs, for it is in more of a hurry than
 * the others, which share with it the page's settings: what is in the card's
 * module they import from there.
 */
async function makeElements() {
  const options = { plugins: [STYLES, IN_PLACE], format: 'esm', minify: true, splitting: true, outdir: out };
  const views = { ...options, entryPoints: ELEMENTS.filter((name) => name !== 'card.js'), chunkNames: 'views-[hash]' };
  const modulesOf = async (entryPoints) => {
    const { metafile } = await build({ ...options, entryPoints, write: false });
    return withImports(entryPoints, metafile.inputs);
  };
  const ofCard = await modulesOf(['card.js']);
  const shared = (await modulesOf(views.entryPoints)).filter(
    (name) => ofCard.includes(name) && !/styles\.(js|css)$/.test(name),
  );
  const fromCard = {
    name: 'from the card',
    setup({ onResolve }) {
      onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir }) =>
        shared.includes(relative(pkg, join(resolveDir, path))) ? { path: './card.js', external: true } : undefined,
      );
    },
  };
  const contents = ['card.js', ...shared].map((name) => `export * from './${name}';`).join('\n');
  await build({
    ...options,
    stdin: { contents, resolveDir: pkg },
    entryNames: 'card',
    chunkNames: 'card-[name]-[hash]',
  });
  await build({ ...views, plugins: [fromCard, ...options.plugins] });
}

/** The types once more for CommonJS. */
async function makeTypes() {
  const types = join(out, 'types');
  for (const name of await readdir(types)) {
    const text = await readFile(join(types, name), 'utf8');
    const named = /(\bfrom\s+|\bimport\()(['"])\.\/([\w.-]+)\.js\2/g;
    await writeFile(join(types, name.replace(/\.ts$/, '.cts')), text.replace(named, '$1$2./$3.cjs$2'));
  }
}

/** The documentation of the elements, for editors and catalogues of components. */
async function makeManifest() {
  const write = (name, content) => writeFile(join(out, name), `${JSON.stringify(content, undefined, 2)}\n`);
  const made = await manifest(root);
  await write('custom-elements.json', made);
  await write('web-types.json', webTypes(made, { name: 'product-pool', version }));
}

/** Packs the folder; a file that the manifest names and npm left out is an error. */
async function pack() {
  const options = ['pack', '--json', '--ignore-scripts', '--pack-destination', dirname(out)];
  const [tarball] = JSON.parse(execFileSync(npm, options, { cwd: out, stdio: ['ignore', 'pipe', 'ignore'] }));
  const packed = new Set(tarball.files.map(({ path }) => `./${path}`));
  const described = JSON.parse(await readFile(join(out, 'package.json'), 'utf8'));
  if (described.version !== version)
    throw new Error(`pkg/package.json is version ${described.version}, the crates ${version}`);
  const targets = (value) => (typeof value === 'string' ? [value] : Object.values(value).flatMap(targets));
  const { exports, main, module, types, unpkg, jsdelivr, customElements, 'web-types': editors } = described;
  const texts = ['./README.md', './LICENSE-APACHE', './LICENSE-MIT', './THIRD_PARTY_NOTICES.txt'];
  const named = targets({
    exports,
    main,
    module,
    types,
    unpkg,
    jsdelivr,
    editors,
    elements: `./${customElements}`,
    texts,
  });
  const missing = named.filter((path) => !packed.has(path));
  if (missing.length > 0) throw new Error(`not in the tarball: ${missing.join(', ')}`);
  return tarball;
}

await copyFiles();
await makeModules();
await makeElements();
await makeTypes();
await makeManifest();
const { filename, size, unpackedSize } = await pack();
console.error(`${filename}: ${size} bytes, ${unpackedSize} unpacked`);
