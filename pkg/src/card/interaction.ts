// The reader's actions on a card: clicks, keys, panels opened and closed, and where the focus is
// after a retry. The custom element and the Yew components both use this module (src/yew/reader.rs).
// Its contract with what Rust draws are the attributes `data-action`,
// `data-index`, `data-zoom` and `data-toggle`, and the shell's `data-density`.
//
// A page may put a card into a link, a button or a label. A click on the card's text is then a click on
// that, and one on a control of the card is not.

export interface Actions {
  retry: () => void;
  print: () => void;
  select: (index: number) => void;
  toggled: (panel: string, open: boolean) => void;
}

const THUMBNAIL = '[data-action="image"]';
const DIALOG = 'dialog[data-zoom]';
const FOLD = '[data-toggle]';

const CONTROL = 'a[href], button, dialog, summary';

/** What a page may put around a card that does something of its own when it is clicked. */
const AROUND = 'a[href], button, label, summary, [role="button"], [role="link"]';

/** Whether an event goes through one of those on its way up from an element, in all shadow trees. */
function isInControl(event: Event, element: EventTarget) {
  const path = event.composedPath();
  return path.slice(path.indexOf(element)).some((target) => target instanceof Element && target.matches(AROUND));
}

/** The steps by which keys walk through a row that is read from the left. */
const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity };

/** The image that was last shown large, in any card of the page. */
let enlarged: HTMLDialogElement | undefined;

/** Whether the Escape that closed it is still pressed. */
let isPressed = false;

/** Closes the image alone: the page may have a dialog of its own open behind it. */
function onEscape(event: KeyboardEvent) {
  const isOpen = enlarged?.open && enlarged.isConnected;
  if (event.key !== 'Escape' || !(isOpen || (isPressed && (event.repeat || event.type === 'keyup')))) return;
  isPressed = event.type === 'keydown';
  event.stopImmediatePropagation();
  event.preventDefault();
  enlarged?.close();
}

function enlarge(dialog: HTMLDialogElement | undefined) {
  // Before the listeners of the page, which may be those of its document.
  addEventListener('keydown', onEscape, true);
  addEventListener('keyup', onEscape, true);
  enlarged = dialog;
  dialog?.showModal();
}

/**
 * Listens for the reader's actions.
 *
 * @param root - The shadow tree of the card, or its element in the page.
 */
