// A mounted view: what WebAssembly draws into an element, and its handle.

import type { CommonView, Mount, ViewHandle } from './types.js';
import { report } from './report.js';
import { same } from './same.js';

export class MountedView<View extends CommonView, Handle extends ViewHandle<View>> {
  container: HTMLElement;
  handle: Handle | undefined;
  #props: View;
  /** Others may change the view, such as extensions that translate pages. */
  #observer = new MutationObserver((records) => this.#mark(records));

  constructor(mount: Mount<View, Handle>, container: HTMLElement, props: View) {
    this.container = container;
    this.#props = props;
    this.#observer.observe(container, { childList: true, subtree: true });
    try {
      this.handle = mount(container, props);
      this.settle();
    } catch (error) {
      this.end();
      throw error;
    }
  }

  update(props: View): void {
    if (same(props, this.#props)) return;
    this.#props = props;
    this.#mark(this.#observer.takeRecords());
    (this.handle as Handle).update(props);
    this.settle();
  }

  /** Takes what is there now for what was drawn. */
  settle(): void {
    this.#observer.takeRecords();
  }

  /**
   * Marks the elements whose child nodes are not those that were drawn, for the view to make them anew
   * (src/card/render/dom.rs).
   */
  #mark(records: MutationRecord[]) {
    for (const { target } of records) {
      if (target !== this.container) (target as Element).setAttribute('data-foreign', '');
    }
  }

  end(): void {
    this.#observer.disconnect();
    try {
      this.handle?.destroy();
      // Not left to the garbage collector, which does not see the memory of WebAssembly.
      this.handle?.free?.();
      this.handle = undefined;
    } catch (error) {
      report('unmount', { error });
    }
    // Other scripts may have removed it, and some of them do not allow it twice.
    if (this.container.parentNode) this.container.remove();
  }
}
