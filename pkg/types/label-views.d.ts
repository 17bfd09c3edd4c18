// Made from the structs in src/label by `cargo xtask types`.
// Change the structs, not this file.

/**
 * What a record says about a product. A member `component` in it is an index of
 * its `components`.
 */
export type Description = {
  /** The service's identifier of the product. */
  poolId: string | null;
  /** The state of the record, such as `published` or `archived`. */
  status: 'published' | 'archived' | (string & {}) | null;
  /** The version of the record. */
  version: string | null;
  /** The latest version of the record. */
  latestVersion: string | null;
  /** When the record last changed, such as `2024-07-02 14:25:26`; the time zone is not known. */
  changedAt: string | null;
  /** The product's name: the first of its names that is given. */
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
  /** What must be known before reading on, the most serious first. */
  notices: Array<RecordNotice>;
  /** The 14 groups of allergens, with the evidence for each. */
  allergens: AllergenReport;
  /** The verdicts on the allergens that the shopper avoids. */
  avoid: AvoidVerdicts;
  /** For whom the product is suitable. */
  diets: Array<ClaimFact>;
  /** Claims to be free from something. */
  freeFrom: Array<ClaimFact>;
  /** Certificates and memberships that are claimed. */
  accreditations: Array<ClaimFact>;
  /**
   * What a shop must show before the purchase (Regulation (EU) No 1169/2011
   * Article 14), and whether the record has it.
   */
  completeness: Array<ParticularFact>;
  /** Figures that contradict each other, and GTINs that are not well formed. */
  quality: Array<Warning>;
  /** Plain facts by topic. */
  facts: FactsByTopic;
  /** The components, in the record's order. */
  components: Array<ComponentDescription>;
};

/** A GTIN that a record gives, well formed or not. */
export type ListedGtin = {
  /** What it identifies. */
  kind: GtinKind;
  /** The index of the component, for `unit`. */
  component: number | null;
  /** The field that it stands in, such as `outer.traded_unit_gtin`. */
  path: string;
  /** The supplier's digits. */
  verbatim: string;
  /** The digits as issued; `null` if it is not well formed. */
  gtin: string | null;
  /** The same padded to 14 digits, to compare by. */
  gtin14: string | null;
  /** What is special about the number. */
  caution: GtinCaution | null;
};

/** What a GTIN identifies. */
export type GtinKind =
  | 'case'
  | 'inner-pack'
  | 'pallet'
  | 'unit'
  | (string & {});

/** A caution about a well-formed GTIN: its prefix is for special use. */
export type GtinCaution =
  | 'restricted-circulation'
  | 'issn'
  | 'isbn'
  | 'coupon'
  | (string & {});

/** A notice about the record as a whole. */
export type RecordNotice = {
  /** What it is about. */
  kind: NoticeKind;
  /** For `unknown-status`: the status, in the record's own words. */
  status: string | null;
  /** For `old-version` and `other-version`: the version that the record names as its latest. */
  latestVersion: string | null;
  /** For `old-date` and `future-date`: the date of the last change, as the record has it. */
  changedAt: string | null;
  /**
   * For `replaced`: what the record says about its successors, as it came. A
   * value that nests more than 120 deep is a string that holds its JSON.
   */
  replacedBy: unknown[];
};

/** What a notice is about, the most serious first. */
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
  | 'future-date'
  | (string & {});

/** What a product's record says of allergens. */
export type AllergenReport = {
  /** The 14 groups of Annex II, every one of them, in the service's order. */
  groups: Array<AllergenFact>;
  /**
   * The statement on the pack, and further information, by component; then a
   * health warning that names an allergen or warns of one.
   */
  statements: Array<Statement>;
  /**
   * The words that lists of ingredients emphasise as allergens are, and that no
   * allergen which is contained, or may be, explains.
   */
  emphasised: Array<Emphasised>;
  /** Whether any statement contradicts another. */
  hasConflicts: boolean;
  /**
   * Whether a text warns of something that it does not name, or names in words
   * that are not understood. No answer to a shopper is calm then.
   */
  warns: boolean;
};

