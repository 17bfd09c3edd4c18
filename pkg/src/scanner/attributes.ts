import type { AttributeTable } from '../shared/attributes.js';
import type { Theme } from '../shared/settings.js';
import { SHARED } from '../shared/config.js';
import { setting } from '../shared/page-settings.js';

export const SCANNER: AttributeTable = {
  theme: SHARED.theme,
  for: ['htmlFor', 'text'],
};

export const defaultOf = (name: string): Theme | undefined =>
  name === 'theme' ? (setting('theme') ?? 'auto') : undefined;
