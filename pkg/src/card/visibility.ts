// Which cards are near the viewport, or printed: lazy cards load when they are.

/** The distance from the viewport at which that is. */
const AHEAD = '400px';

/** One observer for all cards, made with the first of them. */
let observer: IntersectionObserver | undefined;

const waiting: Map<Element, () => void> = new Map();

function come(card: Element) {
  const near = waiting.get(card);
  unwatch(card);
  near?.();
}

function observed(entries: IntersectionObserverEntry[]) {
  for (const { isIntersecting, target } of entries)
    // What has no box of its own is never near, although its content can be seen.
    if (isIntersecting || getComputedStyle(target).display === 'contents') come(target);
}

/** Paper shows the whole page. What need not be requested is drawn before the browser makes it. */
const printing = () => [...waiting.keys()].forEach(come);

/** Calls `near` once, when the card is near the viewport. */
export function watch(card: Element, near: () => void): void {
  // As in tests without a layout.
  if (typeof IntersectionObserver !== 'function') return near();
  if (!observer) {
    observer = new IntersectionObserver(observed, { rootMargin: AHEAD, scrollMargin: AHEAD });
    addEventListener('beforeprint', printing);
  }
  waiting.set(card, near);
  observer.observe(card);
}

/** A function that watches an element in this way, and returns what ends that. */
export const watcherOf = (element: Element) => (near: () => void) => {
  watch(element, near);
  return (): void => unwatch(element);
};

/** Stops watching a card. */
export function unwatch(card: Element): void {
  waiting.delete(card);
  observer?.unobserve(card);
}
