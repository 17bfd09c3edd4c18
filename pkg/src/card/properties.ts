// The attributes of a card.

import type { AttributeTable } from '../shared/attributes.js';
import type { CardSettings } from '../shared/settings.js';
import { SHARED } from '../shared/config.js';
import { setting } from '../shared/page-settings.js';

/** The defaults where neither the card nor the page has a setting. */
const DEFAULTS: Record<string, string> = {
  theme: 'auto',
  density: 'comfortable',
  variant: 'full',
  loading: 'lazy',
  rendering: 'auto',
};

/** The default of a property. */
export const defaultOf = (name: string): unknown => setting(name as keyof CardSettings) ?? DEFAULTS[name];

/** The attributes that reflect: those of a card alone, and those that a page has defaults for. */
export const ATTRIBUTES: AttributeTable = {
  gtin: ['gtin', 'text'],
  'product-id': ['productId', 'text'],
  version: ['version', 'text'],
  ...SHARED,
};
