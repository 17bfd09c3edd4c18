// The demo's playground with the site's own records, for a frame in one of its pages.

import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { esbuild } from '../../xtask/js/imports.mjs';

const SERVICE = fileURLToPath(new URL('./playground-service.js', import.meta.url));

/** Puts the site's service in the place of the demo's, and the package beside the playground. */
const ON_THE_SITE = {
  name: 'on the site',
  setup({ onResolve }) {
    onResolve({ filter: /\/pkg\/dist\/card\.js$/ }, () => ({ path: '../../product-pool/card.js', external: true }));
    onResolve({ filter: /^\.\/service\.js$/ }, () => ({ path: SERVICE }));
  },
};

/** The modules whose comments describe the elements. */
const DESCRIBED = ['card/element.ts', 'views/matrix.ts', 'views/changes.ts', 'shared/view.ts'];

/**
 * Writes the playground.
 * @param {string} root
 * @param {string} out - The folder for it.
 */
export async function writePlayground(root, out) {
  const www = join(root, 'www');
  await mkdir(join(out, 'playground'), { recursive: true });
  await esbuild(root).build({
    entryPoints: [join(www, 'playground/main.js')],
    outfile: join(out, 'playground/main.js'),
    bundle: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    logLevel: 'warning',
    plugins: [ON_THE_SITE],
  });
  const page = await readFile(join(www, 'playground.html'), 'utf8');
  // The site around the frame has a head, a foot and an introduction.
  const around = [/\s*<header class="top">.*?<\/header>/s, /\s*<footer.*?<\/footer>/s, /\s*<p class="lead">.*?<\/p>/s];
  // A reader sees the card first, and what else it can be below it.
  const [states] = /\s*<nav class="states".*?<\/nav>/s.exec(page);
  const bare = around
    .reduce((text, part) => text.replace(part, ''), page)
    .replace(states, '')
    .replace(/(?=\s*<section aria-labelledby="markup-title")/, () => states)
    .replace('<h1>Playground</h1>', '<h1 class="visually-hidden">Playground</h1>');
  await writeFile(join(out, 'index.html'), bare.replaceAll('href="playground.html"', 'href="?"'));
  for (const name of ['site.css', 'icon.svg', 'showcase.json', 'playground/playground.css']) {
    await cp(join(www, name), join(out, name));
  }
  for (const name of DESCRIBED) await cp(join(root, 'pkg/src', name), join(out, 'src', name));
}
