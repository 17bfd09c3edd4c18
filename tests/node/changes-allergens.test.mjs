// When the changes view may say that nothing changed about allergens.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { allergenFields, saysSameOfAllergens } from '../../pkg/src/views/changes-allergens.js';

const field = (subject, name, told = false) => ({ subject, field: name, told });
const diff = (...fields) => ({ allergens: [], ingredients: [], fields });

describe('allergens have not changed', () => {
  it('if only other things did', () => {
    for (const one of [
      field('record', 'version'),
      field('ingredients', 'contains_palm_oil'),
      field('nutrition', 'fat_100'),
      field('safety', 'age_restriction'),
      field('identity', 'product_name'),
    ]) {
      assert.equal(saysSameOfAllergens(diff(one)), true, one.field);
    }
    assert.equal(saysSameOfAllergens(diff()), true);
  });

  it('never if a text or a claim about them did', () => {
    for (const one of [
      field('allergens', 'allergen_statement_on_pack'),
      field('allergens', 'additional_allergen_information'),
      field('allergens', 'contains_milk_risk_source'),
      field('allergens', 'contains_cereal_gluten_20ppm'),
      field('allergens', 'free_from_milk'),
      field('allergens', 'contains_kiwi'),
      field('ingredients', 'plaintext_ingredients'),
      field('ingredients', 'ingredients_statements'),
      field('component', 'components'),
      field('safety', 'product_health_warning'),
    ]) {
      assert.equal(saysSameOfAllergens(diff(one)), false, one.field);
    }
    assert.equal(saysSameOfAllergens({ ...diff(), ingredients: [{}] }), false);
    assert.equal(saysSameOfAllergens({ ...diff(), allergens: [{}] }), false);
  });
});

it('the fields shown under the allergens are those that no status accounts for', () => {
  const statement = field('allergens', 'allergen_statement_on_pack');
  const fields = [field('allergens', 'contains_milk', true), statement, field('record', 'version')];
  assert.deepEqual(allergenFields(diff(...fields)), [statement]);
});
