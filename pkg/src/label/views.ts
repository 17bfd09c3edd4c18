// Made from the structs in src/label by `cargo xtask types`.
// Change the structs, not this file.

/** A description of a product. Every member `component` in it is an index into `components`. */
export type Description = {
  /** The service's identifier of the product. */
  poolId: string | null;
  /** The state of the record, such as `published` or `archived`. */
  status: 'published' | 'archived' | (string & {}) | null;
  /** The version of the record. */
  version: string | null;
  /** The latest version of the record. */
  latestVersion: string | null;
  /** When the record last changed, such as `2024-07-02 14:25:26`; the time zone is unknown. */
  changedAt: string | null;
  /** The product's name: the first of its names that is stated. */
  name: string | null;
  /** The description of the product. */
  description: string | null;
  /** The name of the brand. */
  brand: string | null;
  /** The name of the label under which the product is sold. */
  label: string | null;
  /** The name of the manufacturer. */
  manufacturer: string | null;
  /** The postal address of the manufacturer. */
  manufacturerAddress: string | null;
  /** The manufacturer's product code. */
  code: string | null;
  /** The GTINs of the case, the inner pack, the pallet and the consumer units. */
  gtins: Array<ListedGtin>;
  /** The notices about the record as a whole, the most serious first. */
  notices: Array<RecordNotice>;
  /** The 14 groups of allergens, with the evidence for each. */
  allergens: AllergenReport;
  /** The verdicts on the allergens that the shopper avoids. */
  avoid: AvoidVerdicts;
  /** Suitability for diets. */
  diets: Array<ClaimFact>;
  /** Free-from claims. */
  freeFrom: Array<ClaimFact>;
  /** Claimed certificates and memberships. */
  accreditations: Array<ClaimFact>;
  /**
   * The mandatory particulars for distance selling (Regulation (EU) No
   * 1169/2011 Article 14), and whether the record states them.
   */
  completeness: Array<ParticularFact>;
  /** Figures that contradict each other, and GTINs that are not valid. */
  quality: Array<Warning>;
  /** Key facts: warnings, mandatory indications, origin. */
  keyFacts: Array<KeyFact>;
  /** Plain facts by topic. */
  facts: FactsByTopic;
  /** The components, in the record's order. */
  components: Array<ComponentDescription>;
};

/** A GTIN in a record, valid or not. */
export type ListedGtin = {
  /** The kind of unit that it identifies. */
  kind: GtinKind;
  /** The index of the component, for `unit`. */
  component: number | null;
  /** The path of the field, such as `outer.traded_unit_gtin`. */
  path: string;
  /** The digits as the supplier wrote them. */
  verbatim: string;
  /** The digits as issued; `null` if it is not valid. */
  gtin: string | null;
  /** The digits padded to 14, for comparison. */
  gtin14: string | null;
  /** What is special about the number. */
  caution: GtinCaution | null;
};

/**
 * The kinds of unit that a GTIN identifies.
 *
 * - `case`: The case: the unit that is traded.
 * - `inner-pack`: A pack inside the case.
 * - `pallet`: The pallet.
 * - `unit`: The consumer unit of a component.
 */
export type GtinKind =
  | 'case'
  | 'inner-pack'
  | 'pallet'
  | 'unit';

/**
 * A caution about a well-formed GTIN: its prefix is for special use.
 *
 * - `restricted-circulation`: For use within a company or region (prefixes 02, 04, 20 to 29).
 * - `issn`: A serial publication (ISSN, prefix 977).
 * - `isbn`: A book (ISBN, prefixes 978 and 979).
 * - `coupon`: A coupon or refund receipt (prefixes 05, 98 and 99).
 */
export type GtinCaution =
  | 'restricted-circulation'
  | 'issn'
  | 'isbn'
  | 'coupon';

/** A notice about the record as a whole. */
export type RecordNotice = {
  /** The kind of notice. */
  kind: NoticeKind;
  /** For `unknown-status`: the status, verbatim. */
  status: string | null;
  /** For `old-version` and `other-version`: the latest version according to the record. */
  latestVersion: string | null;
  /** For `old-date` and `future-date`: the date of the last change, verbatim. */
  changedAt: string | null;
  /**
   * For `replaced`: what the record says about its successors, verbatim. A
   * value nested more than 120 levels deep is a string of its JSON.
   */
  replacedBy: unknown[];
};