/** What is known of one allergen over all components of a product. */
export type AllergenFact = {
  /** The allergen. */
  allergen: AllergenName;
  /** The greatest status for which there is evidence. */
  status: Status;
  /** The indices of the components whose evidence gives it this status. */
  components: Array<number>;
  /** All evidence: at least one piece a component. */
  evidence: Array<Evidence>;
  /** What contradicts it. */
  conflicts: Array<Conflict>;
  /** The members of a group of which anything is stated, or contradicted. */
  members: Array<AllergenFact>;
  /**
   * What is said of gluten at most 20 mg/kg in spite of a cereal: shown beside
   * the status, never merged with it.
   */
  gluten: Array<GlutenFact>;
};

/**
 * An allergen as the service names it: one of the 14 groups of Annex II, or a
 * member of the cereals or the tree nuts.
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
  | 'sulphur_dioxide'
  | (string & {});

/** What is known of an allergen, from the safest to say to the gravest. */
export type Status =
  | 'not-present'
  | 'not-stated'
  | 'may-contain'
  | 'contains'
  | (string & {});

/** One piece of evidence for a status: what was said, where, verbatim. */
export type Evidence = {
  /**
   * The index of the component that says it; `null` for what is said of the
   * product as a whole, such as its name.
   */
  component: number | null;
  /** The field it stands in: `components[0].allergens.contains_milk`. */
  path: string;
  /** Where it comes from. */
  source: Source;
  /** The member that it speaks of, where it speaks for a group. */
  member: AllergenName | null;
  /** The supplier's words; `null` where the field is missing, null or blank. */
  verbatim: string | null;
  /** Where a risk comes from, in the supplier's words. */
  riskSource: string | null;
  /** What it amounts to. */
  status: Status;
};

/** Where a piece of evidence comes from. */
export type Source =
  | 'flag'
  | 'emphasised-ingredient'
  | 'named-ingredient'
  | 'statement'
  | 'risk-source'
  | 'name'
  | (string & {});

/** Two statements of a record that cannot both be true. */
export type Conflict = {
  /** What contradicts what. */
  kind: ConflictKind;
  /** The member of the group, for `member`. */
  member: AllergenName | null;
  /**
   * The index of the component in which it stands; `null` for what is said of
   * the product as a whole.
   */
  component: number | null;
  /** The field that contradicts. */
  path: string;
  /** What it says, verbatim. */
  verbatim: string;
};

/** The kinds of conflict. */
export type ConflictKind =
  | 'member'
  | 'free-from'
  | 'ingredients'
  | 'statement'
  | 'risk-source'
  | 'name'
  | (string & {});

/** What a component says of gluten in spite of a cereal. */
export type GlutenFact = {
  /** The index of the component. */
  component: number;
  /** The cereal; `cereal` for all of them. */
  allergen: AllergenName;
  /** The field it stands in. */
  path: string;
  /** The supplier's words. */
  verbatim: string;
  /** What they amount to. */
  claim: Claim;
};

/** What is made of a claim. */
export type Claim =
  | 'yes'
  | 'no'
  | 'not-stated'
  | (string & {});

/** Words on allergens that a record carries. */
export type Statement = {
  /** The index of the component; `null` for the product as a whole. */
  component: number | null;
  /** The field it stands in. */
  path: string;
  /** The supplier's words. */
  text: string;
  /** Whether every word of it is accounted for by what the groups say. */
  isRead: boolean;
  /** Whether it warns of something that the groups do not tell. */
  warns: boolean;
};

/** Words that a list of ingredients emphasises and that name no allergen. */
export type Emphasised = {
  /** The index of the component. */
  component: number;
  /** The field they stand in. */
  path: string;
  /** The words. */
  text: string;
  /** Whether the lexicon knows all of them, such as coconut milk. */
  isKnown: boolean;
};

/** The verdicts on a shopper's list of allergens to avoid. */
export type AvoidVerdicts = {
  /** The verdict on each allergen of the list, in the list's order. */
  verdicts: Array<Verdict>;
  /** Words of the list that name no allergen. Show them to the reader: they were not heeded. */
  unknown: Array<string>;
};

/** The answer for one allergen over all components of a product. */
export type Verdict = {
  /** The allergen. */
  allergen: AllergenName;
  /** The answer. */
  answer: Answer;
  /** The components whose evidence gives the answer, in order. */
  components: Array<number>;
  /** Why the label must be checked, where that is not because nothing is stated. */
  caution: Caution | null;
};

