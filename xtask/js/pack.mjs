// Makes the npm package's tarball: bundles of the entries in `pkg/`, all ES modules, in the
// folder `dist/`, and what lies beside it.
//
//   node pack.mjs <workspace> <folder to fill and pack> <npm> <version> [--files]
//
// The tarball comes to lie beside the folder. With `--files` there is none, and only what pages load: it takes
// no packages but esbuild.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { esbuild, withImports } from './imports.mjs';

const [root, out, npm, version, form] = process.argv.slice(2);
const isForPages = form === '--files';
const { build: bundle, transform } = esbuild(root);
const pkg = join(root, 'pkg');
const dist = join(out, 'dist');

const MODULES = ['client', 'tools', 'card', 'label', 'views'];

/** The entries that define elements, beside the card's. */
const VIEWS = ['matrix.ts', 'changes-view.ts'];

/** What places cards by a page's structured data, and the scanner: each in one file, beside the card's. */
const SINGLE = ['auto.ts', 'scanner.ts'];

/** What is loaded later, by itself: its name in `dist/`, and the module in `pkg/`. */
const LATER = {
  'card-drawn': 'src/card/drawn.ts',
  'card-fallback': 'src/card/fallback.ts',
  'card-json-ld': 'src/card/json-ld.ts',
  'card-later': 'src/card/later.ts',
  'card-print': 'src/card/print.ts',
  'client-wasm': 'src/wasm/client.ts',
  'gateway/card-browser': 'src/card/browser.ts',
  diagnostics: 'src/diagnostics',
  'gtin-index': 'src/client/gtin-index.ts',
  index: 'index.ts',
  label: 'label.ts',
};

/** The module as imports name it. */
const named = (path) => path.replace(/\.ts$/, '.js');

/** Whether a path is that of what the build makes, in `dist/`. */
const isBuilt = (path) => /^(wasm|lang)\//.test(path);

/** The file of `dist/` that a module of `pkg/` is in, if it is not part of a bundle. */
function fileOf(path) {
  if (isBuilt(path)) return path;
  const found = Object.entries(LATER).find(([, module]) => path === named(module) || dirname(path) === module);
  return found && `${found[0]}.js`;
}

/**
 * Leaves what is built, or loaded later, out of a bundle, which lies in `dist/` itself or in a folder of it:
 * `up` is the way from there.
 */
const apartFrom = (up) => ({
  name: 'apart',
  setup({ initialOptions, onResolve, onLoad }) {
    // The package has no side effects but those of its files in `dist/`, and these of an entry.
    onResolve({ filter: /\/with-\w+\.js$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path.replace(/js$/, 'ts')),
      sideEffects: true,
    }));
    onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir, kind }) => {
      const module = relative(pkg, join(resolveDir, path));
      const file = kind === 'dynamic-import' || isBuilt(module) ? fileOf(module) : undefined;
      return file && { path: `${up}/${file}`, external: true };
    });
    onLoad({ filter: /\/src\/.+\.ts$/ }, async ({ path }) => {
      // esbuild leaves addresses in `new URL(…)` alone.
      const text = (await readFile(path, 'utf8')).replaceAll("new URL('../../", `new URL('${up}/`);
      // What is documented for users is in the declarations; a source map has the source as it is.
      return { contents: initialOptions.sourcemap ? text : text.replace(/^ *\/\*\*.*?\*\/\n/gms, ''), loader: 'ts' };
    });
  },
});
const APART = apartFrom('.');

/** Takes the client from the package's entry, so that its classes are there once. */
const FROM_INDEX = {
  name: 'from the index',
  setup({ onResolve }) {
    onResolve({ filter: /\/index\.js$/ }, () => ({ path: './index.js', external: true }));
  },
};

/** Makes modules of the style sheets, as `cargo xtask build` does, but minified. */
const STYLES = {
  name: 'styles',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/styles\/\w+\.css\.js$/ }, ({ path }) => ({
      path: join(pkg, 'styles', basename(path, '.js')),
    }));
    onLoad({ filter: /\/styles\/\w+\.css$/ }, async ({ path }) => {
      const { code } = await transform(await readFile(path, 'utf8'), { loader: 'css', minify: true, target: 'esnext' });
      return { contents: code.trim(), loader: 'text' };
    });
  },
};

const build = (options) =>
  bundle({
    absWorkingDir: pkg,
    bundle: true,
    charset: 'utf8',
    format: 'esm',
    legalComments: 'none',
    logLevel: 'warning',
    // What it names would not be in the bundle.
    logOverride: { 'ignored-bare-import': 'error' },
    metafile: true,
    outdir: dist,
    plugins: [APART, STYLES],
    target: 'es2022',
    ...options,
  });