/**
 * The kinds of notice, the most serious first.
 *
 * - `recalled`: The product has been recalled: it must not be eaten.
 * - `withdrawn`: The product has been withdrawn from sale.
 * - `unknown-status`: The record has an unknown status.
 * - `draft`: The record is a draft.
 * - `discontinued`: The product is no longer made or sold.
 * - `archived`: The record is no longer maintained.
 * - `replaced`: Another product replaces this one.
 * - `old-version`: There is a newer version of the record.
 * - `other-version`: The record names another version as its latest, and which of the two is newer is not certain.
 * - `old-date`: The last change is older than today's rules for labels, of 13 December 2014.
 * - `future-date`: The last change is in the future.
 */
export type NoticeKind =
  | 'recalled'
  | 'withdrawn'
  | 'unknown-status'
  | 'draft'
  | 'discontinued'
  | 'archived'
  | 'replaced'
  | 'old-version'
  | 'other-version'
  | 'old-date'
  | 'future-date';

/** The allergen report of a product. */
export type AllergenReport = {
  /** The 14 groups of Annex II, every one of them, in the service's order. */
  groups: Array<AllergenFact>;
  /**
   * The statement on the pack and further information, by component, followed
   * by a health warning that names an allergen or warns of one.
   */
  statements: Array<Statement>;
  /**
   * The words that lists of ingredients emphasise like allergens, and that no
   * allergen with a warning explains.
   */
  emphasised: Array<Emphasised>;
  /** Whether any statements contradict each other. */
  hasConflicts: boolean;
  /**
   * Whether a text warns of an allergen without naming it, or in words that
   * were not understood. No verdict is reassuring then.
   */
  warns: boolean;
};

/** An allergen's status over all components of a product, with its evidence. */
export type AllergenFact = {
  /** The allergen. */
  allergen: AllergenName;
  /** The most severe status for which there is evidence. */
  status: Status;
  /** The indices of the components whose evidence gives it this status. */
  components: Array<number>;
  /** All evidence: at least one piece for each component. */
  evidence: Array<Evidence>;
  /** The conflicts between its evidence. */
  conflicts: Array<Conflict>;
  /** The members of a group for which anything is stated or contradicted. */
  members: Array<AllergenFact>;
  /**
   * Claims of gluten of at most 20 mg/kg despite a cereal: shown beside the
   * status, never merged with it.
   */
  gluten: Array<GlutenFact>;
};

/**
 * An allergen as the service names it: one of the 14 groups of Annex II, or a member of the cereals or the tree nuts.
 *
 * - `celery_celeriac`: Celery.
 * - `cereal`: Gluten.
 * - `barley`: Barley.
 * - `oats`: Oats.
 * - `rye`: Rye.
 * - `wheat`: Wheat.
 * - `crustacea`: Crustaceans.
 * - `eggs`: Eggs.
 * - `fish`: Fish.
 * - `lupin`: Lupin.
 * - `milk`: Milk.
 * - `molluscs`: Molluscs.
 * - `mustard`: Mustard.
 * - `tree_nuts`: Tree nuts.
 * - `almond_nuts`: Almonds.
 * - `brazil_nuts`: Brazil nuts.
 * - `cashew_nuts`: Cashews.
 * - `hazelnut_nuts`: Hazelnuts.
 * - `macadamia_nuts`: Macadamia nuts.
 * - `pecan_nuts`: Pecan nuts.
 * - `pistachio_nuts`: Pistachio nuts.
 * - `walnut_nuts`: Walnuts.
 * - `peanuts`: Peanuts.
 * - `sesame_seeds`: Sesame seeds.
 * - `soybeans`: Soybeans (soya).
 * - `sulphur_dioxide`: Sulphur dioxide and sulphites.
 */
export type AllergenName =
  | 'celery_celeriac'
  | 'cereal'
  | 'barley'
  | 'oats'
  | 'rye'
  | 'wheat'
  | 'crustacea'
  | 'eggs'
  | 'fish'
  | 'lupin'
  | 'milk'
  | 'molluscs'
  | 'mustard'
  | 'tree_nuts'
  | 'almond_nuts'
  | 'brazil_nuts'
  | 'cashew_nuts'
  | 'hazelnut_nuts'
  | 'macadamia_nuts'
  | 'pecan_nuts'
  | 'pistachio_nuts'
  | 'walnut_nuts'
  | 'peanuts'
  | 'sesame_seeds'
  | 'soybeans'
  | 'sulphur_dioxide';

/**
 * The status of an allergen, and the answer to a shopper who avoids it, in order of severity. None of them says that a food is safe: no record can establish that.
 *
 * - `declared-not-present`: Every component declares that it is not an ingredient.
 * - `not-stated`: At least one component states nothing usable: the shopper must check the label.
 * - `may-contain`: May be present, by accident or contact.
 * - `contains`: An ingredient.
 */
