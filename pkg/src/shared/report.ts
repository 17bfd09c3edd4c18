// Reports of faults to developers of pages. What they say is loaded with the first of them.

import type { AttributeFault } from '../diagnostics/attributes.js';
import type { Fault } from '../diagnostics/diagnostics.js';

/**
 * Reports a fault on the console, once a page and cause; nothing where there is no page.
 *
 * @param cause - One of the messages in diagnostics/messages.ts.
 */
export function report(cause: string, fault: Fault | AttributeFault): void {
  if (typeof document !== 'object') return;
  // The page must work without its messages.
  import('../diagnostics/elements.js').then((module) => module.report(cause, fault)).catch(() => {});
}
