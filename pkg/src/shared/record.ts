// Records of products as JSON, before WebAssembly reads them.

import type { RawRecord } from './types.js';

/** The object of a JSON text; undefined if it is not an object. */
export function parsed(text: string): RawRecord | undefined {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value ? value : undefined;
  } catch {
    return undefined;
  }
}

export const record = (value: unknown): RawRecord | undefined =>
  typeof value === 'object' && value && !Array.isArray(value) ? (value as RawRecord) : undefined;

/**
 * Members of what is no product, but may be taken for one: an item of a list, and a `Found`. What a product is, the
 * WebAssembly decides (`Product::from_answer_or_data`); this is known before it is there.
 */
const FOREIGN = ['product_name', 'manufacturer_product_name', 'schema', 'product'];

/** Whether a record may be a product. A promise has no members as JSON. */
export function isProduct(data: RawRecord): boolean {
  const names = Object.keys(data);
  return names.includes('general') || (names.length > 0 && !FOREIGN.some((name) => names.includes(name)));
}

/** The `data` of a response, or the record itself; undefined if it is no product. */
export function dataOf(text: string): RawRecord | undefined {
  const value = parsed(text);
  const data = record(value && Object.keys(value).includes('data') ? value.data : value);
  return data && isProduct(data) ? data : undefined;
}