export type Status =
  | 'declared-not-present'
  | 'not-stated'
  | 'may-contain'
  | 'contains';

/** A piece of evidence for a status: the verbatim words and the field they come from. */
export type Evidence = {
  /** The index of the component; `null` for the product as a whole, such as its name. */
  component: number | null;
  /** The path of the field: `components[0].allergens.contains_milk`. */
  path: string;
  /** The source of the evidence. */
  source: Source;
  /** The member that it is about, where it counts for the group. */
  member: AllergenName | null;
  /** The supplier's words; `null` where the field is missing, null or blank. */
  verbatim: string | null;
  /** The source of the risk, in the supplier's words. */
  riskSource: string | null;
  /** The status that it supports. */
  status: Status;
};

/**
 * Where a piece of evidence comes from.
 *
 * - `flag`: The allergen's own flag.
 * - `emphasised-ingredient`: The list of ingredients names it and emphasises it as an allergen.
 * - `named-ingredient`: The list of ingredients names it without emphasis.
 * - `statement`: A statement names it: the one on the pack, further information, one that accompanies the list of ingredients, or a health warning.
 * - `risk-source`: The source of a risk names it, or is stated for it.
 * - `name`: The name of the product or component names it.
 */
export type Source =
  | 'flag'
  | 'emphasised-ingredient'
  | 'named-ingredient'
  | 'statement'
  | 'risk-source'
  | 'name';

/** Two statements of a record that cannot both be true. */
export type Conflict = {
  /** The kind of conflict. */
  kind: ConflictKind;
  /** The member of the group, for `member`. */
  member: AllergenName | null;
  /** The index of the component; `null` for the product as a whole. */
  component: number | null;
  /** The path of the contradicting field. */
  path: string;
  /** The contradicting words, verbatim. */
  verbatim: string;
};

/**
 * The kinds of conflict.
 *
 * - `member`: The group is declared absent, but this member is not.
 * - `free-from`: A free-from claim contradicts the evidence.
 * - `ingredients`: It is declared absent, but the list of ingredients names it.
 * - `statement`: It is declared absent, but a statement names it.
 * - `risk-source`: It is declared absent, but the source of a risk is stated.
 * - `name`: It is declared absent, but the name of the food names it.
 */
export type ConflictKind =
  | 'member'
  | 'free-from'
  | 'ingredients'
  | 'statement'
  | 'risk-source'
  | 'name';

/** A component's claim about gluten despite a cereal. */
export type GlutenFact = {
  /** The index of the component. */
  component: number;
  /** The cereal; `cereal` for all of them. */
  allergen: AllergenName;
  /** The path of the field. */
  path: string;
  /** The supplier's words. */
  verbatim: string;
  /** The claim, as read from the words. */
  claim: Claim;
};

/**
 * The value of a supplier's claim.
 *
 * - `yes`: The claim is made.
 * - `no`: The claim is denied.
 * - `not-stated`: Neither, or in unknown words.
 */
export type Claim =
  | 'yes'
  | 'no'
  | 'not-stated';

/**
 * A statement about allergens in a record, or a source of a risk that says more
 * than its allergen's status.
 */
export type Statement = {
  /** The index of the component; `null` for the product as a whole. */
  component: number | null;
  /** The path of the field. */
  path: string;
  /** The allergen whose risk it explains; `null` for a statement. */
  riskOf: AllergenName | null;
  /** The supplier's words. */
  text: string;
  /** Whether every word of it was understood and is reflected in the groups. */
  isRead: boolean;
  /** Whether it warns of something that the groups do not show. */
  warns: boolean;
};

/** Emphasised words of a list of ingredients that name no allergen. */
export type Emphasised = {
  /** The index of the component. */
  component: number;
  /** The path of the field. */
  path: string;
  /** The words. */
  text: string;
  /** Whether the lexicon knows all of them, as it knows coconut milk. */
  isKnown: boolean;
};

/** The verdicts on a shopper's list of allergens to avoid. */
export type AvoidVerdicts = {
  /** The verdict on each allergen of the list, in the list's order. */
  verdicts: Array<Verdict>;
  /**
   * Words of the list that name no allergen. Show them to the reader, because
   * they were not taken into account.
   */
  unknown: Array<string>;
};

