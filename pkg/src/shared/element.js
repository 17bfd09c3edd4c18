// The base class of the elements that show views: the card, the matrix and the
// view of changes.
//
// It has what they share: properties, the page's settings and language, the
// shadow tree, loading WebAssembly and messages, and the view itself, which
// WebAssembly draws. Which product an element requests, and when, is for its
// class to decide.

/** @import { CardClient, Messages, Theme } from '../../types/card.js' */

import { Base, inBrowser, upgrade } from './attributes.js';
import { absolute, asText, follow, setting, tokenFor } from './config.js';
import { languageOf, localeFor } from './locale.js';
import { MountedView } from './mounted-view.js';
import { element, hasFallback, makeNotice } from './placeholders.js';
import { today } from './today.js';

/** The elements in the document. */
const connected = new Set();

const refreshAll = () => connected.forEach((one) => one.refresh());

/** The modules whose instances are watched; the page is, once there is one. */
const watched = new Set();

/** Follows the page's settings and languages, and the module of a class. */
function watch(module) {
  if (watched.size === 0) {
    follow(refreshAll);
    // A language may change anywhere above an element.
    new MutationObserver(refreshAll).observe(document, { subtree: true, attributeFilter: ['lang'] });
  }
  if (watched.has(module)) return;
  watched.add(module);
  module.onStop((instance, error) => connected.forEach((one) => one.stopped(instance, error)));
}

/** The elements of a class in the document. */
export const connectedOf = (Class) => Array.from(connected).filter((one) => one instanceof Class);

/** What the page gave each element as properties: not in the DOM, for a token is among it. */
const given = new WeakMap();

export const givenTo = (element) => given.get(element);

/** Properties that every element has beside its attributes. */
export const PROPERTIES = ['token', 'client', 'messages'];

/**
 * `Base` with what every class of elements makes sure of: a shadow tree, and the
 * properties of attributes that all have.
 * @type {new () => HTMLElement & { shadowRoot: ShadowRoot, theme: Theme, headingLevel: number | null }}
 */
const ShadowBase = /** @type {any} */ (Base);

export class PoolElement extends ShadowBase {
  /** Names of the properties that a page may have set before the element was defined. */
  static properties = PROPERTIES;

  /**
   * What a class draws with: its `module`, the export `mount` of that, its style
   * sheet (`sheetOf`) and `part`; and the `event` and `code` that report that it cannot be loaded.
   */
  static view = /** @type {any} */ ({});

  /** What the element shows: `empty` (its fallback), `drawn` (its view), or `failed` (a notice). */
  #state = 'empty';
  #queued = false;
  #leaving;
  /** The module, once it is loaded, and the promise of it before that. */
  #module;
  #loadingModule;
  /** The messages, and what they were loaded for. */
  #locale;
  #localeKey;
  #mounted;
  #slot;
  #shell;
  #notice;

  get #class() { return /** @type {typeof PoolElement} */ (this.constructor); }

  constructor() {
    super();
    given.set(this, {});
    // A server may have drawn into a declarative shadow root already.
    if (inBrowser && !this.shadowRoot) this.attachShadow({ mode: 'open' });
  }

  /**
   * Bearer token, or a function that fetches one. There is no attribute: it stays
   * out of the DOM.
   *
   * @type {string | (() => string | Promise<string>) | null}
   */
  get token() { return given.get(this).token ?? null; }
  set token(value) { this.give({ token: value }); }

  /**
   * A PoolClient that is asked in place of the element's own requests.
   *
   * @type {CardClient | null}
   */
  get client() { return given.get(this).client ?? null; }
  set client(value) { this.give({ client: value }); }

  /**
   * Texts in place of the built-in ones: by key, or by language and key.
   *
   * @type {Messages | null}
   */
  get messages() { return given.get(this).messages ?? null; }
  set messages(value) { this.give({ messages: value, messagesText: asText(value) }); }

