// Records for the label: one that has everything, and some that have little or
// are not what they should be.

const flag = (description) => ({ value: 1, description });
const reference = (description) => ({ id: 1, description });

/** A product that gives every kind of thing there is in a view. */
export const RICH = {
  pool_id: 'p-1',
  status: 'archived',
  version: '2',
  latest_version: '3',
  changed_at: '2024-07-02 14:25:26',
  replaced_by: [{ pool_id: 'p-2' }],
  general: {
    product_name: 'Tomato Soup',
    product_description: 'Soup with cream',
    brand: 4,
    brand_name: 'Fenwick',
    label: 5,
    label_name: 'House',
    manufacturer_name: 'Fenwick Foods',
    manufacturer_address: '1 Mill Lane',
    manufacturer_product_code: '!@£ppp',
  },
  outer: { traded_unit_gtin: '2012345678903', outer_case_net_weight: { value: 4.8, units: 'kg' } },
  pallet: { pallet_gtin: '9520123456788', pallet_height: { value: 1.5, units: 'm' } },
  waste_outer: { outer_packaging: [{ packaging_type: reference('Box'), packaging_weight: 40 }] },
  components: [
    {
      general: { component_uuid: 'u-1', component_name: 'Soup' },
      inner: { internal_gtin: '9520123456789' },
      origin: { country_of_origin: [reference('Italy'), reference('Spain')] },
      accreditations: { acc_msc: 'Yes', acc_vegan: 'Yes' },
      handling: { storage_instructions: 'Keep cool' },
      allergens: {
        contains_milk: flag('Yes'),
        contains_tree_nuts: flag('No'),
        contains_cashew_nuts: flag('May contain'),
        contains_cashew_nuts_risk_source: 'Same line',
        contains_cereal: flag('Yes'),
        contains_oats: flag('Yes'),
        contains_oats_gluten_20ppm: 'Yes',
        allergen_statement_on_pack: 'Contains milk',
      },
      free_from: { free_from_milk: 'Yes' },
      diets: { vegan_suitable: reference('Yes') },
      ingredients: {
        formatted_ingredients: 'Tomatoes, <b>cream</b>, <b>zibbel</b>, oats',
        ingredients_statements: 'See <b>bold</b>',
      },
      nutrients: {
        nutrition_units: reference('per 100g'),
        nutrition_statements: 'Typical values',
        serving_size: '400 g',
        cal_100_kj: { value: 180, units: 'kJ' },
        fat_100: { value: 2, units: 'g' },
        sat_fat_100: { value: 3, units: 'g' },
        sugar_carb_100: { value: 4.4, units: 'g' },
        salt_serving: '2.9',
        iron_100: '2.1',
      },
    },
    { general: { component_uuid: 'u-2', component_name: 'Croutons' } },
  ],
};

export const POOR = [
  {},
  { components: [] },
  { components: [null, 'x', {}] },
  { components: { allergens: { contains_milk: 'Yes' } }, general: 'none', outer: [], status: 7 },
  { unknown: { deep: [1, { two: null }] }, replaced_by: 'p-9' },
];

/** The next version of `RICH`: a change of every kind. */
export function changed(record) {
  const next = structuredClone(record);
  const [soup, croutons] = next.components;
  next.version = '3';
  next.invented = [1];
  soup.allergens.contains_milk = flag('May contain');
  soup.allergens.contains_fish = flag('Yes');
  delete soup.allergens.contains_oats;
  soup.ingredients.formatted_ingredients = 'Tomatoes, <b>fish</b>, oats';
  soup.nutrients.fat_100.value = 9.5;
  soup.nutrients.nutrition_units = reference('per 100ml');
  delete soup.nutrients.salt_serving;
  soup.nutrients.protein_100 = { value: 1, units: 'g' };
  croutons.allergens = { contains_eggs: flag('Yes') };
  next.components.push({ general: { component_uuid: 'u-3' } });
  return next;
}
