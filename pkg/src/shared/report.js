// Reports of faults to developers. What they say is loaded with the first of them.

/** @import { AttributeFault } from '../diagnostics/attributes.js' */
/** @import { Fault } from '../diagnostics/diagnostics.js' */

/**
 * Reports a fault on the console, once a page and cause.
 * @param {string} cause - One of the messages in diagnostics/messages.js.
 * @param {Fault | AttributeFault} fault
 */
export const report = (cause, fault) =>
  // The page must work without its messages.
  import('../diagnostics/elements.js').then((module) => module.report(cause, fault)).catch(() => {});
