// Products that the demo's catalogue does not hold: of an unusual status, or with the longest texts.
// The tests of every state of the card show them too.

/** Texts as suppliers write them who leave nothing out: long sentences, and words that break nowhere. */
const TEXTS = {
  general: {
    product_name:
      'Slow-cooked beef and root vegetable casserole with herb dumplings, caramelised onion gravy and ' +
      'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz seasoning, ready to heat',
    brand_name: 'The Old Bakehouse at Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch and Daughters',
    product_description:
      'Tender pieces of beef with carrots, swede and parsnips in a rich gravy, topped with four dumplings, ' +
      'cooked for six hours and chilled within ninety minutes of leaving the oven.',
    manufacturer_name: 'The Old Bakehouse Company of Llanfairpwllgwyngyll and Surrounding Parishes Limited',
    manufacturer_address: 'Unit 27b, The Long Row, Station Approach Business and Enterprise Park\r\nAnytown\r\nAB1 2CD',
  },
  allergens: {
    allergen_statement_on_pack:
      'For allergens, including cereals containing gluten, see ingredients in bold. Made in a kitchen that also ' +
      'handles nuts, peanuts, sesame seeds, crustaceans, molluscs and lupin, so traces of each may be present.',
  },
  ingredients: {
    formatted_ingredients: `Beef (28%), Water, ${Array.from(
      { length: 40 },
      (_, at) => `Vegetable ${at + 1} (Carrot, <b>Celery</b>, <b>Wheat</b> Flour, Yeast Extract)`,
    ).join(', ')}.`,
  },
  handling: {
    storage_instructions:
      'Keep refrigerated below 5 °C. Once opened, consume within 24 hours and by the date shown. Suitable for ' +
      'freezing on the day of purchase; defrost thoroughly in a refrigerator before use and never refreeze.',
  },
};

const NO = { value: 0, description: 'No' };

/** A product of a status, which declares that it has no milk. */
const biscuits = (status, more = {}) => ({
  status,
  general: { product_name: 'Oat biscuits' },
  components: [{ allergens: { contains_milk: NO, ...more } }],
});

const { general, ...sections } = TEXTS;

/** The products, by the names of their states. */
export const PRODUCTS = {
  recalled: biscuits('recalled'),
  withdrawn: biscuits('withdrawn'),
  'long-texts': { general, components: [sections] },
};

/** Two versions of a product: in the later one an allergen has appeared. */
export const VERSIONS = {
  1: { ...biscuits('published'), version: '1', changed_at: '2026-03-02 09:00:00' },
  2: {
    ...biscuits('published', {
      contains_peanuts: { value: 2, description: 'May Contain' },
      contains_peanuts_risk_source: 'Made on a line that also handles peanuts',
    }),
    version: '2',
    changed_at: '2026-06-18 15:30:00',
  },
};
