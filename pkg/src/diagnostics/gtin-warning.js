// The warning about a GTIN whose check digit is wrong. It is loaded with the first one.

/** Codes that were warned of, of all modules of the package in this page. */
const KEY = Symbol.for('product-pool.gtin-warnings');

/** The numbers of digits that a GTIN has, or has left without its leading zero. */
const LENGTHS = [7, 8, 11, 12, 13, 14];

/**
 * Warns of a code, once.
 * @param {string} text - The digits, perhaps with spaces and hyphens.
 * @param {number} excess - How much the last digit is too large, modulo 10.
 */
export function warn(text, excess) {
  const digits = text.replace(/\D/g, '');
  if (!LENGTHS.includes(digits.length)) return;
  const page = /** @type {{ [KEY]?: Set<string> }} */ (globalThis);
  const warned = (page[KEY] ??= new Set());
  const gtin = digits.padStart(14, '0');
  if (warned.has(gtin)) return;
  warned.add(gtin);
  const found = Number(digits.at(-1));
  console.warn(
    `product-pool: the GTIN ${digits} has the wrong check digit: the last digit is ${found}, but should be ` +
      `${(found - excess + 10) % 10}. It is looked up nevertheless, because suppliers mistype their codes too.`,
  );
}
