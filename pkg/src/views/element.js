// What the elements that draw views of their own have in common: the matrix of
// several products and the changes between two versions. Settings, words and
// requests are those of the card; the label's WebAssembly comes when it is wanted.

import { absolute, asText, follow, setting, tokenFor, warnOfToken } from '../shared/config.js';
import { languageOf, localeFor } from '../shared/locale.js';
import { Base, inBrowser, reflect, upgrade } from '../shared/attributes.js';
import { COMMON } from './attributes.js';
import { sheetOf } from './styles.js';

/** The elements in the document, to be told of new settings and languages. */
const elements = new Set();

let following = false;

/** Begins to listen, with the first element. */
function listen() {
  if (following) return;
  following = true;
  const refresh = () => {
    for (const element of elements) element.refresh();
  };
  follow(refresh);
  new MutationObserver(refresh).observe(document, { subtree: true, attributeFilter: ['lang'] });
}

/** An element with attributes and children; texts become text nodes and nothing else. */
export function make(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null && value !== false) made.setAttribute(key, value === true ? '' : value);
  }
  made.append(...children.flat(Infinity).filter((child) => child !== undefined && child !== null && child !== false && child !== ''));
  return made;
}

/** Words by key, with `{name}` filled in; `date` writes the service's times. */
export function wordsOf({ messages, date }) {
  const texts = JSON.parse(messages);
  const words = (key, values = {}) =>
    (texts[key] ?? key).replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
  words.lexicon = texts.lexicon;
  words.has = (key) => Object.hasOwn(texts, key);
  words.date = date;
  return words;
}

/** What an error is called in the language files. */
export function stateOf({ code, isGtin }) {
  if (code === 'not_found') return 'not-found';
  if (code === 'invalid_argument' || isGtin) return 'bad-gtin';
  if (code === 'unauthenticated' || code === 'network') return code;
  return code === 'timeout' ? 'network' : 'error';
}

export const loadLabel = () => import('../../label.js');

/** What each element was given as properties: out of the DOM, for a token is among it. */
const given = new WeakMap();

/** An element that draws a view; what it shows is for its class to say. */
export class ViewElement extends Base {
  #queued = false;
  #leaving;
  #localeKey;
  #place;

  constructor() {
    super();
    given.set(this, {});
    if (!inBrowser) return;
    this.#place = make('div', { class: 'shell' });
    this.attachShadow({ mode: 'open' }).append(make('slot'), this.#place);
  }

  get token() { return given.get(this).token ?? null; }
  set token(value) { this.keep('token', value); }

  get client() { return given.get(this).client ?? null; }
  set client(value) { this.keep('client', value); }

  get messages() { return given.get(this).messages ?? null; }
  set messages(value) {
    this.keep('words', asText(value));
    this.keep('messages', value);
  }

  /** @internal */
  keep(name, value) {
    given.get(this)[name] = value ?? undefined;
    this.refresh();
  }

  /** @internal */
  kept(name) {
    return given.get(this)[name];
  }

  connectedCallback() {
    clearTimeout(this.#leaving);
    upgrade(this, ['token', 'client', 'messages', ...this.constructor.properties]);
    elements.add(this);
    listen();
    this.shadowRoot.adoptedStyleSheets = [sheetOf(this.ownerDocument)];
    this.refresh();
  }

  /** Moved by moveBefore(): nothing ends, only the language may be another. */
  connectedMoveCallback() {
    this.refresh();
  }

  disconnectedCallback() {
    elements.delete(this);
    // An element that is moved comes back within the turn and goes on.
    this.#leaving = setTimeout(() => this.leave());
  }

  attributeChangedCallback(_name, before, after) {
    if (before !== after) this.refresh();
  }

  /** Takes up what has changed, once for all changes of a turn; seldom needed. */
  refresh() {
    if (this.#queued || !inBrowser) return;
    this.#queued = true;
    queueMicrotask(async () => {
      this.#queued = false;
      if (!this.isConnected) return;
      this.#place.dataset.theme = this.theme;
      this.take();
      await this.#fetchWords();
    });
  }

  /**
   * Whom to ask, as a card would.
   * @internal
   */
  asking() {
    const baseUrl = absolute(this.getAttribute('base-url') ?? setting('baseUrl'));
    const token = given.get(this).token ?? tokenFor(baseUrl);
    warnOfToken(token, setting('dangerouslyAllowBrowser'));
    // The page's client is for the page's address.
    const client = given.get(this).client ?? (this.hasAttribute('base-url') ? undefined : setting('client'));
    return { baseUrl, token, client };
  }

  /** The language, and the texts that replace its words. */
  #language() {
    const lang = this.getAttribute('lang') || setting('lang') || languageOf(this);
    return [lang, [setting('messages'), given.get(this).words]];
  }

  /**
   * The words in which records are read, once they are there; English where
   * those of the language do not come.
   * @internal
   */
  async lexicon() {
    const locale = await localeFor(...this.#language()).catch(() => undefined);
    return locale && wordsOf(locale).lexicon;
  }

  async #fetchWords() {
    const [lang, texts] = this.#language();
    const key = JSON.stringify([lang, texts]);
    if (key === this.#localeKey) return;
    this.#localeKey = key;
    try {
      const locale = await localeFor(lang, texts);
      if (this.#localeKey !== key) return;
      this.locale = { ...locale, words: wordsOf(locale) };
      this.draw();
    } catch (error) {
      if (this.#localeKey === key) this.#localeKey = undefined;
      console.error(`<${this.localName}>: the words could not be loaded.`, error);
      this.announce(this.constructor.failure, { code: 'view_unavailable', message: String(error?.message ?? error), status: undefined });
    }
  }

  /**
   * Shows what was drawn, in place of the fallback and of what stood there.
   * @internal
   */
  show(...content) {
    const { lang, dir } = this.locale;
    this.#place.setAttribute('lang', lang);
    this.#place.setAttribute('dir', dir);
    this.#place.replaceChildren(...content);
    this.shadowRoot.querySelector('slot').hidden = content.length > 0;
  }

  announce(name, detail) {
    this.dispatchEvent(new CustomEvent(`product-pool-${name}`, { bubbles: true, composed: true, detail }));
  }
}

/** Gives a class its attributes. */
export function withAttributes(Class, table) {
  reflect(Class, table, (name) => (name in SHARED_NAMES ? setting(name) : undefined) ?? (name === 'theme' ? 'auto' : undefined));
  Class.properties = [...Class.properties, ...Object.values(table).map(([name]) => name)];
}

const SHARED_NAMES = Object.fromEntries(Object.values(COMMON).map(([name]) => [name, true]));
