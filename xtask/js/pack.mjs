// Makes the npm package's tarball: a bundle of each entry in `pkg/` for browsers
// and bundlers, and the same for Node, workerd and classic scripts.
//
//   node pack.mjs <workspace> <folder to fill and pack> <npm> <version>
//
// The tarball comes to lie beside the folder.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { esbuild, withImports } from './imports.mjs';
import { manifest, webTypes } from './manifest.mjs';
import { beside, external, source, styles } from './plugins.mjs';
import { shrinkAll } from './shrink.mjs';

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

/** For what pages load: small, with a source map, in which the sources stand. */
const FOR_PAGES = { minify: true, sourcemap: true };

/** For output in the package's root: everything lies where it lies in `pkg/`. */
const IN_PLACE = external((name) => `./${name}`);

/** For CommonJS in `dist`: WebAssembly as text has a form of its own there. */
const requiredName = (name) =>
  /^dist\/(client|tools|label)\.base64/.test(name) ? `./${name.slice(5, -3)}.cjs` : undefined;
const REQUIRED = external(requiredName);

/** For the elements in CommonJS, which import the rest when it is wanted. */
const ENTRIES = { 'index.js': './required.cjs', 'label.js': './label-required.cjs' };
const IMPORTED = external((name) => ENTRIES[name] ?? requiredName(name) ?? `./${name.slice(5)}`);

const STYLES = styles(pkg, transform);
const BESIDE = beside(pkg);

async function copyFiles() {
  await rm(out, { recursive: true, force: true });
  await mkdir(dist, { recursive: true });
  const files = [
    'pkg/package.json',
    'pkg/README.md',
    'CHANGELOG.md',
    'pkg/THIRD_PARTY_NOTICES.txt',
    'LICENSE-APACHE',
    'LICENSE-MIT',
  ];
  for (const name of files) await copyFile(join(root, name), join(out, basename(name)));
  // Not what checks the sources against them.
  await cp(join(pkg, 'types'), join(out, 'types'), { recursive: true, filter: (path) => !path.endsWith('check.ts') });
  for (const folder of ['lang', 'lang-first', 'lang-later']) {
    await cp(join(pkg, 'dist', folder), join(dist, folder), { recursive: true });
  }
  for (const module of MODULES) {
    const wasm = await readFile(join(pkg, 'dist', `${module}_bg.wasm`));
    await writeFile(join(dist, `${module}_bg.wasm`), wasm);
    const sourcefile = join(pkg, 'dist', `${module}.js`);
    // The package's loaders use the asynchronous initialisation alone.
    const glue = (await readFile(sourcefile, 'utf8')).replace('export { initSync, ', 'export { ');
    const options = { ...FOR_PAGES, treeShaking: true, sourcefile, format: 'esm', target: 'es2022' };
    const { code, map } = await transform(glue, options);
    await writeFile(join(dist, `${module}.js`), `${code}//# sourceMappingURL=${module}.js.map\n`);
    await writeFile(join(dist, `${module}.js.map`), map);
    const text = `// The file ${module}_bg.wasm as text, made by \`cargo xtask pack\`.

const text = '${wasm.toString('base64')}';

export default function wasm() {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
`;
    await writeFile(join(dist, `${module}.base64.js`), text);
  }
  const glues = MODULES.map((module) => `${module}.js`);
  await shrinkAll(root, dist, glues);
}

/** An entry as an ES module; gives the names that it exports. */
async function makeModule(entry) {
  const options = { plugins: [IN_PLACE], format: 'esm', splitting: true, chunkNames: 'client-[name]-[hash]' };
  const { metafile } = await build({ ...options, ...FOR_PAGES, minify: false, entryPoints: [entry], outdir: out });
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
  for (const [entry, prefix] of [
    ['index.js', ''],
    ['label.js', 'label-'],
  ]) {
    const one = (name, options) =>
      build({ ...commonjs, ...noImport, entryPoints: { [`${prefix}${name}`]: entry }, ...options });
    await one('node', { plugins: [source(pkg, 'node'), REQUIRED] });
    await one('required', { plugins: [source(pkg, 'base64'), REQUIRED] });
    // In Node both kinds of module share one instance: one PoolError, one memory.
    const shared = `export { ${await makeModule(entry)} } from './${prefix}node.cjs';`;
    await writeFile(
      join(dist, `${prefix}node.js`),
      `// ES modules in Node share the instance of CommonJS modules.\n\n${shared}\n`,
    );
    await build({
      entryPoints: { [`${prefix}workerd`]: entry },
      plugins: [
        source(pkg, 'workerd'),
        external((name) => (name.endsWith('.wasm') ? `./${name.slice(5)}` : undefined)),
      ],
      format: 'esm',
    });
  }
  // On a server the elements are empty shells, which load nothing.
  await build({ ...commonjs, entryPoints: ELEMENTS, plugins: [STYLES, IMPORTED] });
}

