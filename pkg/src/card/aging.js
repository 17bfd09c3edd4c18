// Notices when the answer that a card shows is too old. What requests another one is loaded only in
// pages that stay open, which most do not. The card is called old in time even if that cannot be loaded.

/** @import { Received } from '../shared/received.js' */
/** @import { Own, ProductLoader } from './product-loader.js' */

import { TICK, ageOf, isHidden, stopwatch, whenTurned } from '../shared/age.js';
import { imported } from '../shared/import.js';
import { build } from './drawn.js';

/**
 * Takes the card that the gateway drew, as it is by now.
 * @param {ProductLoader} loader
 * @param {{ text: string, received?: Received | undefined }} answer
 * @param {Own} own
 */
export function setDrawn(loader, { text, received = loader.received }, { instantIn, today }) {
  const { oldSince, request } = loader;
  const path = /** @type {string} */ (request.drawn);
  const { lang } = Object.fromEntries(new URLSearchParams(path.replace(/^.*\?/, '')));
  const isKnown = text === loader.text;
  // What was drawn for today when it was taken may be built again later.
  const drawn = build(text, path, isKnown ? undefined : today(), oldSince && instantIn(lang)(oldSince));
  // The same record is not announced again.
  const data = isKnown ? loader.data : drawn.data;
  const { failure } = drawn;
  const error =
    failure && Object.assign(new Error('the service has no such product'), { code: 'not_found', status: 404 });
  Object.assign(loader, { drawn, data, text, received, error, state: failure ?? 'ready' });
}

/**
 * Requests the record instead of a card that the gateway draws.
 * @param {ProductLoader} loader
 * @param {unknown} error - The reason why its card cannot be shown.
 */
function leaveDrawn(loader, error) {
  loader.undrawn = /** @type {Error} */ (error);
  loader.state = 'loading';
  loader.start(true);
}

/**
 * @param {ProductLoader} loader
 * @param {string | undefined} since - From when its answer is, if that is too old.
 * @param {Own} own
 */
function age(loader, since, own) {
  if (since === loader.oldSince) return;
  loader.oldSince = since;
  try {
    if (loader.isDrawn) setDrawn(loader, loader, own);
  } catch (error) {
    leaveDrawn(loader, error);
  }
  loader.changed();
}

/**
 * Calls a card too old, whatever the age of its answer.
 * @param {ProductLoader} loader
 * @param {Own} own
 */
export function outdateLoaded(loader, own) {
  const { since } = ageOf(/** @type {Received} */ (loader.received));
  age(loader, new Date(since).toISOString(), own);
}

/** What the module that requests again needs of this one. */
const AGING = { age, leaveDrawn, setDrawn };

/** @typedef {Own & typeof AGING} Aging */

/**
 * How long a page stays open before that module is loaded, in milliseconds: a page that is open for
 * days would not find that of its release any more.
 */
const SOON = 60_000;

/** The longest pause before it is loaded again. */
const LONGEST = 300_000;

/** @type {typeof import('./upkeep.js') | undefined} */
let upkeep;
let isLoading = false;
/** How often it failed to load in a row, and how long ago the last time was. */
let [tries, failed] = [0, () => Infinity];

/**
 * The loaders of cards until their answers are renewed; `elapsed` returns how long ago one came.
 * @type {Map<ProductLoader, { card: Element, own: Own, grace: number, left: number, elapsed: () => number }>}
 */
const waiting = new Map();

/** @param {boolean} returned */
async function load(returned) {
  isLoading = true;
  // Without it, the answers become old, and it is tried again.
  upkeep = await imported(() => import('./upkeep.js')).catch(() => undefined);
  isLoading = false;
  if (!upkeep) {
    failed = stopwatch();
    tries += 1;
  }
  for (const [loader, { card, own }] of upkeep ? waiting : []) {
    waiting.delete(loader);
    upkeep?.follow(loader, card, { ...own, ...AGING });
  }
  if (returned) upkeep?.look(true);
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/**
 * Looks which answers hold no more, and when to do so next.
 * @param {boolean} [returned] - Whether the page was hidden until now.
 */
function look(returned = false) {
  clearTimeout(timer);
  let [idle, isDue] = [TICK, false];
  for (const [loader, { own, grace, left, elapsed }] of waiting) {
    const late = elapsed() - left;
    if (late >= grace || (returned && late > 0)) outdateLoaded(loader, own);
    isDue ||= elapsed() >= Math.min(left, SOON);
    const rest = late < 0 ? -late : grace - late;
    if (rest > 0) idle = Math.min(idle, rest);
  }
  const isPaused = !returned && failed() < Math.min(TICK * 2 ** (tries - 1), LONGEST);
  if (isDue && !isHidden() && !isLoading && !isPaused) load(returned);
  if (waiting.size > 0) timer = setTimeout(look, Math.max(idle, 50));
}

let isFollowing = false;

/**
 * Renews the product of a loader for as long as a card shows it.
 * @param {ProductLoader} loader
 * @param {Element} card
 * @param {Own} own
 */
export function follow(loader, card, own) {
  const { received, signal } = loader;
  if (signal.aborted) return;
  if (upkeep) return upkeep.follow(loader, card, { ...own, ...AGING });
  const { at, steady } = /** @type {Received} */ (received);
  const { left, first: grace } = ageOf(/** @type {Received} */ (received));
  waiting.set(loader, { card, own, grace, left, elapsed: stopwatch(at, steady) });
  signal.addEventListener('abort', () => waiting.delete(loader));
  if (!isFollowing) whenTurned(look);
  isFollowing = true;
  look();
}
