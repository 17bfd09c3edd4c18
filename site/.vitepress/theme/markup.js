// Markup that a reader has typed, as nodes for a page.

/** What an example has beside its elements, and what would do something to the page around it. */
const REMOVED = 'script, style, link, meta, title, base, iframe, object, embed';

/**
 * The nodes of an example, without what would run, load or lead away from the site's own records.
 * @param {string} markup
 */
export function nodesOf(markup) {
  const { body } = new DOMParser().parseFromString(markup, 'text/html');
  for (const element of body.querySelectorAll(REMOVED)) element.remove();
  for (const element of body.querySelectorAll('*')) {
    for (const { name } of Array.from(element.attributes)) {
      if (name.startsWith('on') || name === 'base-url' || name === 'style') element.removeAttribute(name);
    }
    // Pictures and pages of an invented shop.
    if (element.localName === 'img') element.remove();
    if (element.localName === 'a') element.removeAttribute('href');
  }
  return Array.from(body.childNodes);
}
