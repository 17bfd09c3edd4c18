// Cards that a server drew. A gateway's is built from closed lists of elements and attributes and
// never parsed as markup, so no supplier's text can become an element, a script or a style.

import type { FailureState, RawRecord } from '../shared/types.js';
import { element } from '../shared/placeholders.js';
import { ANSWERS } from './answers.js';

const FORMAT = 6;

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
  for (const [key, value] of Object.entries<string>(attributes))
    if (!isValid(key, value)) throw new Error(`the attribute ${key}="${value}" is not known`);
  return element(name, attributes, ...children.map(make));
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
  /** Throws where something is wrong that it needs only later: its answers, and what it is once it is too old. */
  check: () => void;
  /** The same card made again; once it is too old, with the words for the time from which it is. */
  again: (since?: string) => DrawnCard;
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
  // A group that is named alone, with its kinds.
  const alone = listed[0]?.dataset.alone;
  if (alone && named.length === 1) named[0] = alone;
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
    return text ? setLine(element('p', { class: 'answer' }), answer, sign, text) : [];
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

/**
 * What answers a reader's list of allergens on a card; throws where the card has no place for it.
 *
 * @param old - The nodes of the verdict instead of its own, of a card that is too old.
 */
function verdictFor(card: HTMLElement, answers: Answers, old?: any[]) {
  const whole = makeElement(answers.verdict);
  if (old) whole.replaceChildren(...remake(old, whole));
  const least = ANSWERS.indexOf(answers.least);
  const items = Object.fromEntries([...whole.querySelectorAll('li')].map((item) => [item.dataset.allergen, item]));
  const rank = (item: HTMLElement) => ANSWERS.indexOf(item.dataset.answer ?? '');
  const isKnownItem = (name: string) => rank(items[name]) >= 0 && answers.names[name];
  const hasHead = whole.querySelector('.answer > .sign') && LINES.every((kind) => answers.head[kind]);
  const isWhole = whole.querySelector('ul') && hasHead && Object.keys(items).every(isKnownItem);
  if (!placeIn(card) || !isWhole || least < 0) throw new Error('it has no verdict');
  const meanings = new Map(
    Object.entries(answers.words).flatMap(([names, words]) => words.map((word) => [word, names.split(' ')])),
  );
  return {
    whole,
    items,
    rank,
    least,
    meanings,
    advised: answers.foot ? makeElement(answers.foot) : undefined,
    plain: card.querySelector('.foot'),
  };
}

/** The function that answers a reader's list of allergens on a card. */
function answering(drawn: { card: HTMLElement }, answers: Answers, old?: any[]) {
  let made: ReturnType<typeof verdictFor> | undefined;
  let answered: string | null | undefined;
  let isKnown = true;
  return (avoid: string | null) => {
    // What is drawn already stays.
    if (avoid === answered) return isKnown;
    answered = avoid;
    const list = avoid?.toLowerCase().match(/[^\s,;]+/g) ?? [];
    // Most cards of most pages have none.
    if (list.length === 0 && !made) return true;
    made ??= verdictFor(drawn.card, answers, old);
    const { whole, items, rank, least, meanings, advised, plain } = made;
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
 * @param today - The day that it must be drawn for, because it tells how old a record is.
 */
export function build(text: string, path: string, today: string): DrawnCard {
  const answer = JSON.parse(text);
  if (answer.format !== FORMAT) throw new Error(`its format is ${answer.format}, not ${FORMAT}`);
  if (answer.path !== path) throw new Error(`it answers ${answer.path}, not ${path}`);
  const { failure } = answer;
  if (failure !== undefined && !FAILURES.includes(failure)) throw new Error(`the failure ${failure} is not known`);
  // That of yesterday in a cache, or a clock that is wrong.
  if (failure === undefined && answer.today !== today)
    throw Object.assign(new Error(`it was drawn for ${answer.today}, not for ${today}`), { mayPass: true });
  return drawnOf(answer);
}

/**
 * The card in an answer.
 *
 * @param since - From when it is, because it is too old.
 */
function drawnOf(answer: any, since?: string): DrawnCard {
  const { failure, old } = answer;
  const fresh = makeElement(answer.card);
  if (fresh.localName !== 'article') throw new Error('it has no card');
  const again = (words?: string): DrawnCard => drawnOf(answer, words);
  if (failure !== undefined)
    return { card: fresh, reload: '', data: {}, failure, answer: () => true, again, check: () => {} };
  // Null where the gateway itself could not check the product.
  const isOld = since !== undefined && old !== null;
  const drawn = { card: isOld ? makeOld(old.nodes, fresh, since) : fresh, reload: `${answer.reload ?? ''}` };
  const answers = isOld ? { ...answer.avoid, least: old.avoid.least } : answer.avoid;
  const check = () => {
    verdictFor(drawn.card, answer.avoid);
    if (old !== null) again('').answer('-');
  };
  return Object.assign(drawn, {
    data: answer.product,
    again,
    check,
    answer: answering(drawn, answers, isOld ? old.avoid.nodes : undefined),
  });
}
