// The page of one host, which `?host=` names, with every element in it. Tests wait until `hostIsReady`.

import { ROWS } from './rows.js';

const PACKAGE = new URL('../../pkg/dist/', import.meta.url);
const { origin } = PACKAGE;
const MODULES = ['card.js', 'matrix.js', 'changes-view.js'];

/** Two products of the demo's catalogue: one with every status, one that contradicts itself. */
const [GTIN, CONFLICT] = await gtinsOf('milk-not-stated', 'conflict');

/** Allergens of each status, for a verdict with every answer. */
const AVOID = 'avoid="soybeans tree_nuts milk fish"';

/** The elements by name; all start with what they show without a script. */
const ELEMENTS = {
  card: card(GTIN, AVOID),
  conflict: card(CONFLICT),
  summary: card(GTIN, `variant="summary" ${AVOID}`),
  badges: card(GTIN, 'variant="badges"'),
  drawn: card(GTIN, `rendering="gateway" ${AVOID}`),
  matrix: `<product-pool-matrix data-host="matrix" gtins="${GTIN} ${CONFLICT}"></product-pool-matrix>`,
  changes: '<product-pool-changes data-host="changes" product-id="000010000" from="1" to="3"></product-pool-changes>',
};

/** What an element shows when it is drawn. */
const SHOWN = '.card[data-state="ready"], .matrix tr[data-state="ready"], .changes section';

async function gtinsOf(...keys) {
  const showcase = await (await fetch(new URL('../showcase.json', import.meta.url))).json();
  return keys.map((key) => showcase.find((entry) => entry.key === key).gtin);
}

function card(gtin, attributes = '') {
  return `<product-pool-card gtin="${gtin}" ${attributes}><a href="/specification.pdf">Specification</a></product-pool-card>`;
}

/** The card that a server puts into its page. */
async function readServed() {
  return (await fetch(`${origin}/card/gtin/${GTIN}?lang=en-GB`)).text();
}

/** Roots that scripts of a page keep to themselves. */
window.hostRoots = new Map();

/** The elements in this page, wherever they are. */
window.hostElements = () => {
  const roots = [document, ...window.hostRoots.values()];
  const framed = [...document.querySelectorAll('iframe')].flatMap(
    ({ contentWindow }) => contentWindow.hostElements?.() ?? [],
  );
  return [...roots.flatMap((root) => [...root.querySelectorAll('[data-host]')]), ...framed];
};

/** Whether an element is drawn, with the styles of folds, which come later in a sheet of their own. */
function isDrawn({ shadowRoot }) {
  if (!shadowRoot?.querySelector(SHOWN)) return false;
  if (shadowRoot.querySelector('.view, style, link')) return true;
  return shadowRoot.adoptedStyleSheets.length > 1;
}

/** Scrolls to each element that is not drawn yet, as a reader would, until all are. */
async function drawn() {
  for (let turn = 0; ; turn++) {
    const left = window.hostElements().filter((element) => !isDrawn(element));
    if (turn > 0 && left.length === 0 && window.hostElements().length > 0) break;
    left[turn % left.length]?.scrollIntoView();
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

/** Places that are out of the flow, such as dialogs, would cover one another: each begins below the one before. */
function spread() {
  let below = 0;
  for (const place of document.querySelectorAll('main > *')) {
    if (getComputedStyle(place).position !== 'absolute') continue;
    place.style.insetBlock = `${below}px auto`;
    below += place.offsetHeight + 8;
  }
}

/** Fills the page, as its HTML would. */
async function fill({ html = '<div>{}</div>', page = '<main>{}</main>', css = '', root = {}, isFrame = false }) {
  for (const [name, value] of Object.entries(root)) document.documentElement.setAttribute(name, value);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
  const elements = isFrame ? {} : { ...ELEMENTS, served: await readServed() };
  const named = Object.entries(elements).map(([name, text]) => text.replace(/^\s*<[\w-]+/, `$& data-host="${name}"`));
  const places = named.map((text) => html.replace('{}', () => text)).join('\n');
  window.hostBody = page.replace('{}', () => places);
  // The demo's policy is against styles in HTML, and not against those that scripts set.
  document.body.setHTMLUnsafe(window.hostBody.replaceAll(' style="', ' data-style="'));
  for (const styled of document.querySelectorAll('[data-style]')) {
    styled.style.cssText = styled.dataset.style;
    styled.removeAttribute('data-style');
  }
}

const row = ROWS[new URLSearchParams(location.search).get('host') ?? 'plain'];
const { policy, modules = MODULES, load = (start) => start() } = row;
const addresses = modules.map((name) => new URL(name, PACKAGE).href);
await fill(row);
if (policy) {
  const meta = document.createElement('meta');
  document.head.append(Object.assign(meta, { httpEquiv: 'Content-Security-Policy', content: policy }));
}
row.before?.();
await load(async () => {
  const [{ configure }] = await Promise.all(addresses.map((address) => import(address)));
  configure({ baseUrl: origin });
});
await row.after?.(drawn);
await drawn();
spread();
for (const view of [window, window.top]) view.scrollTo(0, 0);
window.hostIsReady = true;
