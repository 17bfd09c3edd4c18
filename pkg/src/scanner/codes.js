// The GTIN in what was typed, or seen by a camera.

import { digitsOf, gtin14, isChecked } from '../shared/gtin.js';

/** A code that a detector has seen. @typedef {{ rawValue: string, format: string }} SeenCode */

/** The kinds of codes that have a GTIN. */
export const FORMATS = [
  'ean_13',
  'ean_8',
  'upc_a',
  'upc_e',
  'itf',
  'code_128',
  'databar_expanded',
  'qr_code',
  'data_matrix',
];

/**
 * The GTIN in a text, as 14 digits: digits with any check digit, a GS1 element string, a Digital Link. Undefined if there
 * is none. The WebAssembly that reads all but digits is loaded when it is needed.
 * @param {string} text
 */
export async function gtinIn(text) {
  const digits = digitsOf(text);
  if (digits) return gtin14(digits);
  // What cannot have a GTIN is not worth a download: the shortest other form, of digits alone, has sixteen.
  if (!/\d{8}/.test(text) || /^[\d\s-]{1,15}$/.test(text)) return undefined;
  const { gtinOfScan } = await import('../client/gtin-index.js');
  return gtinOfScan(text);
}

/**
 * The UPC-A of a UPC-E, which is shorter by its zeros: as digits alone it would be an EAN-8, and another product.
 * @param {string} text - Number system, six digits and check digit.
 */
export function expanded(text) {
  const [, system, a, b, c, d, e, last, check] = /^([01])(\d)(\d)(\d)(\d)(\d)(\d)(\d)$/.exec(text) ?? [];
  if (check === undefined) return text.length > 8 ? text : undefined;
  const digits =
    last <= '2'
      ? `${a}${b}${last}0000${c}${d}${e}`
      : last === '3'
        ? `${a}${b}${c}00000${d}${e}`
        : last === '4'
          ? `${a}${b}${c}${d}00000${e}`
          : `${a}${b}${c}${d}${e}0000${last}`;
  return `${system}${digits}${check}`;
}

/**
 * The GTIN of a code that was seen, as 14 digits. Undefined if it has none, or not certainly: what a camera misreads
 * has a wrong check digit, or, of interleaved pairs, fewer digits.
 * @param {SeenCode} code
 */
export async function gtinOfSeen({ rawValue, format }) {
  if (format === 'itf' && !/^\d{14}$/.test(rawValue)) return undefined;
  const text = format === 'upc_e' ? expanded(rawValue) : rawValue;
  const gtin = text && (await gtinIn(text));
  return gtin && isChecked(gtin) ? gtin : undefined;
}
