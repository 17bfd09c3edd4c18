// Every state that a card can be in, on one page over the real server: for the
// tests that hold all of them to the same rules, and for the pictures.

import { readFile, readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PRODUCTS } from '../www/playground/altered.js';
import { PATIENCE } from './patience.mjs';

/** A port that browsers refuse to connect to: the network that always fails. */
const NOBODY = 'http://127.0.0.1:9';

/** The languages that are built: those that the package has a file for. */
export const LANGUAGES = (await readdir(new URL('../pkg/dist/lang', import.meta.url)))
  .filter((name) => name.endsWith('.js'))
  .map((name) => name.replace(/\.js$/, ''))
  .sort();

/** The address of the page; the server has no such file, `openStates` answers. */
export const PAGE = '/states.html';

/** Declared without milk, in words that warn of nothing and say more than the lines do. */
const STATED = {
  general: { product_name: 'Porridge oats' },
  components: [
    {
      allergens: {
        contains_milk: { value: 0, description: 'No' },
        contains_oats: { value: 1, description: 'Yes' },
        additional_allergen_information: 'Allergens are managed by a written cleaning plan.',
      },
    },
  ],
};

/** What a page may put into the card's slots. */
const SLOTTED = `
  <p slot="header">Chilled · delivered tomorrow</p>
  <p slot="actions"><button type="button">Add to basket</button></p>
  <p slot="before-allergens">Ask us if you are not sure.</p>
  <p slot="footer">Prices include tax.</p>`;

/** Letters that are written from right to left, in the place of a to z. */
const LETTERS = 'ابصدعفغهيجكلمنوقرستثخظذضزش';

/** A text as it would look in a language of such letters; what is to be filled in stays. */
const mirrored = (text) =>
  text.replace(/\{\w+\}|[a-z]/gi, (found) =>
    found.length > 1 ? found : LETTERS[found.toLowerCase().charCodeAt(0) - 97],
  );

/** What a state has with `lang` "ar": English in the place of a language written from right to left. */
export async function rightToLeft() {
  const file = new URL('../src/messages/en-GB.json', import.meta.url);
  const words = Object.entries(JSON.parse(await readFile(file, 'utf8')));
  const messages = { ar: Object.fromEntries(words.map(([key, text]) => [key, mirrored(text)])) };
  return { properties: { messages } };
}

/**
 * The states: `name`; `attributes` and `properties` of the element, `content` in
 * it; `state`, which is what it comes to; `then`, which is done to it there;
 * `product`, whether it is a product of the showcase as it is.
 */
export async function readStates() {
  const file = fileURLToPath(new URL('../www/showcase.json', import.meta.url));
  const showcase = JSON.parse(await readFile(file, 'utf8'));
  const gtins = new Map(showcase.map(({ key, gtin }) => [key, gtin]));
  const of = (key, name, attributes = {}, more = {}) => ({
    name,
    state: 'ready',
    attributes: { gtin: gtins.get(key), ...attributes },
    ...more,
  });
  const rtl = await rightToLeft();
  return [
    ...showcase.map(({ key, state = 'ready' }) =>
      of(
        key,
        key,
        {},
        {
          state,
          product: state === 'ready',
          ...(state === 'unauthenticated' && { properties: { token: 'wrong' } }),
        },
      ),
    ),
    of('many-allergens', 'loading', { 'base-url': '/never' }, { state: 'loading' }),
    of('many-allergens', 'network', { 'base-url': NOBODY }, { state: 'network' }),
    of('many-allergens', 'error', { 'base-url': '/broken' }, { state: 'error' }),
    of('many-allergens', 'avoid-contains', { avoid: 'milk nuts fish lupin' }),
    of('milk-not-stated', 'avoid-not-stated', { avoid: 'milk' }),
    of('may-contain', 'avoid-may-contain', { avoid: 'milk, nuts, kiwi' }),
    of('no-allergens', 'avoid-not-declared', { avoid: 'milk eggs' }),
    of('multi-component', 'avoid-components', { avoid: 'gluten milk' }),
    // It has peanuts, which are no tree nuts; little gluten beside the oats; two answers that disagree.
    of('many-allergens', 'avoid-tree-nuts', { avoid: 'tree_nuts' }),
    of('gluten-free-oats', 'avoid-little-gluten', { avoid: 'coeliac' }),
    of('conflict', 'avoid-conflict', { avoid: 'nuts' }),
    of('nearly-empty', 'badges-not-stated', { variant: 'badges', avoid: 'gluten' }),
    of('many-allergens', 'badges-contains', { variant: 'badges', avoid: 'tree_nuts' }),
    {
      name: 'summary-statement',
      state: 'ready',
      attributes: { variant: 'summary', avoid: 'milk' },
      properties: { product: STATED },
    },
    of('many-allergens', 'compact', { density: 'compact' }),
    of('multi-component', 'compact-components', { density: 'compact' }),
    of('many-allergens', 'panels-chosen', { panels: 'nutrition lights allergens' }),
    of('many-allergens', 'panels-summary', { panels: 'summary' }),
    of('many-allergens', 'panels-open', {}, { then: 'unfold' }),
    of('multi-component', 'components-open', {}, { then: 'unfold' }),
    of('replaced', 'replaced-with-link', { 'successor-url': '/?product={id}' }),
    ...Object.entries(PRODUCTS).map(([name, product]) => ({
      name,
      state: 'ready',
      attributes: { avoid: 'milk' },
      properties: { product },
    })),
    of('many-allergens', 'stale', { 'base-url': '/stale', avoid: 'milk' }),
    of('many-allergens', 'slots', {}, { content: SLOTTED }),
    of('many-allergens', 'right-to-left', { lang: 'ar', avoid: 'milk fish' }, { ...rtl, then: 'unfold' }),
    of('multi-component', 'right-to-left-components', { lang: 'ar', density: 'compact' }, rtl),
  ];
}

