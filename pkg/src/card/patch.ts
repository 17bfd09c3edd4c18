// What becomes of a card that a server drew: it turns into a newer one, is handed over to WebAssembly, or
// loses what is calm.

import type { DrawnCard } from './drawn.js';
import { element } from '../shared/placeholders.js';

/** Turns the earlier card in a container into a newer one. */
export function replace(container: HTMLElement, drawn: DrawnCard): void {
  const wanted = container.cloneNode() as Element;
  wanted.append(drawn.card);
  patch(container, wanted);
  drawn.card = container.firstElementChild as HTMLElement;
}

/** The attributes for what the reader has opened, and for an image that could not be loaded. */
const LIVE = ['open', 'data-failed'];

/**
 * Makes an element equal to another. Its nodes stay where they can, for the focus, loaded images
 * and whatever the reader has opened are there.
 */
function patch(live: Element, wanted: Element) {
  for (const { name } of [...live.attributes]) {
    if (!LIVE.includes(name) && !wanted.hasAttribute(name)) live.removeAttribute(name);
  }
  for (const { name, value } of wanted.attributes) {
    if (!LIVE.includes(name) && live.getAttribute(name) !== value) live.setAttribute(name, value);
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
    if (advice) place.querySelector('dt')?.append(element('span', {}, ` – ${advice}`));
    else place.remove();
  }
  for (const place of container.querySelectorAll('[data-answer="declared-not-present"]')) {
    place.setAttribute('data-answer', 'not-stated');
    if (place.localName === 'li') place.append(element('span', { class: 'caution' }, `. ${advice}`));
    const head = place.querySelector(':scope > .answer')?.lastChild;
    if (head) head.textContent = advice;
  }
  const card = container.querySelector('.card');
  if (!card || !advice || card.querySelector('[data-notice="stale"]')) return;
  const notice = element('p', { class: 'notice' }, advice);
  notice.dataset.notice = 'stale';
  let notices = card.querySelector('.notices');
  if (!notices) {
    notices = element('div', { class: 'notices' }, '');
    const header = card.querySelector('slot[name="header"]');
    if (header) header.after(notices);
    else card.prepend(notices);
  }
  notices.prepend(notice);
}
