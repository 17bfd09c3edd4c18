// Cards that a server drew. A gateway's is built from closed lists of elements and attributes and
// never parsed as markup, so no supplier's text can become an element, a script or a style.

import type { FailureState, RawRecord } from '../shared/types.js';
import { ANSWERS } from './announcements.js';

const FORMAT = 4;

const ELEMENTS = new Set(
  'a article b br button caption code dd details dialog div dl dt h1 h2 h3 h4 h5 h6 header img li p q s section slot span strong summary table tbody td th thead tr ul'.split(
    ' ',
  ),
);

const ATTRIBUTES =
  /^(alt|aria-(busy|current|hidden|label|live)|class|command|commandfor|data-[a-z]+|decoding|dir|height|href|id|lang|loading|name|open|part|rel|role|scope|sizes|slot|src|srcset|tabindex|title|type|width)$/;

/** What the card's buttons do, by `data-action`. */
const ACTIONS = ['close', 'image', 'print', 'retry', 'zoom'];

/** Many people count peanuts among nuts, so the head of an answer on nuts names them. */
const PEANUTS = 'peanuts';

/** Stands for the time from which a card is that has become too old. */
const DATE = '{date}';

/** The gateway's answers for every allergen. */
export interface Answers {
  /** By sets of allergens, the words that mean them. */
  words: Record<string, string[]>;
  /** The answer that a verdict has at least. */
  least: string;
  /** The texts of lines in heads by their kind, and what joins names. */
  head: Record<string, string>;
  /** The names of allergens in them. */
  names: Record<string, string>;
  /** With an answer for every allergen. */
  verdict: unknown;
  /** Of a card with a verdict. */
  foot: unknown;
}

/** Whether an attribute may have a value. */
function isValid(name: string, value: string) {
  if (typeof value !== 'string' || !ATTRIBUTES.test(name)) return false;
  if (name === 'data-action') return ACTIONS.includes(value);
  if (name === 'data-answer') return ANSWERS.includes(value);
  if (name === 'href' || name === 'src') return /^https?:$/.test(new URL(value, document.baseURI).protocol);
  return true;
}

/**
 * A text, or an element with its attributes and child nodes. Throws at what it does not know: a
 * newer gateway must not lose an allergen on the way.
 */
function make(node: any): Node | string {
  if (typeof node === 'string') return node;
  const [name, attributes, ...children] = node;
  if (!ELEMENTS.has(name)) throw new Error(`the element ${name} is not known`);
  const element = document.createElement(name);
  for (const [key, value] of Object.entries<string>(attributes)) {
    if (!isValid(key, value)) throw new Error(`the attribute ${key}="${value}" is not known`);
    element.setAttribute(key, value);
  }
  element.append(...children.map(make));
  return element;
}

/** An element, as `make` makes it. */
function makeElement(node: unknown) {
  const made = make(node);
  if (!(made instanceof HTMLElement)) throw new Error(`${made} is no element`);
  return made;
}

/** A card that a gateway drew. */
export interface DrawnCard {
  card: HTMLElement;
  /** The words by which a page is asked to be loaded again; empty where the gateway sent none. */
  reload: string;
  /** A few members of the product's record. */
  data: RawRecord;
  /** Why there is none. */
  failure?: FailureState;
  /**
   * Answers a reader's list of allergens on the
   * card, so that the list never leaves the page; false if it has words that only WebAssembly
   * understands.
   */
  answer: (avoid: string | null) => boolean;
  /**
   * Turns the earlier card in a container into
   * this one.
   */
  replace: (container: HTMLElement) => void;
}

/** The kinds of lines in heads, as in src/card/panels/head.rs. */
const LINES = [...ANSWERS, 'check', 'unnamed', 'none'];

/**
 * The line of an answer in a verdict's head, as src/card/panels/head.rs puts it together; undefined if
 * nothing has that answer.
 *
 * @param chosen - The answers below the head.
 */
