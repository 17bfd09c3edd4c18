// What a difference says about allergens beyond their statuses. Without the DOM,
// so that it can be tested outside a browser.

/** The fields about allergens that no change of a status accounts for: statements, risk sources, claims. */
export const allergenFields = ({ fields }) => fields.filter(({ subject, told }) => subject === 'allergens' && !told);

/** Whether a change of this field may concern an allergen, even if no status changed. */
const mayNameAllergens = ({ subject, field }) =>
  subject === 'allergens'
  // A whole component came or went, with all its texts.
  || subject === 'component'
  || (subject === 'ingredients' && field.includes('ingredients'))
  || field === 'product_health_warning';

/** Whether the two versions say the same about allergens, in flags and in texts. */
export const saysSameOfAllergens = ({ allergens, ingredients, fields }) =>
  allergens.length === 0 && ingredients.length === 0 && !fields.some(mayNameAllergens);
