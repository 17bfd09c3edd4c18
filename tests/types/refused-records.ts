// What must not compile: each line after a directive has exactly that error.

import type {
  AllergenName,
  Component,
  ComponentAllergens,
  ImagePage,
  Manufacturer,
  Product,
  ProductListItem,
} from 'product-pool';

declare const product: Product;
declare const component: Component;
declare const allergens: ComponentAllergens;
declare const images: ImagePage;
declare const item: ProductListItem;
declare const maker: Manufacturer;

// @ts-expect-error TS2551 a field misspelt
product.general?.produkt_name;
// @ts-expect-error TS2339 a field of another section
product.general?.traded_unit_gtin;
// @ts-expect-error TS18049 a section may be missing or null
product.general.product_name;
// @ts-expect-error TS2322 a field may be missing or null
export const name: string = product.pool_id;
// @ts-expect-error TS2322 in lists too, if a supplier states it
export const listed: string = item.product_name;
// @ts-expect-error TS2339 a manufacturer has no such field
maker.telephone;
// @ts-expect-error TS2322 a component may not be there
export const first: Component = product.components?.[0];

// @ts-expect-error TS2322 a quantity is no number
export const salt: number = component.nutrients?.salt_100 ?? 0;
// @ts-expect-error TS2322 a figure per serving is text
export const serving: number = component.nutrients?.salt_serving ?? 0;
// @ts-expect-error TS2367 a flag is no string, its description is
export const yes: boolean = allergens.contains_milk === 'Yes';
// @ts-expect-error TS2322 nor is it a boolean
export const contains: boolean = allergens.contains_milk ?? false;

// @ts-expect-error TS2820 no allergen of the service
export const allergen: AllergenName = 'peanut';
// @ts-expect-error TS2551 nor a field made from one
allergens['contains_gluten'];

// @ts-expect-error TS2322 other states may come
export const status: 'published' | 'archived' = product.status ?? 'archived';
// @ts-expect-error TS18046 what is not documented is unknown
product.codes?.map((code) => code.value);
// @ts-expect-error TS2551 the key has a space
images.per_page;
// @ts-expect-error TS2322 a version is text
export const made: Product = { version: 3 };
// @ts-expect-error TS2353 a field that no product has
export const coloured: Product = { colour: 'red' };
