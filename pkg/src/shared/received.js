// When an answer arrived, and what it says about its age.

/**
 * An answer's arrival.
 * @typedef {object} Received
 * @property {Headers | undefined} headers - Undefined where they are not known.
 * @property {boolean} isChecked - Whether the browser's own cache checked it with the service.
 * @property {number} at - When it arrived, in milliseconds since 1970.
 * @property {number} steady - The same by a clock that cannot be set: `performance.now()`.
 * @property {{ since: number, date: number }} [last] - The age of the answer that it renews.
 */

/**
 * An answer that has arrived just now.
 * @param {Headers} [headers]
 * @param {boolean} [isChecked]
 * @returns {Received}
 */
export const received = (headers, isChecked = false) => ({
  headers,
  isChecked,
  at: Date.now(),
  steady: performance.now(),
});

/**
 * What came with the page. A server says from when it is; otherwise its age before the page was opened is
 * not known.
 * @param {string} [text] - That time, and the `Cache-Control`, as JSON.
 * @returns {Received}
 */
export function withPage(text = '[]') {
  const at = performance.timeOrigin;
  const [date, control] = JSON.parse(text);
  // Whatever kept the page is to it what a shared cache is to an answer.
  const age = Math.max(at - Date.parse(date), 0) / 1000;
  const headers = control === undefined ? undefined : new Headers({ 'cache-control': control, age: `${age}` });
  return { ...received(headers), at, steady: 0 };
}