const HTML = `<!doctype html>
<html lang="en-GB">
<head>
  <meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Every state of the card</title><link rel="icon" href="data:,">
  <meta name="color-scheme" content="light dark">
  <style>
    body { margin: 0; padding: 1rem; font-family: system-ui, sans-serif; }
    main { max-width: 56rem; margin-inline: auto; }
    .state { margin-block-end: 1.5rem; }
    .filling .state { content-visibility: auto; contain-intrinsic-block-size: 40rem; }
  </style>
</head>
<body><main class="filling"><h1>Every state of the card</h1></main>
<script type="module">
  import { configure } from '/pkg/dist/card.js';
  globalThis.configurePool = configure;
</script></body>
</html>`;

/** Puts the cards into the page; runs there. */
function fill({ states, token }) {
  globalThis.configurePool({ baseUrl: '', token, dangerouslyAllowBrowser: true });
  for (const { name, attributes, properties, content } of states) {
    const place = document.createElement('div');
    place.className = 'state';
    place.dataset.name = name;
    const card = document.createElement('product-pool-card');
    for (const [key, value] of Object.entries({ loading: 'eager', ...attributes })) card.setAttribute(key, value);
    if (content) card.innerHTML = content;
    Object.assign(card, properties);
    place.append(card);
    document.querySelector('main').append(place);
  }
}

/** Whether every card has come to its state, pictures and all; runs in the page. */
function settled(states) {
  return states.every(({ name, state }) => {
    const root = document.querySelector(`.state[data-name="${name}"] product-pool-card`).shadowRoot;
    if (state === 'loading') return root.querySelector('.skeleton');
    // A fold has no content until its messages are there.
    // The styles of folds and of paper come a moment after the card.
    if (root.adoptedStyleSheets.length < 2) return false;
    return root.querySelector(`.card[data-state="${state}"]`) && !root.querySelector('details > div:empty');
  });
}

/** Waits until the pictures that are seen are drawn; runs in the page. */
async function pictures() {
  const cards = Array.from(document.querySelectorAll('product-pool-card'));
  const images = cards.flatMap((card) => Array.from(card.shadowRoot.querySelectorAll('img')));
  await Promise.all(
    images.map((image) => {
      if (!image.checkVisibility()) return undefined;
      image.loading = 'eager';
      // An image that its card replaces meanwhile is collected, and its promise never settles.
      const enough = new Promise((resolve) => {
        setTimeout(resolve, 5_000);
      });
      return Promise.race([image.decode().catch(() => {}), enough]);
    }),
  );
}

/** Opens whatever is folded in the cards that ask for it; runs in the page. */
function unfold(names) {
  for (const name of names) {
    const { shadowRoot } = document.querySelector(`.state[data-name="${name}"] product-pool-card`);
    for (const details of shadowRoot.querySelectorAll('details')) details.open = true;
  }
}

/**
 * Follows what a page asks of the service; gives the function that waits until
 * all is answered, but for what never is. Images of a product are asked for
 * after the product, so one quiet moment is not enough.
 */
function follow(page) {
  const open = new Set();
  const lost = (url) => url.includes('/never/') || url.startsWith(NOBODY);
  page.on('request', (request) => {
    if (request.url().includes('/v2/') && !lost(request.url())) open.add(request);
  });
  for (const end of ['requestfinished', 'requestfailed']) page.on(end, (request) => open.delete(request));
  // A page need not read the body of a refusal, so such a request may stay unfinished.
  page.on('response', (response) => response.ok() || open.delete(response.request()));
  return async () => {
    const last = Date.now() + PATIENCE;
    for (let calm = 0; calm < 4 && Date.now() < last; calm = open.size ? 0 : calm + 1) {
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  };
}

/**
 * Opens a page with these states, each in a place `[data-name]` of its own; its pictures need
 * not be `decoded` where only their frames matter.
 */
export async function openStates(page, { base, token, states, decoded = true }) {
  const quiet = follow(page);
  await page.route(`${base}${PAGE}`, (route) => route.fulfill({ body: HTML, contentType: 'text/html' }));
  // One that never answers, one that is out of order, and one that could not check its answers.
  await page.route(`${base}/never/**`, () => {});
  await page.route(`${base}/broken/**`, (route) => route.fulfill({ status: 500, json: { message: 'Server Error' } }));
  await page.route(`${base}/stale/**`, async (route) => {
    const url = route.request().url().replace('/stale', '');
    const response = await route.fetch({ url, headers: { authorization: `Bearer ${token}` } });
    const headers = { ...response.headers(), 'x-product-pool-stale': '2026-07-05T06:00:00Z' };
    await route.fulfill({ response, headers });
  });
  await page.goto(`${base}${PAGE}`);
  // An import() in the page is collected now and then, and its promise never settles.
  await page.waitForFunction(() => globalThis.configurePool);
  await page.evaluate(fill, { states, token });
  await page.waitForFunction(settled, states);
  await quiet();
  await page.evaluate(
    unfold,
    states.filter(({ then }) => then === 'unfold').map(({ name }) => name),
  );
  await page.evaluate(() => document.querySelector('main').classList.remove('filling'));
  if (decoded) await page.evaluate(pictures);
}
