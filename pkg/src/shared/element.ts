// The base class of the elements that show views: the card, the matrix and the
// view of changes.
//
// It has what they share: properties, the page's settings and language, the shadow tree, and what is
// shown in place of a view that is not there. What draws the view is drawing.ts. Its subclasses decide
// which products are requested, and when.

import type { Theme } from './settings.js';
import type { OwnProperties } from './properties.js';
import type { AttributeTable } from './attributes.js';
import type { Locale } from './locale.js';
import type { MountedView } from './mounted-view.js';
import type { Phase } from './states.js';
import type { Drawing } from './drawing.js';
import type { CommonView, OwnView, ViewHandle, ViewState } from './types.js';
import { inBrowser, inspect, upgrade } from './attributes.js';
import { setting } from './page-settings.js';
import { enter, leave } from './connected.js';
import { hasFailed } from './failures.js';
import { release } from './import.js';
import { languageOf } from './languages.js';
import { element, hasFallback, makeNotice } from './placeholders.js';
import { PROPERTIES, PropertiesElement as Properties, propertiesOf } from './properties.js';
import { report } from './report.js';
import { States } from './states.js';

export interface ViewDefinition {
  sheetsOf: (document: Document) => CSSStyleSheet[];
  part: string;
  event: string;
  code: string;
}

/**
 * With what the constructor and `reflect` add: a shadow tree, and the properties of
 * attributes that all elements have.
 */
const PropertiesElement: new () => Properties & { shadowRoot: ShadowRoot; theme: Theme; headingLevel: number | null } =
  /* The compiler does not see that they are added. */ Properties as any;

export class PoolElement<
  View extends CommonView = any,
  Handle extends ViewHandle<View> = any,
