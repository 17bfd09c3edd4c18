// The cards in the README's pictures, and their words: beside a picture stand the words that it shows,
// so that a test notices when the card says something else. Pixels differ from machine to machine.

import { createHash } from 'node:crypto';

/** The pictures: which products of the showcase each shows, and with which attributes. */
export const PICTURES = {
  card: { products: ['many-allergens'], attributes: { avoid: 'milk' } },
  listing: {
    products: ['many-allergens', 'milk-not-stated', 'gluten-free-oats', 'no-allergens'],
    attributes: { variant: 'badges' },
  },
};

/** The last panel that the picture of the card shows whole. */
const LAST = 'data-panel="ingredients"';

const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The words of a card in HTML: a line for each element that has any. */
function wordsOf(html) {
  const [, tree] = /<template[^>]*>(.*?)<\/template>/s.exec(html);
  const [, card] = /(<article.*|<div class="shell".*)/s.exec(tree);
  const end = card.indexOf('</section>', card.indexOf(LAST));
  return (
    card
      .slice(0, end < 0 ? undefined : end)
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

/** The words of a picture's cards, as the server draws them. */
async function words({ products, attributes }, showcase, gateway) {
  const cards = products.map(async (key) => {
    const { gtin } = showcase.find((entry) => entry.key === key);
    const query = new URLSearchParams({ lang: 'en-GB', ...attributes });
    const response = await fetch(`${gateway}/card/gtin/${gtin}?${query}`);
    if (!response.ok) throw new Error(`${response.status} from ${response.url}`);
    return wordsOf(await response.text());
  });
  return (await Promise.all(cards)).join('\n\n');
}

/**
 * What stands beside a picture: the digest of the picture, and the words of its cards.
 * @param {Buffer} picture
 * @param {{ products: string[], attributes: Record<string, string> }} pictured
 * @param {{ key: string, gtin: string }[]} showcase
 * @param {string} gateway - The address of the demo.
 */
export async function recordOf(picture, pictured, showcase, gateway) {
  const digest = createHash('sha256').update(picture).digest('hex');
  return `${digest}\n\n${await words(pictured, showcase, gateway)}\n`;
}