/**
 * The plain answer for a shopper who avoids an allergen. None of them says that
 * a food is safe: no record can know that.
 */
export type Answer =
  | 'not-declared'
  | 'not-stated'
  | 'may-contain'
  | 'contains'
  | (string & {});

/** Why an allergen must be looked for on the label, although nothing warns of it. */
export type Caution =
  | 'conflict'
  | 'group'
  | 'unread'
  | (string & {});

/** A claim over all components of a product. */
export type ClaimFact = {
  /** The wire name: the message key. */
  key: string;
  /** An accreditation's own name, the same in every language. */
  title: string | null;
  /**
   * What holds of the whole product: yes only where every component says so, no
   * where one does.
   */
  claim: Claim;
  /** What the components say; nothing of those that say nothing. */
  said: Array<ComponentClaim>;
  /** The allergens that stand against it, or that it only seems to exclude. */
  conflicts: Array<ClaimConflict>;
};

/** What one component says of a claim. */
export type ComponentClaim = {
  /** The index of the component. */
  component: number;
  /** The field it stands in. */
  path: string;
  /** The supplier's words. */
  verbatim: string;
  /** What they amount to. */
  claim: Claim;
};

/**
 * An allergen of a component that makes a claim which excludes it. The claim
 * changes nothing of the allergen's status.
 */
export type ClaimConflict = {
  /** The index of the component. */
  component: number;
  /** The allergen. */
  allergen: AllergenName;
  /** Its status in that component: not stated where a text merely names it. */
  status: Status;
  /**
   * Whether the claim can be true all the same: a vegan food may contain milk
   * by accident, and is not free from it.
   */
  isCaution: boolean;
};

/** One particular over the whole product. */
export type ParticularFact = {
  /** The particular. */
  particular: Particular;
  /** The worst of its components. */
  presence: Presence;
  /**
   * The components that do not give it; none where it is given or is a matter
   * of the whole product.
   */
  components: Array<number>;
  /** The fields in which it would stand. */
  paths: Array<string>;
};

/**
 * What a shop must show before a food is bought at a distance (Regulation (EU)
 * No 1169/2011 Article 14): all but the durability date.
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
  | 'nutrition'
  | (string & {});

/** Whether a record gives a particular; the worst is last. */
export type Presence =
  | 'given'
  | 'if-required'
  | 'lacking'
  | (string & {});

/** Figures of a record that contradict each other. */
export type Warning = {
  /** What is wrong. */
  kind: WarningKind;
  /** The index of the component; `null` for the product's own fields. */
  component: number | null;
  /** The column of the nutrition declaration, where it is a matter of one. */
  column: Column | null;
  /** The figures that do not fit, the suspect first. */
  figures: Array<Involved>;
};

/** The kinds of contradiction. */
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
  | 'malformed-gtin'
  | (string & {});

/** A column of the nutrition declaration. */
export type Column =
  | 'per-100'
  | 'serving'
  | 'prepared-per-100'
  | 'prepared'
  | (string & {});

/** A figure that is part of a contradiction. */
export type Involved = {
  /** The field it stands in. */
  path: string;
  /** The nutrient, where it is one. */
  nutrient: NutrientName | null;
  /** The figure as declared. */
  value: string;
  /** Its unit, where the record gives one. */
  units: string | null;
};

/** A nutrient of the declaration that has all four columns. */
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
  | 'sodium'
  | (string & {});

/** Plain facts by topic: the sections of the record that say something about it. */
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

/** The facts on one topic that stand in one section of a record. */
export type Section = {
  /** The index of the component; `null` for what holds of the whole product. */
  component: number | null;
  /** The section's wire name; `product` for what stands outside of sections. */
  name: string;
  /** Its facts in the table's order, at least one. */
  facts: Array<Fact>;
};

/** One field that says something. */
export type Fact = {
  /** The wire name: the message key. */
  field: string;
  /** What it says. */
  value: FactValue;
  /** Where it stands: `components[0].handling.storage_instructions`. */
  path: string;
};

/** What a field says, as declared. */
export type FactValue = {
  kind: 'text';
  /** The words. */
  text: string;
} | {
  kind: 'quantity';
  /** The figure, digit for digit. */
  value: string;
  /** The unit: the record's own, else the one the service promises. */
  units: string | null;
} | {
  kind: 'several';
  /** The words or figures. */
  texts: Array<string>;
} | {
  kind: 'rows';
  /** The facts of each row. */
  rows: Array<Array<Fact>>;
};

