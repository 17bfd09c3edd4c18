// A mounted view: what WebAssembly draws into an element, and its handle.

import { element } from './placeholders.js';

/** Whether two objects have the same members. */
export function same(a, b) {
  return Boolean(a && b) && Object.keys(a).every((key) => a[key] === b[key]);
}

export class MountedView {
  /** The element that the view is drawn into. */
  container;
  /** The view in WebAssembly. */
  handle;
  #props;

  /** Draws into `shell` what `props` say; `mount(container, props)` is the export of the module. */
  constructor(mount, shell, props) {
    // A new container each time: the view needs an empty one.
    this.container = element('div', { class: 'mount' });
    this.#props = props;
    shell.append(this.container);
    try {
      this.handle = mount(this.container, { ...props });
    } catch (error) {
      this.end();
      throw error;
    }
  }

  /** Draws what other props say, unless they are the same. */
  update(props) {
    if (same(props, this.#props)) return;
    this.#props = props;
    this.handle.update({ ...props });
  }

  /** Moves the focus to the view when the focused element is gone. */
  focus() {
    const root = this.container.firstElementChild;
    if (!root) return;
    root.tabIndex = -1;
    root.focus({ preventScroll: true });
  }

  end() {
    try {
      this.handle?.destroy();
      // Not left to the garbage collector, which does not see the memory of WebAssembly.
      this.handle?.free?.();
      this.handle = undefined;
    } catch (error) {
      console.error('product-pool: a view did not end properly.', error);
    }
    this.container.remove();
  }
}
