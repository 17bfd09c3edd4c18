// The records of the fake pool, and a maker of others: as whole as what the card and the label read.

import type { AllergenName, Product } from '../shared/model.js';
import { ALLERGENS } from './allergens.js';

const YES = { value: 3, description: 'Yes' };
const NO = { value: 1, description: 'No' };
const MAY = { value: 7, description: 'May contain' };

/** The parts of a record that tests are usually about. Those that are left out are those of a real one. */
export interface ProductParts {
  /** The `pool_id`: `000010000` unless given. */
  id?: string | undefined;
  /** The GTIN of the case. */
  gtin?: string | undefined;
  /** The GTIN of the unit in it; that of the case unless given. */
  unitGtin?: string | undefined;
  name?: string | undefined;
  /** The allergens whose statement is “Yes”. */
  contains?: readonly AllergenName[] | undefined;
  /** Those whose statement is “May contain”. */
  mayContain?: readonly AllergenName[] | undefined;
  /** Those whose statement is “No”; `'others'` are all that are in none of these lists. Of the rest nothing is stated. */
  declaredNotPresent?: readonly AllergenName[] | 'others' | undefined;
  /** Those that `declaredNotPresent: 'others'` leaves out, so that nothing is stated of them. */
  notStated?: readonly AllergenName[] | undefined;
  /** The list of ingredients, as one text. */
  ingredients?: string | undefined;
  /** Further members of the record, in place of those made here. */
  more?: Product | undefined;
}

/** A record of these parts. Of an allergen that they do not name it states nothing. */
export function makeProduct({
  id = '000010000',
  gtin = '09520000000004',
  unitGtin = gtin,
  name = 'Prawn Pad Thai',
  contains = [],
  mayContain = [],
  declaredNotPresent = [],
  notStated = [],
  ingredients = '',
  more = {},
}: ProductParts = {}): Product {
  const flag = (allergen: AllergenName) => {
    if (contains.includes(allergen)) return YES;
    if (mayContain.includes(allergen)) return MAY;
    const isAbsent =
      declaredNotPresent === 'others' ? !notStated.includes(allergen) : declaredNotPresent.includes(allergen);
    return isAbsent ? NO : undefined;
  };
  // A supplier who states nothing of an allergen leaves its field out.
  const stated = ALLERGENS.filter(flag);
  return {
    pool_id: id,
    standardised_name: name,
    status: 'published',
    version: '1',
    changed_at: '2024-10-12 09:00:00',
    latest_version: '1',
    change_type: 1,
    change_reason: null,
    reviewed_at: '2024-10-12 09:00:00',
    parent_id: null,
    replaced_by: [],
    codes: [],
    general: {
      manufacturer_product_name: `Kestrel Hill ${name}`,
      product_name: name,
      manufacturer: 1004,
      manufacturer_name: 'Kestrel Hill Butchers Ltd',
      brand: 2041,
      brand_name: 'Kestrel Hill',
      label: 0,
      label_name: null,
      label_code: '',
      schema: 'generic',
      schema_name: 'Food',
      manufacturer_product_code: `KE${id}`,
      manufacturer_version_number: '',
      product_type: { id: 1, description: 'Food' },
    },
    outer: { traded_unit_gtin: gtin },
    components: [
      {
        general: { component_name: name, component_uuid: `00000000-0000-4000-8000-000${id}` },
        inner: { internal_gtin: unitGtin, manufacturers_component_code: '' },
        allergens: Object.fromEntries(stated.map((allergen) => [`contains_${allergen}`, flag(allergen)])),
        ingredients: { ingredients, plaintext_ingredients: ingredients },
        nutrients: {
          nutrition_units: { id: 1, description: 'per 100g' },
          cal_100_kj: { value: 620, units: 'kJ' },
          cal_100_kcal: { value: 148, units: 'kcal' },
          fat_100: { value: 5.2, units: 'g' },
          sat_fat_100: { value: 0.9, units: 'g' },
          carb_100: { value: 17.4, units: 'g' },
          sugar_carb_100: { value: 4.1, units: 'g' },
          protein_100: { value: 7.3, units: 'g' },
          salt_100: { value: 0.85, units: 'g' },
        },
      },
    ],
    ...more,
  };
}

/** The records that a {@link FakePool} has unless it is given others. */
export const PRODUCTS: {
  /** GTIN 09520000000004: contains wheat, crustaceans, eggs, fish and soya, and may contain three more. */
  readonly padThai: Product;
  /** GTIN 09520000000103, its unit 9520000000110: of milk, nuts and soya its supplier states nothing. */
  readonly oatDrink: Product;
  /** GTIN 09520000000202: a chocolate spread that has been recalled, so that it is in no list. */
  readonly recalled: Product;
  /** GTIN 09520000000301: archived, and replaced by `padThai`. */
  readonly replaced: Product;
} = {
  padThai: makeProduct({
    contains: ['cereal', 'wheat', 'crustacea', 'eggs', 'fish', 'soybeans'],
    mayContain: ['molluscs', 'peanuts', 'sesame_seeds'],
    declaredNotPresent: 'others',
    ingredients: 'Rice noodles, PRAWNS (crustacean), EGG, SOYA sauce (contains WHEAT), FISH sauce.',
  }),
  oatDrink: makeProduct({
    id: '000010001',
    gtin: '09520000000103',
    unitGtin: '9520000000110',
    name: 'Oat Drink',
    contains: ['cereal', 'oats'],
    declaredNotPresent: 'others',
    notStated: ['milk', 'tree_nuts', 'soybeans'],
    ingredients: 'Water, OATS, salt.',
  }),
  recalled: makeProduct({
    id: '000010002',
    gtin: '09520000000202',
    name: 'Chocolate Spread',
    contains: ['milk', 'tree_nuts', 'hazelnut_nuts'],
    declaredNotPresent: 'others',
    ingredients: 'Sugar, HAZELNUTS, skimmed MILK powder, cocoa.',
    more: { status: 'Recalled', changed_at: '2024-11-02 16:30:00' },
  }),
  replaced: makeProduct({
    id: '000010003',
    gtin: '09520000000301',
    name: 'Prawn Pad Thai, old recipe',
    contains: ['crustacea', 'fish'],
    declaredNotPresent: 'others',
    more: { status: 'archived', changed_at: '2024-09-01 08:00:00', replaced_by: ['000010000'] },
  }),
};