function lineOf(answer: string, chosen: HTMLElement[], { head, names }: Answers) {
  const listed = chosen.filter(({ dataset }) => dataset.answer === answer);
  const named = listed.map(({ dataset }) => names[dataset.allergen ?? '']);
  const isAvoided = chosen.some(({ dataset }) => dataset.allergen === PEANUTS);
  const beside = !isAvoided && chosen.some(({ dataset }) => dataset.peanuts === answer);
  if (beside) named.push(names[PEANUTS]);
  if (named.length === 0) return undefined;
  let kind = answer;
  if (answer === 'declared-not-present' && named.length > 1) kind = 'none';
  if (answer === 'not-stated') {
    if (beside || listed.some(({ dataset }) => dataset.caution)) kind = 'check';
    // Its names come first.
    else named[0] = listed[0].querySelector('b')?.textContent ?? '';
  }
  const last = named.pop();
  const list = named.length > 0 ? named.join(head.comma) + head.and + last : last;
  return head[kind].replace('{names}', () => `${list}`);
}

/**
 * Puts the head of a verdict together: a line for each answer, the worst first, as a heading.
 *
 * @param verdict - With a heading that has a sign.
 * @param chosen - The answers below the head.
 */
function setHead(verdict: HTMLElement, worst: string, chosen: HTMLElement[], answers: Answers) {
  const [heading, ...others] = verdict.querySelectorAll('.answer');
  for (const other of others) other.remove();
  const sign = heading.querySelector('.sign') as Element;
  const lines = ANSWERS.filter((answer) => answer !== worst && answer !== 'declared-not-present').flatMap((answer) => {
    const text = lineOf(answer, chosen, answers);
    return text ? setLine(worded('p', 'answer', ''), answer, sign, text) : [];
  });
  setLine(heading, worst, sign, lineOf(worst, chosen, answers) ?? answers.head.unnamed).after(...lines);
}

function setLine(line: Element, answer: string, sign: Element, text: string) {
  const own = sign.cloneNode() as Element;
  own.setAttribute('data-sign', answer);
  line.setAttribute('data-answer', answer);
  line.replaceChildren(own, text);
  return line;
}

/** The function that answers a reader's list of allergens on a card. */
function answering(drawn: { card: HTMLElement }, answers: Answers) {
  const { words, verdict, foot } = answers;
  const whole = makeElement(verdict);
  const advised = foot ? makeElement(foot) : undefined;
  const plain = drawn.card.querySelector('.foot');
  const least = ANSWERS.indexOf(answers.least);
  const items = Object.fromEntries([...whole.querySelectorAll('li')].map((item) => [item.dataset.allergen, item]));
  const rank = (item: HTMLElement) => ANSWERS.indexOf(item.dataset.answer ?? '');
  const isKnownItem = (name: string) => rank(items[name]) >= 0 && answers.names[name];
  const hasHead = whole.querySelector('.answer > .sign') && LINES.every((kind) => answers.head[kind]);
  const isWhole = whole.querySelector('ul') && hasHead && Object.keys(items).every(isKnownItem);
  if (!placeIn(drawn.card) || !isWhole || least < 0) throw new Error('it has no verdict');
  const meanings = new Map(
    Object.entries(words).flatMap(([names, words]) => words.map((word) => [word, names.split(' ')])),
  );
  let answered: string | null | undefined;
  let isKnown = true;
  return (avoid: string | null) => {
    // What is drawn already stays.
    if (avoid === answered) return isKnown;
    answered = avoid;
    const list = avoid?.toLowerCase().match(/[^\s,;]+/g) ?? [];
    const names = new Set(list.flatMap((word) => meanings.get(word) ?? ''));
    isKnown = [...names].every((name) => Object.keys(items).includes(name));
    const chosen = isKnown ? [...names].map((name) => items[name]).sort((a, b) => rank(a) - rank(b)) : [];
    const shown = chosen.length > 0 ? advised : plain;
    const { card } = drawn;
    card.querySelector('.foot')?.remove();
    // Before the slot of the page's own footer.
    if (shown) card.lastElementChild?.before(shown);
    const place = placeIn(card) as Element;
    place.replaceChildren();
    if (chosen.length > 0) {
      const copy = whole.cloneNode(true) as HTMLElement;
      const worst = ANSWERS[Math.min(least, rank(chosen[0]))];
      copy.dataset.answer = worst;
      setHead(copy, worst, chosen, answers);
      copy.querySelector('ul')?.replaceChildren(...chosen.flatMap((item) => [item.cloneNode(true), ' ']));
      place.append(copy);
    }
    return isKnown;
  };
}

