// When an answer arrived, and what it says about its age.

export interface Received {
  /** Undefined where they are not known. */
  headers: Headers | undefined;
  /** Whether the browser's own cache checked it with the service. */
  isChecked: boolean;
  /** When it arrived, in milliseconds since 1970. */
  at: number;
  /** The same by a clock that cannot be set: `performance.now()`. */
  steady: number;
}

export const received = (headers?: Headers, isChecked: boolean = false): Received => ({
  headers,
  isChecked,
  at: Date.now(),
  steady: performance.now(),
});

/**
 * What came with the page. A server says from when it is; otherwise its age before the page was opened is
 * not known.
 *
 * @param text - That time, and the `Cache-Control`, as JSON.
 */
export function withPage(text: string = '[]'): Received {
  const at = performance.timeOrigin;
  const [date, control] = JSON.parse(text);
  // Whatever kept the page is to it what a shared cache is to an answer.
  const age = Math.max(at - Date.parse(date), 0) / 1000;
  const headers = control === undefined ? undefined : new Headers({ 'cache-control': control, age: `${age}` });
  return { ...received(headers), at, steady: 0 };
}