> extends PropertiesElement {
  static properties: string[] = PROPERTIES;

  static attributes = {} as AttributeTable;

  static view = {} as ViewDefinition;

  /** The element's state: `empty` (its fallback), `drawn` (its view), or `failed` (a notice). */
  #state = 'empty' as 'empty' | 'drawn' | 'failed';
  /** Whether the fallback is shown below the view, which says why there is no product. */
  keepsFallback = false;
  #queued = false;
  #states = new States(this);
  #leaving: ReturnType<typeof setTimeout> | undefined;
  /** What draws the view, once that is needed. */
  drawing: Drawing<View, Handle> | undefined;
  #tree: { slot: HTMLElement; shell: HTMLElement; notice: HTMLElement } | undefined;

  get #class() {
    return this.constructor as typeof PoolElement;
  }

  constructor() {
    super();
    // A server may have drawn into a declarative shadow root already.
    if (inBrowser && !this.shadowRoot) this.attachShadow({ mode: 'open' });
  }

  refresh(): void {
    if (this.#queued || !inBrowser) return;
    this.#queued = true;
    queueMicrotask(() => {
      this.#queued = false;
      // A unit test may have ended, and its document with it.
      if (!this.isConnected || typeof document !== 'object') return;
      try {
        inspect(this, this.#class.attributes);
        this.update();
        this.show();
        this.shell.dataset.theme = this.theme;
      } catch (error) {
        this.#stop(error);
      }
    });
  }

  get updateComplete(): Promise<void> {
    this.refresh();
    return this.isConnected ? this.#states.settled() : Promise.resolve();
  }

  connectedCallback(): void {
    clearTimeout(this.#leaving);
    upgrade(this, this.#class.properties);
    enter(this);
    this.refresh();
  }

  /** Moved by `moveBefore()`: nothing ends, but the language may change. */
  connectedMoveCallback(): void {
    this.refresh();
  }

  disconnectedCallback(): void {
    leave(this);
    // An element that is moved comes back within the turn and goes on.
    this.#leaving = setTimeout(() => this.leave());
  }

  attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
    if (before !== after) this.refresh();
  }

  store(values: OwnProperties): void {
    super.store(values);
    this.refresh();
  }

  /** Whether it could not be loaded; another request or a retry may follow. */
  get isFailed(): boolean {
    return this.#state === 'failed';
  }

  /** Another request, or a retry, gives a failed element another chance. */
  clearFailure(): void {
    if (this.isFailed) this.#state = 'empty';
  }

  get mounted(): MountedView<View, Handle> | undefined {
    return this.drawing?.mounted;
  }

  /** Whether what a server drew is still shown. */
  get isServed() {
    return false;
  }

  /** Whether a product is named. For classes to define. */
  get hasSubject() {
    return true;
  }

  /** The state of what is asked for; undefined while that is nothing. For classes to define. */
  get viewState(): ViewState | undefined {
    return undefined;
  }

  get #phase(): Phase {
    if (this.isFailed) return 'failed';
    const state = this.viewState;
    const failed = state && (this.mounted || this.isServed) ? hasFailed(state) : undefined;
    if (failed === undefined) return state && 'loading';
    return failed ? 'failed' : 'ready';
  }

  /** Requests what the settings ask for and draws what is there. For classes to define. */
  update(): void {}

  /** The element has left the document. */
  leave(): void {
    this.end();
    this.show();
  }

  /** Removes the view. */
  end(): void {
    this.drawing?.end();
    this.#state = 'empty';
    this.keepsFallback = false;
  }

  /** The language that the element asks for. */
  get language(): string | undefined {
    return this.getAttribute('lang') || setting('lang') || languageOf(this);
  }

  /** @internal The words of the page and of the element in place of the built-in ones, as JSON. */
  get texts(): (string | undefined)[] {
    return [setting('messages'), propertiesOf(this).messagesText];
  }

  /** The messages, once they are there. */
  get locale(): Locale | undefined {
    return this.drawing?.locale;
  }

  /**
   * Draws the view, once the module and the messages are there; false if that failed.
   * @param own - The view's members that not all views have.
   * @param failed - Whether it shows a failure, under which the
   *   fallback stays; undefined while that is not known yet.
   */
  draw(own: OwnView<View>, failed: boolean | undefined): boolean {
    this.makeTree();
    try {
      if (!this.drawing?.draw(own, () => this.makeContainer())) return false;
      this.#state = 'drawn';
      this.keepsFallback = failed ?? this.keepsFallback;
      return true;
    } catch (error) {
      this.#stop(error);
      return false;
    }
  }

  /** Whatever went wrong, the product of before must not stay. */
  #stop(error: unknown) {
    report('stopped', { element: this.localName, error });
    this.fail(error);
  }

  /**
   * Shows the fallback again. A view that is drawn is removed too: it could show one
   * product's allergens where another was requested.
   */
  fail(error: unknown): void {
    if (this.isFailed) return;
    this.end();
    this.drawing?.forget();
    if (this.isConnected) this.#state = 'failed';
    this.show();
    if (!this.isFailed) return;
    const { event, code, part } = this.#class.view;
    const message = `The ${part} could not be loaded: ${(error as Partial<Error> | undefined)?.message ?? error}`;
    this.announce(event, { code, message, status: undefined });
  }

  /** Makes the element's own part of the shadow tree, after its requests were sent. */
  makeTree(): { slot: HTMLElement; shell: HTMLElement; notice: HTMLElement } {
    const { sheetsOf, part } = this.#class.view;
    const root = this.shadowRoot;
    const sheets = sheetsOf(this.ownerDocument);
    // A server's card has its own, until the element takes over.
    if (!this.isServed && root.adoptedStyleSheets?.[0] !== sheets[0]) root.adoptedStyleSheets = sheets;
    if (this.#tree) return this.#tree;
    const slot = element('slot');
    const served: HTMLElement | null = root.querySelector('.shell');
    const shell = served ?? element('div', { class: 'shell' });
    this.#tree = { slot, shell, notice: makeNotice(part) };
    // Without moving what a server drew.
    if (!served) root.append(shell);
    root.append(slot);
    slot.addEventListener('slotchange', () => this.show());
    this.listen(root);
    return this.#tree;
  }

  /** Adds the listeners for the reader's actions. For classes to define. */
  listen(_root: ShadowRoot): void {}

  /** Makes the container of a view: a new one each time, for a view needs an empty one. */
  makeContainer(): HTMLElement {
    const container = element('div', { class: 'mount' });
    this.shell.append(container);
    return container;
  }

  get shell(): HTMLElement {
    return this.makeTree().shell;
  }

  /** Shows the view, the fallback or the notice; whether there is neither view nor notice yet. */
  show(): boolean {
    const { slot, notice } = this.makeTree();
    const drawn = this.#state === 'drawn' || this.isServed;
    const filled = hasFallback(this);
    const bare = !drawn && !filled;
    slot.hidden = !filled || (drawn && !this.keepsFallback);
    this.place(notice, bare && this.isFailed);
    release.ask?.(this.shell, this.locale, release.isGone && (drawn || (bare && this.isFailed)));
    // What is to change in this turn is shown after it.
    if (!this.#queued) this.#states.show(this.#phase, Boolean(this.shadowRoot.querySelector('[data-notice=recalled]')));
    return !drawn && !this.isFailed;
  }

  /** Puts a part into the shell, or removes it. */
  place(part: HTMLElement, wanted: boolean): void {
    // What is not there is not removed: `remove` of Prototype.js would throw.
    if (wanted === Boolean(part.parentNode)) return;
    if (wanted) this.shell.append(part);
    else part.remove();
  }

  /** Dispatches an event; false if a listener prevented its default. */
  announce(name: string, detail: object, cancelable: boolean = false): boolean {
    const options = { bubbles: true, composed: true, cancelable, detail };
    return this.dispatchEvent(new CustomEvent(`product-pool-${name}`, options));
  }
}
