// The demo page: a GTIN box, one click to each state of the card, and a shelf.
// Served by the project's own server, or by Trunk, which compiles the card.

import { configure, use } from '../pkg/card.js';
import { follow } from './settings.js';

/** The token of the demo catalogue, which servers take on loopback only. */
const TOKEN = 'demo';

/** How many cards stand on the shelf. */
const SHELF = 12;

/** A port that browsers refuse to connect to: the network that always fails. */
const NOBODY = 'http://127.0.0.1:9';

/** What the states without a product are made of; `gtin` of the list wins. */
const STATES = {
  'not-found': { gtin: '09529999999993' },
  'bad-gtin': { gtin: '9520000000' },
  unauthenticated: { token: 'wrong' },
  network: { baseUrl: NOBODY },
};

const find = (id) => document.getElementById(id);
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

function make(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** The state that no catalogue can hold. */
const UNREACHABLE = {
  key: 'network',
  state: 'network',
  title: 'No network',
  shows: 'The service cannot be reached: the card says so and offers to try again.',
};

/** The products and states of the list; filled once it is here. */
let showcase = [];

/** What is shown, and the attributes by which the visitor wants it shown. */
let shown = {};
let wanted = {};

/** What is asked for by the page's address. */
function asked() {
  const query = new URLSearchParams(location.search);
  const hash = new URLSearchParams(location.hash.slice(1));
  for (const parameters of [hash, query]) {
    if (parameters.has('gtin')) return { gtin: parameters.get('gtin') };
    if (parameters.has('product')) return { productId: parameters.get('product') };
    if (parameters.has('state')) return stateOf(parameters.get('state'));
  }
  return showcase.find((entry) => !entry.state) ?? {};
}

function stateOf(key) {
  const entry = showcase.find((entry) => entry.key === key) ?? { key, state: key };
  const some = showcase.find((entry) => !entry.state)?.gtin ?? STATES['not-found'].gtin;
  return { gtin: some, ...STATES[entry.state], ...entry };
}

function addressOf(entry) {
  return entry.state ? `?state=${encodeURIComponent(entry.key)}` : `?gtin=${encodeURIComponent(entry.gtin)}`;
}

function show(what) {
  const listed = showcase.find((entry) =>
    what.key ? entry.key === what.key : !entry.state && entry.gtin === what.gtin,
  );
  card.token = what.token;
  card.baseUrl = what.baseUrl;
  card.productId = what.productId;
  card.gtin = what.gtin;
  find('gtin').value = what.gtin ?? '';
  find('shows').textContent = listed ? `${listed.title}: ${listed.shows}` : '';
  shown = what;
  find('markup').textContent = markupOf();
  for (const link of find('states').querySelectorAll('a')) {
    if (link.dataset.key === listed?.key) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
}

/** What a page would say for this card. */
function markupOf() {
  const { gtin, productId, baseUrl } = shown;
  const attributes = Object.entries({ gtin, 'product-id': productId, 'base-url': baseUrl, ...wanted })
    .filter(([, value]) => value)
    .map(([name, value]) => ` ${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`);
  return `<script type="module" src="/pkg/card.js"></script>\n<product-pool-card${attributes.join('')}></product-pool-card>`;
}

/** Shows it under an address of its own, so that Back and bookmarks work. */
function go(address) {
  history.pushState(null, '', address);
  show(asked());
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  find('product-title').scrollIntoView({ block: 'start', behavior: calm ? 'auto' : 'smooth' });
}

function listStates() {
  const item = (entry) => {
    const link = make('a', { href: addressOf(entry), title: entry.shows }, entry.title);
    link.dataset.key = entry.key;
    return make('li', {}, link);
  };
  find('states').replaceChildren(...showcase.map(item));
}

async function readJson(address, headers) {
  const response = await fetch(address, { headers });
  if (!response.ok) throw new Error(`${response.status} from ${address}`);
  return response.json();
}

async function fillShelf() {
  const query = new URLSearchParams({ 'filter[status]': 'published', limit: SHELF });
  const { data } = await readJson(`/v2/products?${query}`, { Authorization: `Bearer ${TOKEN}` });
  const place = ({ pool_id: productId }) => {
    const element = document.createElement('product-pool-card');
    element.productId = productId;
    element.headingLevel = 3;
    return make('li', {}, element);
  };
  find('shelf').replaceChildren(...data.map(place));
}

function complain(id, text, error) {
  const problem = find(id);
  problem.textContent = text;
  problem.hidden = false;
  console.error(text, error);
}

find('states').addEventListener('click', (event) => {
  const link = event.target.closest('a');
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(link.getAttribute('href'));
});

find('lookup').addEventListener('submit', (event) => {
  event.preventDefault();
  const gtin = find('gtin').value.trim();
  if (gtin) go(`?gtin=${encodeURIComponent(gtin)}`);
  else find('gtin').focus();
});

follow(find('settings'), card, (attributes) => {
  wanted = attributes;
  find('markup').textContent = markupOf();
});

window.addEventListener('popstate', () => show(asked()));

try {
  showcase = [...(await readJson(new URL('showcase.json', import.meta.url))), UNREACHABLE];
} catch (error) {
  complain('states-problem', 'The list of states could not be loaded.', error);
}
listStates();
show(asked());
fillShelf().catch((error) => complain('shelf-problem', 'The shelf could not be filled.', error));
