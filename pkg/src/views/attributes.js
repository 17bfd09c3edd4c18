// The attributes of the matrix and of the view of changes.

import { SHARED, setting } from '../shared/config.js';

/**
 * Those that both have.
 * @type {import('../shared/attributes.js').AttributeTable}
 */
export const COMMON = { 'base-url': SHARED['base-url'], theme: SHARED.theme, 'heading-level': SHARED['heading-level'] };

/** @type {import('../shared/attributes.js').AttributeTable} */
export const MATRIX = {
  ...COMMON,
  gtins: ['gtins', 'text'],
  caption: ['caption', 'text'],
  avoid: SHARED.avoid,
  filename: ['filename', 'text'],
};

/** @type {import('../shared/attributes.js').AttributeTable} */
export const CHANGES = { ...COMMON, 'product-id': ['productId', 'text'], from: ['from', 'text'], to: ['to', 'text'] };

/**
 * The default of a property: the page's, for what such elements have in common with cards.
 * @param {string} name
 */
export const defaultOf = (name) =>
  (Object.values(SHARED).some(([property]) => property === name)
    ? setting(/** @type {'baseUrl' | 'theme' | 'headingLevel' | 'avoid'} */ (name))
    : undefined) ?? (name === 'theme' ? 'auto' : undefined);
