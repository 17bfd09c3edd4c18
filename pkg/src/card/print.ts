// Prints one card without the page around it. The element loads it when it is needed, and the Yew
// components use it too (src/yew/reader.rs). It imports nothing, so that bundlers do not split the
// code that a page loads at once.

const NOT_PRINTED = 'script, dialog, [data-action]:not([data-action="image"])';

/**
 * Panels that are printed open although a compact card folds them, as the view marks them.
 * Other folds are as the reader left them.
 */
const OPEN = '[data-printed]';

/** The document printed last: some engines still need it after `print()` has returned. */
let frame: HTMLIFrameElement | undefined;

/** Waits until the images of a copy have been loaded or have failed. */
const images = (copy: HTMLElement) =>
  Promise.all(
    [...copy.querySelectorAll('img')].map((image) => {
      image.loading = 'eager';
      return image.decode().catch(() => {});
    }),
  );

/** Replaces the slots of a copy with the nodes that are assigned to the originals. */
function fillSlots(source: HTMLElement, copy: HTMLElement) {
  const copies = copy.querySelectorAll('slot');
  source.querySelectorAll('slot').forEach((slot, at) => {
    const nodes = slot.assignedNodes().map((node) => copy.ownerDocument.importNode(node, true));
    if (nodes.length > 0) copies[at].replaceWith(...nodes);
  });
}

function makeFrame() {
  const made = document.createElement('iframe');
  made.ariaHidden = 'true';
  made.tabIndex = -1;
  // Not hidden: without a layout an empty sheet would be printed.
  Object.assign(made.style, { position: 'fixed', width: '0', height: '0', border: '0', opacity: '0' });
  document.body.append(made);
  return made;
}

/**
 * Prints a copy of a card, in light colours, in its own document.
 *
 * @param sheetsOf - Makes the style sheets for a document.
 */
export async function print(
  card: HTMLElement,
  name: unknown,
  sheetsOf: (document: Document) => Promise<CSSStyleSheet[]> | CSSStyleSheet,
): Promise<void> {
  if (frame?.parentNode) frame.remove();
  const mine = makeFrame();
  frame = mine;
  // A frame in the document has both.
  const page = mine.contentDocument as Document;
  const view = mine.contentWindow as Window;
  page.title = typeof name === 'string' ? name : document.title;
  page.documentElement.lang = card.querySelector('[lang]')?.getAttribute('lang') ?? '';
  const host = page.body.appendChild(page.createElement('div'));
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [await sheetsOf(page)].flat();
  const copy = page.importNode(card, true) as HTMLElement;
  ((copy.querySelector('.shell') ?? copy) as HTMLElement).dataset.theme = 'light';
  fillSlots(card, copy);
  for (const details of copy.querySelectorAll(OPEN)) details.setAttribute('open', '');
  for (const element of copy.querySelectorAll(NOT_PRINTED)) element.remove();
  root.append(copy);
  await images(copy);
  view.addEventListener('afterprint', () => mine.remove(), { once: true });
  view.print();
}
