// Reports of faults of a client to developers of pages. Apart from those of elements, whose
// diagnostics are more.

/** @import { Fault } from '../diagnostics/diagnostics.js' */

/**
 * Reports a fault on the console, once a page and cause; nothing where there is no page.
 * @param {string} cause - One of the messages in diagnostics/messages.js.
 * @param {Fault} fault
 */
export const report = (cause, fault) =>
  typeof document === 'object' &&
  // The page must work without its messages.
  import('../diagnostics/diagnostics.js').then((module) => module.report(cause, fault)).catch(() => {});
