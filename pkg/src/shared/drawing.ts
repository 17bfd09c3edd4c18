// What draws an element's view: WebAssembly and messages, and the view that the one draws with the others.

import type { ViewModule } from '../wasm/view-module.js';
import type { PoolElement } from './element.js';
import type { Locale } from './locale.js';
import type { CommonView, Mount, OwnView, Stoppable, ViewHandle } from './types.js';
import { localeFor } from './locale.js';
import { MountedView } from './mounted-view.js';
import { today } from './today.js';

/** The means by which a class of elements draws. */
export interface DrawingDefinition {
  /** Of any exports. */
  module: ViewModule<any>;
  /** The export that mounts the view. */
  mount: string;
}

/** The drawings that have begun, by the module that they draw with. */
const drawings: Map<ViewModule<any>, Set<Drawing<any, any>>> = new Map();

/** The drawings that a module draws, whose instance may stop. */
function drawingsOf(module: ViewModule<any>) {
  let found = drawings.get(module);
  if (!found) {
    const all = (found = new Set());
    drawings.set(module, found);
    module.onStop((instance, error) => all.forEach((one) => one.stopped(instance, error)));
  }
  return found;
}

/** How an element draws. */
export class Drawing<View extends CommonView, Handle extends ViewHandle<View>> {
  #element;
  #definition;
  /** The module, once it is loaded, and the promise of it before that. */
  #module: Record<string, Mount<View, Handle>> | undefined;
  #loading: Promise<void> | undefined;
  /** What the messages were loaded for. */
  #localeKey: string | undefined;
  /** The messages, once they are there. */
  locale: Locale | undefined;
  /** The view that is drawn. */
  mounted: MountedView<View, Handle> | undefined;

  constructor(element: PoolElement<View, Handle>, definition: DrawingDefinition) {
    this.#element = element;
    this.#definition = definition;
  }

  /** Loads the module and the messages; whether both are there. */
  prepare(): boolean {
    drawingsOf(this.#definition.module).add(this);
    if (!this.#module) this.#loadModule();
    this.#loadLocale();
    return Boolean(this.#module && this.locale);
  }

  #loadModule() {
    this.#loading ??= this.#definition.module
      .load()
      .then(
        (module: Record<string, Mount<View, Handle>>) => {
          this.#module = module;
        },
        (error: unknown) => this.#element.fail(error),
      )
      .finally(() => {
        this.#loading = undefined;
        this.#element.refresh();
      });
  }

  async #loadLocale() {
    const { language, texts } = this.#element;
    const key = JSON.stringify([language, texts]);
    if (key === this.#localeKey) return;
    this.#localeKey = key;
    try {
      const locale = await localeFor(language, texts);
      if (this.#localeKey === key) this.locale = locale;
    } catch (error) {
      // What is drawn keeps its words.
      if (this.#localeKey !== key || this.mounted) return;
      this.#localeKey = undefined;
      this.#element.fail(error);
    }
    this.#element.refresh();
  }

  /**
   * Draws the view; false before the module and the messages are there.
   *
   * @param own - The view's members that not all views have.
   * @param makeContainer - Makes the element that it is drawn into.
   */
  draw(own: OwnView<View>, makeContainer: () => HTMLElement): boolean {
    const { locale } = this;
    const module = this.#module;
    if (!module || !locale) return false;
    const { headingLevel } = this.#element;
    const view = { locale, headingLevel, today: today(), ...own } as unknown as View;
    if (this.mounted) this.mounted.update(view);
    else this.mounted = new MountedView(module[this.#definition.mount], makeContainer(), view);
    return true;
  }

  /** An instance of the module has stopped. */
  stopped(instance: Stoppable, error: unknown): void {
    if (this.mounted && this.#module === instance) this.#element.fail(error);
  }

  /** Removes the view. */
  end(): void {
    this.mounted?.end();
    this.mounted = undefined;
    drawings.get(this.#definition.module)?.delete(this);
  }

  /** Loads the module again before the next drawing. */
  forget(): void {
    this.#module = undefined;
  }
}
