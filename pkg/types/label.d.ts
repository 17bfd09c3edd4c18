/**
 * The label without the card: what a record says of a product, as plain values
 * to draw yourself.
 *
 * ```ts
 * import { describe } from 'product-pool/label';
 *
 * const view = await describe(product, { avoid: 'milk nuts' });
 * for (const { allergen, answer } of view.avoid.verdicts) console.log(allergen, answer);
 * ```
 *
 * Every key is there in every view; what the record does not say is `null`, or
 * an empty list. Keys such as `tree_nuts`, `sat_fat` and `not-stated` stand for
 * words, which are in the language files; a later version may add further ones,
 * so a `switch` needs a `default`.
 *
 * An allergen that is `not-stated` is not absent: say so, and send the reader
 * to the label. Never call anything safe.
 */

import type { WasmSource } from './index.js';
import type { Image, ImagePage, Product } from './model.js';

/**
 * A product: the object that `PoolClient` gives, or JSON text of it or of a
 * whole answer. Text keeps a figure's last zeros (`1.50`), an object does not.
 */
export type ProductSource = Product | { data: Product } | string;

/** Loads the WebAssembly at once, or from elsewhere than beside this module. */
export function init(source?: WasmSource): Promise<void>;

export interface DescribeOptions {
  /** The allergens that a shopper avoids: `'milk nuts'`, `['milk', 'brazil nuts']`. */
  avoid?: string | readonly string[] | null;
  /**
   * A language file: records and `avoid` are read in that language as well as
   * in English, by what stands under its `lexicon`.
   */
  messages?: Record<string, string> | null;
}

export interface DiffOptions {
  /** A language file: both versions are read in that language as well as in English. */
  messages?: Record<string, string> | null;
}

/** Everything that the card draws of a product. */
export function describe(product: ProductSource, options?: DescribeOptions): Promise<ProductView>;

/** What changed between two versions of a product, the earlier one first. */
export function diffProducts(
  before: ProductSource,
  after: ProductSource,
  options?: DiffOptions,
): Promise<ProductDiff>;

export interface JsonLdOptions {
  /** Images: addresses, or answers of the image operations. */
  image?: string | Image | ImagePage | { data: Image } | readonly (string | Image)[] | null;
  /** The address of the page. */
  url?: string | URL | null;
  /**
   * The page is about the consumer unit: its GTIN is told in place of the
   * case's, where the product is of one component.
   */
  unit?: boolean;
  /** Where the GS1 Digital Link leads; `https://id.gs1.org` unless set. */
  resolver?: string | URL | null;
  /** Words by key, as in the language files; English unless given. */
  messages?: Record<string, string> | null;
}

/**
 * The product as schema.org `Product`: JSON text that may stand in a
 * `<script type="application/ld+json">` as it is. Allergens and nutrition are
 * `additionalProperty`; what is not stated is said to be not stated.
 */
export function jsonLd(product: ProductSource, options?: JsonLdOptions): Promise<string>;

/** A text of which some values are known and others may come. */
type Open<Known extends string> = Known | (string & {});

/** What is known of an allergen. `not-stated` is no absence. */
export type Status = Open<'contains' | 'may-contain' | 'not-stated' | 'not-present'>;

/** The service's name of an allergen, such as `milk`: one of 14 groups or a member of one. */
export type AllergenName = Open<
  | 'celery_celeriac' | 'cereal' | 'barley' | 'oats' | 'rye' | 'wheat' | 'crustacea' | 'eggs' | 'fish'
  | 'lupin' | 'milk' | 'molluscs' | 'mustard' | 'tree_nuts' | 'almond_nuts' | 'brazil_nuts'
  | 'cashew_nuts' | 'hazelnut_nuts' | 'macadamia_nuts' | 'pecan_nuts' | 'pistachio_nuts'
  | 'walnut_nuts' | 'peanuts' | 'sesame_seeds' | 'soybeans' | 'sulphur_dioxide'
>;

