// The placeholders of an element whose view cannot be drawn.

export const UNAVAILABLE = 'Product information could not be loaded. Please check the label.';

/**
 * Makes an element with attributes and children; strings become text nodes.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string>} [attributes]
 * @param {(Node | string)[]} children
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/**
 * The notice that the package's own files could not be loaded.
 * @param {string} part
 */
export function makeNotice(part) {
  const failure = element(
    'div',
    { class: 'failure', lang: 'en' },
    element('p', {}, UNAVAILABLE),
    element('button', { type: 'button', part: 'button', 'data-action': 'retry' }, 'Try again'),
  );
  const slot = element('slot', { name: 'error' }, failure);
  const classes = part === 'card' ? part : `view ${part}`;
  return element('div', { class: classes, part, role: 'alert', 'data-state': 'error' }, slot);
}

/**
 * Whether an element has visible child nodes that are not in a named slot.
 * @param {Element} host
 */
export function hasFallback(host) {
  const nodes = /** @type {NodeListOf<Element & Text>} */ (host.childNodes);
  return [...nodes].some((node) =>
    node.nodeType === 1
      ? !node.slot && !/^(script|style|template)$/i.test(node.localName)
      : node.nodeType === 3 && node.data.trim() !== '',
  );
}
