// Reading what the service sends. This file must compile under `strict`.

import type {
  AllergenName,
  Brand,
  CodedFlag,
  Component,
  ComponentAllergens,
  ComponentNutrients,
  ComponentNutrientsPrepared,
  Image,
  ImagePage,
  IntegerQuantity,
  Manufacturer,
  ManufacturerId,
  MicronutrientName,
  NutrientName,
  PackagingItem,
  Product,
  ProductListItem,
  ProductPage,
  Quantity,
  Reference,
} from 'product-pool';

/** True only if the two types are the same, not merely alike. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** The literals of an open union. */
type Known<T> = T extends string ? (string extends T ? never : T) : never;

export function title(product: Product): string {
  return product.general?.product_name ?? product.standardised_name ?? product.pool_id ?? 'no name';
}

export function gtins(product: Product): string[] {
  const outer = product.outer?.traded_unit_gtin;
  const inner = product.components?.map((component) => component.inner?.internal_gtin) ?? [];
  return [outer, ...inner].filter((gtin) => typeof gtin === 'string') as string[];
}

export function milk(component: Component): string | undefined {
  const allergens = component.allergens;
  // A flag that is not there says nothing.
  if (!allergens?.contains_milk) return undefined;
  return allergens.contains_milk.description ?? undefined;
}

/** Every allergen's flag under a computed key. */
export function flags(allergens: ComponentAllergens, names: AllergenName[]): CodedFlag[] {
  const found: CodedFlag[] = [];
  for (const name of names) {
    const flag = allergens[`contains_${name}`];
    const source: string | null | undefined = allergens[`contains_${name}_risk_source`];
    if (flag && source !== '') found.push(flag);
  }
  return found;
}

export function energy(nutrients: ComponentNutrients): string {
  const kj: number | null | undefined = nutrients.cal_100_kj?.value;
  const unit: string = nutrients.cal_100_kj?.units ?? 'kJ';
  // Per serving the service sends text.
  const serving: string = nutrients.cal_kj_serving ?? '';
  const basis: string = nutrients.nutrition_units?.description ?? '100 g';
  return `${kj?.toFixed(0) ?? '?'} ${unit} per ${basis}, ${serving} per serving`;
}

/** That all members of the families are fields: `Pick` takes no other keys. */
export type Figures = Pick<
  ComponentNutrients,
  `${NutrientName | MicronutrientName}_serving` | `${MicronutrientName}_100`
>;
export type Prepared = Pick<ComponentNutrientsPrepared, `${NutrientName | MicronutrientName}_prepared${'' | '_100'}`>;

export function weight(items: PackagingItem[]): number {
  return items.reduce((sum, item) => sum + (item.packaging_weight ?? 0), 0);
}

export function state(product: Product): string {
  const { status } = product;
  if (!status) return 'unknown';
  switch (status) {
    case 'published':
      return 'on the market';
    case 'archived':
      return 'no longer made';
    default:
      // Others may come: here it is a string.
      return status.toUpperCase();
  }
}

// Open, and still with the literals that editors offer.
export const statuses: Same<Known<Product['status']>, 'published' | 'archived'> = true;
export const listed: Same<ProductListItem['status'] | null | undefined, Product['status']> = true;
export const unheardOf: Product = { status: 'withdrawn' };

// Anything may be missing or null.
export const empty: Product = {};
export const nothing: Product = { general: null, components: null, outer: { traded_unit_gtin: null } };
export const optional: Same<Reference['id'], number | null | undefined> = true;

// What the service itself assigns in lists is always there.
export const identifiers = (item: ProductListItem, image: Image): string[] => [
  item.pool_id,
  item.version,
  item.latest_version,
  item.changed_at,
  item.latest_at,
  item.status,
  image.id,
  ...(item.components ?? []).map((component) => component.component_uuid),
];
export const numbers = (item: ProductListItem, maker: Manufacturer, brand: Brand): number[] => [
  item.manufacturer,
  item.brand,
  item.label,
  maker.id,
  brand.id,
];
// What suppliers state may be missing there too.
export const stated: Same<ProductListItem['product_name'], string | null | undefined> = true;
// The service documents no more of manufacturers and brands than their ids.
export const maker: Same<Manufacturer['address'] | Manufacturer['name'], string | null | undefined> = true;
export const owner: Same<Brand['manufacturer'], ManufacturerId | null | undefined> = true;

// One field, two types: an integer in the product, text in lists.
export const full: Same<Product['change_type'], number | null | undefined> = true;
export const short: Same<ProductListItem['change_type'], string | null | undefined> = true;

// A whole number is a quantity wherever a quantity will do.
export const quantity = (whole: IntegerQuantity): Quantity => whole;

export function pictures(page: ImagePage): string[] {
  const perPage: number = page['per page'] ?? page.data.length;
  const large = (image: Image): string => image.url_large ?? image.url_medium ?? image.url ?? image.url_original ?? '';
  return page.data.slice(0, perPage).map(large);
}

export function codes(page: ProductPage): Map<string, string> {
  const found = new Map<string, string>();
  for (const item of page.data) {
    for (const component of item.components ?? []) {
      if (component.internal_gtin) found.set(component.internal_gtin, item.pool_id);
    }
  }
  return found;
}

// What no type names can be read all the same.
export const extra = (product: Product): unknown => (product as Record<string, unknown>)['colour'];

export function describe(record: unknown[] | null | undefined): string[] {
  // The service does not document these, so they are narrowed before use.
  return (record ?? []).map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
}
export const replaced = (product: Product): string[] => describe(product.replaced_by);