/** The answer for one allergen over all components of a product. */
export type Verdict = {
  /** The allergen. */
  allergen: AllergenName;
  /** The answer. */
  answer: Status;
  /** The components whose evidence gives the answer, in order. */
  components: Array<number>;
  /** Why the label must be checked, where that is not because nothing is stated. */
  caution: Caution | null;
  /**
   * For tree nuts, the answer on peanuts, which many people count among nuts.
   * Absent where it is no worse and peanuts are not, and may not be, in the
   * food.
   */
  peanuts: Status | null;
  /**
   * For cereals, the claims of gluten of at most 20 mg/kg: to be shown beside
   * the answer, which they do not change.
   */
  gluten: Array<GlutenFact>;
};

/**
 * Why the label must be checked for an allergen although no evidence warns of it.
 *
 * - `conflict`: It is declared absent, but a text names it or a claim contradicts it.
 * - `group`: Its group is named, but not which member.
 * - `unread`: A text warns of an allergen without naming it, or in words that were not understood.
 */
export type Caution =
  | 'conflict'
  | 'group'
  | 'unread';

/** A claim about a product, from all of its components. */
export type ClaimFact = {
  /** The wire name: the message key. */
  key: string;
  /** An accreditation's own name, the same in every language. */
  title: string | null;
  /** The claim for the whole product: yes only if every component says yes, no if one says no. */
  claim: Claim;
  /** The claims of the components; those that do not state it are left out. */
  said: Array<ComponentClaim>;
  /** The allergens that contradict it, or that it only appears to exclude. */
  conflicts: Array<ClaimConflict>;
};

/** The claim of one component. */
export type ComponentClaim = {
  /** The index of the component. */
  component: number;
  /** The path of the field. */
  path: string;
  /** The supplier's words. */
  verbatim: string;
  /** The claim, as read from the words. */
  claim: Claim;
};

/**
 * A conflict: an allergen of a component whose claim excludes it. The claim
 * does not change the allergen's status.
 */
export type ClaimConflict = {
  /** The index of the component. */
  component: number;
  /** The allergen. */
  allergen: AllergenName;
  /** Its status in that component: not stated if a text merely names it. */
  status: Status;
  /**
   * Whether the claim can be true nevertheless: a vegan food may contain traces
   * of milk, but is not free from it, and one free from tree nuts may contain
   * peanuts.
   */
  isCaution: boolean;
};

/** A mandatory particular of a product, and whether the record states it. */
export type ParticularFact = {
  /** The particular. */
  particular: Particular;
  /** The worst value of all components. */
  presence: Presence;
  /**
   * The indices of the components that do not state it; empty if it is stated
   * or concerns the whole product.
   */
  components: Array<number>;
  /** The paths of the fields that would state it. */
  paths: Array<string>;
};

/**
 * What a shop must show before a food is bought at a distance (Regulation (EU) No 1169/2011 Article 14): all but the durability date.
 *
 * - `name`: The name of the food.
 * - `ingredients`: The list of ingredients.
 * - `allergens`: The allergens.
 * - `quid`: The quantity of ingredients that the name or the pack stresses.
 * - `net-quantity`: The net quantity.
 * - `storage`: Storage conditions.
 * - `business-name`: The name of the business that answers for the food.
 * - `business-address`: Its address.
 * - `origin`: The country of origin or place of provenance.
 * - `use`: Instructions for use.
 * - `alcohol`: The alcoholic strength of a drink above 1.2 % by volume.
 * - `nutrition`: The nutrition declaration.
 */
export type Particular =
  | 'name'
  | 'ingredients'
  | 'allergens'
  | 'quid'
  | 'net-quantity'
  | 'storage'
  | 'business-name'
  | 'business-address'
  | 'origin'
  | 'use'
  | 'alcohol'
  | 'nutrition';

/**
 * Whether a record states a particular; the worst is last.
 *
 * - `given`: It is stated.
 * - `if-required`: It is not stated, and is required for some foods only: whether for this one cannot be determined from the record.
 * - `lacking`: It is required and not stated.
 */
export type Presence =
  | 'given'
  | 'if-required'
  | 'lacking';

/** A quality warning: figures of a record that contradict each other. */
export type Warning = {
  /** The kind of contradiction. */
  kind: WarningKind;
  /** The index of the component; `null` for the product's own fields. */
  component: number | null;
  /** The column of the nutrition declaration, if it concerns one. */
  column: Column | null;
  /** The figures involved, the suspect first. */
  figures: Array<Involved>;
};

