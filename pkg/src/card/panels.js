// The names of the panels, as the attribute `panels` takes them.

import { PANELS } from './panel-names.js';

export { PANELS };

const told = new Set();

/** The panels that were chosen; undefined where none were, which is all. */
export function chosen(text) {
  const names = String(text ?? '').split(/[\s,]+/).filter(Boolean);
  for (const name of names) {
    if (PANELS.includes(name) || told.has(name)) continue;
    told.add(name);
    console.warn(`<product-pool-card>: there is no panel ${JSON.stringify(name)}; there are ${PANELS.join(', ')}.`);
  }
  return names.length > 0 ? names : undefined;
}