/** The place of the verdict in a card. */
const placeIn = (card: Element) => card.querySelector('[data-announces]');

/**
 * Makes the nodes of an element whose answer is too old. A number stands for the node in that place
 * of the element as it was, and an object for an element in that place that differs.
 */
function remake(nodes: any[], before: Element): (Node | string)[] {
  const places = [...before.childNodes];
  return nodes.map((node) => {
    if (typeof node === 'number') return places[node];
    if (typeof node === 'string' || Array.isArray(node)) return make(node);
    const place = places[node.at] as Element;
    const made = makeElement([place.localName, node.attributes]);
    made.append(...remake(node.nodes, place));
    return made;
  });
}

/**
 * Turns a card into what it is once its answer is too old.
 *
 * @param since - From when it is.
 */
function makeOld(nodes: any[], card: HTMLElement, since: string) {
  card.replaceChildren(...remake(nodes, card));
  const notice = card.querySelector('[data-notice="stale"]');
  if (!notice?.textContent?.includes(DATE)) throw new Error('it does not say from when it is');
  for (const node of notice.childNodes) node.textContent = node.textContent?.replace(DATE, () => since) ?? '';
  return card;
}

/** Why there is no product, where that is for good. */
const FAILURES = ['not-found', 'bad-gtin'];

/**
 * Builds the card in a gateway's answer, with the members of the product's record that came with it.
 *
 * @param path - The path that it must be the answer to.
 * @param today - The day that it must be drawn for, because it tells how old a
 *   record is; undefined for what was built before.
 * @param since - From when it is, because it is too old.
 */
export function build(text: string, path: string, today: string | undefined, since?: string): DrawnCard {
  const answer = JSON.parse(text);
  if (answer.format !== FORMAT) throw new Error(`its format is ${answer.format}, not ${FORMAT}`);
  if (answer.path !== path) throw new Error(`it answers ${answer.path}, not ${path}`);
  const { failure, old } = answer;
  const fresh = makeElement(answer.card);
  if (fresh.localName !== 'article') throw new Error('it has no card');
  if (failure !== undefined) {
    if (!FAILURES.includes(failure)) throw new Error(`the failure ${failure} is not known`);
    return replacing({ card: fresh, reload: '', data: {}, failure, answer: () => true });
  }
  // That of yesterday in a cache, or a clock that is wrong.
  if (today !== undefined && answer.today !== today)
    throw Object.assign(new Error(`it was drawn for ${answer.today}, not for ${today}`), { mayPass: true });
  // Null where the gateway itself could not check the product. It is made in any case, so that it is
  // not found to be wrong only when it is needed.
  const aged = old === null ? undefined : makeOld(old.nodes, makeElement(answer.card), since ?? '');
  const oldAvoid = { ...answer.avoid, ...old?.avoid };
  if (aged) answering({ card: aged }, oldAvoid);
  const isOld = aged !== undefined && since !== undefined;
  const card = isOld ? aged : fresh;
  const drawn = { card, reload: `${answer.reload ?? ''}`, data: answer.product };
  return replacing(Object.assign(drawn, { answer: answering(drawn, isOld ? oldAvoid : answer.avoid) }));
}

/** A card that may take the place of an earlier one. */
const replacing = (drawn: Omit<DrawnCard, 'replace'>): DrawnCard =>
  Object.assign(drawn, {
    replace(container: HTMLElement) {
      const wanted = container.cloneNode() as Element;
      wanted.append(drawn.card);
      patch(container, wanted);
      drawn.card = container.firstElementChild as HTMLElement;
    },
  });

/**
 * Makes an element equal to another. Its nodes stay where they can, for the focus, loaded images
 * and whatever the reader has opened are there.
 */
