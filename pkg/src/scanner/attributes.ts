// The attributes of the scanner.

import type { Theme } from '../../types/card.js';
import { SHARED, setting } from '../shared/config.js';

export const SCANNER: import('../shared/attributes.js').AttributeTable = {
  theme: SHARED.theme,
  for: ['htmlFor', 'text'],
};

/** The default of a property. */
export const defaultOf = (name: string): Theme | undefined =>
  name === 'theme' ? (setting('theme') ?? 'auto') : undefined;