/** What the modules `from` import of the modules `of`, as statements that export it. */
async function importedNames(from, of) {
  const statements = from.map(async (name) => {
    const text = await readFile(join(pkg, name), 'utf8');
    return [...text.matchAll(/^import \{([^}]+)\} from '(\..+)';$/gm)]
      .map(([, names, path]) => [names.replace(/\bas \w+/g, ''), join(dirname(name), path)])
      .filter(([, path]) => of.includes(path))
      .map(([names, path]) =>
        names
          .split(',')
          .map((one) => one.trim())
          .filter(Boolean)
          .map((one) => `export { ${one} } from './${path}';`),
      );
  });
  return [...new Set((await Promise.all(statements)).flat(2))];
}

/**
 * The entry `product-pool/card`: the names that are meant for pages, without those that the
 * other elements take from the card's module.
 * @param {string[]} names
 */
async function makeCardEntry(names) {
  const text = `export { ${names.join(', ')} } from '../card.js';\n`;
  const { code, map } = await transform(text, {
    ...FOR_PAGES,
    sourcefile: join(pkg, 'dist/card-entry.js'),
    format: 'esm',
  });
  await writeFile(join(dist, 'card-entry.js'), `${code}//# sourceMappingURL=card-entry.js.map\n`);
  await writeFile(join(dist, 'card-entry.js.map'), map);
}

/**
 * Each element as one module, for a page without a build asks for a file at a
 * time. The card has in it whatever it needs, for it is in more of a hurry than
 * the others, which share with it the page's settings: what is in the card's
 * module they import from there.
 */
async function makeElements() {
  // terser removes white space, and keeps the comments that bundlers read.
  const small = { ...FOR_PAGES, minify: false, minifyIdentifiers: true, minifySyntax: true };
  const options = { ...small, plugins: [STYLES, IN_PLACE], format: 'esm', splitting: true, outdir: out };
  const views = { ...options, entryPoints: ELEMENTS.filter((name) => name !== 'card.js'), chunkNames: 'views-[hash]' };
  const modulesOf = async (entryPoints) => {
    const { metafile } = await build({ ...options, entryPoints, write: false });
    const { exports } = Object.values(metafile.outputs).find(({ entryPoint }) => entryPoint === entryPoints[0]);
    return { modules: withImports(entryPoints, metafile.inputs), exports };
  };
  const { modules: ofCard, exports } = await modulesOf(['card.js']);
  const { modules: ofViews } = await modulesOf(views.entryPoints);
  await makeCardEntry(exports);
  const shared = ofViews.filter((name) => ofCard.includes(name) && !/styles\.(js|css)$/.test(name));
  const own = ofViews.filter((name) => !shared.includes(name));
  const fromCard = {
    name: 'from the card',
    setup({ onResolve }) {
      onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir }) =>
        shared.includes(relative(pkg, join(resolveDir, path))) ? { path: './card.js', external: true } : undefined,
      );
    },
  };
  const used = await importedNames(own, shared);
  const contents = `export * from './card.js';\n${used.join('\n')}`;
  const cards = await build({
    ...options,
    stdin: { contents, resolveDir: pkg },
    entryNames: 'card',
    chunkNames: 'card-[name]-[hash]',
  });
  const others = await build({ ...views, plugins: [fromCard, ...options.plugins] });
  await shrinkAll(root, pkg, Object.keys({ ...cards.metafile.outputs, ...others.metafile.outputs }));
}

/** The entries of which a page may make one file. */
const ENTRIES_OF_PAGES = ['index.js', 'label.js', ...ELEMENTS];

