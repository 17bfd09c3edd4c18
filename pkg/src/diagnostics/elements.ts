// Diagnostics of elements: what is wrong with their attributes, their slots and what a page
// sets on them, and everything that diagnostics.ts reports.

import type { AttributeFault } from './attributes.js';
import type { Fault } from './diagnostics.js';
import { attributeFault, instead } from './attributes.js';
import { report as reportOther, say } from './diagnostics.js';

export { reportFailure, warnOfGtin } from './diagnostics.js';

/** Slots of a card, apart from those before and after each panel. */
const SLOTS = ['header', 'actions', 'footer', 'loading', 'error', 'not-found'];

/** The names of each element's product: attributes, and properties. */
const SUBJECTS: Record<string, [attributes: string, property: string]> = {
  'product-pool-card': ['gtin, product-id', 'property product'],
  'product-pool-matrix': ['gtins', 'property products'],
  'product-pool-changes': ['product-id and from', 'properties earlier and later'],
};

export function report(cause: string, fault: Fault | AttributeFault): void {
  if (cause === 'attribute') {
    const found = attributeFault(fault as AttributeFault);
    if (found) say(...found);
    return;
  }
  const { problem, kind, ...rest } = fault as Fault;
  const value = rest.value ?? '';
  const [attributes, property] = SUBJECTS[rest.element ?? ''] ?? [];
  if (problem) {
    say('fragment', { reason: problem });
  } else if (cause === 'slot') {
    const names = [...SLOTS, ...(kind ?? []).flatMap((panel) => [`before-${panel}`, `after-${panel}`])];
    // The slot of another state, or of a panel that is not shown, is no mistake.
    if (!names.includes(value)) say(cause, { ...rest, remedy: instead(value, names) });
  } else {
    reportOther(cause, { ...rest, attributes, property, remedy: kind && instead(value, kind) });
  }
}
