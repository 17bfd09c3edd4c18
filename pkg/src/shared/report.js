// Reports of faults to developers of pages. What they say is loaded with the first of them.

/** @import { AttributeFault } from '../diagnostics/attributes.js' */
/** @import { Fault } from '../diagnostics/diagnostics.js' */

/**
 * Reports a fault on the console, once a page and cause; nothing where there is no page.
 * @param {string} cause - One of the messages in diagnostics/messages.js.
 * @param {Fault | AttributeFault} fault
 */
export function report(cause, fault) {
  if (typeof document !== 'object') return;
  // The page must work without its messages.
  import('../diagnostics/elements.js').then((module) => module.report(cause, fault)).catch(() => {});
}