/**
 * The kinds of contradiction.
 *
 * - `saturates-over-fat`: More saturates than fat.
 * - `sugars-over-carbohydrate`: More sugars than carbohydrate.
 * - `salt-against-sodium`: Salt is not 2.5 times sodium.
 * - `energy-against-nutrients`: The energy differs by more than 10 % from that of fat, carbohydrate, protein and fibre (37, 17, 17 and 8 kJ per gram).
 * - `kilojoules-against-kilocalories`: Kilojoules differ by more than 5 % from 4.184 times the kilocalories.
 * - `serving-against-per-100`: The figure of a serving or prepared portion differs from that calculated from the figure per 100 and its size, beyond all rounding.
 * - `sum-over-whole`: Fat, carbohydrate, protein, fibre and salt together are more than the food: more than 100 g in 100 g, 150 g in 100 ml (no food is denser), or more than the serving, beyond rounding.
 * - `figure-over-whole`: A nutrient alone is more than the food, or, in a serving of unknown size, more than ten times the reference intake: its unit may be wrong or missing.
 * - `unit-twice`: A figure contains a unit although one is declared for it: `2 g` in `g`.
 * - `check-digit`: A GTIN's last digit is not its check digit.
 * - `malformed-gtin`: A GTIN is not valid: characters other than digits, a length other than 8, 12, 13 or 14 digits, or zeros only.
 */
export type WarningKind =
  | 'saturates-over-fat'
  | 'sugars-over-carbohydrate'
  | 'salt-against-sodium'
  | 'energy-against-nutrients'
  | 'kilojoules-against-kilocalories'
  | 'serving-against-per-100'
  | 'sum-over-whole'
  | 'figure-over-whole'
  | 'unit-twice'
  | 'check-digit'
  | 'malformed-gtin';

/**
 * A column of the nutrition declaration.
 *
 * - `per-100`: As sold, per 100 g or 100 ml.
 * - `serving`: As sold, per serving.
 * - `prepared-per-100`: As prepared, per 100 g or 100 ml.
 * - `prepared`: As prepared, per portion.
 */
export type Column =
  | 'per-100'
  | 'serving'
  | 'prepared-per-100'
  | 'prepared';

/** A figure involved in a contradiction. */
export type Involved = {
  /** The path of the field. */
  path: string;
  /** The nutrient, if it is one. */
  nutrient: NutrientName | null;
  /** The figure as declared. */
  value: string;
  /** Its unit, if the record states one. */
  units: string | null;
};

/**
 * A nutrient of the declaration that has all four columns.
 *
 * - `cal_kj`: Energy.
 * - `cal_kcal`: Energy (kcal).
 * - `fat`: Fat.
 * - `sat_fat`: saturates.
 * - `mono_fat`: mono-unsaturates.
 * - `poly_fat`: polyunsaturates.
 * - `carb`: Carbohydrate.
 * - `sugar_carb`: sugars.
 * - `polyols_carb`: polyols.
 * - `starch_carb`: starch.
 * - `fibre`: Fibre.
 * - `protein`: Protein.
 * - `salt`: Salt.
 * - `sodium`: Sodium.
 */
export type NutrientName =
  | 'cal_kj'
  | 'cal_kcal'
  | 'fat'
  | 'sat_fat'
  | 'mono_fat'
  | 'poly_fat'
  | 'carb'
  | 'sugar_carb'
  | 'polyols_carb'
  | 'starch_carb'
  | 'fibre'
  | 'protein'
  | 'salt'
  | 'sodium';

/** A key fact of a product. */
export type KeyFact = {
  /** What it is about. */
  kind: KeyFactKind;
  /** The index of the component; `null` for the whole product. */
  component: number | null;
  /**
   * Whether the field's answer alone says it: contains palm oil, not
   * pasteurised. Otherwise the value says it.
   */
  isPlain: boolean;
  /** The field and its value. */
  fact: Fact;
};

/**
 * What a key fact is about.
 *
 * - `warning`: A warning or an age limit.
 * - `composition`: What is in the food, and how it was treated or packed.
 * - `origin`: Where the food or its primary ingredient comes from.
 */
export type KeyFactKind =
  | 'warning'
  | 'composition'
  | 'origin';

/** A field with a value to show. */
export type Fact = {
  /** The wire name: the message key. */
  field: string;
  /** The value. */
  value: FactValue;
  /** The path: `components[0].handling.storage_instructions`. */
  path: string;
};

/** The value of a fact, as declared. */
export type FactValue = {
  kind: 'text';
  /** The text. */
  text: string;
} | {
  kind: 'quantity';
  /** The figure, digit for digit. */
  value: string;
  /** The unit: the record's own, otherwise the one documented by the service. */
  units: string | null;
} | {
  kind: 'several';
  /** The texts or figures. */
  texts: Array<string>;
} | {
  kind: 'rows';
  /** The facts of each row. */
  rows: Array<Array<Fact>>;
};

