// The front page: a GTIN box, the card, and a shelf.
// Served by the project's own server, or by Trunk, which compiles the card.

import { configure, use } from '../pkg/card.js';
import { TOKEN, readJson, readShowcase } from './catalogue.js';
import { find, make, showProblem } from './dom.js';

/** How many cards are on the shelf. */
const SHELF = 12;

const card = find('card');

// Trunk replaces its link by a script that hands the module over; the link
// still standing means that the page is served as it is, and nothing is waited for.
if (!document.querySelector('link[data-trunk][rel="rust"]')) {
  use(
    window.wasmBindings ??
      new Promise((resolve) => {
        const started = () => resolve(window.wasmBindings);
        window.addEventListener('TrunkApplicationStarted', started, { once: true });
      }),
  );
}

configure({ baseUrl: '', token: TOKEN, dangerouslyAllowBrowser: true });

/** The product of the page's address; the first of the showcase where it names none. */
async function requestedProduct() {
  const query = new URLSearchParams(location.search);
  const hash = new URLSearchParams(location.hash.slice(1));
  for (const parameters of [hash, query]) {
    if (parameters.has('gtin')) return { gtin: parameters.get('gtin') };
    if (parameters.has('product')) return { productId: parameters.get('product') };
  }
  const [{ gtin }] = await readShowcase();
  return { gtin };
}

/** Shows what the address says; a state of the card is shown by the playground. */
async function show() {
  for (const parameters of [location.hash.slice(1), location.search]) {
    const state = new URLSearchParams(parameters).get('state');
    if (state) {
      location.replace(`www/playground.html?${new URLSearchParams({ state })}`);
      return;
    }
  }
  const address = location.href;
  const { gtin, productId } = await requestedProduct();
  // Another was requested meanwhile.
  if (address !== location.href) return;
  card.productId = productId;
  card.gtin = gtin;
  find('gtin').value = gtin ?? '';
}

/** Shows a product under an address of its own, so that Back and bookmarks work. */
function go(address) {
  history.pushState(null, '', address);
  show();
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  find('product-title').scrollIntoView({ block: 'start', behavior: isCalm ? 'auto' : 'smooth' });
}

async function fillShelf() {
  const query = new URLSearchParams({ 'filter[status]': 'published', limit: SHELF });
  const { data } = await readJson(`/v2/products?${query}`);
  const place = ({ pool_id: productId }) => {
    const element = document.createElement('product-pool-card');
    Object.assign(element, { productId, variant: 'summary', headingLevel: 3 });
    return make('li', {}, element);
  };
  find('shelf').replaceChildren(...data.map(place));
}

find('lookup').addEventListener('submit', (event) => {
  event.preventDefault();
  const gtin = find('gtin').value.trim();
  if (gtin) go(`?gtin=${encodeURIComponent(gtin)}`);
  else find('gtin').focus();
});

window.addEventListener('popstate', show);

show().catch((error) => showProblem('problem', 'The product could not be shown.', error));
fillShelf().catch((error) => showProblem('problem', 'The shelf could not be filled.', error));
