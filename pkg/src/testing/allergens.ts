// The names of all allergens, from src/model/table by `cargo xtask types`. Change that, not this file.

import type { AllergenName } from '../shared/model.js';

export const ALLERGENS: AllergenName[] = [
  'celery_celeriac',
  'cereal',
  'barley',
  'oats',
  'rye',
  'wheat',
  'crustacea',
  'eggs',
  'fish',
  'lupin',
  'milk',
  'molluscs',
  'mustard',
  'tree_nuts',
  'almond_nuts',
  'brazil_nuts',
  'cashew_nuts',
  'hazelnut_nuts',
  'macadamia_nuts',
  'pecan_nuts',
  'pistachio_nuts',
  'walnut_nuts',
  'peanuts',
  'sesame_seeds',
  'soybeans',
  'sulphur_dioxide',
];
