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
