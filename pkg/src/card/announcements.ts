// What screen readers say when verdicts change: for all cards of a page together, because a shopper
// who avoids one more allergen changes every card of a shelf. The custom element and the Yew
// components both use this module (src/yew/reader.rs). Its contract with
// what Rust draws are the attributes `data-announces`, `data-answer` and `data-allergen`.

import { ANSWERS } from './answers.js';

/** Changes that come sooner after one another than this, in milliseconds, are announced together. */
const TOGETHER = 200;

/** An announcement is there for so many milliseconds: later it may no longer be true. */
const STAYS = 10_000;

/** Hides the region from the eye, whatever the styles of the page are. */
const HIDDEN = {
  display: 'block',
  visibility: 'visible',
  position: 'fixed',
  overflow: 'hidden',
  'inline-size': '1px',
  'block-size': '1px',
  'clip-path': 'inset(50%)',
  'white-space': 'nowrap',
};

export interface Announcements {
  region: HTMLElement;
  /** The places of verdicts that have changed. */
  changed: Set<HTMLElement>;
  timer?: ReturnType<typeof setTimeout>;
}

/** Under a registered symbol: a page may have loaded this module from two addresses. */
const KEY = Symbol.for('product-pool.announcements');

function announcementsOf(document: Document & { [KEY]?: Announcements }): Announcements {
  let found = document[KEY];
  if (!found) {
    const region = document.createElement('div');
    region.setAttribute('role', 'status');
    region.dataset.productPool = 'announcements';
    for (const [name, value] of Object.entries(HIDDEN)) region.style.setProperty(name, value, 'important');
    found = document[KEY] = { region, changed: new Set() };
  }
  return found;
}

/** The text of an element for screen readers. */
function textOf(element: Element) {
  const copy = element.cloneNode(true) as Element;
  for (const hidden of copy.querySelectorAll('[aria-hidden="true"]')) hidden.remove();
  return copy.textContent?.trim() ?? '';
}

const sentences = (texts: string[]) => texts.map((text) => (/[.!?]$/.test(text) ? text : `${text}.`)).join(' ');

const verdictIn = (place: HTMLElement) => place.firstElementChild as HTMLElement | null;

/** One product with its verdict, or how many products have which answer, the most serious first. */
function announcement(places: HTMLElement[]) {
  const texts = places[0].dataset.announces?.split('\n') ?? [];
  const [title, products, ...counts] = texts.slice(0, 2 + ANSWERS.length);
  const [advice, ...name] = texts.slice(2 + ANSWERS.length);
  if (places.length === 1) {
    const parts = [...(verdictIn(places[0])?.children ?? [])];
    const lines = parts.flatMap((part) => (part.localName === 'ul' ? [...part.children] : part));
    return sentences([name.join(' '), ...lines.map(textOf)].filter(Boolean));
  }
  const fill = (text: string, count: number) => text.replace('{count}', String(count));
  const numbers = ANSWERS.map((answer) => places.filter((place) => verdictIn(place)?.dataset.answer === answer).length);
  const said = counts.map((text, at) => (numbers[at] > 0 ? fill(text, numbers[at]) : ''));
  return sentences([title, fill(products, places.length), ...said, advice].filter(Boolean));
}

/** The open dialog around an element, through all shadow trees: what is outside of it is not read. */
function modalAround(element: Element | undefined): Element | undefined {
  if (!element) return undefined;
  const { host } = element.getRootNode() as Partial<ShadowRoot>;
  return element.closest('dialog[open], [aria-modal="true"]') ?? modalAround(host);
}

/**
 * Announces the verdict in this place, with those that have changed by then: a region is read only if
 * it was there before its text.
 */
function plan(announcements: Announcements, place: HTMLElement) {
  const { region, changed, timer } = announcements;
  const around = modalAround(place) ?? place.ownerDocument.body;
  if (region.parentNode !== around) around.append(region);
  // The same text as before would not be read again.
  region.textContent = '';
  changed.add(place);
  clearTimeout(timer);
  announcements.timer = setTimeout(() => announce(announcements), TOGETHER);
}

function announce(announcements: Announcements) {
  const { region, changed } = announcements;
  const places = [...changed].filter((place) => place.isConnected && verdictIn(place));
  changed.clear();
  region.lang = places[0]?.closest('[lang]')?.getAttribute('lang') ?? '';
  region.textContent = places.length > 0 ? announcement(places) : '';
  announcements.timer = setTimeout(() => (region.textContent = ''), STAYS);
}

/**
 * Watches the verdict of a card. Returns a function that the card calls after each drawing.
 *
 * @param root - The shadow tree of the card, or its element in the page.
 */
export function announcing(root: ShadowRoot | Element) {
  const announcements = announcementsOf(root.ownerDocument as Document);
  /** The texts and the answers that were drawn last. */
  let last: [texts: string | undefined, answers: string] | undefined;
  return (): void => {
    const places: NodeListOf<HTMLElement> = root.querySelectorAll('[data-announces]');
    // Not that of a card in a slot of this one.
    const place = [...places].find((one) => (one.closest('.product-pool-card') ?? root) === root);
    if (!place) return;
    const answered: NodeListOf<HTMLElement> = place.querySelectorAll('[data-answer]');
    const answers = [...answered].map(({ dataset }) => [dataset.allergen, dataset.answer].join(':')).join();
    const [texts, before] = last ?? [];
    last = [place.dataset.announces, answers];
    // Another product, or another language, is not news of this one.
    if (texts === place.dataset.announces && before !== answers) plan(announcements, place);
  };
}