/** What a record says about one component of a product. */
export type ComponentDescription = {
  /** Its place in the list of components. */
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
   * The front-of-pack colours; `null` where the record does not say per 100 of
   * what the figures are.
   */
  lights: Lights | null;
};

/** A component's list of ingredients. */
export type IngredientList = {
  /** The text with its emphasis; empty where the record gives no list. */
  runs: Array<Run>;
  /** The name of the field that the list was read from; `null` where the record gives no list. */
  field: string | null;
  /** Statements that belong to the list. */
  statements: Array<Run>;
};

/** A piece of text. */
export type Run = {
  /** The text; a line break is `\n`. */
  text: string;
  /** Whether the supplier emphasised it. */
  emphasised: boolean;
};

/** A component's nutrition declaration. */
export type NutritionTable = {
  /** What "100" means. */
  basis: Basis;
  /** The basis in the supplier's words. */
  basisText: string | null;
  /** The columns in which at least one figure is given. */
  columns: Array<NutritionColumn>;
  /** The nutrients of which at least one figure is given. */
  rows: Array<NutritionRow>;
  /** The vitamins and minerals of which at least one figure is given. */
  micronutrients: Array<NutritionRow>;
  /** What the supplier says about the declaration as a whole. */
  statements: string | null;
};

/** What "100" means in the declaration. */
export type Basis =
  | 'g'
  | 'ml'
  | 'not-stated'
  | (string & {});

/** A column. */
export type NutritionColumn = {
  /** Which one. */
  column: Column;
  /** How large the serving or portion is, in the supplier's words. */
  portion: string | null;
};

/** A row. */
export type NutritionRow = {
  /** The service's name of the nutrient, such as `sat_fat`. */
  nutrient: string;
  /** Whether it is part of another ("of which"). */
  part: boolean;
  /** A figure a column; `null` where none is given. */
  amounts: Array<Amount | null>;
};

/** A figure as declared, or calculated from one that is. */
export type Amount = {
  /** The figure, digit for digit; it may be words such as `trace`. */
  value: string;
  /**
   * The unit to show beside it; `null` beside words, and where it stands in the
   * value already (`2 g`).
   */
  unit: string | null;
  /**
   * Its share of the reference intake or nutrient reference value of an average
   * adult, in whole per cent.
   */
  referencePercent: number | null;
  /** What it was calculated from; `null` for a figure as declared. */
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
  /** The unit to show beside it; `null` where it needs none, as for any amount. */
  unit: string | null;
};

/** A component's lights. */
export type Lights = {
  /** Whether the criteria for drinks were used: it is a drink, or may be one. */
  drink: boolean;
  /** What "100" means in the figures: grams or millilitres. */
  basis: Basis;
  /** How large a portion is, in the supplier's words, where these can be read. */
  portion: string | null;
  /** The lights there are: fat, saturates, sugars, salt, in this order. */
  lights: Array<TrafficLight>;
};

/** One light. */
export type TrafficLight = {
  /** The nutrient. */
  nutrient: NutrientName;
  /** The level, to be said in words with the colour. */
  level: Level;
  /** Whether a large portion alone makes it high. */
  byPortion: boolean;
  /**
   * The figure that makes the level: per 100, or where the portion makes it
   * that of the portion, declared or calculated.
   */
  amount: Amount;
};

/** The level of a nutrient. */
export type Level =
  | 'low'
  | 'medium'
  | 'high'
  | (string & {});

/** All that differs between two versions, in the order in which it matters. */
export type ProductDiff = {
  /** Whether nothing differs, not even the order of the components. */
  same: boolean;
  /**
   * Which component is which: those of the later version in their order, then
   * those that are gone.
   */
  components: Array<ComponentPair>;
  /** The allergens of which something else is known, the gravest first. */
  allergens: Array<AllergenChange>;
  /** The lists of ingredients that read differently. */
  ingredients: Array<IngredientChange>;
  /** The nutrition declarations with other figures. */
  nutrition: Array<NutritionChange>;
  /**
   * Every field that differs, the gravest first; those that the changes above
   * tell already are marked.
   */
  fields: Array<FieldChange>;
};

