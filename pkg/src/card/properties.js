// The attributes of a card.

/** @import { CardSettings } from '../../types/card.js' */

import { SHARED, setting } from '../shared/config.js';

/**
 * The defaults where neither the card nor the page has a setting.
 * @type {Record<string, string>}
 */
const DEFAULTS = { theme: 'auto', density: 'comfortable', variant: 'full', loading: 'lazy', rendering: 'auto' };

/**
 * The default of a property.
 * @param {string} name
 */
export const defaultOf = (name) => setting(/** @type {keyof CardSettings} */ (name)) ?? DEFAULTS[name];

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
