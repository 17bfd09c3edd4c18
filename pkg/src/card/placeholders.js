// What an element draws itself: what stands in the card's place until it is there.

const UNAVAILABLE = 'Product information could not be loaded. Please check the label.';

export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** What stands in the card's place until it is there: its own loading state. */
export function makeSkeleton() {
  const bar = (more = '') => element('div', { class: `bar${more}` });
  const names = element('div', { class: 'names' }, bar(), bar(' wide'));
  const head = element('div', { class: 'head' }, bar(' picture'), names);
  // The engine looks up the fonts of the text and of the signs while the line is
  // busy, not when the card is drawn: 20 ms of its first layout on a slow phone.
  const fonts = element('p', { class: 'visually-hidden', 'aria-hidden': 'true' }, 'Aa ●◐○\u2068\u2069', element('b', {}, 'Aa'));
  const skeleton = element('div', { class: 'skeleton' }, head, bar(' wide'), bar(), bar(' wide'), fonts);
  const slot = element('slot', { name: 'loading' }, skeleton);
  return element('div', { class: 'card', part: 'card', 'aria-busy': 'true' }, slot);
}

/** What is said when the card's own code is missing and so is a fallback. */
export function makeNotice() {
  const failure = element(
    'div',
    { class: 'failure', lang: 'en' },
    element('p', {}, UNAVAILABLE),
    element('button', { type: 'button', part: 'button', 'data-action': 'retry' }, 'Try again'),
  );
  const slot = element('slot', { name: 'error' }, failure);
  return element('div', { class: 'card', part: 'card', role: 'alert', 'data-state': 'error' }, slot);
}

/** Whether an element has content of its own that is seen and that no named slot takes. */
export function hasFallback(host) {
  return Array.from(host.childNodes).some((node) =>
    node.nodeType === 1
      ? !node.slot && !/^(script|style|template)$/i.test(node.localName)
      : node.nodeType === 3 && node.data.trim() !== '');
}
