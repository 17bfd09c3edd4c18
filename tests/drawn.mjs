// What of a matrix of cases a run takes. By default it is a share, the same in every run, in
// which each value of each dimension occurs; with the variable WHOLE=1, which `cargo xtask test
// --all` sets, it is every case.

import { it } from 'node:test';

const WHOLE = process.env.WHOLE === '1';

/** Either figure or list: the one for a run of the whole, or the one for a share. */
export const whole = (all, share) => (WHOLE ? all : share);

/** A test that is slow and rarely fails where the others pass: of a run of the whole alone. */
export const atNight = whole(it, it.skip);

/** So many of a list, evenly from its first to its last; or all of it. */
export function some(list, count) {
  if (WHOLE || count >= list.length) return list;
  const step = count > 1 ? (list.length - 1) / (count - 1) : 0;
  return Array.from({ length: count }, (_, at) => list[Math.round(at * step)]);
}

/** The first of each kind of a list; or all of it. */
export function firsts(list, kindOf) {
  const kinds = list.map(kindOf);
  return list.filter((_, at) => WHOLE || kinds.indexOf(kinds[at]) === at);
}

/** Cases with a value of each dimension: as many as the longest has values, the others in turn; or every one. */
export function drawn(...dimensions) {
  if (WHOLE)
    return dimensions.reduce((cases, values) => cases.flatMap((one) => values.map((value) => [...one, value])), [[]]);
  const count = Math.max(...dimensions.map(({ length }) => length));
  return Array.from({ length: count }, (_, at) => dimensions.map((values) => values[at % values.length]));
}
