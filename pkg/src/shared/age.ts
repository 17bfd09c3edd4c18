// How old the answer is that a page shows, and how long it holds.

import type { Received } from './received.js';

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

/** How far a clock may be set back before times that it measured mean nothing, in milliseconds. */
const SET_BACK = 60_000;

/**
 * A function that returns how many milliseconds have passed. A computer that sleeps, and a page in the
 * back/forward cache, stop one clock, and people set the other: the later of the two counts. After
 * the clock was set back nothing is known, which counts as for ever.
 *
 * @param at - When it began, by the clock that people set.
 * @param steady - The same by the one that they cannot.
 */
export function stopwatch(at: number = Date.now(), steady: number = performance.now()): () => number {
  return () => {
    const [passed, ran] = [Date.now() - at, performance.now() - steady];
    return passed < ran - SET_BACK ? Infinity : Math.max(passed, ran);
  };
}

/** A directive of `Cache-Control` that is a time, in milliseconds; undefined if it is not there. */
function time(control: string, name: string): number | undefined {
  const [, seconds] = new RegExp(`(?:^|[\\s,])${name}\\s*=\\s*"?(\\d+)`, 'i').exec(control) ?? [];
  return seconds === undefined ? undefined : 1000 * Number(seconds);
}

/** An answer's age. */
export interface Age {
  /** From when it is, in milliseconds since 1970. */
  since: number;
  /** When its service says that it was made; 0 if it does not. */
  date: number;
  /** How long it holds after its arrival: not at all if its service knows that it is out of date (`max-age=0`). */
  left: number;
  /** For how long a view may show it after that. */
  grace: number;
  /** How long ago it arrived. */
  elapsed: () => number;
}

/**
 * The age of an answer. A browser's own cache does not say how long it kept it; the date of the answer
 * does, unless one of the clocks is wrong, and so it counts only until the answer was checked. Then it
 * must have moved since the answer before: a service worker or a proxy that gives the same answer from
 * its store, without an `Age`, has checked nothing.
 *
 * @param last - That of the answer before.
 */
export function ageOf({ headers, isChecked, at, steady }: Received, last?: Age): Age {
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
  const grace = Math.min(left > 0 ? GRACE : MOMENT, holds / 10);
  return { since: Math.max(at - age, 0), date, left, grace, elapsed: stopwatch(at, steady) };
}