export function listen(root: ShadowRoot | Element, actions: Actions) {
  const host = (root as Partial<ShadowRoot>).host ?? root;
  const listening = new AbortController();
  /** Whether panels are open, by key: it outlives their elements. */
  const open: Map<string, boolean> = new Map();
  /**
   * The keys of panels as they were last drawn: the name, and which of that name it is, for the same
   * panel may occur once a component.
   */
  const keys: WeakMap<Element, string> = new WeakMap();
  let density: string | undefined;
  /** Whether the card takes the focus once its product is drawn. */
  let takesFocus = false;

  /** Whether an element is this card's, not that of a card within it. */
  const isOwn = (element: Element) => element.closest('.product-pool-card')?.contains(host) ?? true;

  const all = (selector: string) =>
    [...root.querySelectorAll(selector as 'button')].filter((element) => isOwn(element));

  const focused = () => {
    const { activeElement } = root.getRootNode() as Document | ShadowRoot;
    return root.contains(activeElement) ? activeElement : null;
  };

  const shownDensity = () => (root.querySelector('.shell') as HTMLElement | null)?.dataset.density;

  const dialog = () => all(DIALOG)[0] as HTMLElement as HTMLDialogElement | undefined;

  const select = (thumbnail: HTMLElement | null) => {
    const index = Number(thumbnail?.dataset.index);
    if (Number.isInteger(index)) actions.select(index);
  };

  /** Shows the image that an arrow key, Home or End leads to; whether there is one. */
  function walk(key: string, current: HTMLElement | undefined) {
    const thumbnails = all(THUMBNAIL);
    const here = thumbnails.findIndex((one) => one === current);
    let step = STEPS[key] ?? 0;
    if (here < 0 || step === 0) return false;
    if (key.startsWith('Arrow') && getComputedStyle(thumbnails[0]).direction === 'rtl') step = -step;
    const next = Math.min(Math.max(here + step, 0), thumbnails.length - 1);
    select(thumbnails[next]);
    // It has no effect while a modal dialog is open.
    thumbnails[next].focus();
    return true;
  }

  /**
   * Listens for an event of the card's own elements.
   *
   * @param capture - For events that do not bubble.
   */
  const on = <E extends Event>(name: string, handle: (target: Element, event: E) => void, capture?: boolean) =>
    root.addEventListener(
      name,
      (event) => {
        const target = event.target as Element;
        if (isOwn(target)) handle(target, event as E);
      },
      { capture, signal: listening.signal },
    );

  /** Keeps a click on a control of the card from what is around the card. */
  const keep = (target: Element, event: Event) => {
    const control = target.closest(CONTROL);
    // What the page puts into a slot is its own.
    const isGiven = root.contains(target.closest('slot, .product-pool-slot'));
    if (!control || isGiven || !root.contains(control) || !isInControl(event, host)) return;
    event.stopPropagation();
    // The browser follows the link of the card.
    if (control.matches('a')) return;
    event.preventDefault();
    const fold = control.parentElement;
    if (control.matches('summary') && event.type === 'click' && fold instanceof HTMLDetailsElement)
      fold.open = !fold.open;
  };

  on('auxclick', keep);
  on('click', (target, event) => {
    keep(target, event);
    const button: HTMLElement | null = target.closest('[data-action]');
    switch (button?.dataset.action) {
      case 'retry':
        takesFocus = focused() !== null;
        return actions.retry();
      case 'print':
        return actions.print();
      case 'image':
        return select(button);
      case 'zoom':
        // By us, not by the button's command.
        event.preventDefault();
        return enlarge(dialog());
      case 'close':
        return dialog()?.close();
    }
    // A click outside an open dialog has the dialog itself as its target.
    if (target.matches(DIALOG)) dialog()?.close();
  });
  on('keydown', (target, event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const thumbnail: HTMLElement | null = target.closest(THUMBNAIL);
    if (!thumbnail && !target.closest(DIALOG)) return;
    if (walk(event.key, thumbnail ?? all(`${THUMBNAIL}[aria-current]`)[0])) event.preventDefault();
  });
  const onClose = (target: Element) => {
    if (!target.matches(DIALOG)) return;
    // The browser has returned to the button that opened it, unless the card replaced that.
    // By now the focus may have moved on.
    if (target.contains(focused() ?? target)) all('[data-action="zoom"]')[0]?.focus();
  };
  on('close', onClose, true);
  const onToggle = (target: Element) => {
    const fold = target as HTMLDetailsElement;
    const { toggle = '' } = fold.dataset;
    const key = keys.get(fold);
    // A new element, or another density, opens and closes panels before `drawn`; the reader does not.
    if (!key?.startsWith(toggle) || open.get(key) === fold.open || shownDensity() !== density) return;
    open.set(key, fold.open);
    actions.toggled(toggle, fold.open);
  };
  on('toggle', onToggle, true);
  /** Shows that there is no image where it could not be loaded: its own words would be cut off. */
  const onImage = (image: Element, hasFailed: boolean) =>
    image.closest('.picture')?.toggleAttribute('data-failed', hasFailed);
  on('error', (image) => onImage(image, true), true);
  on('load', (image) => onImage(image, false), true);

  return {
    /**
     * After the card was drawn: restores which panels are open, and the focus. With another density
     * the card opens and closes panels by its own rule.
     */
    drawn(): void {
      if (density !== shownDensity()) open.clear();
      density = shownDensity();
      const folds = all(FOLD) as HTMLElement[] as HTMLDetailsElement[];
      for (const fold of folds) {
        const { toggle = '' } = fold.dataset;
        const key = toggle + folds.filter((one) => one.dataset.toggle === toggle).indexOf(fold);
        // The same element is as the reader left it, maybe just now: then the event follows.
        if (keys.get(fold) === key && open.has(key)) continue;
        fold.open = open.get(key) ?? fold.open;
        keys.set(fold, key);
        open.set(key, fold.open);
      }
      // Of those that have failed before anything listened.
      for (const image of all('.picture img') as HTMLElement[] as HTMLImageElement[])
        if (image.complete && image.naturalWidth === 0) onImage(image, true);
      const card = all('.card:not([aria-busy="true"])')[0];
      if (!takesFocus || !card) return;
      takesFocus = false;
      if (focused()) return;
      card.tabIndex = -1;
      card.focus({ preventScroll: true });
    },
    end(): void {
      listening.abort();
    },
  };
}
