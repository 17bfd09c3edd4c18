// The reader's actions on a card: clicks, keys, and panels opened and closed. All
// listeners are on the shadow root, so none has to be removed.

/**
 * A target of an event in the shadow tree, or the tree itself.
 * @typedef {HTMLElement & HTMLDialogElement & HTMLDetailsElement} Target
 */

/**
 * What the card does for its reader.
 * @typedef {object} Actions
 * @property {() => void} retry
 * @property {() => void} print
 * @property {(index: number) => void} select - Shows an image large.
 * @property {(panel: string, open: boolean) => void} toggled - A panel was opened or closed.
 */

/**
 * The step of an arrow key in a row of a reading direction.
 * @param {string} key
 * @param {boolean} rightToLeft
 */
function stepOf(key, rightToLeft) {
  if (key === 'ArrowRight') return rightToLeft ? -1 : 1;
  if (key === 'ArrowLeft') return rightToLeft ? 1 : -1;
  return 0;
}

/** @param {HTMLElement | null | undefined} element */
const indexOf = (element) => Number(element?.dataset.index ?? NaN);

/**
 * @param {ShadowRoot} root
 * @returns {HTMLElement[]}
 */
const thumbnailsOf = (root) => [...root.querySelectorAll(/** @type {'button'} */ ('[data-action="image"]'))];

/**
 * The panels that can be folded.
 * @param {ShadowRoot} root
 * @returns {HTMLDetailsElement[]}
 */
const foldsOf = (root) => [...root.querySelectorAll(/** @type {'details'} */ ('details[data-toggle]'))];

/** The image that is shown large, as the view marks it. */
const CURRENT = '[aria-pressed="true"], [aria-selected="true"], [aria-current="true"]';

/**
 * Shows the image that an arrow key, Home or End leads to; whether there is one.
 * @param {ShadowRoot} root
 * @param {string} key
 * @param {number} at
 * @param {Actions} actions
 */
function walk(root, key, at, actions) {
  const thumbnails = thumbnailsOf(root);
  if (thumbnails.length === 0) return false;
  const rightToLeft = getComputedStyle(thumbnails[0]).direction === 'rtl';
  const step = stepOf(key, rightToLeft);
  const last = thumbnails.length - 1;
  const here = thumbnails.findIndex((one) => indexOf(one) === at);
  let next;
  if (step !== 0) next = Math.min(Math.max(here + step, 0), last);
  else if (key === 'Home') next = 0;
  else if (key === 'End') next = last;
  else return false;
  actions.select(indexOf(thumbnails[next]));
  // It has no effect while a modal dialog is open.
  thumbnails[next].focus();
  return true;
}

/**
 * The key of a panel's state: the same panel may occur once for each component.
 * @param {ShadowRoot} root
 * @param {HTMLDetailsElement} details
 */
function keyOf(root, details) {
  const name = details.dataset.toggle;
  const all = foldsOf(root).filter((one) => one.dataset.toggle === name);
  return `${name} ${all.indexOf(details)}`;
}

/**
 * Listens on a shadow root.
 * @param {ShadowRoot} root
 * @param {Actions} actions
 */
export function listen(root, actions) {
  /**
   * Whether panels are open, by key: it outlives their elements.
   * @type {Map<string, boolean>}
   */
  const open = new Map();

  /** @type {Record<string, (element: HTMLElement) => void>} */
  const act = {
    retry: () => actions.retry(),
    print: () => actions.print(),
    image(element) {
      if (Number.isInteger(indexOf(element))) actions.select(indexOf(element));
    },
    zoom: () => /** @type {HTMLDialogElement | null} */ (root.querySelector('dialog[data-zoom]'))?.showModal(),
    close: (element) => element.closest('dialog')?.close(),
  };

  root.addEventListener(
    'click',
    /** @type {EventListener} */ (
      (/** @type {Event & { target: Target }} */ event) => {
        /** @type {HTMLElement | null} */
        const target = event.target.closest?.('[data-action]');
        const { action = '' } = target?.dataset ?? {};
        if (target && Object.hasOwn(act, action)) act[action](target);
        // A click beside an open dialog is one on the dialog itself.
        else if (event.target.matches?.('dialog[data-zoom]')) event.target.close();
      }
    ),
  );

  root.addEventListener(
    'keydown',
    /** @type {EventListener} */ (
      (/** @type {KeyboardEvent & { target: Target }} */ event) => {
        if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
        /** @type {HTMLElement | null} */
        const thumbnail = event.target.closest?.('[data-action="image"]');
        const dialog = event.target.closest?.('dialog[data-zoom]');
        if (!thumbnail && !dialog) return;
        const at = indexOf(thumbnail ?? thumbnailsOf(root).find((one) => one.matches(CURRENT)));
        if (walk(root, event.key, at, actions)) event.preventDefault();
      }
    ),
  );

  // Neither of these bubbles.
  root.addEventListener(
    'close',
    /** @type {EventListener} */ (
      (/** @type {Event & { target: Target }} */ { target }) => {
        if (!target.matches?.('dialog[data-zoom]')) return;
        // The browser has returned to the button that opened it, unless the view replaced that.
        // By now the focus may have moved on.
        if (!target.contains(root.activeElement ?? target)) return;
        /** @type {HTMLElement | null} */ (root.querySelector('[data-action="zoom"]'))?.focus();
      }
    ),
    true,
  );
  root.addEventListener(
    'toggle',
    /** @type {EventListener} */ (
      (/** @type {Event & { target: Target }} */ { target }) => {
        if (!target.matches?.('details[data-toggle]')) return;
        const key = keyOf(root, target);
        // Not for the first state, nor for one that `restore` has set.
        if (open.get(key) === target.open) return;
        open.set(key, target.open);
        actions.toggled(/** @type {string} */ (target.dataset.toggle), target.open);
      }
    ),
    true,
  );

  return {
    /** Opens and closes panels that were drawn again as they were before. */
    restore() {
      for (const details of foldsOf(root)) {
        const key = keyOf(root, details);
        details.open = open.get(key) ?? details.open;
        open.set(key, details.open);
      }
    },
    /** Forgets the states: the view opens and closes panels by its own rule next. */
    forget() {
      open.clear();
    },
  };
}
