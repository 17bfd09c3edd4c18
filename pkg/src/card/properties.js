// The attributes of a card.

import { SHARED, setting } from '../shared/config.js';

/** What holds where neither the card nor the page says anything. */
const DEFAULTS = { theme: 'auto', density: 'comfortable', loading: 'lazy' };

/** The default of a property. */
export const defaultOf = (name) => setting(name) ?? DEFAULTS[name];

/**
 * The attributes that reflect: those of a card alone, and those that a page has defaults for.
 * @type {import('../shared/attributes.js').AttributeTable}
 */
export const ATTRIBUTES = {
  gtin: ['gtin', 'text'],
  'product-id': ['productId', 'text'],
  version: ['version', 'text'],
  ...SHARED,
};
