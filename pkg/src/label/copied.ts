// What a description or a diff copies from a record. WebAssembly hands it on as JSON text, which
// the engine's parser reads: to it a member `__proto__` is like any other.

import type { ProductDiff } from './views.js';

/** A value that is copied from a record: a string, or JSON in the form of serde_json's `RawValue`. */
export function copied(value: unknown): any {
  if (typeof value === 'string') return value;
  return JSON.parse((value as Record<string, string>)['$serde_json::private::RawValue']);
}

/** A diff as WebAssembly makes it, with the values of its fields read in place. */
export function withCopies(diff: ProductDiff): ProductDiff {
  for (const { before, after } of diff.fields) {
    for (const place of [before, after]) if (place) place.value = copied(place.value);
  }
  return diff;
}
