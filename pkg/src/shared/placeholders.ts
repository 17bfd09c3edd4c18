// The placeholders of an element whose view cannot be drawn.

export const UNAVAILABLE = 'Product information could not be loaded. Please check the label.';

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

export function makeNotice(part: string): HTMLDivElement {
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

/** Whether an element has visible child nodes that are not in a named slot. */
export function hasFallback(host: Element): boolean {
  const nodes = host.childNodes as NodeListOf<Element & Text>;
  return [...nodes].some((node) =>
    node.nodeType === 1
      ? !node.slot && !/^(script|style|template)$/i.test(node.localName)
      : node.nodeType === 3 && node.data.trim() !== '',
  );
}
