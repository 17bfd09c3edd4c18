// The elements that can be tried, and the states of each: what a page with such an element
// would contain, and how it would be configured.

import { ATTRIBUTES } from '../../pkg/dist/src/card/properties.js';
import { CHANGES, MATRIX } from '../../pkg/dist/src/views/attributes.js';
import { PRODUCTS, VERSIONS } from './altered.js';
import { HAS_GATEWAY, readProduct } from './service.js';

/**
 * A state that an element can be brought to.
 * @typedef {object} State
 * @property {string} key - Its name in the address.
 * @property {string} title
 * @property {string} shows - A sentence about it.
 * @property {Record<string, string>} attributes - Of the element.
 * @property {object} [settings] - Instead of the page's, for `configure()`.
 */

/**
 * Fetches JSON of the demo.
 * @param {string | URL} address
 */
async function readJson(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} from ${address}`);
  return response.json();
}

/** The products that are the same in every demo catalogue, each with something special to show. */
const readShowcase = () => readJson(new URL('../showcase.json', import.meta.url));

/** A port that browsers refuse to connect to. */
const UNREACHABLE = 'http://127.0.0.1:9';

/** A gateway whose pool is out of reach: `answerForGateway` answers in its place. */
const GATEWAY = new URL('gateway/', document.baseURI).href;

const ownFetch = globalThis.fetch;

/**
 * Answers requests to that gateway as it would: what the service says, marked with the time since
 * which it could not be checked.
 * @type {typeof fetch}
 */
async function answerForGateway(url, init) {
  const address = String(url);
  if (!address.startsWith(GATEWAY)) return ownFetch(url, init);
  const response = await ownFetch(`${location.origin}/${address.slice(GATEWAY.length)}`, init);
  const stale = new Headers(response.headers);
  stale.set('X-Product-Pool-Stale', new Date(Date.now() - 26 * 60 * 60 * 1000).toISOString());
  return new Response(await response.text(), { status: response.status, headers: stale });
}

/** A function whose text has what it returns in full, for the script that the page offers. */
const written = (call, text) => Object.assign(call, { toString: () => text });

/** Settings with which every request fails by an error with this message and these members. */
function failing(message, members) {
  const error = () => Object.assign(new Error(message), members);
  const text = `Object.assign(new Error(${JSON.stringify(message)}), ${JSON.stringify(members)})`;
  return {
    client: { getProductByGtin: written(() => Promise.reject(error()), `() => Promise.reject(${text})`) },
  };
}

/** As the service itself refuses a token. */
const REFUSED = { code: 'unauthenticated', url: `${location.origin}/v2/products` };

/** Settings with which the card gets a product of altered.js. */
function clientOf(key) {
  const product = PRODUCTS[key];
  return { client: { getProductByGtin: written(async () => product, `async () => (${JSON.stringify(product)})`) } };
}

/** Settings with which the changes get the versions of altered.js. */
const versionsClient = {
  client: {
    getProduct: written(
      async (_id, { version }) => VERSIONS[version],
      `async (id, { version }) => (${JSON.stringify(VERSIONS)})[version]`,
    ),
  },
};

/**
 * The states of products that the demo's catalogue does not hold.
 * @param {string} gtin - Of a product.
 * @returns {State[]}
 */
const altered = (gtin) => [
  {
    key: 'recalled',
    title: 'Recalled',
    shows: 'The maker has recalled the product: a band says so before all else, and what to do.',
    attributes: { gtin, avoid: 'milk' },
    settings: clientOf('recalled'),
  },
  {
    key: 'withdrawn',
    title: 'Withdrawn',
    shows: 'The product was taken off sale: a band says so before all else.',
    attributes: { gtin, avoid: 'milk' },
    settings: clientOf('withdrawn'),
  },
  {
    key: 'stale',
    title: 'Not checked lately',
    shows: 'The gateway cannot reach the pool: the card says since when the information could not be checked.',
    attributes: { gtin, 'base-url': GATEWAY },
  },
  {
    key: 'long-texts',
    title: 'Long texts',
    shows: 'Names, statements and a list of ingredients as long as suppliers write them.',
    attributes: { gtin },
    settings: clientOf('long-texts'),
  },
];

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
    settings: failing('The service is out of order.', {}),
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
    ...(state === 'unauthenticated' && { settings: failing('The token is not valid.', REFUSED) }),
  }));
  const [{ gtin }] = showcase;
  const states = [...listed, ...altered(gtin), ...withoutService(gtin)];
  if (!HAS_GATEWAY) return states.filter(({ attributes }) => attributes['base-url'] !== GATEWAY);
  globalThis.fetch = answerForGateway;
  return states;
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
  const { pool_id: id } = await readProduct(gtin);
  const attributes = { 'product-id': id };
  return [
    {
      key: 'appeared',
      title: 'An allergen appeared',
      shows: 'A later version may contain peanuts, of which the earlier one said nothing.',
      attributes: { 'product-id': 'oat-biscuits', from: '1', to: '2' },
      settings: versionsClient,
    },
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
 * @property {import('../../pkg/dist/src/shared/attributes.js').AttributeTable} table - Its attributes.
 * @property {string} source - Its module in pkg/src, whose comment describes it.
 * @property {string[]} modules - Modules of the package that a page needs in addition to card.js.
 * @property {string[]} subject - The attributes that say what it shows; a state sets them.
 * @property {() => Promise<State[]>} states
 */

/** @type {Record<string, Definition>} */
export const ELEMENTS = {
  card: {
    tag: 'product-pool-card',
    table: ATTRIBUTES,
    source: 'card/element.ts',
    modules: [],
    subject: ['gtin', 'product-id', 'version', 'base-url'],
    states: cardStates,
  },
  matrix: {
    tag: 'product-pool-matrix',
    table: MATRIX,
    source: 'views/matrix.ts',
    modules: ['matrix.js'],
    subject: ['gtins', 'base-url'],
    states: matrixStates,
  },
  changes: {
    tag: 'product-pool-changes',
    table: CHANGES,
    source: 'views/changes.ts',
    modules: ['changes-view.js'],
    subject: ['product-id', 'from', 'to', 'base-url'],
    states: changesStates,
  },
};