/** Plain facts by topic. */
export type FactsByTopic = {
  /** About the ingredients. */
  ingredients: Array<Section>;
  /** About the nutrition declaration. */
  nutrition: Array<Section>;
  /** About additives. */
  additives: Array<Section>;
  /** About storage, preparation and use. */
  handling: Array<Section>;
  /** About where the food comes from. */
  origin: Array<Section>;
  /** About packaging and its disposal. */
  packaging: Array<Section>;
  /** About cases, pallets and delivery. */
  logistics: Array<Section>;
  /** About the supplier and the brand. */
  supplier: Array<Section>;
  /** About anything else. */
  details: Array<Section>;
};

/** The facts on one topic in one section of a record. */
export type Section = {
  /** The index of the component; `null` for the whole product. */
  component: number | null;
  /** The section's wire name; `product` for fields outside of sections. */
  name: string;
  /** The facts in the table's order, at least one. */
  facts: Array<Fact>;
};

/** A description of a component of a product. */
export type ComponentDescription = {
  /** Its index in the list of components. */
  index: number;
  /** The service's identifier of the component. */
  uuid: string | null;
  /** Its name. */
  name: string | null;
  /** The list of ingredients. */
  ingredients: IngredientList;
  /** The nutrition declaration. */
  nutrition: NutritionTable;
  /**
   * The traffic lights (front-of-pack colours); `null` if the record does not
   * state the basis of the figures, or has no usable figure.
   */
  lights: Lights | null;
  /**
   * The front-of-pack nutrition information, with the lights as far as they are
   * certain; `null` if the record states neither energy nor a light.
   */
  frontOfPack: FrontOfPack | null;
};

/** A component's list of ingredients. */
export type IngredientList = {
  /** The text with its emphasis; empty if the record has no list. */
  runs: Array<Run>;
  /** The name of the field that the list was read from; `null` if the record has no list. */
  field: string | null;
  /** Statements that accompany the list. */
  statements: Array<Run>;
};

/** A piece of text. */
export type Run = {
  /** The text; a line break is `\n`. */
  text: string;
  /** Whether the supplier emphasised it. */
  emphasised: boolean;
  /** Whether the supplier struck it out. */
  struck: boolean;
};

/** The nutrition declaration of a component. */
export type NutritionTable = {
  /** The basis of the columns per 100. */
  basis: Basis;
  /** The basis in the supplier's words. */
  basisText: string | null;
  /** The columns with at least one figure. */
  columns: Array<NutritionColumn>;
  /** The nutrients with at least one figure. */
  rows: Array<NutritionRow>;
  /** The vitamins and minerals with at least one figure. */
  micronutrients: Array<NutritionRow>;
  /** The supplier's remarks on the declaration as a whole. */
  statements: string | null;
};

/**
 * The basis of the declaration: per 100 g or per 100 ml.
 *
 * - `g`: Per 100 g.
 * - `ml`: Per 100 ml.
 * - `not-stated`: The record does not state it, or not in known words.
 */
export type Basis =
  | 'g'
  | 'ml'
  | 'not-stated';

/** A column of a nutrition declaration. */
export type NutritionColumn = {
  /** The kind of column. */
  column: Column;
  /** The size of the serving or portion, in the supplier's words. */
  portion: string | null;
};

/** A row of a nutrition declaration. */
export type NutritionRow = {
  /** The service's name of the nutrient, such as `sat_fat`. */
  nutrient: string;
  /** Whether it is part of another ("of which"). */
  part: boolean;
  /** The figure in each column; `null` if there is none. */
  amounts: Array<Amount | null>;
};

/** A figure as declared, or calculated from one that is. */
export type Amount = {
  /** The figure, digit for digit; it may be a word such as `trace`. */
  value: string;
  /**
   * The unit to show beside it; `null` for words, and if the value already
   * contains it (`2 g`).
   */
  unit: string | null;
  /**
   * Its share of the reference intake or nutrient reference value of an average
   * adult, in whole per cent.
   */
  referencePercent: number | null;
  /** The figure it was calculated from; `null` for a declared figure. */
  calculatedFrom: CalculatedFrom | null;
};

/** The declared figure from which another was calculated. */
export type CalculatedFrom = {
  /**
   * The wire name of its field, such as `sodium_100`, in the section of the
   * figure that was calculated.
   */
  field: string;
  /** The figure, digit for digit. */
  value: string;
  /** The unit to show beside it; `null` for words, and if the value already contains it. */
  unit: string | null;
};

