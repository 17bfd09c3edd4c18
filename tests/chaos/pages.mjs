// A page of cards and the Yew shop, and what they say.

/** The markup of a page with a card for each of these GTINs; every second is drawn in the browser. */
export const cardsPage = (
  gtins,
  gateway,
) => `<!doctype html><html lang="en-GB"><title>Cards</title><link rel="icon" href="data:,">
<script type="module">
import { configure } from '/pkg/dist/card.js';
configure({ baseUrl: '${gateway}' });
</script>
${gtins.map((gtin, at) => `<product-pool-card gtin="${gtin}" loading="eager" rendering="${at % 2 ? 'browser' : 'gateway'}"></product-pool-card>`).join('\n')}
</html>`;

/** Runs in the page: of each card, which it is, its state, whether it says that it is stale, and its answers. */
function readAll() {
  const read = (root, of) => ({
    of: of ?? root?.querySelector('.name')?.textContent.trim(),
    state: root?.querySelector('.card[data-state]')?.dataset.state,
    isStale: Boolean(root?.querySelector('[data-notice="stale"]')),
    answers: Object.fromEntries(
      [...(root?.querySelectorAll('[data-panel="allergens"] [data-allergen]') ?? [])].map((it) => [
        it.dataset.allergen,
        it.dataset.status ?? it.closest('[data-status]')?.dataset.status,
      ]),
    ),
  });
  const cards = [...document.querySelectorAll('product-pool-card')];
  if (cards.length) return cards.map((card) => read(card.shadowRoot, card.getAttribute('gtin')));
  return [...document.querySelectorAll('.product-pool-card')].map((card) => read(card));
}

export const read = (page) => page.evaluate(readAll);

/** Whether a card shows what the record says, all of it and nothing else, or that it is too old to say so. */
export const isRight = ({ state, isStale, answers }, truth) =>
  state === 'ready' && (isStale || JSON.stringify(answers) === JSON.stringify(truth));

/** What a card says that its record does not: calm where it is not. What is not known may be missing. */
export const lies = ({ of, answers }, truth = {}) =>
  Object.entries(answers)
    .filter(([allergen, status]) => status === 'declared-not-present' && truth[allergen] !== 'declared-not-present')
    .map(([allergen]) => `the card of ${of} calls ${allergen} not present: the record says ${truth[allergen]}`);

/** Runs in the page of cards: what visitors do. Some cards change their product, failed ones ask again. */
export const meddle = (page, gtins, random) =>
  page.evaluate(
    ([gtins, chosen]) => {
      const cards = [...document.querySelectorAll('product-pool-card')];
      for (const card of cards) if (card.shadowRoot?.querySelector('.card[data-state="error"]')) card.retry();
      for (const [at, which] of chosen) cards[at].setAttribute('gtin', gtins[which]);
    },
    [
      gtins,
      Array.from({ length: 5 }, () => [Math.floor(random() * gtins.length), Math.floor(random() * gtins.length)]),
    ],
  );

/** Goes to a product within the shop, without loading the page anew. */
export const visitProduct = (page, gtin) =>
  page.evaluate((path) => {
    history.pushState({}, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/product/${gtin}`);

/** Runs in each page before its scripts: its clock can be shifted, while its timers go on. */
export function shiftable() {
  const True = Date;
  let shift = 0;
  globalThis.shiftClock = (ms) => (shift = ms);
  globalThis.Date = class extends True {
    constructor(...values) {
      if (values.length) super(...values);
      else super(True.now() + shift);
    }
    static now = () => True.now() + shift;
  };
}

/** What a browser says of itself where a request failed; whatever else is on the console is a problem. */
const OF_THE_BROWSER = /^Failed to load resource|net::ERR_|^\[?product-pool/;
export const problemsOf = (page) => page.problems.filter((text) => !OF_THE_BROWSER.test(text));
