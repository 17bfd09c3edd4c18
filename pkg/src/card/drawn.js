// Cards that a server drew. A gateway's is built from closed lists of elements and attributes and
// never parsed as markup, so no supplier's text can become an element, a script or a style.

const FORMAT = 1;

const ELEMENTS = new Set(
  'a article b br button caption code dd details dialog div dl dt h1 h2 h3 h4 h5 h6 header img li p q section slot span strong summary table tbody td th thead tr ul'.split(
    ' ',
  ),
);

const ATTRIBUTES =
  /^(alt|aria-(busy|current|hidden|label|live)|class|command|commandfor|data-[a-z]+|decoding|dir|height|href|id|lang|loading|name|open|part|rel|role|scope|sizes|slot|src|srcset|tabindex|title|type|width)$/;

/** What the card's buttons do, by `data-action`. */
const ACTIONS = ['close', 'image', 'print', 'retry', 'zoom'];

/**
 * Whether an attribute may have a value.
 * @param {string} name
 * @param {string} value
 */
function isValid(name, value) {
  if (typeof value !== 'string' || !ATTRIBUTES.test(name)) return false;
  if (name === 'data-action') return ACTIONS.includes(value);
  if (name === 'href' || name === 'src') return /^https?:$/.test(new URL(value, document.baseURI).protocol);
  return true;
}

/**
 * A text, or an element with its attributes and child nodes. Throws at what it does not know: a
 * newer gateway must not lose an allergen on the way.
 * @param {any} node
 * @returns {Node | string}
 */
function make(node) {
  if (typeof node === 'string') return node;
  const [name, attributes, ...children] = node;
  if (!ELEMENTS.has(name)) throw new Error(`the element ${name} is not known`);
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (!isValid(key, value)) throw new Error(`the attribute ${key}="${value}" is not known`);
    element.setAttribute(key, value);
  }
  element.append(...children.map(make));
  return element;
}

/**
 * Builds the card in a gateway's answer, with the members of the product's record that came with it.
 * @param {string} text
 * @param {string} path - The path that it must be the answer to.
 * @param {string} today - The day that it must be drawn for, because it tells how old a record is.
 */
export function build(text, path, today) {
  const drawn = JSON.parse(text);
  if (drawn.format !== FORMAT) throw new Error(`its format is ${drawn.format}, not ${FORMAT}`);
  if (drawn.path !== path) throw new Error(`it answers ${drawn.path}, not ${path}`);
  if (drawn.today !== today) throw new Error(`it was drawn for ${drawn.today}, not for ${today}`);
  const card = make(drawn.card);
  if (!(card instanceof HTMLElement) || card.localName !== 'article') throw new Error('it has no card');
  return { card, data: drawn.product };
}

/**
 * Leaves one of two cards in a container, the element's or the server's behind it: the server's if
 * they are equal, because the focus, loaded images and whatever the reader has opened are there.
 * @param {Element} container
 */
export function handOver(container) {
  const [drawn, served] = container.children;
  const copy = /** @type {Element} */ (served.cloneNode(true));
  // A panel that the reader has opened is no difference.
  const opened = copy.querySelectorAll('details, dialog');
  drawn.querySelectorAll('details, dialog').forEach((one, at) => {
    opened[at]?.toggleAttribute('open', one.hasAttribute('open'));
  });
  const isSame = drawn.isEqualNode(copy);
  (isSame ? drawn : served).remove();
  // An image that was enlarged before any script was there.
  if (!isSame && served.querySelector('dialog[open]')) drawn.querySelector('dialog')?.showModal();
}
