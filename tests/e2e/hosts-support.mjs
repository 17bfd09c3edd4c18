// Shared parts of the tests of hosts: a page of one, and what cannot be read in it.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROWS } from '../../www/hosts/rows.js';
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
    return [name, { words: window.hosts.wordsOf(element), faults: window.hosts.unread(element, asked) }];
  });
  return Object.fromEntries(found);
}

/** The same of a page of Playwright's, by what the row of a host says. */
export function lookAt(page, { room, is, hides } = {}, isPaper = false) {
  return page.evaluate(`(${read})(${JSON.stringify({ room, is, hides })}, ${isPaper}, ${JSON.stringify(LEASTS)})`);
}

/** The demo's catalogue has products without a feature picture, for which the browser writes a line. */
export const own = (problems) => problems.filter((text) => !text.startsWith('Failed to load resource'));

/** Texts that an extension adds are not the element's. */
const withoutMarks = (words) => words.replaceAll('★', '');

/** What is wrong with the elements of a host, beside those of a plain page. */
export function faultsOf(elements, plain) {
  return Object.entries(plain).flatMap(([name, { words }]) => {
    const its = elements[name];
    if (!its) return [`${name}: missing`];
    const found = its.faults.map((fault) => `${name}: ${fault}`);
    return withoutMarks(its.words) === withoutMarks(words) ? found : [...found, `${name}: says ${its.words}`];
  });
}
