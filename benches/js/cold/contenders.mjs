// The contenders of the first visit, each with its page and files. All show the same
// product, and are served as their users would serve them.

import { readFile, readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeEntry } from '../../../xtask/js/assets.mjs';
import { rendered } from '../stage.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { build } = createRequire(here('../../../xtask/js/package.json'))('esbuild');
const OFF = here('../../node_modules/@openfoodfacts/openfoodfacts-webcomponents/dist');

/** The options of every bundle. */
const BUNDLE = {
  bundle: true,
  charset: 'utf8',
  format: 'esm',
  legalComments: 'none',
  logLevel: 'warning',
  minify: true,
  target: 'es2022',
  write: false,
};

const MARK = await readFile(new URL('mark.js', import.meta.url), 'utf8');

/** The script that records when a contender's card is complete. */
const markOf = (wanted) => `<script>const wanted = ${JSON.stringify(wanted)};
${MARK}</script>`;

/** The preload lines of the documentation, which a shop copies into its head. */
const HEAD_LINES = /^<link rel="(?:modulepreload|preload)" href="\/product-pool\/.*>$/gm;

function page(wanted, head, body) {
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>A product</title>
<link rel="icon" href="data:,">
${markOf(wanted)}
${head}
</head>
<body>
${body}
</body>
</html>
`;
}

/** What both full cards must show before they count as complete. */
function wantedOf(element, { data }) {
  const [component] = data.components;
  return {
    element,
    selectors: [
      'article[data-state="ready"]',
      '[data-panel="allergens"] [data-allergen][data-status]',
      '[data-panel="lights"] [data-level]',
      '[data-panel="ingredients"]',
      '[data-panel="nutrition"] tr[data-nutrient]',
    ],
    words: [
      data.general.product_name,
      component.ingredients.plaintext_ingredients.split(',')[0],
      String(component.nutrients.salt_100.value),
    ],
  };
}

/** The files of this package: `folder` is the `dist` that `cargo xtask pack` makes. */
async function packageFiles(folder) {
  const paths = (await readdir(folder, { recursive: true })).filter((path) => /\.(js|wasm)$/.test(path));
  const files = {};
  for (const path of paths) files[`/package/${path}`] = await readFile(join(folder, path));
  return files;
}

/** What the Preact card shows, which is what the README's picture shows, for the same shopper. */
const PANELS = 'summary allergens lights ingredients nutrition';
const AVOID = 'milk nuts';

/** The path at which a gateway draws the element's card. */
export const drawnPath = (gtin, { variant = 'full', panels = PANELS } = {}) =>
  `/drawn/gtin/${gtin}?lang=en-GB&variant=${variant}&panels=${panels.replaceAll(' ', '+')}&heading-level=&density=comfortable`;

/** The README's snippet: one line of script, the one that a gateway serves, and a gateway that draws the card. */
async function drawn({ html, files }, folder) {
  const script = await makeEntry(folder, './package/');
  return {
    html: html.replace(/<script type="module">.*?<\/script>/s, '<script type="module" src="/card.js"></script>'),
    files: { ...files, '/card.js': script },
  };
}

/** This package's element. */
function ours(product, gtin, files) {
  const head = `<script type="module">
import { configure } from '/package/card.js';
configure({ baseUrl: '', token: 'demo', dangerouslyAllowBrowser: true });
</script>`;
  const body = `<product-pool-card gtin="${gtin}" avoid="${AVOID}" loading="eager" panels="${PANELS}"></product-pool-card>`;
  return { html: page(wantedOf('product-pool-card', product), head, body), files };
}

/** The element with the preload lines of the documentation in its head. */
async function oursHinted({ html, files }) {
  const text = await readFile(here('../../../docs/page.md'), 'utf8');
  const lines = text.match(HEAD_LINES).join('\n').replaceAll('/product-pool/dist/', '/package/');
  return { html: html.replace('</title>', `</title>\n${lines}`), files };
}

/** The page as rendered by the server, with all panels; the element hydrates it. */
async function served(product, gtin, files) {
  const [html] = await rendered([`/p/${gtin}?lang=en`], '/package/card.js');
  const mark = `<link rel="icon" href="data:,">\n${markOf(wantedOf('product-pool-card', product))}`;
  // The visits take longer than its answer holds, after which the element asks for another.
  const lasting = html.replace(
    /(data-given="received"[^>]*>)[^<]*/,
    `$1["${new Date().toISOString()}","max-age=86400"]`,
  );
  if (lasting === html) throw new Error('the page does not say how long its answer holds');
  // A server compresses a page each time, a file once.
  return { html: lasting.replace('</title>', `</title>\n${mark}`), files, isRendered: true };
}

/** The card of `peers/preact-card.jsx`, in one bundle. */
async function preact(product, gtin) {
  const { outputFiles } = await build({
    ...BUNDLE,
    entryPoints: [here('../peers/preact-card.jsx')],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    nodePaths: [here('../../node_modules')],
  });
  const head = `<script type="module">
import { define } from '/preact-card.js';
define('demo');
</script>`;
  const element = `<preact-card gtin="${gtin}" avoid="${AVOID}"></preact-card>`;
  const html = page(wantedOf('preact-card', product), head, element);
  return { html, files: { '/preact-card.js': outputFiles[0].contents } };
}

/**
 * The page of openfoodfacts-webcomponents' product-card, which does not fetch its
 * data itself: the page requests the fields that the element reads while the code of
 * the element is loading.
 */
function offPage(name, script) {
  const wanted = { element: 'product-card', selectors: ['.title', '.brand-quantity p'], words: [name, 'Kestrel Hill'] };
  const fields = Object.keys(offResponse(name).product).join();
  const head = `<script>const response = fetch('/api/v2/product/0952000000001?fields=${fields}').then((it) => it.json());</script>
<script type="module">
import '${script}';
const card = document.createElement('product-card');
card.product = (await response).product;
document.body.append(card);
</script>`;
  return page(wanted, head, '');
}

/** Open Food Facts' response to a request for the fields that the element reads. */
export function offResponse(name) {
  return {
    code: '0952000000001',
    product: {
      brands: 'Kestrel Hill',
      code: '0952000000001',
      greenscore_grade: 'c',
      image_front_small_url: 'https://images.openfoodfacts.org/images/products/095/200/000/0001/front_en.3.200.jpg',
      nova_group: 4,
      nutriscore_grade: 'b',
      product_name: name,
      product_type: 'food',
      quantity: '12 x 380 g',
    },
    status: 1,
    status_verbose: 'product found',
  };
}

/** The element as published, loaded as in its README, without a bundler. */
async function offPublished(name) {
  const files = {};
  const paths = (await readdir(OFF, { recursive: true })).filter((path) => path.endsWith('.js'));
  for (const path of paths) files[`/off/${path}`] = await readFile(join(OFF, path));
  return { html: offPage(name, '/off/off-webcomponents.bundled.js'), files };
}

/** All contenders by name, the package first. */
export async function contenders({ product, gtin, folder }) {
  const body = JSON.parse(product);
  const name = body.data.general.product_name;
  const files = await packageFiles(folder);
  const card = ours(body, gtin, files);
  return {
    card,
    'card, hinted': await oursHinted(card),
    'card, drawn': await drawn(card, folder),
    'served page': await served(body, gtin, files),
    preact: await preact(body, gtin),
    openfoodfacts: await offPublished(name),
  };
}

const preload = (address) => `<link rel="preload" href="${address}" as="fetch" crossorigin>`;

/**
 * A contender's page with preload hints for the files that the card will load, and for its data:
 * `resources` are those of a visit, `data` is the address of the response that the card shows.
 */
export function hinted({ html, files }, resources, data) {
  const links = resources
    .map(({ name }) => name)
    .filter((name) => name in files)
    .map((name) => (name.endsWith('.js') ? `<link rel="modulepreload" href="${name}">` : preload(name)));
  links.push(preload(data));
  return { html: html.replace('</title>', `</title>\n${links.join('\n')}`), files };
}