  /** Takes up changed settings at the end of the turn, once for all changes; seldom needed. */
  refresh() {
    if (this.#queued || !inBrowser) return;
    this.#queued = true;
    queueMicrotask(() => {
      this.#queued = false;
      if (!this.isConnected) return;
      this.update();
      this.show();
      this.#shell.dataset.theme = this.theme;
    });
  }

  connectedCallback() {
    clearTimeout(this.#leaving);
    upgrade(this, this.#class.properties);
    connected.add(this);
    watch(this.#class.view.module);
    this.refresh();
  }

  /** Moved by `moveBefore()`: nothing ends, only the language may be another. */
  connectedMoveCallback() { this.refresh(); }

  disconnectedCallback() {
    connected.delete(this);
    // An element that is moved comes back within the turn and goes on.
    this.#leaving = setTimeout(() => this.leave());
  }

  attributeChangedCallback(_name, before, after) {
    if (before !== after) this.refresh();
  }

  /** @internal What the page gave as properties. */
  give(values) {
    const own = given.get(this);
    for (const [name, value] of Object.entries(values)) own[name] = value ?? undefined;
    this.refresh();
  }

  /** @internal The address that requests go to, and with what. */
  connection() {
    const own = given.get(this);
    const baseUrl = absolute(this.getAttribute('base-url') ?? setting('baseUrl'));
    // The page's client is for the page's address.
    const client = own.client ?? (this.hasAttribute('base-url') ? undefined : setting('client'));
    return { baseUrl, token: own.token ?? tokenFor(baseUrl), client };
  }

  /** @internal Whether it could not be loaded: it waits for another request, or for a retry. */
  get isFailed() { return this.#state === 'failed'; }

  /** @internal Another request, or a retry, gives a failed element another chance. */
  clearFailure() {
    if (this.isFailed) this.#state = 'empty';
  }

  /** @internal The view that is drawn. */
  get mounted() { return this.#mounted; }

  /** @internal Whether something else than the view stands in its place. */
  get isServed() { return false; }

  /** @internal Requests what the settings ask for and draws what is there. For classes to define. */
  update() {}

  /** @internal The element has left the document. */
  leave() {
    this.end();
    this.show();
  }

  /** @internal Removes the view. */
  end() {
    this.#mounted?.end();
    this.#mounted = undefined;
    this.#state = 'empty';
  }

  /** @internal Loads the module and the messages; tells whether both are there. */
  prepare() {
    if (!this.#module) this.#loadModule();
    this.#loadLocale();
    return Boolean(this.#module && this.#locale);
  }

  #loadModule() {
    this.#loadingModule ??= this.#class.view.module
      .load()
      .then(
        (module) => { this.#module = module; },
        (error) => this.fail(error),
      )
      .finally(() => {
        this.#loadingModule = undefined;
        this.refresh();
      });
  }

  async #loadLocale() {
    const lang = this.getAttribute('lang') || setting('lang') || languageOf(this);
    const texts = [setting('messages'), given.get(this).messagesText];
    const key = JSON.stringify([lang, texts]);
    if (key === this.#localeKey) return;
    this.#localeKey = key;
    try {
      const locale = await localeFor(lang, texts);
      if (this.#localeKey === key) this.#locale = locale;
    } catch (error) {
      if (this.#localeKey !== key) return;
      this.#localeKey = undefined;
      console.error(`<${this.localName}>: the messages could not be loaded.`, error);
      this.fail(error);
    }
    this.refresh();
  }

  /** @internal The messages, once they are there. */
  get locale() { return this.#locale; }

  /** @internal Draws what `props` say beside what is common to all views; false if that failed. */
  draw(props) {
    const { moment, ...locale } = this.#locale;
    const whole = { ...locale, headingLevel: this.headingLevel ?? undefined, today: today(), ...props };
    const { mount } = this.#class.view;
    this.makeTree();
    try {
      if (this.#mounted) this.#mounted.update(whole);
      else this.#mounted = new MountedView((...args) => this.#module[mount](...args), this.#shell, whole);
      this.#state = 'drawn';
      return true;
    } catch (error) {
      console.error(`<${this.localName}>: the view has stopped.`, error);
      this.fail(error);
      return false;
    }
  }

  /** @internal An instance of the module has stopped. */
  stopped(instance, error) {
    if (this.#mounted && this.#module === instance) this.fail(error);
  }

  /**
   * Gives the place back to the fallback. The view goes even if it stood: it
   * would go on showing one product's allergens where another was requested.
   *
   * @internal
   */
  fail(error) {
    if (this.isFailed) return;
    this.end();
    this.#module = undefined;
    if (this.isConnected) this.#state = 'failed';
    this.show();
    if (!this.isFailed) return;
    const { event, code, part } = this.#class.view;
    const message = `The ${part} could not be loaded: ${error?.message ?? error}`;
    this.announce(event, { code, message, status: undefined });
  }

  /** @internal The element's own part of the shadow tree: not before its requests are on their way. */
  makeTree() {
    const { sheetOf, part } = this.#class.view;
    const root = this.shadowRoot;
    const sheet = sheetOf(this.ownerDocument);
    if (root.adoptedStyleSheets[0] !== sheet) root.adoptedStyleSheets = [sheet];
    if (this.#shell) return;
    this.#slot = element('slot');
    this.#shell = element('div', { class: 'shell' });
    this.#notice = makeNotice(part);
    root.append(this.#slot, this.#shell);
    this.#slot.addEventListener('slotchange', () => this.show());
    this.listen(root);
  }

  /** @internal Listens to what a reader does. For classes to define. */
  listen(/** @type {ShadowRoot} */ _root) {}

  /** @internal The element around the view. */
  get shell() { return this.#shell; }

  /** @internal Shows the view, the fallback, or the notice; tells whether there is nothing of them. */
  show() {
    this.makeTree();
    const drawn = this.#state === 'drawn' || this.isServed;
    const bare = !drawn && !hasFallback(this);
    this.#slot.hidden = drawn || bare;
    this.place(this.#notice, bare && this.isFailed);
    return bare && !this.isFailed;
  }

  /** @internal Puts a part into the shell, or removes it. */
  place(part, wanted) {
    if (!wanted) part.remove();
    else if (!part.parentNode) this.#shell.append(part);
  }

  /** @internal Dispatches an event; false if a listener prevented its default. */
  announce(name, detail, cancelable = false) {
    const options = { bubbles: true, composed: true, cancelable, detail };
    return this.dispatchEvent(new CustomEvent(`product-pool-${name}`, options));
  }
}