function patch(live: Element, wanted: Element) {
  const isOpen = 'open';
  for (const { name } of [...live.attributes]) {
    if (name !== isOpen && !wanted.hasAttribute(name)) live.removeAttribute(name);
  }
  for (const { name, value } of wanted.attributes) {
    if (name !== isOpen && live.getAttribute(name) !== value) live.setAttribute(name, value);
  }
  const places = [...live.childNodes];
  const nodes = [...wanted.childNodes];
  while (nodes.length > 0) {
    const [place, node] = [places[0], nodes[0]];
    const isKept = place && isAlike(place, node);
    // There are fewer than before: it was taken out.
    if (!isKept && places.length > nodes.length) {
      places.shift()?.remove();
      continue;
    }
    nodes.shift();
    if (!isKept && places.length <= nodes.length) {
      live.insertBefore(node, place ?? null);
      continue;
    }
    places.shift();
    if (!isKept) place.replaceWith(node);
    else if (node instanceof Element) patch(place as Element, node);
    else if (place.nodeValue !== node.nodeValue) place.nodeValue = node.nodeValue;
  }
  for (const place of places) place.remove();
}

/** The attributes that say what an element is, as in src/card/render/dom.rs. */
const KINDS = ['class', 'data-notice', 'data-panel', 'data-toggle', 'name'];

/** Whether one node may become another: both are texts, or elements of the same kind. */
function isAlike(one: Node, other: Node) {
  if (one.nodeName !== other.nodeName) return false;
  if (!(one instanceof Element && other instanceof Element)) return true;
  return KINDS.every((name) => one.getAttribute(name) === other.getAttribute(name));
}

/**
 * Leaves one of two cards in a container, the element's and the server's behind it: the server's,
 * once it is equal to the element's.
 */
export function handOver(container: Element): void {
  const [drawn, served] = container.querySelectorAll(':scope > article');
  if (served) patch(served, drawn);
  // With what others have put beside it.
  for (const node of [...container.childNodes]) if (node !== (served ?? drawn)) node.remove();
}

/**
 * The advice of a card to check the label: below its verdict, or the last sentence of its foot. Empty
 * if it has neither.
 */
function adviceIn(container: Element) {
  const below = container.querySelector('.verdict > .muted:last-child')?.textContent;
  const foot = container.querySelector('.foot')?.lastChild?.textContent ?? '';
  return below ?? /[^.!?]*[.!?]?$/.exec(foot.trim())?.[0].trim() ?? '';
}

/**
 * A new element with a text.
 *
 * @param kind - Its class.
 */
function worded(name: string, kind: string, text: string) {
  const made = document.createElement(name);
  made.className = kind;
  made.textContent = text;
  return made;
}

/**
 * Takes whatever is calm out of a server's card that is too old, while the element cannot draw it:
 * signs, and words that stand alone. The card's own advice to check the label comes first, and
 * after each of those words.
 */
export function outdate(container: Element): void {
  const advice = adviceIn(container);
  for (const sign of container.querySelectorAll('[data-sign="declared-not-present"], [data-sign="yes"]')) {
    // That of a claim.
    if (advice && sign.matches('[data-sign="yes"]')) sign.nextElementSibling?.append(` – ${advice}`);
    sign.setAttribute('data-sign', 'not-stated');
  }
  container.querySelector('[data-notice="all-absent"]')?.remove();
  for (const place of container.querySelectorAll('[data-status="declared-not-present"]')) {
    place.setAttribute('data-status', 'not-stated');
    // The words for a member of a group.
    for (const part of place.children) if (part.matches('.aside')) part.remove();
    if (!place.matches('.line')) continue;
    if (advice) place.querySelector('dt')?.append(worded('span', '', ` – ${advice}`));
    else place.remove();
  }
  for (const place of container.querySelectorAll('[data-answer="declared-not-present"]')) {
    place.setAttribute('data-answer', 'not-stated');
    if (place.localName === 'li') place.append(worded('span', 'caution', `. ${advice}`));
    const head = place.querySelector(':scope > .answer')?.lastChild;
    if (head) head.textContent = advice;
  }
  const card = container.querySelector('.card');
  if (!card || !advice || card.querySelector('[data-notice="stale"]')) return;
  const notice = worded('p', 'notice', advice);
  notice.dataset.notice = 'stale';
  let notices = card.querySelector('.notices');
  if (!notices) {
    notices = worded('div', 'notices', '');
    const header = card.querySelector('slot[name="header"]');
    if (header) header.after(notices);
    else card.prepend(notices);
  }
  notices.prepend(notice);
}
