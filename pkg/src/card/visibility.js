// Which cards are near the viewport, or printed: lazy cards load when they are.

/** The distance from the viewport at which that is. */
const AHEAD = '400px';

/**
 * One observer for all cards, made with the first of them.
 * @type {IntersectionObserver | undefined}
 */
let observer;

/** @type {Map<Element, () => void>} */
const waiting = new Map();

/** @param {Element} card */
function come(card) {
  const near = waiting.get(card);
  unwatch(card);
  near?.();
}

/** @param {IntersectionObserverEntry[]} entries */
function observed(entries) {
  for (const { isIntersecting, target } of entries)
    // What has no box of its own is never near, although its content can be seen.
    if (isIntersecting || getComputedStyle(target).display === 'contents') come(target);
}

/** Paper shows the whole page. What need not be requested is drawn before the browser makes it. */
const printing = () => [...waiting.keys()].forEach(come);

/**
 * Calls `near` once, when the card is near the viewport.
 * @param {Element} card
 * @param {() => void} near
 */
export function watch(card, near) {
  // As in tests without a layout.
  if (typeof IntersectionObserver !== 'function') return near();
  if (!observer) {
    observer = new IntersectionObserver(observed, { rootMargin: AHEAD, scrollMargin: AHEAD });
    addEventListener('beforeprint', printing);
  }
  waiting.set(card, near);
  observer.observe(card);
}

/**
 * A function that watches an element in this way, and returns what ends that.
 * @param {Element} element
 */
export const watcherOf = (element) => (/** @type {() => void} */ near) => {
  watch(element, near);
  return () => unwatch(element);
};

/**
 * Stops watching a card.
 * @param {Element} card
 */
export function unwatch(card) {
  waiting.delete(card);
  observer?.unobserve(card);
}
