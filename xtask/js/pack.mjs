// Makes the npm package's tarball: the hand-written modules as they are, and
// from the same modules the forms that are not written by hand.
//
//   node pack.mjs <workspace> <folder to fill and pack> <npm> <version>
//
// The tarball comes to lie beside the folder.

import { execFileSync } from 'node:child_process';
import { copyFile, cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { manifest, webTypes } from './manifest.mjs';

const [root, out, npm, version] = process.argv.slice(2);
const { build, transform } = createRequire(join(root, 'tests/package.json'))('esbuild');
const pkg = join(root, 'pkg');
const dist = join(out, 'dist');

/** What every build has in common. */
const COMMON = {
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
};

/** For Node, esbuild lists the exports so that `import` finds them by name. */
const COMMONJS = {
  format: 'cjs',
  platform: 'node',
  outExtension: { '.js': '.cjs' },
};

/** Test runners in which modules are CommonJS cannot do `import()`. */
const NO_IMPORT = { supported: { 'dynamic-import': false } };

/** The files as text, under their names in the sources and in CommonJS. */
const TEXT = { 'client.base64.js': 'client.base64.js', 'tools.base64.js': 'tools.base64.js' };
const TEXT_REQUIRED = {
  'client.base64.js': 'client.base64.cjs',
  'tools.base64.js': 'tools.base64.cjs',
};

/** Puts another source of the WebAssembly in the place of `source.js`, and of the label's. */
const source = (name) => ({
  name: 'source',
  setup({ onResolve }) {
    const path = join(pkg, 'source', `${name}.js`);
    onResolve({ filter: /^\.\/source\.js$/ }, () => ({ path }));
    const label = join(pkg, 'source', `label-${name}.js`);
    onResolve({ filter: /^\.\/label-source\.js$/ }, () => ({ path: label }));
  },
});

/** Files of `dist` that are not taken in: the output lies beside them. */
const beside = (names) => ({
  name: 'beside',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.?\/dist\// }, ({ path }) => {
      const name = names[basename(path)];
      return name && { path: `./${name}`, external: true };
    });
  },
});

/** What an element loads only when it is wanted, as its CommonJS form finds it. */
const WANTED_LATER = {
  name: 'wanted later',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/index\.js$/ }, () => ({ path: './required.cjs', external: true }));
    onResolve({ filter: /^\.\/label\.js$/ }, () => ({ path: './label-required.cjs', external: true }));
    onResolve({ filter: /^\.\/dist\/lang\// }, ({ path }) => ({ path: path.replace('/dist', ''), external: true }));
  },
};

/** The modules that define elements, and those of their parts that a page loads later. */
const ELEMENTS = ['card.js', 'matrix.js', 'changes-view.js'];
const LATER = ['card-print.js', 'pool-client.js'];
/** What stands for itself and is loaded when it is wanted. */
const APART = ['label.js'];

/** Style sheets stand in modules as text, which no other tool would make smaller. */
const STYLES = {
  name: 'styles',
  setup({ onLoad }) {
    onLoad({ filter: /-styles\.js$/ }, async ({ path }) => {
      const { css } = await import(pathToFileURL(path));
      const { code } = await transform(css, { loader: 'css', minify: true, target: 'esnext' });
      return { contents: `export const css = ${JSON.stringify(code.trim())};` };
    });
  },
};

/** A build of the client, with its WebAssembly from `source/<from>.js`. */
function client(name, from, names, options) {
  const plugins = [source(from), beside(names)];
  return build({ ...COMMON, entryPoints: { [name]: 'index.js' }, plugins, ...options });
}

/** A build of the label, with its WebAssembly from `source/label-<from>.js`. */
function label(name, from, names, options) {
  const plugins = [source(from), beside(names)];
  return build({ ...COMMON, entryPoints: { [name]: 'label.js' }, plugins, ...options });
}

async function copyWritten() {
  await rm(out, { recursive: true, force: true });
  await mkdir(dist, { recursive: true });
  for (const name of await readdir(pkg)) {
    if (/\.(js|json|md)$|\.d\.ts$/.test(name)) await copyFile(join(pkg, name), join(out, name));
  }
  for (const module of ['client', 'tools', 'card', 'label']) {
    await copyFile(join(pkg, 'dist', `${module}_bg.wasm`), join(dist, `${module}_bg.wasm`));
    // Nobody reads what a tool wrote; a page without a build loads it as it is.
    const glue = await readFile(join(pkg, 'dist', `${module}.js`), 'utf8');
    const { code } = await transform(glue, { minify: true, format: 'esm', target: 'es2022' });
    await writeFile(join(dist, `${module}.js`), code);
  }
  await cp(join(pkg, 'dist', 'lang'), join(dist, 'lang'), { recursive: true });
  for (const name of ['LICENSE-APACHE', 'LICENSE-MIT']) {
    await copyFile(join(root, name), join(out, name));
  }
}

