// The cards in the pictures of documents, and their words: beside a picture stand the words that it shows,
// so that a test notices when the card says something else. Pixels differ from machine to machine.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { VARIANTS, WITH_IMAGES } from '../pkg/dist/src/shared/variants.js';
import { statesOf } from '../site/lib/parts.mjs';

const showcase = JSON.parse(readFileSync(new URL('../www/showcase.json', import.meta.url), 'utf8'));

/** The names of all panels, in their order: those of the whole card, and those that only a page chooses. */
export const PANELS = [...new Set(`${VARIANTS.full} ${WITH_IMAGES.full.images.join(' ')}`.split(' '))];

/** The products on the page of states. */
export const STATES = statesOf(showcase);

/**
 * A picture of a document.
 * @typedef {object} Pictured
 * @property {string[]} products - The products of the showcase that it shows.
 * @property {Record<string, string>} attributes
 * @property {string} [until] - The last panel that it shows whole; by default it shows the card to its end.
 */

/**
 * The pictures, by their names in docs/: those of the README, of each panel, and of each state.
 * @type {Record<string, Pictured>}
 */
export const PICTURES = {
  card: { products: ['many-allergens'], attributes: { avoid: 'milk' }, until: 'ingredients' },
  listing: {
    products: ['many-allergens', 'milk-not-stated', 'gluten-free-oats', 'no-allergens'],
    attributes: { variant: 'badges' },
  },
  ...Object.fromEntries(
    PANELS.map((panel) => [
      `panels/${panel}`,
      { products: ['many-allergens'], attributes: { panels: panel }, until: panel },
    ]),
  ),
  ...Object.fromEntries(
    STATES.map(({ key }) => [`states/${key}`, { products: [key], attributes: {}, until: 'allergens' }]),
  ),
};

const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The words of a card in HTML to the end of a panel: a line for each element that has any. */
function wordsOf(html, until) {
  const [, tree] = /<template[^>]*>(.*?)<\/template>/s.exec(html);
  const [, card] = /(<article.*|<div class="shell".*)/s.exec(tree);
  const panel = new RegExp(`<(\\w+)[^>]* data-panel="${until}".*?</\\1>`, 's').exec(card);
  return (
    card
      .slice(0, panel ? panel.index + panel[0].length : undefined)
      .replace(/<(style|script|svg)\b.*?<\/\1>/gs, '')
      // A fold that is closed.
      .replace(/<details class="provenance".*?<\/details>/gs, '')
      .replace(/<[^>]*>/g, '\n')
      .replace(/&([a-z]+|#39);/g, (all, name) => ENTITIES[name] ?? all)
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
      .join('\n')
  );
}

/**
 * The addresses of a picture's cards, as the server draws them.
 * @param {Pictured} pictured
 * @param {string} gateway - The address of the demo.
 */
export const addressesOf = ({ products, attributes }, gateway) =>
  products.map((key) => {
    const { gtin } = showcase.find((entry) => entry.key === key);
    return `${gateway}/card/gtin/${gtin}?${new URLSearchParams({ lang: 'en-GB', ...attributes })}`;
  });

/** The words of a picture's cards. */
async function words(pictured, gateway) {
  const cards = addressesOf(pictured, gateway).map(async (address) => {
    const response = await fetch(address);
    const html = await response.text();
    // A product that is not found has a card too.
    if (!html.includes('<template')) throw new Error(`${response.status} from ${response.url}: ${html}`);
    return wordsOf(html, pictured.until);
  });
  return (await Promise.all(cards)).join('\n\n');
}

/**
 * What stands beside a picture: the digest of the picture, and the words of its cards.
 * @param {Buffer} picture
 * @param {Pictured} pictured
 * @param {string} gateway - The address of the demo.
 */
export async function recordOf(picture, pictured, gateway) {
  const digest = createHash('sha256').update(picture).digest('hex');
  return `${digest}\n\n${await words(pictured, gateway)}\n`;
}