/** What runs first in a script: it notes where the script is, which is known only at once. */
const FIRST = "import './src/wasm/source/beside.js';";

/** The classic scripts: the elements with the client, and the label. */
async function makeScripts() {
  const elements = ENTRIES_OF_PAGES.filter((name) => name !== 'card.js' && name !== 'label.js');
  for (const [name, globalName, exported] of [
    [
      'product-pool',
      'ProductPool',
      [
        ...elements.map((entry) => `* from './${entry}'`),
        // Not its `use`: that of the client has the name.
        "{ configure, ProductPoolCard, ProductPoolConfig } from './card.js'",
      ],
    ],
    ['label', 'ProductPoolLabel', ["* from './label.js'"]],
  ]) {
    await build({
      ...FOR_PAGES,
      stdin: {
        contents: [FIRST, ...exported.map((what) => `export ${what};`)].join('\n'),
        resolveDir: pkg,
        sourcefile: `${name}.iife.js`,
      },
      plugins: [STYLES, BESIDE],
      define: { VERSION: JSON.stringify(version), 'import.meta.url': 'undefined' },
      ignoreAnnotations: true,
      entryNames: `${name}.iife`,
      format: 'iife',
      globalName,
    });
  }
}

/**
 * The entries for bundlers that make a single file, which `package.json` has under the
 * condition `single-file`. Not minified: a bundler does that.
 */
async function makeSingleFile() {
  const entryPoints = {};
  const entries = {
    name: 'entries',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^single-file:/ }, ({ path }) => ({ path: path.slice(12), namespace: 'single-file' }));
      onLoad({ filter: /./, namespace: 'single-file' }, ({ path }) => ({
        contents: `${FIRST}\nexport * from './${path}';`,
        resolveDir: pkg,
      }));
      // So that what imports another entry later finds the one that is exported.
      onResolve({ filter: /^[./]+\/(index|label)\.js$/ }, ({ path, kind }) =>
        kind === 'dynamic-import' ? { path: basename(path), namespace: 'single-file' } : undefined,
      );
    },
  };
  for (const name of ENTRIES_OF_PAGES) entryPoints[`single-file-${name.slice(0, -3)}`] = `single-file:${name}`;
  const inPlace = external((name) => (name.startsWith('dist/') ? `./${name.slice(5)}` : undefined));
  await build({
    ...FOR_PAGES,
    minify: false,
    entryPoints,
    plugins: [entries, STYLES, BESIDE, inPlace],
    define: { VERSION: JSON.stringify(version) },
    format: 'esm',
    splitting: true,
    chunkNames: 'single-file-[hash]',
  });
}

/** Puts the hash of the classic script into the README's example. */
async function finishReadme() {
  const file = join(out, 'README.md');
  const readme = await readFile(file, 'utf8');
  const script = await readFile(join(dist, 'product-pool.iife.js'));
  const integrity = `integrity="sha384-${createHash('sha384').update(script).digest('base64')}"`;
  const finished = readme.replace('integrity="sha384-…"', integrity);
  if (finished === readme) throw new Error('pkg/README.md has no place for the hash of the script');
  await writeFile(file, finished);
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

/** Names the sources in the maps from the package's folder, not from where it was built. */
async function finishMaps() {
  const names = await readdir(out, { recursive: true });
  for (const name of names.filter((name) => name.endsWith('.js.map'))) {
    const file = join(out, name);
    const map = JSON.parse(await readFile(file, 'utf8'));
    // What plugins made has no path: `left-out:text`.
    const named = (source) => (source.includes(':') ? basename(source) : relative(pkg, resolve(dirname(file), source)));
    map.sources = map.sources.map(named);
    await writeFile(file, JSON.stringify(map));
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
  const texts = ['./README.md', './CHANGELOG.md', './LICENSE-APACHE', './LICENSE-MIT', './THIRD_PARTY_NOTICES.txt'];
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
await makeScripts();
await makeSingleFile();
await finishMaps();
await finishReadme();
await makeTypes();
await makeManifest();
const { filename, size, unpackedSize } = await pack();
console.error(`${filename}: ${size} bytes, ${unpackedSize} unpacked`);
