// The custom element <product-pool-card>: registered at once, filled by
// WebAssembly that is fetched when the first card comes near the viewport.
//
// What a card says is decided in Rust. This file only brings the two together:
// attributes in, events out, and something sensible to look at meanwhile.

import { css } from './card-styles.js';
import { either, fetched } from './fetched.js';

const NAME = 'product-pool-card';

/** How far outside the viewport a lazy card begins to load. */
const AHEAD = '400px';

const UNAVAILABLE = 'Product information could not be loaded. Please check the label.';

// A server has no elements; there the class is an empty shell to import.
const inBrowser = typeof HTMLElement === 'function' && typeof customElements === 'object';
const Base = inBrowser ? HTMLElement : class {};

/** Page-wide settings. The token stays in this closure, out of the DOM. */
const settings = { baseUrl: undefined, token: undefined };

/** The cards in a document, to be told of new settings. */
const cards = new Set();

/** The module as a promise; undefined before the first card wants it. */
let loading;

/** Keeps the promise of a module, and forgets it if it fails. */
function keep(promise) {
  const kept = promise.catch((error) => {
    // Whoever waited gets what took its place meanwhile.
    if (loading !== kept) return load();
    loading = undefined;
    console.error(`<${NAME}>: the card's WebAssembly could not be loaded.`, error);
    throw error;
  });
  loading = kept;
  return kept;
}

function load() {
  return loading ?? keep(start());
}

async function start() {
  const module = await import('./dist/card.js');
  // Both are spelt out, so that bundlers see the files and copy them.
  const bytes = await either(
    () => fetched(new URL('./dist/card_bg.wasm', import.meta.url)),
    () => import('./dist/card.base64.js'),
  );
  await module.default({ module_or_path: bytes });
  return module;
}

/** One style sheet for all cards of a document; sheets cannot cross documents. */
const sheets = new WeakMap();

function sheetOf(document) {
  let sheet = sheets.get(document);
  if (!sheet) {
    sheet = new document.defaultView.CSSStyleSheet();
    sheet.replaceSync(`${css}\n[hidden] { display: none !important; }`);
    sheets.set(document, sheet);
  }
  return sheet;
}

/** Looks for lazy cards that come near; made with the first of them. */
let watcher;

function watch(card, seen) {
  watcher ??= new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (isIntersecting) watcher.seen.get(target)?.();
      }
    },
    { rootMargin: AHEAD, scrollMargin: AHEAD },
  );
  watcher.seen ??= new WeakMap();
  watcher.seen.set(card, seen);
  watcher.observe(card);
}

/** Tells the cards when a language changes anywhere above them. */
function followLanguage() {
  new MutationObserver(() => {
    for (const card of cards) card.refresh();
  }).observe(document, { subtree: true, attributeFilter: ['lang'] });
}

/** The language of the nearest ancestor that states one, across shadow roots. */
function languageOf(element) {
  for (let node = element; node; node = node.getRootNode().host) {
    const found = node.closest('[lang]');
    if (found) return found.getAttribute('lang') || undefined;
  }
  return undefined;
}

/** An absolute base address; '' is the page's own origin. */
function absolute(baseUrl) {
  if (baseUrl === undefined) return undefined;
  try {
    return new URL(baseUrl || '/', document.baseURI).href.replace(/\/+$/, '');
  } catch {
    return baseUrl; // The card says what is wrong with it.
  }
}

/**
 * The page's token, for a card that has none of its own. Where the page named
 * the service that the token is for, a card with another address does not get
 * it: a stray element in somebody's HTML must not carry the token away.
 */
function pageToken(baseUrl) {
  if (settings.baseUrl === undefined || settings.token === undefined) return settings.token;
  return baseUrl === absolute(settings.baseUrl) ? settings.token : undefined;
}

function same(a, b) {
  return Object.keys(a).every((key) => a[key] === b[key]);
}

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** What stands in the card's place until it is there: its own loading state. */
function makeSkeleton() {
  const bar = (more = '') => element('div', { class: `bar${more}` });
  const names = element('div', { class: 'names' }, bar(), bar(' wide'));
  const head = element('div', { class: 'head' }, bar(' picture'), names);
  const skeleton = element('div', { class: 'skeleton' }, head, bar(' wide'), bar(), bar(' wide'));
  return element('div', { class: 'card', part: 'card', 'aria-busy': 'true' }, skeleton);
}

