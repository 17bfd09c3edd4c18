// What state an element is in, for the styles of a page (`:state(ready)`), and for programs that wait.

/** Undefined where nothing is asked for. */
export type Phase = 'loading' | 'ready' | 'failed' | undefined;

export class States {
  #element;
  #internals;
  #shown = '';
  #waiting: (() => void)[] = [];

  /** @param element - In its constructor, for only one may have the internals. */
  constructor(element: HTMLElement) {
    this.#element = element;
    this.#internals = element.attachInternals?.();
  }

  show(phase: Phase, isRecalled: boolean): void {
    const names = [phase ?? [], isRecalled ? 'recalled' : []].flat();
    const shown = names.join(' ');
    if (shown !== this.#shown) {
      this.#shown = shown;
      try {
        const { states } = this.#internals as ElementInternals;
        states.clear();
        for (const name of names) states.add(name);
      } catch {
        // The engine has no custom states, or none of such names.
        this.#element.dataset.state = shown;
      }
    }
    if (phase !== 'loading') for (const resolve of this.#waiting.splice(0)) resolve();
  }

  settled(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }
}
