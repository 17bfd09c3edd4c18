// Page translation as Chrome does it, and what a reader then sees.

/** Wraps a text as Chrome's page translation does, whose own elements take the place of its node. */
function translate(text) {
  if (text.parentElement.closest('font, script, style') || text.data === '') return;
  const [outer, inner] = [document.createElement('font'), document.createElement('font')];
  inner.textContent = `«${text.data}»`;
  outer.append(inner);
  text.replaceWith(outer);
}

function translateAll(node) {
  if (node.nodeType === Node.TEXT_NODE) return translate(node);
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  texts.forEach(translate);
}

/** Translates what is in an element, and whatever comes into it. */
export function translating(root) {
  translateAll(root);
  const observer = new MutationObserver((records) => {
    for (const { addedNodes, target } of records) [target, ...addedNodes].forEach((node) => node.isConnected && translateAll(node));
  });
  observer.observe(root, { childList: true, characterData: true, subtree: true });
  return () => observer.disconnect();
}

/** The content of an element in the language of its author, with whatever a translation has added left out. */
export function original(node) {
  if (node.nodeType === Node.TEXT_NODE) return node.data.replace(/[«»]/g, '');
  const content = Array.from(node.childNodes, original).join('');
  if (node.localName === 'font') return content;
  const attributes = Array.from(node.attributes, ({ name, value }) => ` ${name}="${value}"`).sort();
  return `<${node.localName}${attributes.join('')}>${content}</${node.localName}>\n`;
}
