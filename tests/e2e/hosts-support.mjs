// Shared parts of the tests of hosts: a page of one, and what cannot be read in it.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROWS } from '../../www/hosts/rows.js';
import { saidOf } from './host-statuses.mjs';
import { DEMO_URL, ROOT } from './support.mjs';

/** The least widths that an element has where there is room, in pixels; that of badges, and of all others. */
export const LEASTS = { badges: 160, other: 280 };

const source = await readFile(join(ROOT, 'tests/hosts.js'), 'utf8');
const names = Array.from(source.matchAll(/^export (?:function|const) (\w+)/gm), ([, name]) => name);
/** tests/hosts.js as a page takes it whose policy allows no script but its own. */
export const HOSTS = `(() => { ${source.replaceAll(/^export /gm, '')}; window.hosts = { ${names} }; })()`;

/** What a reader has set who has set nothing. */
const USUAL = {
  media: 'screen',
  colorScheme: 'light',
  forcedColors: 'none',
  reducedMotion: 'no-preference',
  contrast: 'no-preference',
};

export const addressOf = (name) => `${DEMO_URL}/www/hosts/host.html?host=${encodeURIComponent(name)}`;

/** Opens a host, and waits until its elements are drawn. */
export async function openHost(page, name) {
  await page.emulateMedia({ ...USUAL, ...ROWS[name].media });
  await page.goto(addressOf(name));
  await page.waitForFunction(() => window.hostIsReady);
  await page.evaluate(HOSTS);
}

/** By element, what it says and what of that cannot be read: runs in the page. */
export function read({ room, is, hides }, isPaper, leasts) {
  const found = window.hostElements().map((element) => {
    const { host: name } = element.dataset;
    // Lists and quotations are set in from both sides.
    const least = Math.min(leasts[name] ?? leasts.other, room ?? Infinity, innerWidth - 100);
    const asked = { least, is: isPaper ? undefined : is, isCut: !hides, isColoured: !isPaper };
    const list = (name) => (element.getAttribute(name) ?? '').split(' ').filter(Boolean);
    const product = {
      gtins: [...list('gtin'), ...list('gtins')],
      isTable: element.hasAttribute('gtins'),
      variant: element.getAttribute('variant'),
      avoid: list('avoid'),
    };
    const { shellOf, wordsOf, statusesOf, unread } = window.hosts;
    const faults = unread(element, asked);
    // A summary says the rest once it is unfolded.
    const fold = shellOf(element).querySelector('.rest');
    fold?.setAttribute('open', '');
    if (fold) faults.push(...unread(element, asked));
    const looked = { product, words: wordsOf(element), said: statusesOf(element), faults };
    fold?.removeAttribute('open');
    return [name, looked];
  });
  return Object.fromEntries(found);
}

/** The same of a page of Playwright's, by what the row of a host says, and what is not said of allergens. */
export async function lookAt(page, { room, is, hides } = {}, isPaper = false) {
  const asked = [JSON.stringify({ room, is, hides }), isPaper, JSON.stringify(LEASTS)];
  const elements = await page.evaluate(`(${read})(${asked})`);
  for (const { product, said, faults } of Object.values(elements)) {
    const expected = await saidOf(product);
    faults.push(...expected.filter((one) => !said.includes(one)).map((one) => `does not say ${one}`));
    faults.push(...said.filter((one) => !expected.includes(one)).map((one) => `says ${one}`));
  }
  return elements;
}

/**
 * Whether a card says that it is old, as one does for a moment whose next answer a busy machine keeps
 * waiting; runs in the page.
 */
export const isStale = () => window.hostElements().some((it) => it.shadowRoot.querySelector('[data-notice="stale"]'));

/** Texts that an extension adds are not the element's, and pictures come when they come. */
const ownWords = (words) => words.replaceAll(/★|Noimage/g, '');

/** Where an element says something else than it must. */
function differenceOf(words, expected) {
  if (words === expected) return [];
  let from = 0;
  while (words[from] === expected[from]) from += 1;
  const [its, plain] = [words, expected].map((text) => text.slice(from, from + 80));
  return [`says “${its}”, not “${plain}”`];
}

/** What is wrong with the elements of a host, beside those of a plain page. */
export function faultsOf(elements, plain) {
  return Object.entries(plain).flatMap(([name, { words }]) => {
    const its = elements[name];
    if (!its) return [`${name}: missing`];
    const faults = [...its.faults, ...differenceOf(ownWords(its.words), ownWords(words))];
    return faults.map((fault) => `${name}: ${fault}`);
  });
}
