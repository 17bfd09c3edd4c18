// The attributes of the scanner.

import { SHARED, setting } from '../shared/config.js';

/** @type {import('../shared/attributes.js').AttributeTable} */
export const SCANNER = { theme: SHARED.theme, for: ['htmlFor', 'text'] };

/**
 * The default of a property.
 * @param {string} name
 */
export const defaultOf = (name) => (name === 'theme' ? (setting('theme') ?? 'auto') : undefined);
