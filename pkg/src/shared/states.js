// What state an element is in, for the styles of a page (`:state(ready)`), and for programs that wait.

/** @typedef {'loading' | 'ready' | 'failed' | undefined} Phase - Undefined where nothing is asked for. */

export class States {
  #element;
  #internals;
  /** The states that it has, with spaces between. */
  #shown = '';
  /** @type {(() => void)[]} */
  #waiting = [];

  /** @param {HTMLElement} element - In its constructor, for only one may have the internals. */
  constructor(element) {
    this.#element = element;
    this.#internals = element.attachInternals?.();
  }

  /**
   * @param {Phase} phase
   * @param {boolean} isRecalled
   */
  show(phase, isRecalled) {
    const names = [phase ?? [], isRecalled ? 'recalled' : []].flat();
    const shown = names.join(' ');
    if (shown !== this.#shown) {
      this.#shown = shown;
      try {
        const { states } = /** @type {ElementInternals} */ (this.#internals);
        states.clear();
        for (const name of names) states.add(name);
      } catch {
        // The engine has no custom states, or none of such names.
        this.#element.dataset.state = shown;
      }
    }
    if (phase !== 'loading') for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /**
   * Resolves once it is not loading.
   * @returns {Promise<void>}
   */
  settled() {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }
}