async function makeText(module) {
  const base64 = (await readFile(join(dist, `${module}_bg.wasm`))).toString('base64');
  const made = join(dist, `${module}.base64.js`);
  await writeFile(
    made,
    `// The file ${module}_bg.wasm as text, made by \`cargo xtask pack\`.

const text = '${base64}';

export default function wasm() {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
`,
  );
  return made;
}

/** In Node both kinds of module share one client: one PoolError, one instance. */
async function makeNode() {
  const options = { ...COMMONJS, ...NO_IMPORT };
  await client('node', 'node', TEXT_REQUIRED, options);
  await client('required', 'base64', TEXT_REQUIRED, options);

  const left = { 'client.js': 'client.js', 'tools.js': 'tools.js', ...TEXT };
  const { metafile } = await client('index', 'base64', left, { format: 'esm', write: false });
  const [{ exports }] = Object.values(metafile.outputs);
  await writeFile(
    join(dist, 'node.js'),
    `// Node's ES modules share the client of its CommonJS modules.

export { ${exports.sort().join(', ')} } from './node.cjs';
`,
  );
}

/** The label in all forms: it stands for itself, without the client. */
async function makeLabel() {
  const options = { ...COMMONJS, ...NO_IMPORT };
  const text = { 'label.base64.js': 'label.base64.cjs' };
  await label('label-node', 'node', text, options);
  await label('label-required', 'base64', text, options);
  const { metafile } = await label('label', 'base64', { 'label.js': 'label.js', 'label.base64.js': 'label.base64.js' }, { format: 'esm', write: false });
  const [{ exports }] = Object.values(metafile.outputs);
  await writeFile(
    join(dist, 'label-node.js'),
    `// Node's ES modules share the label of its CommonJS modules.

export { ${exports.sort().join(', ')} } from './label-node.cjs';
`,
  );
  await label('label-workerd', 'workerd', { 'label_bg.wasm': 'label_bg.wasm' }, { format: 'esm' });
  await script('label', 'ProductPoolLabel', `import './source/label-script.js'; export * from './label.js';`);
}

/** A classic script that sets a global. */
function script(name, globalName, contents) {
  return build({
    ...COMMON,
    ...NO_IMPORT,
    // Its source notes where the script is while that is known: at once.
    stdin: { contents, resolveDir: pkg },
    plugins: [source('script')],
    ignoreAnnotations: true,
    outdir: undefined,
    outfile: join(dist, `${name}.iife.js`),
    format: 'iife',
    globalName,
    minify: true,
  });
}

async function makeOthers() {
  const wasm = { 'client_bg.wasm': 'client_bg.wasm', 'tools_bg.wasm': 'tools_bg.wasm' };
  await client('workerd', 'workerd', wasm, { format: 'esm' });
  await script('product-pool', 'ProductPool', `import './source/script.js'; export * from './index.js';`);
  // On a server the card is an empty shell, which loads nothing.
  const plugins = [WANTED_LATER, beside({ 'card.js': 'card.js', 'card.base64.js': 'card.base64.js' })];
  await build({ ...COMMON, ...COMMONJS, entryPoints: ELEMENTS, plugins });
}

/** What the other elements need of the card's module, where the page's settings are. */
const OF_THE_CARD = `
  export * from './card.js';
  export { SHARED, absolute, asText, follow, setting, tokenFor, warnOfToken } from './config.js';
  export { languageOf, localeFor } from './locale.js';
  export { askProduct } from './pool.js';
  export { Base, define, inBrowser, reflect, upgrade } from './reflected.js';
`;

/** Leaves to the card's module what it has. */
const FROM_THE_CARD = {
  name: 'from the card',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/(config|locale|pool|reflected)\.js$/ }, () => ({ path: './card.js', external: true }));
  },
};

/**
 * Each element as one module, for a page without a build asks for a file at a
 * time. The card has in it whatever it needs, for it is in more of a hurry than
 * the others, which share the page's settings with it. The modules that they are
 * made of stay at home.
 */