/** A component in both versions, or in one of them. */
export type ComponentPair = {
  /** Its index in the earlier version; `null` for one that came. */
  before: number | null;
  /** Its index in the later version; `null` for one that went. */
  after: number | null;
  /** By what the two were found to be the same; `null` where there is one. */
  matched: Match | null;
  /** Its name, the later one if it has two. */
  name: string | null;
};

/** What makes two components the same, the surest first. */
export type Match =
  | 'uuid'
  | 'gtin'
  | 'name'
  | 'place'
  | (string & {});

/** Something else is known of an allergen. */
export type AllergenChange = {
  /** The allergen, a group or a member of one. */
  allergen: AllergenName;
  /** The group that it belongs to; itself, if it is one. */
  group: AllergenName;
  /** The product's status before. */
  before: Status;
  /** The product's status after. */
  after: Status;
  /** Which way it went. */
  direction: Direction;
  /** Whether statements on it contradicted each other before. */
  conflictBefore: boolean;
  /** Whether statements on it contradict each other after. */
  conflictAfter: boolean;
  /** The components whose status changed, where there is more than one component. */
  components: Array<ComponentStatusChange>;
};

/** Which way an allergen's status went, the gravest first. */
export type Direction =
  | 'became-positive'
  | 'raised'
  | 'became-unstated'
  | 'lowered'
  | 'became-absent'
  | 'within'
  | (string & {});

/** An allergen's status in one component changed. */
export type ComponentStatusChange = {
  /** The pair's place in the difference's `components`. */
  component: number;
  /** The status before; `null` where there was no such component. */
  before: Status | null;
  /** The status after; `null` where there is no such component. */
  after: Status | null;
};

/** A component's list of ingredients reads differently. */
export type IngredientChange = {
  /** The pair's place in the difference's `components`. */
  component: number;
  /** The text, what went and what came in the order in which it reads. */
  pieces: Array<Piece>;
};

/** A piece of text that stayed, went or came. */
export type Piece = {
  /** What became of it. */
  kind: PieceKind;
  /** The text; a line break is `\n`. */
  text: string;
  /** Whether the supplier emphasised it. */
  emphasised: boolean;
};

/** What became of a piece of text. */
export type PieceKind =
  | 'same'
  | 'removed'
  | 'added'
  | (string & {});

/** A component's nutrition declaration has other figures. */
export type NutritionChange = {
  /** The pair's place in the difference's `components`. */
  component: number;
  /**
   * What 100 is counted in, where that changed: all figures then say something
   * else, even those that read the same.
   */
  basis: BasisChange | null;
  /** The figures that changed. */
  figures: Array<FigureChange>;
};

/** What 100 is counted in changed. */
export type BasisChange = {
  /** What it was counted in before. */
  before: Basis;
  /** What it is counted in after. */
  after: Basis;
};

/** A figure that changed, as declared. */
export type FigureChange = {
  /** The service's name of the nutrient: the message key. */
  nutrient: string;
  /** The column it stands in. */
  column: Column;
  /** The figure before; `null` where none was given. */
  before: Amount | null;
  /** The figure after; `null` where none is given. */
  after: Amount | null;
  /** Which way it went. */
  trend: Trend;
};

/** Which way a figure went. */
export type Trend =
  | 'more'
  | 'less'
  | 'given'
  | 'gone'
  | 'restated'
  | (string & {});

/** A field that differs. */
export type FieldChange = {
  /** What it is about. */
  subject: Subject;
  /** The name on the wire of the field, or of the list that it is part of. */
  field: string;
  /** Whether the table knows it. */
  known: boolean;
  /**
   * The pair's place in the difference's `components`; `null` for a field of
   * the whole product.
   */
  component: number | null;
  /** What stood there before; `null` where there was no such field. */
  before: Place | null;
  /** What stands there after; `null` where there is no such field. */
  after: Place | null;
  /** Whether one of the changes of allergens, ingredients or nutrition tells it already. */
  told: boolean;
};

/** What a field is about, the gravest first. */
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
  | 'record'
  | (string & {});

/** A value and where it stands. */
export type Place = {
  /** The path: `components[0].handling.storage_instructions`. */
  path: string;
  /**
   * The value, as it came. One that nests more than 120 deep serializes as a
   * string that holds its JSON.
   */
  value: unknown;
};
