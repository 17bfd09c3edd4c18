// The log: the elements' events, and what the package writes on the console.

import { make } from './dom.js';

/** The greatest number of entries. */
const LENGTH = 100;

/** The longest detail that is shown. */
const LONGEST = 300;

/** The detail of an event on one line; of a product, only that there is one. */
function summary(detail) {
  const text = JSON.stringify(detail, (key, value) => (key && typeof value === 'object' && value ? '…' : value)) ?? '';
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** Shows each message of the package that goes to the console in the log too. */
function followConsole(add) {
  for (const level of ['error', 'warn']) {
    const write = console[level];
    console[level] = (...texts) => {
      write.apply(console, texts);
      const [text] = texts;
      if (typeof text === 'string' && text.startsWith('product-pool: ')) add(`console.${level}`, text);
    };
  }
}

/**
 * Connects the log.
 * @param {{ log: HTMLElement, announce: HTMLInputElement, clear: HTMLElement, count: HTMLElement }} parts
 * @returns {(events: string[]) => void} Listens to events of these names as well.
 */
export function connectLog({ log, announce, clear, count }) {
  const known = new Set();
  const list = log.querySelector('ol');
  const show = () => {
    count.textContent = String(list.children.length);
  };
  function add(name, text) {
    const time = new Date().toLocaleTimeString('en-GB');
    list.append(make('li', {}, make('time', {}, time), ' ', make('strong', {}, name), ' ', make('code', {}, text)));
    if (list.children.length > LENGTH) list.firstElementChild.remove();
    show();
  }
  announce.addEventListener('change', () => {
    log.ariaLive = announce.checked ? 'polite' : 'off';
  });
  clear.addEventListener('click', () => {
    list.replaceChildren();
    show();
  });
  followConsole(add);
  return (events) => {
    for (const name of events.filter((event) => !known.has(event))) {
      known.add(name);
      document.addEventListener(name, ({ detail }) => add(name, summary(detail)));
    }
  };
}
