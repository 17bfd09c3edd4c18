// Prints one card and nothing of the page around it. Loaded when a reader asks
// for it; it imports nothing, so that it shares no code with what a page loads.

/** What a printed card has no use for. */
const USELESS = 'script, dialog, [data-action]:not([data-action="image"])';

/** The document printed last: some engines still need it after `print()` is over. */
let frame;

/** Waits until the images of a copy are there, or will not come. */
const images = (copy) =>
  Promise.all(Array.from(copy.querySelectorAll('img'), (image) => {
    image.loading = 'eager';
    return image.decode().catch(() => {});
  }));

/** Puts what stands in a slot into the copy of the slot, which has no host. */
function fillSlots(source, copy) {
  const copies = copy.querySelectorAll('slot');
  source.querySelectorAll('slot').forEach((slot, at) => {
    const nodes = slot.assignedNodes().map((node) => copy.ownerDocument.importNode(node, true));
    if (nodes.length > 0) copies[at].replaceWith(...nodes);
  });
}

/** An empty document that takes no place in the page. */
function makeFrame() {
  const made = document.createElement('iframe');
  made.ariaHidden = 'true';
  made.tabIndex = -1;
  // Not hidden: what has no layout is printed as an empty sheet.
  Object.assign(made.style, { position: 'fixed', width: '0', height: '0', border: '0', opacity: '0' });
  document.body.append(made);
  return made;
}

/**
 * Prints a copy of what an element shows, every panel open, in a document of its
 * own. Paper is light. `sheetOf` makes the style sheet for a document.
 */
export async function print(shell, title, sheetOf) {
  frame?.remove();
  const mine = makeFrame();
  frame = mine;
  // A frame in the document has both.
  const page = /** @type {Document} */ (mine.contentDocument);
  const view = /** @type {Window} */ (mine.contentWindow);
  page.title = title;
  page.documentElement.lang = shell.querySelector('[lang]')?.lang ?? '';
  const host = page.body.appendChild(page.createElement('div'));
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [sheetOf(page)];
  const copy = page.importNode(shell, true);
  copy.dataset.theme = 'light';
  fillSlots(shell, copy);
  for (const details of copy.querySelectorAll('details')) details.open = true;
  for (const useless of copy.querySelectorAll(USELESS)) useless.remove();
  root.append(copy);
  await images(copy);
  view.addEventListener('afterprint', () => mine.remove(), { once: true });
  view.print();
}
