// How old the answer is that a page shows, and how long it holds.

/** @import { Received } from './received.js' */

/** How long an answer holds that does not say so, in milliseconds: as long as a gateway's. */
const HOLDS = 300_000;

/** How long one holds at least, so that no service is asked all the time. */
const LEAST = 5_000;

/**
 * The time in which an answer that no longer holds is renewed before its view calls it old: a tenth of
 * the time that it held, and at most this. Without it a page that stays open would change for a moment
 * each time. A page that was hidden when its answers ran out has none.
 */
const GRACE = 10_000;

/** The same for what was too old already when the view was opened. */
const MOMENT = 1_000;

/** How often a visible page looks at the clock: timers do not count the time that a computer sleeps. */
export const TICK = 15_000;

/** How far a clock may be set back before times that it measured mean nothing, in milliseconds. */
const SET_BACK = 60_000;

/**
 * A function that returns how many milliseconds have passed. A computer that sleeps, and a page in the
 * back/forward cache, stop one clock, and people set the other: the later of the two counts. After
 * the clock was set back nothing is known, which counts as for ever.
 * @param {number} [at] - When it began, by the clock that people set.
 * @param {number} [steady] - The same by the one that they cannot.
 */
export function stopwatch(at = Date.now(), steady = performance.now()) {
  return () => {
    const [passed, ran] = [Date.now() - at, performance.now() - steady];
    return passed < ran - SET_BACK ? Infinity : Math.max(passed, ran);
  };
}

/**
 * A directive of `Cache-Control` that is a time, in milliseconds; undefined if it is not there.
 * @param {string} control
 * @param {string} name
 */
function time(control, name) {
  const [, seconds] = new RegExp(`(?:^|[\\s,])${name}\\s*=\\s*"?(\\d+)`, 'i').exec(control) ?? [];
  return seconds === undefined ? undefined : 1000 * Number(seconds);
}

/**
 * From when an answer is, in milliseconds since 1970; how long it holds after its arrival: not at all
 * if its service knows that it is out of date (`max-age=0`); and its graces, once it has held for
 * that long, and if it was too old when it arrived. A browser's own cache does not say how long it kept
 * an answer; the date of the answer does, unless one of the clocks is wrong, and so it counts only
 * until the answer was checked. Then it must have moved since the answer before: a service worker or a
 * proxy that gives the same answer from its store, without an `Age`, has checked nothing.
 * @param {Pick<Received, 'headers' | 'isChecked' | 'at' | 'last'>} answer
 */
export function ageOf({ headers, isChecked, at, last }) {
  const control = headers?.get('cache-control') ?? '';
  const stated = time(control, 'max-age') ?? HOLDS;
  const holds = stated && Math.max(stated, LEAST);
  const shared = Math.max(1000 * Number(headers?.get('age') ?? 0) || 0, 0);
  const date = Date.parse(headers?.get('date') ?? '') || 0;
  const isStored = last && date > 0 && date <= last.date;
  const from = isStored ? last.since : isChecked ? at : date || at;
  const age = Math.max(shared, at - from);
  // A shared cache, which can be purged, may keep it for longer than a browser.
  const whole = Math.max(time(control, 's-maxage') ?? 0, holds);
  const left = Math.max(Math.min(holds - (age - shared), whole - age), 0);
  const grace = Math.min(GRACE, holds / 10);
  return { since: Math.max(at - age, 0), date, holds, left, grace, first: left > 0 ? grace : Math.min(MOMENT, grace) };
}

/** Whether the page is hidden. */
export const isHidden = () => document.visibilityState === 'hidden';

/**
 * Looks again whenever the page is hidden, and when it is shown again.
 * @param {(returned: boolean) => void} look
 */
export function whenTurned(look) {
  document.addEventListener('visibilitychange', () => look(!isHidden()));
  addEventListener('pageshow', ({ persisted }) => persisted && look(true));
}
