// GTINs as digits. The WebAssembly reads the other forms, such as element strings.

/**
 * A text without spaces and hyphens.
 * @param {string} text
 */
const compact = (text) => text.replace(/[\s\-\u2010\u2011]/g, '');

/**
 * The digits of a plain GTIN with a correct check digit; undefined for anything
 * else, which may still contain a GTIN: a GS1 element string, a Digital Link.
 * @param {string} text
 */
export function digitsOf(text) {
  const digits = compact(text);
  if (!/^(\d{8}|\d{12,14})$/.test(digits) || !/[1-9]/.test(digits)) return undefined;
  const sum = [...digits].reverse().reduce((sum, digit, at) => sum + Number(digit) * (at % 2 ? 3 : 1), 0);
  return sum % 10 === 0 ? digits : undefined;
}

/**
 * A GTIN as 14 digits, by which GTINs of all lengths compare.
 * @param {string} text
 */
export const gtin14 = (text) => compact(text).padStart(14, '0');
