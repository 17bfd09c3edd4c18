// The attributes of a card.

import type { CardClient, CardSettings, PanelName } from '../../types/card.js';
import { SHARED, setting } from '../shared/config.js';

/** The defaults where neither the card nor the page has a setting. */
const DEFAULTS: Record<string, string> = {
  theme: 'auto',
  density: 'comfortable',
  variant: 'full',
  loading: 'lazy',
  rendering: 'auto',
};

/** The default of a property. */
export const defaultOf = (
  name: string,
):
  | string
  | number
  | boolean
  | (() => string | Promise<string>)
  | CardClient
  | readonly PanelName[]
  | ((id: string) => string | URL | null | undefined) => setting(name as keyof CardSettings) ?? DEFAULTS[name];

/** The attributes that reflect: those of a card alone, and those that a page has defaults for. */
export const ATTRIBUTES: import('../shared/attributes.js').AttributeTable = {
  gtin: ['gtin', 'text'],
  'product-id': ['productId', 'text'],
  version: ['version', 'text'],
  ...SHARED,
};
