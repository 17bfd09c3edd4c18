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

  /**
   * Draws `props` into `container` with the export `mount` of the module.
   * @param {Mount<View, Handle>} mount
   * @param {HTMLElement} container
   * @param {View} props
   */
  constructor(mount, container, props) {
    this.container = container;
    this.#props = props;
    try {
      this.handle = mount(container, props);
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
    /** @type {Handle} */ (this.handle).update(props);
  }

  end() {
    try {
      this.handle?.destroy();
      // Not left to the garbage collector, which does not see the memory of WebAssembly.
      this.handle?.free?.();
      this.handle = undefined;
    } catch (error) {
      report('unmount', { error });
    }
    this.container.remove();
  }
}
