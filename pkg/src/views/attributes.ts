import type { AttributeTable } from '../shared/attributes.js';
import { SHARED } from '../shared/config.js';
import { setting } from '../shared/page-settings.js';

export const COMMON: AttributeTable = {
  'base-url': SHARED['base-url'],
  theme: SHARED.theme,
  'heading-level': SHARED['heading-level'],
};

export const MATRIX: AttributeTable = {
  ...COMMON,
  gtins: ['gtins', 'text'],
  caption: ['caption', 'text'],
  avoid: SHARED.avoid,
  filename: ['filename', 'text'],
};

export const CHANGES: AttributeTable = {
  ...COMMON,
  'product-id': ['productId', 'text'],
  from: ['from', 'text'],
  to: ['to', 'text'],
};

/** The default of a property: the page's, for what such elements have in common with cards. */
export const defaultOf = (name: string): string | number | undefined =>
  (Object.values(SHARED).some(([property]) => property === name)
    ? setting(name as 'baseUrl' | 'theme' | 'headingLevel' | 'avoid')
    : undefined) ?? (name === 'theme' ? 'auto' : undefined);