/** The traffic lights of a component. */
export type Lights = {
  /** Whether the criteria for drinks were used, because it is or may be a drink. */
  drink: boolean;
  /** The basis of the figures: 100 grams or 100 millilitres. */
  basis: Basis;
  /** The size of a portion, in the supplier's words, if these can be read. */
  portion: string | null;
  /** The lights that are certain: fat, saturates, sugars and salt, in this order. */
  lights: Array<TrafficLight>;
};

/** The traffic light of a nutrient. */
export type TrafficLight = {
  /** The nutrient. */
  nutrient: NutrientName;
  /** The level, which must be shown in words beside the colour. */
  level: Level;
  /** Whether a large portion alone makes it high. */
  byPortion: boolean;
  /**
   * The figure that determines the level: per 100, or that of the portion,
   * declared or calculated.
   */
  amount: Amount;
};

/**
 * The level of a nutrient.
 *
 * - `low`: Green.
 * - `medium`: Amber.
 * - `high`: Red.
 */
export type Level =
  | 'low'
  | 'medium'
  | 'high';

/** The front-of-pack nutrition information of a component. */
export type FrontOfPack = {
  /** The column of the nutrition declaration that the figures belong to. */
  column: Column;
  /**
   * The size of the portion, in the supplier's words: of the figures, or of
   * those that are high by portion.
   */
  portion: string | null;
  /** The energy, if the record states it. */
  energy: Energy | null;
  /** Fat, saturates, sugars and salt, in this order, as far as the record states them. */
  nutrients: Array<FrontOfPackNutrient>;
  /** The basis of the figures per 100. */
  basis: Basis;
  /** For figures for a portion: the energy per 100, which the regulation requires beside it. */
  energyPer100: Energy | null;
};

/** Energy in kilojoules and kilocalories. */
export type Energy = {
  /** The kilojoules, if they are stated. */
  kilojoules: Amount | null;
  /** The kilocalories, if they are stated. */
  kilocalories: Amount | null;
};

/** A nutrient of the front-of-pack nutrition information. */
export type FrontOfPackNutrient = {
  /** The nutrient. */
  nutrient: NutrientName;
  /** The level, which must be shown in words beside the colour; `null` if it is not certain. */
  level: Level | null;
  /**
   * Whether a large portion alone makes it high. The amount is then the
   * portion's, whatever the other figures are for.
   */
  byPortion: boolean;
  /** The figure, declared or calculated. */
  amount: Amount;
};

/** The differences between two versions of a product, in order of importance. */
export type ProductDiff = {
  /** Whether nothing differs, not even the order of the components. */
  same: boolean;
  /**
   * The pairs of components: those of the later version in their order, then
   * those that were removed.
   */
  components: Array<ComponentPair>;
  /** The changes of allergens, the most serious first. */
  allergens: Array<AllergenChange>;
  /** The changes of lists of ingredients. */
  ingredients: Array<IngredientChange>;
  /** The changes of nutrition declarations. */
  nutrition: Array<NutritionChange>;
  /**
   * Every field that differs, the most important first; those that the changes
   * above already cover are marked.
   */
  fields: Array<FieldChange>;
};

/** A pair of components that match, or a component that is in one version only. */
export type ComponentPair = {
  /** The index in the earlier version; `null` if it was added. */
  before: number | null;
  /** The index in the later version; `null` if it was removed. */
  after: number | null;
  /** How the two were matched; `null` for a component in one version only. */
  matched: Match | null;
  /** Its name, from the later version if it changed. */
  name: string | null;
};

/**
 * How two components were matched, the most reliable first.
 *
 * - `uuid`: By identifier.
 * - `gtin`: By the GTIN of the consumer unit.
 * - `name`: By name.
 * - `place`: By position in the list, as a last resort.
 */
export type Match =
  | 'uuid'
  | 'gtin'
  | 'name'
  | 'place';

/** A change of an allergen. */
export type AllergenChange = {
  /** The allergen, a group or a member of one. */
  allergen: AllergenName;
  /** The group that it belongs to; the allergen itself, if it is a group. */
  group: AllergenName;
  /** The product's status before. */
  before: Status;
  /** The product's status after. */
  after: Status;
  /** The direction of the change. */
  direction: Direction;
  /** Whether statements on it contradicted each other before. */
  conflictBefore: boolean;
  /** Whether statements on it contradict each other after. */
  conflictAfter: boolean;
  /** The components whose status changed, if there are several components. */
  components: Array<ComponentStatusChange>;
};