/** What is said when the card's own code is missing and so is a fallback. */
function makeNotice() {
  const failure = element(
    'div',
    { class: 'failure' },
    element('p', {}, UNAVAILABLE),
    element('button', { type: 'button', part: 'button', 'data-action': 'retry' }, 'Try again'),
  );
  const role = { role: 'alert', 'data-state': 'error', lang: 'en' };
  return element('div', { class: 'card', part: 'card', ...role }, failure);
}

class Card extends Base {
  static observedAttributes = ['gtin', 'product-id', 'base-url', 'lang', 'heading-level', 'loading'];

  static configure(changes = {}) {
    if (!inBrowser) return;
    for (const key of Object.keys(settings)) {
      if (changes[key] !== undefined) settings[key] = changes[key] ?? undefined;
    }
    for (const card of cards) card.refresh();
  }

  static use(module) {
    if (!inBrowser) return;
    // A failure is reported there, and to each card that asks for the module.
    keep(Promise.resolve(module)).catch(() => {});
    for (const card of cards) card.refresh();
  }

  #root;
  #slot;
  #skeleton;
  #notice;
  #token;
  #product = null;
  #productText;
  #queued = false;
  #near = false;
  #mounting = false;
  #failed = false;
  #leaving;
  /** The mounted card: its handle, container and last props, and if it is shown. */
  #life;

