import type { ScanDetail } from './types.js';
import { digitsOf, gtin14, isChecked } from '../shared/gtin.js';

export interface SeenCode {
  rawValue: string;
  format: string;
}

export const FORMATS: string[] = [
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
 */
export async function gtinIn(text: string): Promise<string | undefined> {
  const digits = digitsOf(text);
  if (digits) return gtin14(isChecked(digits) ? digits : (typedUpcE(digits) ?? digits));
  // What cannot have a GTIN is not worth a download: the shortest other form, of digits alone, has sixteen.
  if (!/\d{8}/.test(text) || /^[\d\s-]{1,15}$/.test(text)) return undefined;
  const { gtinOfScan } = await import('../client/gtin-index.js');
  return gtinOfScan(text);
}

/**
 * The ten digits of a UPC-A between its first and its last, from the five of a UPC-E and the one that says
 * which zeros it leaves out.
 */
function middle(five: string, rule: string) {
  if (rule <= '2') return `${five.slice(0, 2)}${rule}0000${five.slice(2)}`;
  if (rule <= '4') return `${five.slice(0, Number(rule))}00000${five.slice(Number(rule))}`;
  return `${five}0000${rule}`;
}

/**
 * The UPC-A of a UPC-E: as digits alone it would be an EAN-8, and another product.
 *
 * @param text - Number system, six digits and check digit; some decoders give the UPC-A already.
 */
export function expanded(text: string): string | undefined {
  const [, system, five, rule, check] = /^([01])(\d{5})(\d)(\d)$/.exec(text) ?? [];
  if (check === undefined) return text.length > 8 ? text : undefined;
  return `${system}${middle(five, rule)}${check}`;
}

/** The UPC-A of a typed UPC-E, if its check digit is right; as an EAN-8 these digits are mistyped. */
function typedUpcE(digits: string): string | undefined {
  const upcA = digits.length === 8 ? expanded(digits) : undefined;
  return upcA && isChecked(upcA) ? upcA : undefined;
}

/**
 * What a code that was seen says, and its GTIN. Undefined if it has none, or not certainly: what a camera misreads has
 * a wrong check digit, or, of interleaved pairs, fewer digits.
 */
export async function readSeen({ rawValue, format }: SeenCode): Promise<ScanDetail | undefined> {
  if (format === 'itf' && !/^\d{14}$/.test(rawValue)) return undefined;
  const text = format === 'upc_e' ? expanded(rawValue) : rawValue;
  const gtin = text && (await gtinIn(text));
  return gtin && isChecked(gtin) ? { gtin, text } : undefined;
}
