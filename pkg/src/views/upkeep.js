// Keeps what the matrix and the view of changes show up to date.

/** @import { Received } from '../shared/received.js' */

import { ageOf, renew } from '../card/renewal.js';
import { watcherOf } from '../card/visibility.js';

/**
 * The answer that holds for the shortest time.
 * @param {(Received | undefined)[]} answers
 */
function shortest(answers) {
  const known = answers.flatMap((answer) => answer ?? []);
  return known.sort((one, other) => ageOf(one).left - ageOf(other).left)[0];
}

/**
 * Renews all answers that an element shows, at once, for as long as it shows them; returns what ends
 * that.
 * @param {Element} element
 * @param {(Received | undefined)[]} answers - Undefined for what the page gave.
 * @param {() => Promise<(Received | undefined)[]>} ask - Requests all of them again.
 * @param {(since: string | undefined) => void} show - Shows from when they are, because one of them is
 *   too old: `2026-01-31T12:00:00.000Z`; or no more.
 */
export function keep(element, answers, ask, show) {
  const first = shortest(answers);
  if (!first) return () => {};
  const member = {
    key: [element],
    watch: watcherOf(element),
    ask: async () => shortest(await ask()),
    show: (/** @type {number | undefined} */ since) =>
      show(since === undefined ? undefined : new Date(since).toISOString()),
  };
  return renew(member, first);
}
