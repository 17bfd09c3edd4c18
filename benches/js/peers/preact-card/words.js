// The card's words and its tables: allergens with the words that name them in
// a list of ingredients, claims, nutrients with unit and reference.

/** Wire name, shown name, group (`''` is itself), words in an ingredients list. */
const ALLERGENS = [
  ['celery_celeriac', 'Celery', '', 'celery,celeriac'],
  ['cereal', 'Cereals containing gluten', '', 'gluten'],
  ['barley', 'Barley', 'cereal', 'barley'],
  ['oats', 'Oats', 'cereal', 'oats,oat,oatmeal'],
  ['rye', 'Rye', 'cereal', 'rye'],
  ['wheat', 'Wheat', 'cereal', 'wheat,wheatgerm,spelt,durum,semolina,khorasan,kamut,couscous'],
  ['crustacea', 'Crustaceans', '', 'crustacean,crustaceans,crustacea,prawn,prawns,shrimp,shrimps,crab,lobster,crayfish,langoustine,langoustines,scampi'],
  ['eggs', 'Eggs', '', 'egg,eggs,mayonnaise,albumen'],
  ['fish', 'Fish', '', 'fish,anchovy,anchovies,cod,haddock,salmon,tuna,pollock,mackerel,sardine,sardines,trout'],
  ['lupin', 'Lupin', '', 'lupin,lupins'],
  ['milk', 'Milk', '', 'milk,butter,buttermilk,cream,cheese,cheddar,mozzarella,parmesan,whey,casein,caseinate,lactose,yoghurt,yogurt,ghee'],
  ['molluscs', 'Molluscs', '', 'mollusc,molluscs,mussel,mussels,oyster,oysters,squid,clam,clams,cockle,cockles,whelk,whelks,octopus,scallop,scallops'],
  ['mustard', 'Mustard', '', 'mustard'],
  ['tree_nuts', 'Nuts (tree nuts)', '', 'nut,nuts'],
  ['almond_nuts', 'Almonds', 'tree_nuts', 'almond,almonds,marzipan'],
  ['brazil_nuts', 'Brazil nuts', 'tree_nuts', 'brazil nut,brazil nuts'],
  ['cashew_nuts', 'Cashews', 'tree_nuts', 'cashew,cashews'],
  ['hazelnut_nuts', 'Hazelnuts', 'tree_nuts', 'hazelnut,hazelnuts'],
  ['macadamia_nuts', 'Macadamia nuts', 'tree_nuts', 'macadamia,macadamias,queensland nut,queensland nuts'],
  ['pecan_nuts', 'Pecan nuts', 'tree_nuts', 'pecan,pecans'],
  ['pistachio_nuts', 'Pistachio nuts', 'tree_nuts', 'pistachio,pistachios'],
  ['walnut_nuts', 'Walnuts', 'tree_nuts', 'walnut,walnuts'],
  ['peanuts', 'Peanuts', '', 'peanut,peanuts,groundnut,groundnuts'],
  ['sesame_seeds', 'Sesame seeds', '', 'sesame,tahini'],
  ['soybeans', 'Soybeans (soya)', '', 'soya,soy,soybean,soybeans,soyabean,soyabeans,tofu,edamame,tempeh'],
  ['sulphur_dioxide', 'Sulphur dioxide and sulphites', '', 'sulphur dioxide,sulphite,sulphites,sulfite,sulfites,metabisulphite,metabisulfite'],
];

export const allergens = ALLERGENS.map(([key, name, group, words]) => ({
  key,
  name,
  group: group || key,
  words: words.split(','),
}));

/** Claims that exclude an allergen: not gluten and lactose, which do not. */
export const freeFrom = {
  wheat: 'wheat', rye: 'rye', barley: 'barley', oats: 'oats', nuts: 'tree_nuts',
  celery: 'celery_celeriac', crustacea: 'crustacea', eggs: 'eggs', fish: 'fish', lupin: 'lupin',
  mustard: 'mustard', milk: 'milk', molluscs: 'molluscs', peanuts: 'peanuts',
  sesame: 'sesame_seeds', soybeans: 'soybeans', sulphur_dioxide: 'sulphur_dioxide',
};

