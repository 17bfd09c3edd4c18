// The colours of code as classes: a strict content security policy refuses style attributes.

/** The scopes of a grammar, by the class of what they colour; theme/code.css has the colours. */
const SCOPES = {
  comment: ['comment', 'punctuation.definition.comment'],
  string: ['string', 'punctuation.definition.string', 'markup.inline.raw', 'constant.other.symbol'],
  number: ['constant.numeric', 'constant.language', 'constant.character', 'support.constant'],
  keyword: ['keyword', 'storage', 'variable.language', 'meta.preprocessor'],
  name: ['entity.name', 'support.function', 'support.type', 'support.class', 'meta.function-call'],
  attribute: ['entity.other.attribute-name', 'variable.other.property', 'support.type.property-name', 'meta.attribute'],
  mark: ['punctuation', 'meta.brace', 'keyword.operator'],
};

/** The nth class as the colour by which the highlighter tells it from others. */
const colourOf = (index) => `#0000${String(index + 10)}`;

const NAMES = Object.keys(SCOPES);

/** A theme for the highlighter, whose colours `withClasses` turns into classes. */
export const TOKENS = {
  name: 'product-pool',
  type: 'light',
  fg: '#000000',
  bg: '#ffffff',
  settings: NAMES.map((name, index) => ({ scope: SCOPES[name], settings: { foreground: colourOf(index) } })),
};

/** Puts classes in place of style attributes. */
export const withClasses = {
  name: 'product-pool:classes',
  pre(node) {
    delete node.properties.style;
  },
  span(node) {
    const { style = '' } = node.properties;
    const index = NAMES.findIndex((_, at) => style.toUpperCase().includes(colourOf(at)));
    delete node.properties.style;
    if (index >= 0) node.properties.class = `code-${NAMES[index]}`;
  },
};
