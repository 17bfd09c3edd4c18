// What a reader does on a card: clicks, keys, and panels opened and closed. All
// listeners sit on the shadow root, so the views need none and nothing has to
// be taken away.

/** What an arrow key does in a row that is read in a direction. */
function stepOf(key, rightToLeft) {
  if (key === 'ArrowRight') return rightToLeft ? -1 : 1;
  if (key === 'ArrowLeft') return rightToLeft ? 1 : -1;
  return 0;
}

const indexOf = (element) => Number(element?.dataset.index ?? NaN);

const thumbnailsOf = (root) => [...root.querySelectorAll('[data-action="image"]')];

/** The image that is shown large, as the view marks it. */
const CURRENT = '[aria-pressed="true"], [aria-selected="true"], [aria-current="true"]';

/** Shows the image that an arrow key, Home or End leads to; whether it did. */
function walk(root, key, at, host) {
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
  host.select(indexOf(thumbnails[next]));
  // Beside an open dialog nothing can have the focus.
  thumbnails[next].focus();
  return true;
}

/** The key of a panel whose state is remembered: the same panel may stand there for each component. */
function keyOf(root, details) {
  const name = details.dataset.toggle;
  const all = [...root.querySelectorAll('details[data-toggle]')].filter((one) => one.dataset.toggle === name);
  return `${name} ${all.indexOf(details)}`;
}

/**
 * Listens on a shadow root. `host` does what is asked: `retry()`, `print()`,
 * `select(index)`, `toggled(panel, open)`.
 */
export function listen(root, host) {
  /** Whether panels are open, by key: it outlives their elements. */
  const open = new Map();
  let opener;

  const act = {
    retry: () => host.retry(),
    print: () => host.print(),
    image: (element) => Number.isInteger(indexOf(element)) && host.select(indexOf(element)),
    zoom(element) {
      opener = element;
      root.querySelector('dialog[data-zoom]')?.showModal();
    },
    close: (element) => element.closest('dialog')?.close(),
  };

  root.addEventListener('click', (event) => {
    const target = event.target.closest?.('[data-action]');
    if (target && Object.hasOwn(act, target.dataset.action)) act[target.dataset.action](target);
    // A click beside an open dialog is one on the dialog itself.
    else if (event.target.matches?.('dialog[data-zoom]')) event.target.close();
  });

  root.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const thumbnail = event.target.closest?.('[data-action="image"]');
    const dialog = event.target.closest?.('dialog[data-zoom]');
    if (!thumbnail && !dialog) return;
    const at = indexOf(thumbnail ?? thumbnailsOf(root).find((one) => one.matches(CURRENT)));
    if (walk(root, event.key, at, host)) event.preventDefault();
  });

  // Neither of these bubbles.
  root.addEventListener(
    'close',
    ({ target }) => {
      if (!target.matches?.('dialog[data-zoom]')) return;
      // The view may have drawn another button in the opener's place.
      (opener?.isConnected ? opener : root.querySelector('[data-action="zoom"]'))?.focus();
      opener = undefined;
    },
    true,
  );
  root.addEventListener(
    'toggle',
    ({ target }) => {
      if (!target.matches?.('details[data-toggle]')) return;
      const key = keyOf(root, target);
      // The first state, and one that was set again here, are nobody's doing.
      if (open.get(key) === target.open) return;
      open.set(key, target.open);
      host.toggled(target.dataset.toggle, target.open);
    },
    true,
  );

  return {
    /** Opens and closes panels that were drawn anew as they were before. */
    restore() {
      for (const details of root.querySelectorAll('details[data-toggle]')) {
        const key = keyOf(root, details);
        if (open.has(key)) details.open = open.get(key);
        else open.set(key, details.open);
      }
    },
    /** The view is about to open and close panels by a rule of its own. */
    forget() {
      open.clear();
    },
  };
}
