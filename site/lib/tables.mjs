// Tables for readers who hear them.

/**
 * Makes cells of the head that say nothing cells of another kind: they are the heading of nothing.
 * @param {import('markdown-it').default} md
 */
export function withoutEmptyHeads(md) {
  const render = (tokens, index, options, _, self) => {
    const isOpen = tokens[index].nesting === 1;
    const text = tokens[isOpen ? index + 1 : index - 1];
    if (text.content === '') tokens[index].tag = 'td';
    return self.renderToken(tokens, index, options);
  };
  md.renderer.rules.th_open = render;
  md.renderer.rules.th_close = render;
}

/**
 * Gives the rows of the reference addresses: an attribute is found by its name, and can be linked.
 * @param {import('markdown-it')} markdown
 */
export function withNamedRows(markdown) {
  markdown.core.ruler.push('named_rows', ({ tokens, env }) => {
    if (!env.relativePath?.startsWith('reference/')) return;
    for (const [at, cell] of tokens.entries()) {
      if (cell.type !== 'td_open' || tokens[at - 1].type !== 'tr_open') continue;
      const [name] = tokens[at + 1].children;
      const isNew = name?.type === 'code_inline' && !tokens.some((one) => one.attrGet('id') === name.content);
      if (isNew) cell.attrSet('id', name.content);
    }
  });
}

/** A row with an address as a section, as the search reads pages. */
export const rowsAsSections = (html) =>
  html.replace(/<td id="([^"]+)">(.*?)<\/td>/g, '<h2>$2 <a href="#$1">#</a></h2>');
