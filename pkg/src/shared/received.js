// When an answer arrived, and what it says about its age.

/** How far a clock may be set back before times that it measured mean nothing, in milliseconds. */
const SET_BACK = 60_000;

/**
 * A function that returns how many milliseconds have passed. A computer that sleeps, and a page in the
 * back/forward cache, stop one clock, and people set the other: the later of the two counts. After
 * the clock was set back nobody knows, which counts as for ever.
 * @param {number} [wall] - When it began, by the clock that people set.
 * @param {number} [steady] - The same by the one that they cannot.
 */
export function stopwatch(wall = Date.now(), steady = performance.now()) {
  return () => {
    const [passed, ran] = [Date.now() - wall, performance.now() - steady];
    return passed < ran - SET_BACK ? Infinity : Math.max(passed, ran);
  };
}

/**
 * An answer's arrival.
 * @typedef {object} Received
 * @property {Headers | undefined} headers - Undefined where they are not known.
 * @property {boolean} isChecked - Whether the browser's own cache checked it with the service.
 * @property {number} at - When it arrived, in milliseconds since 1970.
 * @property {() => number} elapsed - How long ago that was, in milliseconds.
 */

/**
 * @param {Headers} [headers]
 * @param {boolean} [isChecked]
 * @returns {Received}
 */
export const received = (headers, isChecked = false) => ({
  headers,
  isChecked,
  at: Date.now(),
  elapsed: stopwatch(),
});

/**
 * What came with the page.
 * @returns {Received}
 */
export const withPage = () => ({
  headers: undefined,
  isChecked: false,
  at: performance.timeOrigin,
  elapsed: stopwatch(performance.timeOrigin, 0),
});