  constructor() {
    super();
    if (!inBrowser) return;
    this.#slot = element('slot');
    this.#skeleton = makeSkeleton();
    this.#notice = makeNotice();
    this.#root = this.attachShadow({ mode: 'open' });
    this.#root.append(this.#slot);
    this.#slot.addEventListener('slotchange', () => this.#show());
    this.#root.addEventListener('click', (event) => {
      if (event.target.closest?.('[data-action="retry"]')) this.retry();
    });
    this.#show();
  }

  get gtin() { return this.getAttribute('gtin'); }
  set gtin(value) { this.#reflect('gtin', value); }

  get productId() { return this.getAttribute('product-id'); }
  set productId(value) { this.#reflect('product-id', value); }

  get baseUrl() { return this.getAttribute('base-url'); }
  set baseUrl(value) { this.#reflect('base-url', value); }

  get headingLevel() {
    const level = Number(this.getAttribute('heading-level'));
    return Number.isInteger(level) && level >= 1 && level <= 6 ? level : null;
  }
  set headingLevel(value) { this.#reflect('heading-level', value); }

  get loading() { return this.getAttribute('loading')?.toLowerCase() === 'eager' ? 'eager' : 'lazy'; }
  set loading(value) { this.#reflect('loading', value); }

  get token() { return this.#token ?? null; }
  set token(value) {
    this.#token = value ?? undefined;
    this.refresh();
  }

  get product() { return this.#product; }
  set product(value) {
    const given = value ?? null;
    // Taken as text at once: what the page does to its object later is its own.
    this.#productText = typeof given === 'object' && given ? JSON.stringify(given) : given ?? undefined;
    this.#product = given;
    this.refresh();
  }

  retry() {
    if (!this.#life) {
      this.#near = true;
      this.refresh();
    } else {
      this.#ask((handle) => handle.retry());
    }
  }

  /** Takes up what has changed, once for all changes of a turn. */
  refresh() {
    if (this.#queued) return;
    this.#queued = true;
    queueMicrotask(() => {
      this.#queued = false;
      this.#apply();
    });
  }

  connectedCallback() {
    clearTimeout(this.#leaving);
    this.#upgrade();
    cards.add(this);
    this.#root.adoptedStyleSheets = [sheetOf(this.ownerDocument)];
    this.refresh();
  }

  /** Moved by moveBefore(): nothing ends, only the language may be another. */
  connectedMoveCallback() {
    this.refresh();
  }

  disconnectedCallback() {
    cards.delete(this);
    watcher?.unobserve(this);
    // An element that is moved comes back within the turn and keeps its card.
    this.#leaving = setTimeout(() => {
      this.#near = false;
      this.#unmount();
    });
  }

  attributeChangedCallback(_name, before, after) {
    if (before !== after) this.refresh();
  }

  #reflect(name, value) {
    if (value === null || value === undefined) this.removeAttribute(name);
    else this.setAttribute(name, value);
  }

  /** Properties set before the element was defined hide the accessors. */
  #upgrade() {
    for (const name of ['gtin', 'productId', 'baseUrl', 'headingLevel', 'loading', 'token', 'product']) {
      if (Object.hasOwn(this, name)) {
        const value = this[name];
        delete this[name];
        this[name] = value;
      }
    }
  }

  /** What the card is to show; undefined where nothing was asked for. */
  #props() {
    const gtin = this.gtin?.trim() || undefined;
    const productId = this.productId?.trim() || undefined;
    if (!gtin && !productId && this.#productText === undefined) return undefined;
    const baseUrl = absolute(this.baseUrl ?? settings.baseUrl);
    return {
      gtin,
      productId,
      baseUrl,
      token: this.#token ?? pageToken(baseUrl),
      lang: languageOf(this),
      headingLevel: this.headingLevel ?? undefined,
      product: this.#productText,
    };
  }

  #apply() {
    if (!this.isConnected) return;
    const props = this.#props();
    if (!props) {
      watcher?.unobserve(this);
      this.#failed = false;
      this.#unmount();
    } else if (this.#life) {
      if (!same(props, this.#life.props)) {
        this.#life.props = props;
        this.#ask((handle) => handle.update({ ...props }));
      }
    } else if (this.#near || this.loading === 'eager' || typeof IntersectionObserver !== 'function') {
      this.#mount();
    } else {
      watch(this, () => {
        watcher.unobserve(this);
        this.#near = true;
        this.refresh();
      });
    }
    this.#show();
  }

  async #mount() {
    if (this.#mounting) return;
    this.#mounting = true;
    this.#failed = false;
    try {
      const module = await load();
      const props = this.isConnected ? this.#props() : undefined;
      // It may have left the page, or lost its GTIN, while the module came.
      if (props) this.#fill(module, props);
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#mounting = false;
    }
  }

  #fill(module, props) {
    // A new container each time: listeners on an old one would pile up.
    const life = { container: element('div', { class: 'mount', hidden: '' }), props, shown: false };
    this.#root.append(life.container);
    this.#life = life;
    life.handle = module.mountCard(life.container, { ...props }, (name, detail) => {
      // After the Rust call is over and its outcome is in the DOM, so that a
      // listener finds it there and may call back.
      setTimeout(() => this.#heard(life, name, detail));
    });
  }

  #heard(life, name, detail) {
    if (this.#life !== life) return;
    life.shown = true;
    this.#show();
    this.#announce(name, detail);
  }

  #announce(name, detail) {
    this.dispatchEvent(
      new CustomEvent(`product-pool-${name}`, { bubbles: true, composed: true, detail }),
    );
  }

  #ask(call) {
    try {
      call(this.#life.handle);
    } catch (error) {
      console.error(`<${NAME}>: the card has stopped.`, error);
      this.#fail(error);
    }
  }

  /**
   * Gives the place back to the fallback. The card goes, even if it stood: it
   * would go on showing one product's allergens where another was asked for.
   */
  #fail(error) {
    this.#failed = this.isConnected;
    this.#unmount();
    if (!this.#failed) return;
    this.#announce('error', {
      code: 'card_unavailable',
      message: `The card could not be loaded: ${error?.message ?? error}`,
      status: undefined,
    });
  }

  #unmount() {
    const life = this.#life;
    this.#life = undefined;
    try {
      life?.handle?.destroy();
    } catch (error) {
      console.error(`<${NAME}>: the card did not end properly.`, error);
    }
    life?.container.remove();
    this.#show();
  }

  #hasFallback() {
    return Array.from(this.childNodes).some(
      (node) => node.nodeType === 1 || (node.nodeType === 3 && node.data.trim() !== ''),
    );
  }

  /** The fallback, the skeleton, the notice or the card: one of them is seen. */
  #show() {
    const shown = this.#life?.shown ?? false;
    const fallback = this.#hasFallback();
    const asked = this.#props() !== undefined;
    if (this.#life) this.#life.container.hidden = !shown;
    this.#slot.hidden = shown || !fallback;
    this.#place(this.#notice, !shown && !fallback && this.#failed);
    this.#place(this.#skeleton, !shown && !fallback && !this.#failed && asked);
  }

  #place(part, wanted) {
    if (!wanted) part.remove();
    else if (part.parentNode !== this.#root) this.#root.append(part);
  }
}

function define() {
  if (!inBrowser) return Card;
  // Another copy of this file may have been first; its element serves for both.
  const first = customElements.get(NAME);
  if (first) return first;
  customElements.define(NAME, Card);
  followLanguage();
  return Card;
}

export const ProductPoolCard = define();

export function configure(changes) {
  (ProductPoolCard.configure ?? Card.configure)(changes);
}

export function use(module) {
  (ProductPoolCard.use ?? Card.use)(module);
}
