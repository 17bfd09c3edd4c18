// What must not compile: each line after a directive has exactly that error.

import { describe, diffProducts, jsonLd } from 'product-pool/label';
import type { Description } from 'product-pool/label';

// @ts-expect-error TS2345 a number is no product
await describe(7);
// @ts-expect-error TS2561 an option misspelt
await describe('{}', { avoids: 'milk' });
// @ts-expect-error TS2554 two versions
await diffProducts('{}');
// @ts-expect-error TS2322 no address
await jsonLd('{}', { url: 7 });

export function read(view: Description): void {
  // @ts-expect-error TS18047 it may not be stated
  console.log(view.name.length);
  // @ts-expect-error TS2367 no answer has this name
  console.log(view.avoid.verdicts[0]?.answer === 'absent');
  // @ts-expect-error TS2367 nor has a status
  console.log(view.allergens.groups[0]?.status === 'not-present');
  // @ts-expect-error TS2551 a key misspelt
  console.log(view.allergen);
  // @ts-expect-error TS2367 a claim has an answer, not a truth
  console.log(view.diets[0]?.claim === true);
}

const changes = document.createElement('product-pool-changes');
// @ts-expect-error TS2322 a version is a text
changes.from = 1;
