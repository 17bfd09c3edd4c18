// Keeps what the matrix and the view of changes show up to date.

/** @import { Received } from '../shared/received.js' */

import { renew } from '../card/renewal.js';
import { watcherOf } from '../card/visibility.js';
import { ageOf } from '../shared/age.js';

/**
 * When an answer holds no more, in milliseconds since 1970.
 * @param {Received} answer
 */
const endOf = (answer) => answer.at + ageOf(answer).left;

/**
 * The answer that is the first to hold no more.
 * @param {(Received | undefined)[]} answers
 */
function first(answers) {
  const known = answers.flatMap((answer) => answer ?? []);
  return known.sort((one, other) => endOf(one) - endOf(other))[0];
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
  const answer = first(answers);
  if (!answer) return () => {};
  let ages = answers.map((one) => one && ageOf(one));
  const renewed = async () => {
    const found = (await ask()).map((one, at) => one && { ...one, last: ages[at] });
    ages = found.map((one) => one && ageOf(one));
    return first(found);
  };
  return renew({ key: [element], watch: watcherOf(element), ask: renewed, show }, answer);
}
