// The generator's settings. `build.mjs` has written the pages, and the menu, before it starts this.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { slugOf } from '../lib/markdown.mjs';
import { TOKENS, withClasses } from '../lib/code.mjs';
import { rowsAsSections, withNamedRows, withoutEmptyHeads } from '../lib/tables.mjs';
import { withoutInlineCode } from '../lib/policy.mjs';

const made = process.env.SITE_PAGES ?? fileURLToPath(new URL('../../target/site', import.meta.url));
const out = process.env.SITE_OUT ?? fileURLToPath(new URL('../../target/docs', import.meta.url));
const base = process.env.SITE_BASE ?? '/docs/';
const { menu, version } = JSON.parse(readFileSync(`${made}/site.json`, 'utf8'));

/** A wrong letter is forgiven in words of five letters or more: `csp` is no `csv`. */
const SEARCH = { searchOptions: { fuzzy: 0.15, prefix: true, boost: { title: 4, text: 2, titles: 1 } } };

/** A page for the search: of the reference in TypeScript the members, whose names are those of attributes, are text. */
function forSearch(source, env, markdown) {
  const html = markdown.render(source, env);
  if (env.frontmatter?.search === false) return '';
  const isMember = env.relativePath.startsWith('typescript/');
  return isMember ? html.replace(/<(\/?)h[2-6]\b[^>]*>/g, '<$1p>') : rowsAsSections(html);
}

export default defineConfig({
  lang: 'en-GB',
  title: 'product-pool',
  description: 'Allergens, ingredients and nutrition on any shop’s pages, exactly as the manufacturer declared them.',
  base,
  srcDir: `${made}/pages`,
  outDir: out,
  cacheDir: `${made}/cache`,
  metaChunk: true,
  // It would be switched off by a style element, which our policy forbids.
  appearance: { disableTransition: false },
  head: [
    ['link', { rel: 'icon', href: `${base}icon.svg`, type: 'image/svg+xml' }],
    ['meta', { name: 'theme-color', content: '#0b6b52' }],
  ],
  markdown: {
    theme: TOKENS,
    languageAlias: { cjs: 'js', mjs: 'js', vcl: 'nginx' },
    codeTransformers: [withClasses],
    attrs: { disable: true },
    config: (markdown) => markdown.use(withoutEmptyHeads).use(withNamedRows),
    anchor: { slugify: slugOf },
    toc: { slugify: slugOf },
  },
  themeConfig: {
    logo: { src: '/icon.svg', alt: '', width: 24, height: 24 },
    nav: [
      { text: 'Ten minutes', link: menu[0].items[0].link, activeMatch: '/start/' },
      { text: 'Playground', link: '/playground' },
      { text: 'Reference', link: '/reference/product-pool-card', activeMatch: '/reference/' },
      { text: `v${version}`, link: '/project/changelog' },
    ],
    sidebar: menu,
    outline: [2, 3],
    search: { provider: 'local', options: { detailedView: false, _render: forSearch, miniSearch: SEARCH } },
    docFooter: { prev: 'Before', next: 'Next' },
    footer: {
      message: 'MIT or Apache-2.0. Products, makers and figures are invented; their GTINs begin with 952.',
    },
  },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('product-pool-') } } },
  vite: {
    publicDir: `${made}/public`,
    server: { fs: { strict: false } },
    build: { chunkSizeWarningLimit: 2000 },
  },
  // The generator's own description is not escaped: a quotation mark ends it, and what follows ends the head.
  transformHead: ({ description }) => [['meta', { name: 'description', content: description }]],
  transformHtml: (html) => withoutInlineCode(html, { out, base }),
});
