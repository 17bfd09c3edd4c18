// The elements that can be tried, and the states of each: what a page with such an element
// would contain, and how it would be configured.

import { ATTRIBUTES } from '../../pkg/src/card/properties.js';
import { CHANGES, MATRIX } from '../../pkg/src/views/attributes.js';
import { TOKEN, readJson, readShowcase } from './catalogue.js';

/**
 * A state that an element can be brought to.
 * @typedef {object} State
 * @property {string} key - Its name in the address.
 * @property {string} title
 * @property {string} shows - A sentence about it.
 * @property {Record<string, string>} attributes - Of the element.
 * @property {object} [settings] - In place of the page's, for `configure()`.
 */

/** The settings of the page, but for the address of the service. */
export const SETTINGS = { token: TOKEN, dangerouslyAllowBrowser: true };

/** A port that browsers refuse to connect to. */
const UNREACHABLE = 'http://127.0.0.1:9';

/**
 * The states that no catalogue can hold.
 * @param {string} gtin - Of a product.
 * @returns {State[]}
 */
const withoutService = (gtin) => [
  {
    key: 'network',
    title: 'No network',
    shows: 'The service cannot be reached: the card says so and offers to try again.',
    attributes: { gtin, 'base-url': UNREACHABLE },
  },
  {
    key: 'error',
    title: 'Out of order',
    shows: 'The service fails for a reason of its own: the card asks to check the label.',
    attributes: { gtin },
    settings: { client: { getProductByGtin: () => Promise.reject(new Error('The service is out of order.')) } },
  },
  {
    key: 'loading',
    title: 'Loading',
    shows: 'The service takes its time: the card keeps the place.',
    attributes: { gtin },
    settings: { client: { getProductByGtin: () => new Promise(() => {}) } },
  },
];

/** @returns {Promise<State[]>} */
async function cardStates() {
  const showcase = await readShowcase();
  const listed = showcase.map(({ key, gtin, title, shows, state }) => ({
    key,
    title,
    shows,
    attributes: { gtin },
    ...(state === 'unauthenticated' && { settings: { token: 'wrong' } }),
  }));
  return [...listed, ...withoutService(showcase[0].gtin)];
}

/** @returns {Promise<State[]>} */
async function matrixStates() {
  const showcase = await readShowcase();
  const some = showcase.filter(({ state }) => !state).map(({ gtin }) => gtin);
  const missing = showcase.find(({ state }) => state === 'not-found').gtin;
  return [
    {
      key: 'menu',
      title: 'A menu',
      shows: 'The 14 allergens of six products in one table, as caterers print it.',
      attributes: { gtins: some.slice(0, 6).join(' ') },
    },
    {
      key: 'showcase',
      title: 'Every product',
      shows: 'The whole showcase: the head of the table stays in sight as the table scrolls.',
      attributes: { gtins: some.join(' ') },
    },
    {
      key: 'missing',
      title: 'A product is missing',
      shows: 'One of the codes belongs to no product: its row says so, and the others are shown.',
      attributes: { gtins: [...some.slice(0, 2), missing].join(' ') },
    },
  ];
}

/** @returns {Promise<State[]>} */
async function changesStates() {
  const [{ gtin }] = await readShowcase();
  const { data } = await readJson(`/v2/products/gtin/${gtin}`);
  const attributes = { 'product-id': data.pool_id };
  return [
    {
      key: 'all',
      title: 'Since the first version',
      shows: 'What changed between the first version of a product and the newest, allergens first.',
      attributes: { ...attributes, from: '1' },
    },
    {
      key: 'step',
      title: 'One version to the next',
      shows: 'What changed between two versions that are both past.',
      attributes: { ...attributes, from: '1', to: '2' },
    },
    {
      key: 'missing',
      title: 'A version is missing',
      shows: 'There is no such version: the element says so and offers to try again.',
      attributes: { ...attributes, from: '1', to: '999' },
    },
  ];
}

/**
 * An element.
 * @typedef {object} Definition
 * @property {string} tag
 * @property {import('../../pkg/src/shared/attributes.js').AttributeTable} table - Its attributes.
 * @property {string} source - Its module in pkg/src, whose comment describes it.
 * @property {string[]} modules - Modules of the package that a page needs beside card.js.
 * @property {string[]} subject - The attributes that say what it shows; a state sets them.
 * @property {() => Promise<State[]>} states
 */

/** @type {Record<string, Definition>} */
export const ELEMENTS = {
  card: {
    tag: 'product-pool-card',
    table: ATTRIBUTES,
    source: 'card/element.js',
    modules: [],
    subject: ['gtin', 'product-id', 'version', 'base-url'],
    states: cardStates,
  },
  matrix: {
    tag: 'product-pool-matrix',
    table: MATRIX,
    source: 'views/matrix.js',
    modules: ['matrix.js'],
    subject: ['gtins', 'base-url'],
    states: matrixStates,
  },
  changes: {
    tag: 'product-pool-changes',
    table: CHANGES,
    source: 'views/changes.js',
    modules: ['changes-view.js'],
    subject: ['product-id', 'from', 'to', 'base-url'],
    states: changesStates,
  },
};
