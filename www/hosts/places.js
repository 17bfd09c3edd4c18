// Places that pages put an element into, many of them as wide as what they contain; `{}` is the element.
// Used by tests in Rust too, so this module imports nothing.

/** @type {Record<string, import('./rows.js').Row>} */
export const PLACES = {
  plain: { html: '<div>{}</div>' },
  dialog: { html: '<dialog open>{}</dialog>' },
  popover: {
    html: '<div popover="manual">{}</div>',
    async after() {
      for (const popover of document.querySelectorAll('[popover]')) popover.showPopover();
    },
  },
  'flex row': { html: '<div style="display: flex">{}</div>' },
  'flex row that wraps': { html: '<div style="display: flex; flex-wrap: wrap; gap: 8px">{}</div>' },
  'centred column': { html: '<div style="display: flex; flex-direction: column; align-items: center">{}</div>' },
  'column in a row': {
    html: '<div style="display: flex"><div style="display: flex; flex-direction: column">{}</div></div>',
  },
  'grid with automatic columns': { html: '<div style="display: grid; grid-auto-flow: column">{}</div>' },
  grid: { html: '<div style="display: grid; justify-content: start">{}</div>' },
  'centred grid': { html: '<div style="display: grid; place-items: center">{}</div>' },
  'columns that fill a row': {
    html: '<div style="display: grid; grid-template-columns: repeat(auto-fill, minmax(200px, 1fr))">{}</div>',
    room: 200,
  },
  'table cell': { html: '<table><tr><td>{}</td></tr></table>' },
  'cell that does not wrap': { html: '<table><tr><td nowrap>{}</td></tr></table>' },
  'table of fixed columns': {
    html: '<table style="table-layout: fixed; width: 100%"><tr><td>{}</td><td></td></tr></table>',
    room: 140,
  },
  table: { html: '<div style="display: table; margin: 0 auto">{}</div>' },
  'fit-content': { html: '<div style="inline-size: fit-content">{}</div>' },
  'max-content': { html: '<div style="inline-size: max-content">{}</div>' },
  'min-content': { html: '<div style="inline-size: min-content">{}</div>' },
  float: { html: '<div style="float: left">{}</div>' },
  absolute: { html: '<div style="position: absolute">{}</div>' },
  fixed: { html: '<div style="position: fixed; inset-block-start: 0">{}</div>' },
  'inline block': { html: '<div style="display: inline-block">{}</div>' },
  'inline flex': { html: '<div style="display: inline-flex">{}</div>' },
  'inline grid': { html: '<div style="display: inline-grid">{}</div>' },
  'no box': { html: '<div style="display: contents">{}</div>' },
  link: { html: '<a href="#product" style="display: inline-block">{}</a>' },
  label: { html: '<label><input type="checkbox">{}</label>' },
  button: { html: '<button type="button" style="max-width: 100%">{}</button>' },
  'disabled fieldset': { html: '<fieldset disabled>{}</fieldset>' },
  'open details': { html: '<details open><summary>Allergens</summary>{}</details>' },
  list: { html: '<ul style="list-style: upper-roman inside"><li>{}</li></ul>' },
  heading: { html: '<h1>{}</h1>' },
  preformatted: { html: '<pre style="max-width: 100%">{}</pre>' },
  'small print': { html: '<small><sup>{}</sup></small>' },
  quotation: { html: '<blockquote><em><s>{}</s></em></blockquote>' },
};
