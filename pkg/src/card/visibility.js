// Which cards are near the viewport: lazy cards load when they are.

/** The distance from the viewport at which that is. */
const AHEAD = '400px';

/**
 * One observer for all cards, made with the first of them.
 * @type {IntersectionObserver | undefined}
 */
let observer;

/** @type {WeakMap<Element, () => void>} */
const waiting = new WeakMap();

/** @param {IntersectionObserverEntry[]} entries */
function observed(entries) {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    const near = waiting.get(target);
    unwatch(target);
    near?.();
  }
}

/**
 * Calls `near` once, when the card is near the viewport.
 * @param {Element} card
 * @param {() => void} near
 */
export function watch(card, near) {
  // As in tests without a layout.
  if (typeof IntersectionObserver !== 'function') return near();
  observer ??= new IntersectionObserver(observed, { rootMargin: AHEAD, scrollMargin: AHEAD });
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
