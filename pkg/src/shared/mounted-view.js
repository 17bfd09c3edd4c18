// A mounted view: what WebAssembly draws into an element, and its handle.

/** @import { CommonView, Mount, ViewHandle } from './types.js' */

import { report } from './report.js';

/**
 * Whether two objects have the same members.
 * @template {object} T
 * @param {T | undefined} a
 * @param {T | undefined} b
 */
export function same(a, b) {
  return (
    Boolean(a && b) &&
    /** @type {(keyof T)[]} */ (Object.keys(/** @type {T} */ (a))).every(
      (key) => /** @type {T} */ (a)[key] === /** @type {T} */ (b)[key],
    )
  );
}

/**
 * @template {CommonView} View
 * @template {ViewHandle<View>} Handle
 */
export class MountedView {
  /** The element that the view is drawn into. */
  container;
  /**
   * The view in WebAssembly.
   * @type {Handle | undefined}
   */
  handle;
  /** @type {View} */
  #props;
  /** Others may change the view, such as extensions that translate pages. */
  #observer = new MutationObserver((records) => this.#mark(records));

  /**
   * Draws `props` into `container` with the export `mount` of the module.
   * @param {Mount<View, Handle>} mount
   * @param {HTMLElement} container
   * @param {View} props
   */
  constructor(mount, container, props) {
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

  /**
   * Draws other props, unless they are the same.
   * @param {View} props
   */
  update(props) {
    if (same(props, this.#props)) return;
    this.#props = props;
    this.#mark(this.#observer.takeRecords());
    /** @type {Handle} */ (this.handle).update(props);
    this.settle();
  }

  /** Takes what is there now for what was drawn. */
  settle() {
    this.#observer.takeRecords();
  }

  /**
   * Marks the elements whose child nodes are not those that were drawn, for the view to make them anew
   * (src/card/render/dom.rs).
   * @param {MutationRecord[]} records
   */
  #mark(records) {
    for (const { target } of records) {
      if (target !== this.container) /** @type {Element} */ (target).setAttribute('data-foreign', '');
    }
  }

  end() {
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