/** What a record says of a product. `component` is an index of `components`. */
export interface ProductView {
  poolId: string | null;
  status: Open<'published' | 'archived'> | null;
  version: string | null;
  latestVersion: string | null;
  /** When it last changed, such as `2024-07-02 14:25:26`: the zone is not known. */
  changedAt: string | null;
  name: string | null;
  description: string | null;
  brand: string | null;
  label: string | null;
  manufacturer: string | null;
  manufacturerAddress: string | null;
  /** The manufacturer's product code. */
  code: string | null;
  gtins: GtinView[];
  /** What must be known before reading on, the most serious first. */
  notices: Notice[];
  allergens: AllergensView;
  /** The verdicts on `avoid`. */
  avoid: AvoidView;
  /** For whom it is suitable. */
  diets: ClaimView[];
  /** Claims to be free from something. */
  freeFrom: ClaimView[];
  /** Certificates and memberships that are claimed. */
  accreditations: ClaimView[];
  /** What a shop must show before the purchase (Regulation (EU) No 1169/2011 Article 14). */
  completeness: ParticularView[];
  /** Figures that do not agree with each other, and GTINs that are none. */
  quality: WarningView[];
  /** Plain facts, by what they are about. */
  facts: FactsView;
  components: ComponentView[];
}

export interface GtinView {
  kind: Open<'case' | 'inner-pack' | 'pallet' | 'unit'>;
  component: number | null;
  /** Where it stands in the record. */
  path: string;
  verbatim: string;
  /** The digits as issued; `null` if it is not well formed. */
  gtin: string | null;
  /** The same with 14 digits, to compare by. */
  gtin14: string | null;
  caution: Open<'restricted-circulation' | 'coupon' | 'issn' | 'isbn'> | null;
}

export interface Notice {
  kind: Open<
    | 'recalled' | 'withdrawn' | 'unknown-status' | 'draft' | 'discontinued' | 'archived'
    | 'replaced' | 'old-version' | 'other-version' | 'old-date' | 'future-date'
  >;
  /** Of `unknown-status`: the status, in the record's own words. */
  status: string | null;
  /** Of `old-version` and `other-version`: the version that the record names as its latest. */
  latestVersion: string | null;
  /** Of `old-date` and `future-date`: the date of the last change, as the record has it. */
  changedAt: string | null;
  /**
   * Of `replaced`: what the record says of its successors, as it came. One that nests more than 120 deep
   * is a string that holds its JSON.
   */
  replacedBy: unknown[];
}

export interface AllergensView {
  /** The 14 groups, every one of them. */
  groups: AllergenView[];
  /** What the pack says, further information, and a health warning that speaks of allergens. */
  statements: StatementView[];
  /** Words that a list of ingredients emphasises and no contained or possible allergen explains. */
  emphasised: EmphasisedView[];
  /** Whether any statement contradicts another. */
  hasConflicts: boolean;
  /**
   * Whether a text warns of something that it does not name, or names in words
   * that are not understood: no answer to a shopper is calm then.
   */
  warns: boolean;
}

export interface AllergenView {
  allergen: AllergenName;
  /** The gravest that anything speaks for. */
  status: Status;
  /** The components that give it its status. */
  components: number[];
  evidence: EvidenceView[];
  /** What contradicts it. */
  conflicts: ConflictView[];
  /** Which cereal, which nut: the members of which something is stated. */
  members: AllergenView[];
  /** What is said of gluten at most 20 mg/kg in spite of a cereal; true beside it. */
  gluten: GlutenView[];
}

export interface EvidenceView {
  source: Open<
    'flag' | 'emphasised-ingredient' | 'named-ingredient' | 'statement' | 'risk-source' | 'name'
  >;
  /** The member that it speaks of, where it speaks for a group. */
  member: AllergenName | null;
  /** `null` for what is said of the product as a whole, such as its name. */
  component: number | null;
  path: string;
  /** The supplier's words. */
  verbatim: string | null;
  /** Where a risk comes from, in the supplier's words. */
  riskSource: string | null;
  /** What it amounts to. */
  status: Status;
}

export interface ConflictView {
  kind: Open<'member' | 'free-from' | 'ingredients' | 'statement' | 'risk-source' | 'name'>;
  member: AllergenName | null;
  component: number | null;
  path: string;
  verbatim: string;
}

export interface GlutenView {
  allergen: AllergenName;
  component: number;
  path: string;
  verbatim: string;
  /** Whether the words say that it is at most 20 mg/kg. */
  claim: Claim;
}

export interface StatementView {
  component: number | null;
  path: string;
  text: string;
  /** Whether the groups tell all that it says. One that is not read must be shown. */
  isRead: boolean;
  /** Whether it warns of something that the groups do not tell. */
  warns: boolean;
}

export interface EmphasisedView {
  component: number;
  path: string;
  text: string;
  /** Whether the lexicon knows all of the words, such as coconut milk. */
  isKnown: boolean;
}

export interface AvoidView {
  verdicts: VerdictView[];
  /** Words of the list that name no allergen. Tell the reader: they were not heeded. */
  unknown: string[];
}

