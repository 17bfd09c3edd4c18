// The attribute `panels`.

import { PANELS } from './panel-names.js';

export { PANELS };

/** The unknown names that were warned of. */
const warned = new Set();

/**
 * The names of the chosen panels; undefined where none are, which means all.
 * @param {unknown} text
 */
export function chosen(text) {
  const names = String(text ?? '')
    .split(/[\s,]+/)
    .filter(Boolean);
  for (const name of names) {
    if (PANELS.includes(name) || warned.has(name)) continue;
    warned.add(name);
    console.warn(`<product-pool-card>: there is no panel ${JSON.stringify(name)}; there are ${PANELS.join(', ')}.`);
  }
  return names.length > 0 ? names : undefined;
}
