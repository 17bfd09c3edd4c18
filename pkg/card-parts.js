// What an element draws itself: what stands in the card's place until it is
// there, and what is said to search engines.

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
  const skeleton = element('div', { class: 'skeleton' }, head, bar(' wide'), bar(), bar(' wide'));
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

/** Whether an element has content of its own that no named slot takes. */
export function hasFallback(host) {
  return Array.from(host.childNodes).some((node) =>
    node.nodeType === 1 ? !node.slot : node.nodeType === 3 && node.data.trim() !== '');
}

/** Vouches for descriptions where the page asks that scripts are vouched for. */
let policy;

/**
 * The text of a description as a script takes it. That it is data and no code
 * makes no difference to a page with `require-trusted-types-for`, which names
 * the policy `product-pool` among its `trusted-types`.
 */
function trusted(text) {
  // As text that could stand in HTML too, if somebody writes the page out.
  const safe = text.replaceAll('<', '\\u003c');
  if (!globalThis.trustedTypes) return safe;
  policy ??= trustedTypes.createPolicy('product-pool', { createScript: (data) => data });
  return policy.createScript(safe);
}

/** The descriptions that stand in the document: by product, each with those who want it. */
const descriptions = new Map();

/**
 * Describes a product in the document's head, once however many elements do;
 * gives the function that takes the description away.
 */
export function describe(id, text) {
  let entry = descriptions.get(id);
  if (!entry) {
    entry = { script: element('script', { type: 'application/ld+json' }), users: 0 };
    descriptions.set(id, entry);
  }
  entry.users += 1;
  if (entry.text !== text) {
    entry.text = text;
    entry.script.text = trusted(text);
    // Not empty: what is put into it later counts as a change to a script.
    if (!entry.script.isConnected) document.head.append(entry.script);
  }
  return () => {
    entry.users -= 1;
    if (entry.users > 0) return;
    entry.script.remove();
    descriptions.delete(id);
  };
}