export const glutenClaims = ['cereal', 'wheat', 'rye', 'barley', 'oats'];

/** Wire name, shown name, unit, reference intake, whether part of another. */
export const nutrients = [
  ['cal_kj', 'Energy', 'kJ', '8400', false, 'cal_100_kj'],
  ['cal_kcal', 'Energy (kcal)', 'kcal', '2000', false, 'cal_100_kcal'],
  ['fat', 'Fat', 'g', '70'],
  ['sat_fat', 'saturates', 'g', '20', true],
  ['mono_fat', 'mono-unsaturates', 'g', '', true],
  ['poly_fat', 'polyunsaturates', 'g', '', true],
  ['carb', 'Carbohydrate', 'g', '260'],
  ['sugar_carb', 'sugars', 'g', '90', true],
  ['polyols_carb', 'polyols', 'g', '', true],
  ['starch_carb', 'starch', 'g', '', true],
  ['fibre', 'Fibre', 'g', ''],
  ['protein', 'Protein', 'g', '50'],
  ['salt', 'Salt', 'g', '6'],
  ['sodium', 'Sodium', 'mg', ''],
];

export const micronutrients = [
  ['vitamin_a', 'Vitamin A', 'µg', '800'],
  ['vitamin_c', 'Vitamin C', 'mg', '80'],
  ['vitamin_d', 'Vitamin D', 'µg', '5'],
  ['vitamin_e', 'Vitamin E', 'mg', '12'],
  ['vitamin_k', 'Vitamin K', 'µg', '75'],
  ['thiamin_b1', 'Thiamin', 'mg', '1.1'],
  ['riboflavin_b2', 'Riboflavin', 'mg', '1.4'],
  ['niacin_b3', 'Niacin', 'mg', '16'],
  ['vitamin_b6', 'Vitamin B6', 'mg', '1.4'],
  ['folate', 'Folic acid', 'µg', '200'],
  ['vitamin_b12', 'Vitamin B12', 'µg', '2.5'],
  ['biotin_b7', 'Biotin', 'µg', '50'],
  ['pantothenic_acid', 'Pantothenic acid', 'mg', '6'],
  ['potassium', 'Potassium', 'mg', '2000'],
  ['chloride', 'Chloride', 'mg', '800'],
  ['calcium', 'Calcium', 'mg', '800'],
  ['phosphorus', 'Phosphorus', 'mg', '700'],
  ['magnesium', 'Magnesium', 'mg', '375'],
  ['iron', 'Iron', 'mg', '14'],
  ['zinc', 'Zinc', 'mg', '10'],
  ['copper', 'Copper', 'mg', '1'],
  ['manganese', 'Manganese', 'mg', '2'],
  ['fluoride', 'Fluoride', 'mg', '3.5'],
  ['selenium', 'Selenium', 'µg', '55'],
  ['chromium', 'Chromium', 'µg', '40'],
  ['molybdenum', 'Molybdenum', 'µg', '50'],
  ['iodine', 'Iodine', 'µg', '150'],
];

/** How the line of each status begins, in the order of the lines. */
export const leads = {
  contains: 'Contains',
  'may-contain': 'May contain',
  'not-stated': 'Check the label',
  'not-present': 'Declared as not present',
};

/** Title, text, and whether trying again may help. */
export const failures = {
  'not-found': [
    'No product information',
    'We could not find a product with this number. Check the number, or read the label.',
  ],
  unauthenticated: [
    'Product information is not available',
    'Product information cannot be shown at the moment. Please read the label.',
  ],
  network: [
    'No connection',
    'Product information could not be loaded. Please read the label, or try again.',
    true,
  ],
  'bad-gtin': ['Not a valid GTIN', 'Check the number, or read the label.'],
  error: [
    'Product information is not available',
    'Something went wrong while loading. Please read the label, or try again.',
    true,
  ],
};
