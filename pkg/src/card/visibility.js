// Which cards are near the viewport. A lazy card begins to load when it is.

/** How far outside the viewport that is. */
const AHEAD = '400px';

/** One observer for all cards, made with the first of them. */
let watcher;
const waiting = new WeakMap();

function seen(entries) {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    const near = waiting.get(target);
    unwatch(target);
    near?.();
  }
}

/** Calls `near` once, as the card comes near. */
export function watch(card, near) {
  if (typeof IntersectionObserver !== 'function') {
    near();
    return;
  }
  watcher ??= new IntersectionObserver(seen, { rootMargin: AHEAD, scrollMargin: AHEAD });
  waiting.set(card, near);
  watcher.observe(card);
}

/** The card is waited for no longer. */
export function unwatch(card) {
  waiting.delete(card);
  watcher?.unobserve(card);
}
