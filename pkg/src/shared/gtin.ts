// GTINs as digits. The WebAssembly reads the other forms, such as element strings.

const compact = (text: string) => text.replace(/[\s\-\u2010\u2011]/g, '');

/**
 * The digits of a plain GTIN with any check digit; undefined for anything else, which
 * may still contain a GTIN: a GS1 element string, a Digital Link. A leading zero that
 * was lost is added: 11 digits are a UPC, 7 an EAN-8.
 */
export function digitsOf(text: string): string | undefined {
  const digits = compact(text);
  if (!/^(\d{7,8}|\d{11,14})$/.test(digits) || !/[1-9]/.test(digits)) return undefined;
  return /^(.{7}|.{11})$/.test(digits) ? `0${digits}` : digits;
}

/** A GTIN as 14 digits, by which GTINs of all lengths compare. */
export const gtin14 = (text: string): string => compact(text).padStart(14, '0');

/** By how much the check digit is too great; 0 if it is right. */
const excessOf = (gtin: string) =>
  [...gtin14(gtin)].reduce((sum, digit, at) => sum + Number(digit) * (at % 2 ? 1 : 3), 0) % 10;

/**
 * Whether the check digit is right.
 *
 * @param gtin - Of digits only.
 */
export const isChecked = (gtin: string): boolean => excessOf(gtin) === 0;

/**
 * Warns developers of a wrong check digit, once for each code. The product is requested
 * nevertheless, because a supplier may have stored the code with the same mistake.
 *
 * @param gtin - As `digitsOf` gives it.
 */
export function warnOfCheckDigit(gtin: string = ''): void {
  const excess = excessOf(gtin);
  // The card must work without the warning.
  if (excess) import('../diagnostics/elements.js').then(({ warnOfGtin }) => warnOfGtin(gtin, excess)).catch(() => {});
}