export interface VerdictView {
  allergen: AllergenName;
  /** `not-declared`: every component declares it absent as an ingredient. */
  answer: Open<'contains' | 'may-contain' | 'not-stated' | 'not-declared'>;
  components: number[];
  /**
   * Why the label must be checked: a text or claim contradicts the declaration,
   * its group is named and not which of it, or a warning is not understood.
   */
  caution: Open<'conflict' | 'group' | 'unread'> | null;
}

export interface ClaimView {
  /** The field's name on the wire. */
  key: string;
  /** An accreditation's own name, the same in every language. */
  title: string | null;
  claim: Claim;
  said: SaidView[];
  /**
   * The allergens that stand against it. A claim that has any which is more
   * than a caution is not to be shown as true.
   */
  conflicts: ClaimConflictView[];
}

export type Claim = Open<'yes' | 'no' | 'not-stated'>;

export interface SaidView {
  component: number;
  path: string;
  verbatim: string;
  claim: Claim;
}

export interface ClaimConflictView {
  component: number;
  allergen: AllergenName;
  status: Status;
  /** Whether the claim can be true all the same: vegan is not free from milk. */
  isCaution: boolean;
}

export interface ParticularView {
  particular: Open<
    | 'name' | 'ingredients' | 'allergens' | 'quid' | 'net-quantity' | 'storage' | 'business-name'
    | 'business-address' | 'origin' | 'use' | 'alcohol' | 'nutrition'
  >;
  /** `if-required`: it is not given, and only some foods need it. */
  presence: Open<'given' | 'if-required' | 'lacking'>;
  /** The components that lack it. */
  components: number[];
  /** Where it stands. */
  paths: string[];
}

export interface WarningView {
  kind: Open<
    | 'saturates-over-fat' | 'sugars-over-carbohydrate' | 'salt-against-sodium'
    | 'energy-against-nutrients' | 'kilojoules-against-kilocalories' | 'serving-against-per-100'
    | 'sum-over-whole' | 'figure-over-whole' | 'unit-twice' | 'check-digit' | 'malformed-gtin'
  >;
  component: number | null;
  column: NutritionColumnName | null;
  figures: FigureView[];
}

export interface FigureView {
  path: string;
  nutrient: string | null;
  value: string;
  units: string | null;
}

export interface FactsView {
  ingredients: SectionView[];
  nutrition: SectionView[];
  additives: SectionView[];
  handling: SectionView[];
  origin: SectionView[];
  packaging: SectionView[];
  logistics: SectionView[];
  supplier: SectionView[];
  details: SectionView[];
}

export interface SectionView {
  /** `null` for what holds of the whole product. */
  component: number | null;
  /** The section's name on the wire. */
  name: string;
  facts: FactView[];
}

export interface FactView {
  /** The field's name on the wire. */
  field: string;
  path: string;
  value: FactValue;
}

/** A later version may add further kinds. */
export type FactValue =
  | { kind: 'text'; text: string }
  | { kind: 'quantity'; value: string; units: string | null }
  | { kind: 'several'; texts: string[] }
  | { kind: 'rows'; rows: FactView[][] };

export interface ComponentView {
  index: number;
  uuid: string | null;
  name: string | null;
  ingredients: IngredientsView;
  nutrition: NutritionView;
  /** The front-of-pack colours; `null` where the record does not say per 100 of what. */
  lights: LightsView | null;
}

export interface IngredientsView {
  /** The field that the list was read from. */
  field: string | null;
  runs: Run[];
  statements: Run[];
}

/** Text, to be shown as text: `\n` is a line break. */
export interface Run {
  text: string;
  /** Emphasised by the supplier, as an allergen must be. */
  emphasised: boolean;
}

export interface NutritionView {
  /** What 100 is counted in. */
  basis: Basis;
  /** The same in the supplier's words. */
  basisText: string | null;
  columns: NutritionColumnView[];
  /** In the order of the law. */
  rows: NutritionRowView[];
  /** Vitamins and minerals. */
  micronutrients: NutritionRowView[];
  statements: string | null;
}

export type Basis = Open<'g' | 'ml' | 'not-stated'>;
export type NutritionColumnName = Open<'per-100' | 'serving' | 'prepared-per-100' | 'prepared'>;

export interface NutritionColumnView {
  column: NutritionColumnName;
  /** How large the serving or portion is, in the supplier's words. */
  portion: string | null;
}