/**
 * The direction in which an allergen's status changed, the most serious first.
 *
 * - `became-positive`: From no warning to a warning.
 * - `raised`: From may contain to contains.
 * - `became-unstated`: From a warning or declared absent to not stated.
 * - `lowered`: From contains to may contain.
 * - `became-absent`: To declared absent.
 * - `within`: The product's status is unchanged, but a component's changed, or a conflict appeared or was resolved.
 */
export type Direction =
  | 'became-positive'
  | 'raised'
  | 'became-unstated'
  | 'lowered'
  | 'became-absent'
  | 'within';

/** A change of an allergen's status in one component. */
export type ComponentStatusChange = {
  /** The index of the pair in the diff's `components`. */
  component: number;
  /** The status before; `null` if there was no such component. */
  before: Status | null;
  /** The status after; `null` if there is no such component. */
  after: Status | null;
};

/** A change of a component's list of ingredients. */
export type IngredientChange = {
  /** The index of the pair in the diff's `components`. */
  component: number;
  /** The text with removed and added pieces, in reading order. */
  pieces: Array<Piece>;
};

/** A piece of text that is unchanged, removed or added. */
export type Piece = {
  /** Whether it is unchanged, removed or added. */
  kind: PieceKind;
  /** The text; a line break is `\n`. */
  text: string;
  /** Whether the supplier emphasised it. */
  emphasised: boolean;
};

/**
 * The kinds of piece in a diff of texts.
 *
 * - `same`: It is in both texts.
 * - `removed`: It is in the earlier text only.
 * - `added`: It is in the later text only.
 */
export type PieceKind =
  | 'same'
  | 'removed'
  | 'added';

/** A change of a component's nutrition declaration. */
export type NutritionChange = {
  /** The index of the pair in the diff's `components`. */
  component: number;
  /**
   * The change of basis, if any: all figures then mean something else, even
   * those that are equal.
   */
  basis: BasisChange | null;
  /** The figures that changed. */
  figures: Array<FigureChange>;
};

/** A change of the basis, such as from 100 g to 100 ml. */
export type BasisChange = {
  /** The basis before. */
  before: Basis;
  /** The basis after. */
  after: Basis;
};

/** A change of a declared figure. */
export type FigureChange = {
  /** The service's name of the nutrient, which is the message key. */
  nutrient: string;
  /** The column of the figure. */
  column: Column;
  /** The figure before; `null` if there was none. */
  before: Amount | null;
  /** The figure after; `null` if there is none. */
  after: Amount | null;
  /** The direction of the change. */
  trend: Trend;
};

/**
 * The direction in which a figure changed.
 *
 * - `more`: It increased.
 * - `less`: It decreased.
 * - `given`: It was added.
 * - `gone`: It was removed.
 * - `restated`: It was reworded, or its unit changed.
 */
export type Trend =
  | 'more'
  | 'less'
  | 'given'
  | 'gone'
  | 'restated';

/** A field that differs between two versions. */
export type FieldChange = {
  /** The subject of the field. */
  subject: Subject;
  /** The wire name of the field, or of the list that it is part of. */
  field: string;
  /** Whether the field is in the table. */
  known: boolean;
  /** The index of the pair in the diff's `components`; `null` for a field of the whole product. */
  component: number | null;
  /** The value before; `null` if there was no such field. */
  before: Place | null;
  /** The value after; `null` if there is no such field. */
  after: Place | null;
  /** Whether one of the changes of allergens, ingredients or nutrition already covers it. */
  covered: boolean;
};

/**
 * The subject of a field, the most important first.
 *
 * - `allergens`: Allergens and free-from claims.
 * - `ingredients`: Ingredients.
 * - `nutrition`: Nutrition.
 * - `component`: A whole component was added or removed.
 * - `safety`: Warnings and age limits.
 * - `identity`: What the product is: names, numbers, makers, status.
 * - `handling`: Storage and use.
 * - `diets`: Diets and additives.
 * - `origin`: Origin.
 * - `claims`: Certificates, and facts about particular kinds of food.
 * - `logistics`: Cases, packs and pallets.
 * - `packaging`: Packaging.
 * - `other`: Remarks and unknown fields.
 * - `record`: The record itself: its version and dates.
 */
export type Subject =
  | 'allergens'
  | 'ingredients'
  | 'nutrition'
  | 'component'
  | 'safety'
  | 'identity'
  | 'handling'
  | 'diets'
  | 'origin'
  | 'claims'
  | 'logistics'
  | 'packaging'
  | 'other'
  | 'record';

/** A value and its path. */
export type Place = {
  /** The path: `components[0].handling.storage_instructions`. */
  path: string;
  /**
   * The value, verbatim. One nested more than 120 levels deep serializes as a
   * string of its JSON.
   */
  value: unknown;
};