async function makeElements() {
  const options = {
    ...COMMON,
    external: ['./index.js', './dist/*', ...[...LATER, ...APART].map((name) => `./${name}`)],
    format: 'esm',
    minify: true,
    outdir: undefined,
  };
  const card = await build({
    ...options,
    stdin: { contents: OF_THE_CARD, resolveDir: pkg },
    outfile: join(out, 'card.js'),
    plugins: [STYLES],
  });
  const others = await build({
    ...options,
    entryPoints: ELEMENTS.filter((name) => name !== 'card.js'),
    chunkNames: 'shared-[hash]',
    outdir: out,
    plugins: [FROM_THE_CARD, STYLES],
    splitting: true,
  });
  const outputs = { ...card.metafile.outputs, ...others.metafile.outputs };
  const metafile = { outputs, inputs: { ...card.metafile.inputs, ...others.metafile.inputs } };
  const made = Object.keys(metafile.outputs).map((name) => basename(name));
  const { inputs } = await build({
    ...COMMON,
    entryPoints: ['index.js', 'base64.js', 'label.js'],
    external: ['./dist/*'],
    format: 'esm',
    write: false,
  }).then(({ metafile }) => metafile);
  // Style sheets import each other where esbuild does not see it.
  const styles = (await readdir(out)).filter((name) => /-styles\.js$/.test(name));
  for (const name of new Set([...Object.keys(metafile.inputs), ...styles])) {
    if (name !== '<stdin>' && !made.includes(name) && !(name in inputs)) await rm(join(out, name));
  }
  for (const name of LATER) {
    const { code } = await transform(await readFile(join(pkg, name), 'utf8'), { minify: true, format: 'esm', target: COMMON.target });
    await writeFile(join(out, name), code);
  }
}

/** The types once more for CommonJS, with those that they name. */
async function makeTypes(name, made = new Set()) {
  if (made.has(name)) return;
  made.add(name);
  const text = await readFile(join(out, `${name}.d.ts`), 'utf8');
  const named = /(\bfrom\s+|\bimport\()(['"])\.\/([\w.-]+)\.js\2/g;
  await writeFile(join(dist, `${name}.d.cts`), text.replace(named, '$1$2./$3.cjs$2'));
  for (const match of text.matchAll(named)) await makeTypes(match[3], made);
}

/** The documentation of the elements, for editors and catalogues of components. */
async function makeManifest() {
  const made = await manifest(root);
  const files = { 'custom-elements.json': made, 'web-types.json': webTypes(made, { name: 'product-pool', version }) };
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(out, name), `${JSON.stringify(content, undefined, 2)}\n`);
  }
}

/** Packs the folder; a file that the manifest names and npm left out is an error. */
async function pack() {
  const options = ['pack', '--json', '--ignore-scripts', '--pack-destination', dirname(out)];
  const [tarball] = JSON.parse(execFileSync(npm, options, { cwd: out, stdio: ['ignore', 'pipe', 'ignore'] }));
  const packed = new Set(tarball.files.map(({ path }) => `./${path}`));
  const described = JSON.parse(await readFile(join(out, 'package.json'), 'utf8'));
  const targets = (value) => (typeof value === 'string' ? [value] : Object.values(value).flatMap(targets));
  const { exports, main, module, types, unpkg, jsdelivr, customElements } = described;
  const editors = described['web-types'];
  if (described.version !== version) throw new Error(`pkg/package.json is version ${described.version}, the crates ${version}`);
  const named = targets({ exports, main, module, types, unpkg, jsdelivr });
  const wanted = [...named, `./${customElements}`, editors, './README.md', './LICENSE-APACHE', './LICENSE-MIT'];
  const missing = [...new Set(wanted)].filter((path) => !packed.has(path));
  if (missing.length > 0) throw new Error(`not in the tarball: ${missing.join(', ')}`);
  return tarball;
}

await copyWritten();
await makeText('card');
const texts = [await makeText('client'), await makeText('tools'), await makeText('label')];
// Their comments name files, from where they lie.
await build({ ...COMMON, ...COMMONJS, absWorkingDir: dist, entryPoints: texts });
await build({ ...COMMON, ...COMMONJS, entryPoints: ['base64.js'], plugins: [beside(TEXT_REQUIRED)] });
await makeNode();
await makeLabel();
await makeOthers();
await makeElements();
await makeManifest();
const TYPED = ['index', 'card', 'base64', 'label', 'matrix', 'changes-view', 'react', 'react18', 'vue', 'svelte'];
for (const name of TYPED) await makeTypes(name);
const { filename, size, unpackedSize } = await pack();
console.error(`${filename}: ${size} bytes, ${unpackedSize} unpacked`);