/** For what every page with an element loads. Everything else can be read as it is, and needs no source map. */
const SMALL = { minify: true, sourcemap: true };

/** What such pages load later. */
const IN_A_HURRY = ['card-drawn', 'card-later'];

async function copyFiles() {
  const files = [
    'pkg/package.json',
    'pkg/README.md',
    'CHANGELOG.md',
    'pkg/THIRD_PARTY_NOTICES.txt',
    'LICENSE-APACHE',
    'LICENSE-MIT',
  ];
  for (const name of files) await copyFile(join(root, name), join(out, basename(name)));
  const { writeDeclarations } = await import('./declarations.mjs');
  await writeDeclarations(resolve(root));
  await cp(join(pkg, 'dist/types'), join(dist, 'types'), { recursive: true });
  // For a program that imports the typings of a framework as if they were a module.
  await writeFile(join(dist, 'types-only.js'), 'export {};\n');
}

/**
 * WebAssembly as text, for where no file can be fetched: deflated, which more than halves it. Zopfli
 * makes that 6 % smaller than zlib does, nearly all of it in its first iteration.
 * @param {string} name
 * @param {Buffer} wasm
 */
async function textOf(name, wasm) {
  const { deflateAsync } = createRequire(join(root, 'tests/package.json'))('@gfx/zopfli');
  const deflated = Buffer.from(await deflateAsync(wasm, { numiterations: 1 }));
  return `// The file ${name}_bg.wasm as text, made by \`cargo xtask pack\`.

const text = '${deflated.toString('base64')}';

export default function wasm() {
  // Not a Blob: those of jsdom have no streams.
  const deflated = new Response(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)));
  return new Response(deflated.body.pipeThrough(new DecompressionStream('deflate-raw'))).arrayBuffer();
}
`;
}

/** The entry `product-pool/base64` has the text of the tools, too. */
const TOOLS_TEXT = `
export const tools = async () => (await import('./tools.base64.js')).default();
`;

async function makeWasm() {
  const [from, to] = [pkg, out].map((folder) => join(folder, 'dist/wasm'));
  for (const module of MODULES) {
    const wasm = await readFile(join(from, `${module}_bg.wasm`));
    await writeFile(join(to, `${module}_bg.wasm`), wasm);
    if (!isForPages) {
      const text = (await textOf(module, wasm)) + (module === 'client' ? TOOLS_TEXT : '');
      await writeFile(join(to, `${module}.base64.js`), text);
    }
    // The package's loaders use the asynchronous initialisation alone.
    const glue = (await readFile(join(from, `${module}.js`), 'utf8')).replace('export { initSync, ', 'export { ');
    const { code } = await transform(glue, { minify: true, treeShaking: true, format: 'esm', target: 'es2022' });
    await writeFile(join(to, `${module}.js`), code);
  }
}

/** The modules that are loaded later by themselves, and the client. */
async function makeModules() {
  const { diagnostics, index, 'gateway/card-browser': _, 'gtin-index': gtins, ...others } = LATER;
  for (const [name, module] of Object.entries(others))
    await build({ ...(IN_A_HURRY.includes(name) && SMALL), entryPoints: { [name]: module } });
  const reports = ['elements.js', 'observe.js'].map((name) => `export * from './${name}';`);
  await build({
    stdin: { contents: reports.join('\n'), resolveDir: join(pkg, diagnostics), loader: 'ts' },
    entryNames: 'diagnostics',
  });
  await build({
    entryPoints: { index, 'gtin-index': gtins },
    splitting: true,
    // What both need.
    chunkNames: 'client',
  });
  await build({ entryPoints: { testing: 'testing.ts' }, plugins: [FROM_INDEX] });
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
 * Each element as one module, for a page without a build asks for a file at a
 * time. The card has in it whatever it needs, for it is in more of a hurry than
 * the others, which share with it the page's settings: what is in the card's
 * module they import from there.
 */
async function makeElements() {
  const modulesOf = async (entryPoints) => {
    const { metafile } = await build({ entryPoints, splitting: true, write: false });
    const { exports } = Object.values(metafile.outputs).find(({ entryPoint }) => entryPoint === entryPoints[0]);
    return { modules: withImports(entryPoints, metafile.inputs), exports };
  };
  const { modules: ofCard, exports } = await modulesOf(['card.ts']);
  const { modules: others } = await modulesOf([...VIEWS, ...SINGLE]);
  const shared = others.filter((name) => ofCard.includes(name) && !/styles\.(ts|css)$/.test(name));
  const own = others.filter((name) => !shared.includes(name));
  const sharedNames = shared.map(named);
  const fromCard = {
    name: 'from the card',
    setup({ onResolve }) {
      onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir }) =>
        sharedNames.includes(relative(pkg, join(resolveDir, path))) ? { path: './card.js', external: true } : undefined,
      );
    },
  };
  const used = await importedNames(own, sharedNames);
  // Named here too: what only exports has no side effects.
  const contents = `import './src/card/with-browser.js';\nexport * from './card.js';\n${used.join('\n')}`;
  await build({ ...SMALL, stdin: { contents, resolveDir: pkg, loader: 'ts' }, entryNames: 'card' });
  const plugins = [fromCard, APART, STYLES];
  await build({ ...SMALL, entryPoints: VIEWS, plugins, splitting: true, chunkNames: 'views' });
  for (const entry of SINGLE) await build({ ...SMALL, entryPoints: [entry], plugins });
  // The entry `product-pool/card`: without the names that the other elements import.
  await writeFile(join(dist, 'card-entry.js'), `export { ${exports.join(', ')} } from './card.js';\n`);
}

