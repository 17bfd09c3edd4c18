// What an element shows itself while its view cannot be drawn.

const UNAVAILABLE = 'Product information could not be loaded. Please check the label.';

/** An element with attributes and children; strings become text nodes. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** What is shown when the package's own files are missing and there is no fallback. */
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

/** Whether an element has visible content of its own that no named slot takes. */
export function hasFallback(host) {
  return Array.from(host.childNodes).some((node) =>
    node.nodeType === 1
      ? !node.slot && !/^(script|style|template)$/i.test(node.localName)
      : node.nodeType === 3 && node.data.trim() !== '');
}
