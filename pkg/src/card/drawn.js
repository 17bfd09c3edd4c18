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

/** The answers of a verdict, the most serious first. */
const ANSWERS = ['contains', 'may-contain', 'not-stated', 'not-declared'];

/**
 * The gateway's answers for every allergen.
 * @typedef {object} Answers
 * @property {Record<string, string[]>} words - By sets of allergens, the words that mean them.
 * @property {string} least - The answer that a verdict has at least.
 * @property {unknown} verdict - With an answer for every allergen.
 * @property {unknown} foot - Of a card with a verdict.
 */

/**
 * Whether an attribute may have a value.
 * @param {string} name
 * @param {string} value
 */
function isValid(name, value) {
  if (typeof value !== 'string' || !ATTRIBUTES.test(name)) return false;
  if (name === 'data-action') return ACTIONS.includes(value);
  if (name === 'data-answer') return ANSWERS.includes(value);
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
 * An element, as `make` makes it.
 * @param {unknown} node
 */
function makeElement(node) {
  const made = make(node);
  if (!(made instanceof HTMLElement)) throw new Error(`${made} is no element`);
  return made;
}

/**
 * A function that answers a reader's list of allergens on a card, so that the list never leaves the
 * page. It returns false if the list has words that only WebAssembly understands.
 * @param {Element} card
 * @param {Answers} answers
 */
function answering(card, answers) {
  const { words, verdict, foot } = answers;
  const whole = makeElement(verdict);
  const advised = foot ? makeElement(foot) : undefined;
  const plain = card.querySelector('.foot');
  const place = card.querySelector('[data-announces]');
  const least = ANSWERS.indexOf(answers.least);
  const items = Object.fromEntries(Array.from(whole.querySelectorAll('li'), (item) => [item.dataset.allergen, item]));
  const rank = (/** @type {HTMLElement} */ item) => ANSWERS.indexOf(item.dataset.answer ?? '');
  const isWhole = whole.querySelector('ul') && Object.values(items).every((item) => rank(item) >= 0);
  if (!place || !isWhole || least < 0) throw new Error('it has no verdict');
  const meanings = new Map(
    Object.entries(words).flatMap(([names, words]) => words.map((word) => [word, names.split(' ')])),
  );
  /** @type {string | null | undefined} */
  let answered;
  let isKnown = true;
  return (/** @type {string | null} */ avoid) => {
    // What is drawn already stays.
    if (avoid === answered) return isKnown;
    answered = avoid;
    const list = avoid?.toLowerCase().match(/[^\s,;]+/g) ?? [];
    const names = new Set(list.flatMap((word) => meanings.get(word) ?? ''));
    isKnown = [...names].every((name) => Object.hasOwn(items, name));
    const chosen = isKnown ? [...names].map((name) => items[name]).sort((a, b) => rank(a) - rank(b)) : [];
    const shown = chosen.length > 0 ? advised : plain;
    plain?.remove();
    advised?.remove();
    // Before the slot of the page's own footer.
    if (shown) card.lastElementChild?.before(shown);
    place.replaceChildren();
    if (chosen.length > 0) {
      const copy = /** @type {HTMLElement} */ (whole.cloneNode(true));
      copy.dataset.answer = ANSWERS[Math.min(least, rank(chosen[0]))];
      copy.querySelector('ul')?.replaceChildren(...chosen.map((item) => item.cloneNode(true)));
      place.append(copy);
    }
    return isKnown;
  };
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
  const card = makeElement(drawn.card);
  if (card.localName !== 'article') throw new Error('it has no card');
  return { card, data: drawn.product, answer: answering(card, drawn.avoid) };
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
