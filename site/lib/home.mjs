// The first page. Its snippets are those of the documents, its figures those that the tests hold.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDocument } from './markdown.mjs';

/** The platforms of the chooser: name; document and section that its snippet is from; the page with the rest, if another. */
const PLATFORMS = [
  ['Any page', 'docs/page.md', '', 'docs/start/shop.md'],
  ['WooCommerce', 'docs/platforms.md', 'wordpress-with-woocommerce', 'docs/start/platforms.md'],
  ['Shopify', 'docs/platforms.md', 'shopify', 'docs/start/platforms.md'],
  ['PHP', 'docs/platforms.md', 'plain-php'],
  ['React', 'docs/frameworks.md', 'vite-and-react'],
  ['Vue', 'docs/frameworks.md', 'vite-and-vue'],
  ['Svelte', 'docs/frameworks.md', 'sveltekit'],
  ['Angular', 'docs/frameworks.md', 'angular'],
  ['Yew', 'README.md', '', 'docs/start/rust.md'],
  ['Node', 'docs/frameworks.md', 'node', 'docs/start/typescript.md'],
];

/** The readers, and their paths. */
const READERS = [
  [
    'A shop’s page',
    'One script, one element; then the shopper’s list, your colours, your tests.',
    'docs/start/shop.md',
  ],
  ['WooCommerce and Shopify', 'A plugin or an app block, and the address of your gateway.', 'docs/start/platforms.md'],
  ['TypeScript', 'The client: lists, changes, scans, the label as plain values.', 'docs/start/typescript.md'],
  ['Rust and Yew', 'The crate: records, allergens, requests, components.', 'docs/start/rust.md'],
  ['An operator', 'The gateway that holds the token: install, check, watch.', 'docs/start/operator.md'],
];

const read = (root, file) => readFileSync(join(root, file), 'utf8');

/** The steps of a section, or the last of its blocks of code that is a program and no setting. */
function snippetOf(root, file, anchor) {
  const { intro, sections } = readDocument(read(root, file));
  const text = anchor ? sections.find(({ slug }) => slug === anchor)?.text : intro;
  if (text === undefined) throw new Error(`${file} has no section ${anchor}`);
  const [steps] = /^1\. [\s\S]*?(?=\n\n(?! ))/m.exec(text) ?? [];
  if (steps) return steps.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  const blocks = Array.from(text.matchAll(/^```(\w+)\n.*?^```/gms), ([block, language]) => ({ block, language }));
  const programs = blocks.filter(({ language }) => !['sh', 'json', 'cjs'].includes(language));
  const wanted =
    file === 'README.md'
      ? ({ language }) => language === 'rust'
      : ({ block }) => /product-pool-card|product-pool"|card\(/.test(block);
  const found = programs.find(wanted);
  if (!found) throw new Error(`${file} has no snippet in ${anchor || 'its introduction'}`);
  return found.block;
}

/** The rows of a table between its marks. */
function tableOf(text, name) {
  const [, inside] = new RegExp(`<!-- ${name}:.*?-->\\s+(.*?)<!-- end of ${name} -->`, 's').exec(text) ?? [];
  if (!inside) throw new Error(`there is no table of ${name}`);
  const rows = inside.trim().split('\n').slice(2);
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** What is compared on a first visit: the name in the results, and here. */
const VISITS = [
  ['card, drawn', 'this card, drawn by a gateway'],
  ['card', 'this card, drawn in the browser'],
  ['preact', 'a card by hand, in Preact'],
  ['openfoodfacts', 'openfoodfacts-webcomponents'],
];

/** A table of first visits, from the results. */
function visitsOf(results) {
  const row = ([name, title]) => {
    const [, complete, , , bytes, requests] = new RegExp(`^\\| ${name} (\\|.*)$`, 'm').exec(results)[1].split('|');
    return `| ${title} | ${[complete, bytes, requests].map((cell) => cell.trim()).join(' | ')} |`;
  };
  return ['| | complete after | bytes | requests |', '|---|---|---|---|', ...VISITS.map(row)].join('\n');
}

/** What a page loads for a card that the gateway draws, in KB, from the guide. */
function drawnSize(page) {
  const [, size] = /^\|[^|]*\bgateway\b[^|]*\|.*?\[([\d.]+) KB\]\([^)]*\): script/m.exec(page) ?? [];
  if (!size) throw new Error('docs/page.md does not say what a card of the gateway takes');
  return size;
}

