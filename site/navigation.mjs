// The pages of the site by the reader that they are for. Every document of docs/ stands in one
// group, as the tests hold. A long document becomes a folder with a page for each long section.

import { RUST_ITEM } from './lib/rust.mjs';

/**
 * A group of pages in the menu.
 * @typedef {object} Group
 * @property {string} title
 * @property {string} [summary] - For the list of all pages.
 * @property {(string | Entry)[]} pages - Documents, and pages made from the sources.
 * @property {object[]} [more] - Items of the menu that are no pages of the generator.
 */

/**
 * A document of which the menu says more.
 * @typedef {object} Entry
 * @property {string} file
 * @property {string} [title] - Another than its own.
 * @property {string} [path] - Where its page is, if not by its name.
 * @property {string[]} [only] - The anchors of the sections that are shown; the others say what
 *   another page says.
 * @property {string[]} [without] - The anchors of sections that a page made from the sources has.
 */

/** @type {Group[]} */
export const GROUPS = [
  {
    title: 'Ten minutes',
    summary: 'One path for each reader, from nothing to something that works.',
    pages: [
      'docs/start/shop.md',
      'docs/start/platforms.md',
      'docs/start/typescript.md',
      'docs/start/rust.md',
      'docs/start/operator.md',
      { file: 'README.md', title: 'From a checkout', path: 'checkout', only: ['until-the-first-release'] },
    ],
  },
  {
    title: 'The card on a page',
    summary: 'The element, what surrounds it, and what it says.',
    pages: [
      { file: 'docs/page.md', without: ['slots-parts-states-and-custom-properties'] },
      'docs/panels.md',
      'docs/states.md',
      'docs/playground.md',
      'docs/listings.md',
      'docs/scanner.md',
      'docs/languages.md',
      'docs/texts.md',
      'docs/browsers.md',
    ],
  },
  {
    title: 'In your software',
    summary: 'Shops, frameworks, servers.',
    pages: [
      'docs/platforms.md',
      'docs/frameworks.md',
      'docs/server-rendering.md',
      'docs/testing.md',
      'docs/editors.md',
    ],
  },
  {
    title: 'TypeScript, Rust and Yew',
    summary: 'The client, the label, the components.',
    pages: [
      'docs/typescript.md',
      {
        file: 'pkg/README.md',
        title: 'The npm package',
        path: 'package',
        only: ['the-client', 'the-label-without-the-card', 'several-products-and-versions', 'where-it-runs'],
      },
      'docs/rust.md',
      'docs/versioning.md',
    ],
    more: [RUST_ITEM],
  },
  {
    title: 'Running the server',
    summary: 'The gateway that holds the token, and the API from a file.',
    pages: [
      { file: 'server/README.md', title: 'The server', path: 'server' },
      'docs/gateway.md',
      'docs/gateway-behaviour.md',
      'docs/options.md',
      'docs/configuration.md',
      'docs/operation.md',
      'docs/catalogue.md',
      'docs/api-behaviour.md',
    ],
  },
  {
    title: 'Reference',
    summary: 'Lists made from the sources.',
    pages: [
      'made/reference/product-pool-card.md',
      'made/reference/product-pool-matrix.md',
      'made/reference/product-pool-changes.md',
      'made/reference/product-pool-scanner.md',
      'made/reference/product-pool-config.md',
      'made/reference/errors.md',
      'docs/messages.md',
      'made/typescript',
      'docs/glossary.md',
    ],
  },
  {
    title: 'The project',
    summary: 'How it is built, and why.',
    pages: [
      { file: 'CONTRIBUTING.md', path: 'project/contributing' },
      { file: 'ARCHITECTURE.md', path: 'project/architecture' },
      { file: 'docs/cues.md', path: 'project/cues' },
      'docs/decisions/README.md',
      { file: 'docs/releasing.md', path: 'project/releasing' },
      { file: 'SECURITY.md', path: 'project/security' },
      { file: 'benches/README.md', path: 'project/benchmarks' },
      { file: 'benches/RESULTS.md', path: 'project/results' },
      { file: 'fuzz/README.md', path: 'project/fuzzing' },
      { file: 'CHANGELOG.md', path: 'project/changelog' },
    ],
  },
];

/** Sections of documents that are left out, and where a link to them leads. */
export const INSTEAD = {
  'README.md': '/',
  'README.md#until-the-first-release': '/checkout',
  'docs/page.md#slots-parts-states-and-custom-properties': '/reference/product-pool-card#slots',
  'pkg/README.md#the-card': '/page/',
  'pkg/README.md#the-gateway': '/gateway/',
  'pkg/README.md#sizes': '/package/where-it-runs#sizes',
};

/** From how many lines a document is a folder, and from how many a section is a page of its own. */
export const LONG = { document: 120, section: 13 };
