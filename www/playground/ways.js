// The three ways to draw a card: by the browser, by the gateway, by a server that puts a fragment of
// HTML into its page; and what a page with such a card downloads.

import { find, make } from './dom.js';

/** The attributes that are settings of a fragment. `avoid` is none: it stays in the page. */
const SETTINGS = ['lang', 'variant', 'panels', 'heading-level', 'theme', 'density'];

/** How long nothing more is requested once a page is complete, in milliseconds. */
const QUIET = 500;

const CARD = 'product-pool-card';

const TEXTS = {
  alone: 'The page brings what this state shows, so only the browser can draw it.',
  before: 'The button measures what a page loads for this card, drawn each way.',
  during: 'Measuring …',
  failed: 'This could not be measured.',
};

/** What the figures mean, with those of the element's script. */
const explained = (script) =>
  `Not counted: pictures, and the element’s script, which each way loads (${script}). A shop’s files are smaller: ` +
  'bundled and compressed.';

/**
 * The address of a card's fragment.
 * @param {Record<string, string>} attributes - Of the element.
 */
export function fragmentOf(attributes) {
  const { 'product-id': id, gtin = '' } = attributes;
  const path = id ? encodeURIComponent(id) : `gtin/${encodeURIComponent(gtin)}`;
  const given = SETTINGS.filter((name) => name in attributes).map((name) => [name, attributes[name]]);
  const query = new URLSearchParams(given.length > 0 ? given : [['lang', document.documentElement.lang]]);
  return `${location.origin}/card/${path}?${query}`;
}

/**
 * The element of a fragment, as a server's page would have it.
 * @param {string} address
 * @param {Window} [view] - The window of the page.
 * @returns {Promise<HTMLElement>}
 */
export async function fetchFragment(address, view = window) {
  const response = await view.fetch(address);
  const place = view.document.createElement('div');
  place.setHTMLUnsafe(await response.text());
  return place.firstElementChild;
}

/** The size of a file as the server sends it, which the entry of a cached one does not have. */
async function sizeOf(address, view) {
  const response = await view.fetch(address, { cache: 'reload' });
  await response.arrayBuffer();
  return view.performance.getEntriesByName(address).at(-1).encodedBodySize;
}

/**
 * The files that a page loads for a card drawn this way, without pictures, each with its size in bytes.
 * Without a way it is a page with the element's script alone.
 * @param {string} script
 * @param {string} [way]
 * @param {Record<string, string>} [attributes]
 * @returns {Promise<Map<string, number>>}
 */
async function measure(script, way, attributes) {
  const frame = make('iframe', { title: 'A page with the card', className: 'visually-hidden', tabIndex: -1 });
  frame.ariaHidden = 'true';
  const started = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  frame.srcdoc = `<!doctype html><html lang="${document.documentElement.lang}"><title>Card</title></html>`;
  document.body.append(frame);
  try {
    await started;
    const { contentWindow: view, contentDocument: page } = frame;
    const module = Object.assign(page.createElement('script'), { type: 'module', src: script });
    let settled = new Promise((resolve) => module.addEventListener('load', resolve));
    if (way) {
      const settings = page.createElement('product-pool-config');
      settings.setAttribute('base-url', location.origin);
      const isServed = way === 'server';
      const card = isServed ? await fetchFragment(fragmentOf(attributes), view) : page.createElement(CARD);
      const all = { ...attributes, rendering: way === 'gateway' ? way : 'browser', loading: 'eager' };
      for (const [name, value] of Object.entries(all)) card.setAttribute(name, value);
      settled = new Promise((resolve) => {
        for (const event of ['product-pool-load', 'product-pool-error']) page.addEventListener(event, resolve);
      });
      page.body.append(settings, card);
    }
    page.body.append(module);
    await settled;
    const entries = () => view.performance.getEntriesByType('resource').filter((one) => one.initiatorType !== 'img');
    let count;
    do {
      count = entries().length;
      await new Promise((resolve) => setTimeout(resolve, QUIET));
    } while (entries().length > count);
    const addresses = new Set(entries().map(({ name }) => name));
    const sizes = Array.from(addresses, async (address) => [address, await sizeOf(address, view)]);
    return new Map(await Promise.all(sizes));
  } finally {
    frame.remove();
  }
}

/** The number of files and their size, in words. */
function textOf(sizes) {
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  const count = sizes.length === 1 ? '1 request' : `${sizes.length} requests`;
  return `${count}, ${Math.ceil(bytes / 1000).toLocaleString('en-GB')} KB`;
}

/**
 * Connects the choice of a way, and the button that measures all of them.
 * @param {string} script - The address of the element's module.
 * @param {(way: string) => void} chosen
 * @returns {(way: string, attributes?: Record<string, string>) => void} Sets the way and the
 * attributes of the card; without any, only the browser can draw what is shown.
 */
export function connectWays(script, chosen) {
  const [ways, status, button] = ['ways', 'ways-status', 'measure'].map(find);
  const radios = Array.from(ways.querySelectorAll('input'));
  const resultOf = (radio) => radio.parentElement.querySelector('small');
  /** The card that is shown, as JSON: what was measured belongs to one card. */
  let card;

  button.addEventListener('click', async () => {
    const measured = card;
    const isCurrent = () => card === measured;
    button.disabled = true;
    status.textContent = TEXTS.during;
    try {
      const shared = await measure(script);
      for (const radio of radios) {
        const files = await measure(script, radio.value, JSON.parse(measured));
        if (!isCurrent()) return;
        const own = Array.from(files).filter(([address]) => !shared.has(address));
        resultOf(radio).textContent = textOf(own.map(([, size]) => size));
      }
      status.textContent = explained(textOf(Array.from(shared.values())));
    } catch (error) {
      if (isCurrent()) status.textContent = TEXTS.failed;
      console.error(TEXTS.failed, error);
    } finally {
      button.disabled = false;
    }
  });
  ways.addEventListener('change', ({ target }) => chosen(target.value));

  return (way, attributes) => {
    for (const radio of radios) {
      radio.checked = radio.value === way;
      radio.disabled = !attributes && radio.value !== 'browser';
    }
    const next = attributes && JSON.stringify({ ...attributes, rendering: undefined });
    button.hidden = !attributes;
    if (next === card && next !== undefined) return;
    card = next;
    for (const radio of radios) resultOf(radio).textContent = '';
    status.textContent = card ? TEXTS.before : TEXTS.alone;
  };
}