/**
 * The card of a gateway, and what draws in the browser, in a folder of their own that the npm package is without.
 */
async function makeGatewayCard() {
  const browser = 'gateway/card-browser';
  for (const [name, module] of Object.entries({ 'gateway/card': 'gateway/card.ts', [browser]: LATER[browser] }))
    await build({ minify: true, entryPoints: { [name]: module }, plugins: [apartFrom('..'), STYLES] });
}

/** Puts the hash of the card's script into the README's example. */
async function finishReadme() {
  const file = join(out, 'README.md');
  const readme = await readFile(file, 'utf8');
  const script = await readFile(join(dist, 'card.js'));
  const integrity = `integrity="sha384-${createHash('sha384').update(script).digest('base64')}"`;
  const finished = readme.replace('integrity="sha384-…"', integrity);
  if (finished === readme) throw new Error('pkg/README.md has no place for the hash of the script');
  await writeFile(file, finished);
}

/** Names the sources in the maps from the package's folder, not from where it was built. */
async function finishMaps() {
  const names = (await readdir(dist)).filter((name) => name.endsWith('.map'));
  for (const name of names) {
    const file = join(dist, name);
    const map = JSON.parse(await readFile(file, 'utf8'));
    // What comes from a plugin or from standard input has no path: `from the card:card.js`.
    const sourceName = (path) => (path.includes(':') ? basename(path) : relative(pkg, resolve(dist, path)));
    map.sources = map.sources.map(sourceName);
    await writeFile(file, JSON.stringify(map));
  }
}

/** The documentation of the elements, for editors and catalogues of components. */
async function makeManifest() {
  const { customData, manifest, webTypes } = await import('./manifest.mjs');
  const write = (name, content) => writeFile(join(out, name), `${JSON.stringify(content)}\n`);
  const made = await manifest(root);
  await write('custom-elements.json', made);
  await write('web-types.json', webTypes(made, { name: 'product-pool', version }));
  const { html, css } = customData(made);
  await write('vscode.html-custom-data.json', html);
  await write('vscode.css-custom-data.json', css);
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
  const { exports, main, types, customElements, 'web-types': editors } = described;
  const texts = ['./README.md', './CHANGELOG.md', './LICENSE-APACHE', './LICENSE-MIT', './THIRD_PARTY_NOTICES.txt'];
  const elements = `./${customElements}`;
  const named = targets({ exports, main, types, editors, elements, texts })
    // The pattern in `exports` stands for each module.
    .flatMap((path) => (path.includes('*') ? MODULES.map((module) => path.replace('*', module)) : [path]));
  const missing = named.filter((path) => !packed.has(path));
  if (missing.length > 0) throw new Error(`not in the tarball: ${missing.join(', ')}`);
  return tarball;
}

await rm(out, { recursive: true, force: true });
await mkdir(join(dist, 'wasm'), { recursive: true });
await cp(join(pkg, 'dist/lang'), join(dist, 'lang'), { recursive: true });
await makeWasm();
await makeModules();
await makeElements();
await makeGatewayCard();
await finishMaps();
if (!isForPages) {
  await copyFiles();
  await finishReadme();
  await makeManifest();
  const { filename, size, unpackedSize } = await pack();
  console.error(`${filename}: ${size} bytes, ${unpackedSize} unpacked`);
}
