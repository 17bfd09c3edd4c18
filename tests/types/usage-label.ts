// The label, the matrix, the changes and the scanner in real use. This file must compile
// under `strict`.

import { PoolClient } from 'product-pool';
import 'product-pool/matrix';
import { ProductPoolChanges } from 'product-pool/changes-view';
import type { ChangesLoadDetail } from 'product-pool/changes-view';
import 'product-pool/scanner';
import { describe, diffProducts, init, jsonLd } from 'product-pool/label';
import type { AllergenFact, Description, FactValue, ProductDiff } from 'product-pool/label';

await init(new URL('https://shop.example/label.wasm'));
const pool = new PoolClient({ baseUrl: '/pool' });
const product = await pool.getProduct('p-1');

// The client's object, its text, and a whole answer.
const view: Description = await describe(product, { avoid: ['milk', 'nuts'] });
await describe(JSON.stringify(product));
await describe({ data: product }, { avoid: null });

export function warnings(view: Description): string[] {
  // A status may be of a kind that this file does not know.
  const warns = ({ status }: AllergenFact) => status !== 'declared-not-present' && status !== 'not-stated';
  return view.allergens.groups.filter(warns).map(({ allergen }) => allergen);
}

export function words(value: FactValue): string {
  switch (value.kind) {
    case 'text':
      return value.text;
    case 'quantity':
      return `${value.value} ${value.units ?? ''}`;
    case 'several':
      return value.texts.join(', ');
    case 'rows':
      return value.rows.map((row) => row.map(({ value }) => words(value)).join(' ')).join('; ');
  }
}

const fat: string | undefined = view.components[0]?.nutrition.rows[0]?.amounts[0]?.value;
console.log(fat, view.name?.length, view.avoid.unknown.join());

const diff: ProductDiff = await diffProducts(await pool.getProduct('p-1', { version: '1' }), product);
for (const { allergen, direction, before, after } of diff.allergens) {
  if (direction === 'became-positive') console.warn(allergen, before, after);
}
const value: unknown = diff.fields[0]?.after?.value;
console.log(value);

const script = document.createElement('script');
script.type = 'application/ld+json';
script.text = await jsonLd(product, { image: await pool.getFeatureImage('p-1'), url: location.href, unit: true });

const matrix = document.createElement('product-pool-matrix');
matrix.gtins = '9520123456788 9520123456795';
matrix.products = [product, '{}'];
matrix.client = pool;
matrix.addEventListener('product-pool-matrix-error', ({ detail }) => console.warn(detail.gtin, detail.code));
const text: string = matrix.csv();
console.log(text);

export const changes: ProductPoolChanges | null = document.querySelector('product-pool-changes');
if (changes) {
  changes.earlier = product;
  changes.later = JSON.stringify(product);
  changes.addEventListener('product-pool-changes-load', (event) => {
    const detail: ChangesLoadDetail = event.detail;
    console.log(detail.diff.same);
  });
}

export const scanner = document.createElement('product-pool-scanner');
scanner.htmlFor = 'search';
scanner.decoder = async () =>
  class {
    detect = async (video: HTMLVideoElement) => [{ rawValue: `${video.videoWidth}`, format: 'ean_13' }];
  };
scanner.addEventListener('product-pool-scan', ({ detail }) => pool.getProductByGtin(detail.gtin));