export interface NutritionRowView {
  /** The nutrient, such as `sat_fat`. */
  nutrient: string;
  /** Whether it is part of another: "of which". */
  part: boolean;
  /** A figure for each column. */
  amounts: (AmountView | null)[];
}

export interface AmountView {
  /** As declared, digit for digit; it may be words such as `trace`. */
  value: string;
  /** The unit to show beside it; `null` beside words, and where the value has it already (`2 g`). */
  unit: string | null;
  /** Its share of an average adult's reference intake or nutrient reference value. */
  referencePercent: number | null;
  /**
   * The declared figure that it was calculated from: salt from sodium, a large
   * portion from the figure per 100. `null` for a figure as declared.
   */
  calculatedFrom: CalculatedFromView | null;
}

export interface CalculatedFromView {
  /** The field's name on the wire, such as `sodium_100`. */
  field: string;
  value: string;
  unit: string | null;
}

export interface LightsView {
  /** Whether the limits for drinks were used: it is a drink, or may be one. */
  drink: boolean;
  /** What 100 is counted in. */
  basis: Basis;
  /** How large a portion is, in the supplier's words; `null` where these cannot be read. */
  portion: string | null;
  /** A nutrient that is not given has no colour, and is not here. */
  lights: LightView[];
}

export interface LightView {
  nutrient: string;
  level: Open<'low' | 'medium' | 'high'>;
  /** Whether the portion alone makes it high. */
  byPortion: boolean;
  /** The figure that makes the level: the portion's where `byPortion`, else per 100. */
  amount: AmountView;
}

/** What changed, in the order in which it matters. */
export interface ProductDiff {
  /** Whether nothing did. */
  same: boolean;
  /** Which component is which; `component` elsewhere is an index of this list. */
  components: ComponentPair[];
  /** The allergens of which something else is known, the gravest first. */
  allergens: AllergenChange[];
  ingredients: IngredientChange[];
  nutrition: NutritionChange[];
  /** Every field that differs, the gravest subject first, unknown fields among them. */
  fields: FieldChange[];
}

export interface ComponentPair {
  /** Its index in the earlier version; `null` for one that came. */
  before: number | null;
  /** Its index in the later version; `null` for one that went. */
  after: number | null;
  name: string | null;
  /** By what it was known again. */
  matched: Open<'uuid' | 'gtin' | 'name' | 'place'> | null;
}

export interface AllergenChange {
  allergen: AllergenName;
  /** The group that it is a member of, or itself. */
  group: AllergenName;
  /**
   * Which way its status went. `within`: the product's stayed, a component's
   * did not, or the record began or ceased to contradict itself.
   */
  direction: Open<'became-positive' | 'raised' | 'became-unstated' | 'lowered' | 'became-absent' | 'within'>;
  before: Status;
  after: Status;
  conflictBefore: boolean;
  conflictAfter: boolean;
  /** The components whose status changed, where there is more than one. */
  components: ComponentStatusChange[];
}

export interface ComponentStatusChange {
  component: number;
  /** `null` where there was no such component. */
  before: Status | null;
  after: Status | null;
}

export interface IngredientChange {
  component: number;
  /** The whole list: what stayed, what went and what came, in reading order. */
  pieces: PieceView[];
}

export interface PieceView {
  kind: Open<'same' | 'removed' | 'added'>;
  text: string;
  emphasised: boolean;
}

export interface NutritionChange {
  component: number;
  /** What 100 is counted in, if that changed: every figure then says something else. */
  basis: { before: Basis; after: Basis } | null;
  figures: FigureChange[];
}

export interface FigureChange {
  nutrient: string;
  column: NutritionColumnName;
  before: AmountView | null;
  after: AmountView | null;
  trend: Open<'more' | 'less' | 'given' | 'gone' | 'restated'>;
}

export interface FieldChange {
  subject: Open<
    | 'allergens' | 'ingredients' | 'nutrition' | 'component' | 'safety' | 'identity' | 'handling'
    | 'diets' | 'origin' | 'claims' | 'logistics' | 'packaging' | 'other' | 'record'
  >;
  /** The field's name on the wire, or that of the list it is part of. */
  field: string;
  /** Whether the field is documented by the service. */
  known: boolean;
  component: number | null;
  /** `null` where there was no such field. */
  before: PlaceView | null;
  after: PlaceView | null;
  /** Whether `allergens`, `ingredients` or `nutrition` tell it already. */
  told: boolean;
}

export interface PlaceView {
  path: string;
  /** As it came; one that nests more than 120 deep is a string that holds its JSON. */
  value: unknown;
}
