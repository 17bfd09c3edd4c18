// Places a card on the pages of products, by the pages' own structured data, and takes it away before
// anything else when that or the address changes: no variant may show another's allergens.

import { ProductPoolCard } from '../../card.js';
import { SHARED } from '../shared/config.js';
import { report } from '../shared/report.js';
import { gtinIn, unreadableGtinIn } from './structured-data.js';

/** The page's own structured data; what this package adds is marked. */
const SCRIPTS = 'script[type^="application/ld+json" i]:not([data-product-pool])';

/** The parameters of an address that say where a visitor came from. */
const TRACKING = /^(utm_\w+|[gw]braid|gclid|fbclid|msclkid|srsltid|mc_[ce]id|_ga|_gl)$/;

/** The attributes that a page may set; which product it is, its structured data says. */
const ALLOWED = [...Object.keys(SHARED), 'lang'];

/** How often a card is put back that something else on the page has taken out. */
const PATIENCE = 10;

/** How often the address is looked at where the browser does not tell that it changes, in milliseconds. */
const INTERVAL = 100;

/** Whether a fragment of an address is a place on the page; others may name a variant. */
function isPlace(hash: string) {
  const name = /^#(?:[^%]|%[\da-f]{2})*$/i.test(hash) ? decodeURI(hash.slice(1)) : '';
  return name === 'top' || document.getElementById(name) !== null || document.getElementsByName(name).length > 0;
}

const scriptsNow = () => [...document.querySelectorAll(SCRIPTS)].map((script) => script.textContent ?? '');

/** What the page's address says of its product: not where on the page, nor where the visitor came from. */
function addressNow() {
  const url = new URL(location.href);
  for (const name of [...url.searchParams.keys()]) if (TRACKING.test(name)) url.searchParams.delete(name);
  if (isPlace(url.hash)) url.hash = '';
  return url.href.replace(/[#?]$/, '');
}

/** Whether a node is or has a script. */
const hasScript = (node: Node | null) =>
  node instanceof Element && (node.localName === 'script' || node.querySelector('script') !== null);

/** Whether a change of the document may be one of its structured data. */
const concernsScripts = ({ target, addedNodes, removedNodes }: MutationRecord) =>
  [target, target.parentNode].some((node) => node?.nodeName === 'SCRIPT') ||
  [...addedNodes, ...removedNodes].some(hasScript);

/** The card of a page, at most one. */
class PlacedCard {
  #settings;
  #card: HTMLElement | undefined;
  #tries = 0;
  /** The structured data and the address that the page has shown last. */
  #data = '';
  #address = addressNow();
  #gtin: string | undefined;
  /** The GTIN of the address before, which the page's structured data may still have. */
  #former = '';
  /**
   * The GTIN before the structured data changed in this very task; such data is of the address that
   * may follow in it.
   */
  #before: string | undefined;
  #known: Map<string, string> = new Map();

  constructor(settings: URLSearchParams) {
    this.#settings = settings;
  }

  #remove() {
    if (this.#card?.parentNode) this.#card.remove();
    this.#tries = 0;
  }

  /** Whether the structured data is certain to be that of the address. */
  get #isCertain() {
    const gtin = this.#gtin as string;
    if (gtin !== this.#former) this.#known.set(this.#address, gtin);
    return this.#known.get(this.#address) === gtin;
  }

  #anchor() {
    try {
      return document.querySelector(this.#settings.get('after') ?? '');
    } catch {
      return null;
    }
  }

  /** Places the card, if the page is about a product and the element is there. */
  place() {
    if (!this.#gtin || this.#card?.isConnected || !this.#isCertain || this.#tries > PATIENCE) return;
    const anchor = this.#anchor();
    if (!anchor) return;
    this.#tries += 1;
    if (this.#card?.getAttribute('gtin') !== this.#gtin) this.#card = this.#make(this.#gtin);
    anchor.after(this.#card);
  }

  #make(gtin: string) {
    const card = new ProductPoolCard();
    for (const [name, value] of this.#settings) {
      if (ALLOWED.includes(name)) card.setAttribute(name, value);
      else if (name !== 'after') report('attribute', { element: card, name, kind: undefined, table: SHARED });
    }
    card.setAttribute('gtin', gtin);
    card.setAttribute('hide-missing', '');
    return card;
  }

  /** Says on the console why a page that has loaded has no card, where that is a mistake in the page. */
  explain = () => {
    if (this.#card) return;
    const value = unreadableGtinIn(scriptsNow());
    if (value !== undefined) report('data-gtin', { value });
    else if (this.#gtin && !this.#anchor()) report('after', { value: this.#settings.get('after') });
  };

  /** Looks at the address and the structured data. */
  look = () => {
    const scripts = scriptsNow();
    const data = JSON.stringify(scripts);
    const address = addressNow();
    if (address === this.#address && data === this.#data) return this.place();
    this.#remove();
    if (address !== this.#address) {
      if (this.#before) this.#known.set(this.#address, this.#before);
      this.#former = this.#before ?? this.#known.get(this.#address) ?? this.#gtin ?? this.#former;
      this.#address = address;
    }
    if (data !== this.#data) {
      this.#before ??= this.#gtin ?? '';
      setTimeout(() => (this.#before = undefined));
      this.#data = data;
      this.#gtin = gtinIn(scripts);
      // That of the address before is gone.
      if (this.#gtin !== this.#former) this.#former = '';
    }
    this.place();
  };
}

/**
 * Places a card after the element that `after` selects, and follows the page.
 *
 * @param settings - `after`, and attributes of the card.
 */
export function placeCard(settings: URLSearchParams): void {
  if (!settings.get('after')) return report('after', { value: '' });
  const placed = new PlacedCard(settings);
  const { navigation } = globalThis as unknown as { navigation?: EventTarget };
  new MutationObserver((records) => {
    // With another variant, a shop changes more than its address.
    if (!navigation || records.some(concernsScripts)) placed.look();
    else placed.place();
  }).observe(document, { subtree: true, childList: true, characterData: true, attributeFilter: ['type'] });
  if (navigation) navigation.addEventListener('currententrychange', placed.look);
  else setInterval(placed.look, INTERVAL);
  for (const event of ['popstate', 'hashchange', 'pageshow']) addEventListener(event, placed.look);
  placed.look();
  if (document.readyState === 'complete') placed.explain();
  else addEventListener('load', placed.explain);
}
