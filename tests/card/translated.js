// Page translation as browsers and their extensions do it, and what a reader then sees.

/**
 * Wraps a text as Chrome's page translation does, whose own elements take the place of its node; or
 * adds its translation `before` or `after` it, as extensions do.
 */
function translate(text, where) {
  if (text.parentElement.closest('font, script, style') || text.data === '') return;
  const [outer, inner] = [document.createElement('font'), document.createElement('font')];
  inner.textContent = `⟦${text.data}⟧`;
  outer.append(inner);
  if (!where) text.replaceWith(outer);
  else if (where === 'before' && text.previousSibling?.localName !== 'font') text.before(outer);
  else if (where === 'after' && text.nextSibling?.localName !== 'font') text.after(outer);
}

function translateAll(node, where) {
  if (node.nodeType === Node.TEXT_NODE) return translate(node, where);
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const text of texts) translate(text, where);
}

/** Translates what is in an element, and whatever comes into it. */
export function translating(root, where) {
  translateAll(root, where);
  const observer = new MutationObserver((records) => {
    for (const { addedNodes, target } of records) {
      for (const node of [target, ...addedNodes]) if (node.isConnected) translateAll(node, where);
    }
  });
  observer.observe(root, { childList: true, characterData: true, subtree: true });
}

/** Adds a copy of what they say to lists, as their last child. */
export function copying(root) {
  for (const list of root.querySelectorAll('ul, dl')) {
    const copy = document.createElement('font');
    copy.textContent = list.textContent;
    list.append(copy);
  }
}

/** The texts of such copies in lists that say something else by now. */
export function stale(root) {
  const texts = Array.from(root.querySelectorAll('font'), ({ parentElement, textContent }) => {
    const list = parentElement.cloneNode(true);
    for (const copy of list.querySelectorAll('font')) copy.remove();
    return list.textContent === textContent ? '' : textContent;
  });
  return texts.filter(Boolean).join();
}

/**
 * The content of an element without its translation, an element a line; a translation that is not
 * that of the text beside it is an error.
 */
export function original(node) {
  if (node.nodeType === Node.TEXT_NODE) return node.data.replace(/[⟦⟧]/g, '');
  const content = Array.from(node.childNodes, original).join('');
  if (node.localName === 'font') {
    if (node.parentElement.localName === 'font') return content;
    const beside = [node.previousSibling, node.nextSibling].filter((one) => one?.nodeType === Node.TEXT_NODE);
    if (beside.length === 0) return content;
    return beside.some(({ data }) => data === content) ? '' : `${content} IS NOT ${beside[0].data}`;
  }
  // Each component has a mark of its own, by which a copy of it is found.
  const drawn = Array.from(node.attributes).filter(({ name }) => name !== 'data-original');
  const attributes = drawn.map(({ name, value }) => ` ${name}="${value}"`).sort();
  return `<${node.localName}${attributes.join('')}>${content}</${node.localName}>\n`;
}
