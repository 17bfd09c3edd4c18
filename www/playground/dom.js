// Helpers for the DOM.

/** The element with an id. */
export const find = (id) => document.getElementById(id);

/**
 * Creates an element.
 * @param {string} name
 * @param {object} [properties]
 * @param {(Node | string)[]} children
 */
export function make(name, properties = {}, ...children) {
  const { attributes = {}, ...rest } = properties;
  const made = Object.assign(document.createElement(name), rest);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}

/**
 * Shows a message about a failure, and writes the cause on the console.
 * @param {string} id - Of the element with `role="alert"`.
 * @param {string} text
 * @param {unknown} error
 */
export function showProblem(id, text, error) {
  const problem = find(id);
  problem.textContent = text;
  problem.hidden = false;
  console.error(text, error);
}

/** Whether a click on a link should stay in this page: not one that opens a tab or a window. */
export const isPlainClick = (event) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