/**
 * The first page as Markdown for the generator.
 * @param {string} root
 * @param {{ gtin: string }} product - That the page shows.
 * @param {{ addressOf: (document: string) => string, base: string }} site - Where a document is on the site.
 */
export function home(root, { gtin }, { addressOf, base }) {
  const href = (document) => {
    const [path, anchor] = addressOf(document).slice(1).split('#');
    return `${base}${path}.html${anchor ? `#${anchor}` : ''}`;
  };
  const sizes = tableOf(read(root, 'pkg/README.md'), 'sizes');
  const gateway = drawnSize(read(root, 'docs/page.md'));
  const { repository } = JSON.parse(read(root, 'pkg/package.json'));
  const source = repository
    ? `The source: [${repository.url}](${repository.url})`
    : 'The source has no public address before the first release.';
  const [, browser] = sizes.find(([what]) => what.includes('product-pool/card'));
  const snippets = PLATFORMS.map(
    ([, file, anchor, rest = `${file}#${anchor}`], index) =>
      `<template #p${index}>\n\n${snippetOf(root, file, anchor)}\n\n[All of it](${addressOf(rest)})\n\n</template>`,
  );
  const readers = READERS.map(
    ([title, text, link]) => `<a class="tile" href="${href(link)}"><strong>${title}</strong><span>${text}</span></a>`,
  );
  return `---
layout: page
sidebar: false
title: product-pool
titleTemplate: Allergens, ingredients and nutrition on any page
---

<main class="home">

<HomeHero gtin="${gtin}">

\`\`\`html
<script type="module" src="https://products.shop.example/card.js"></script>
<product-pool-card gtin="${gtin}" panels="summary allergens lights"
  avoid="milk nuts"></product-pool-card>
\`\`\`

</HomeHero>

<div class="facts">
<a class="fact" href="${href('docs/page.md#drawn-by-the-gateway')}"><strong>${gateway} KB</strong><span>script, styles and card, drawn by the gateway; ${browser} KB where the browser draws</span></a>
<a class="fact" href="${href('docs/browsers.md#content-security-policy')}"><strong>CSP</strong><span>no inline script or style, no eval; this site is served under such a policy</span></a>
<a class="fact" href="${href('docs/page.md#properties-and-events')}"><strong>WCAG 2.2 AA</strong><span>axe in every state; keyboard, screen reader, forced colours, print</span></a>
<a class="fact" href="${href('docs/languages.md')}"><strong>8 languages</strong><span>the words of the law in each, and yours where you have better ones</span></a>
</div>

<section class="band">

## Take the milk flag away

A flag that is missing is not a “no”. Neither is one that the ingredients contradict: the card quotes what speaks against it.

<RecordEditor />

</section>

<section class="band">

## On your platform

<PlatformTabs :names='${JSON.stringify(PLATFORMS.map(([name]) => name)).replaceAll("'", '&#39;')}'>

${snippets.join('\n\n')}

</PlatformTabs>

</section>

<section class="band">

## Beside others

A first visit by slow 4G. A card by hand loads less: it has one language and one design, and its rules for what is not stated or contradicted are yours to write. openfoodfacts-webcomponents show a public database that volunteers fill in; this card shows what the manufacturer declared.

<div class="vp-doc">

${visitsOf(read(root, 'benches/RESULTS.md'))}

</div>

[All figures](${addressOf('benches/RESULTS.md')}), and [how they are measured](${addressOf('benches/README.md')}). ${source}

</section>

<section class="band">

## Your path, ten minutes each

<div class="tiles">
${readers.join('\n')}
</div>

</section>

</main>
`;
}
