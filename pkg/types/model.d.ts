// Made from the table of fields (src/model/table) by `cargo xtask types`.
// Change the table, not this file.

/*
 * What the service sends, as JSON.parse gives it.
 *
 * Every field may be missing or null, whatever the service promises, because
 * suppliers leave out what they do not know. A missing statement is never a
 * no. Only what the service itself assigns in lists, such as identifiers, is
 * always there. A supplier can also send a value of another type than stands
 * here, and fields that no type here names:
 * `(record as Record<string, unknown>).name` reads those.
 */

/** A full product: what stands under `data`. */
export interface Product {
  /** The product's identifier within the service. */
  pool_id?: string | null;
  /** The name in the service's own form. */
  standardised_name?: string | null;
  /** Its state in the service. */
  status?: 'published' | 'archived' | (string & {}) | null;
  /** The version of this record. */
  version?: string | null;
  /** When it last changed, such as `2024-07-02 14:25:26`: no `T` and no time zone. */
  changed_at?: string | null;
  /** The newest version there is of the product. */
  latest_version?: string | null;
  /** Why it was changed. */
  change_reason?: string | null;
  /** What kind of change made this version: an integer here, text in lists. */
  change_type?: number | null;
  /** When it was last reviewed, in the form of `changed_at`. */
  reviewed_at?: string | null;
  /** The product that this one was made from. */
  parent_id?: string | null;
  /** The products that replace it; their shape is not documented. */
  replaced_by?: unknown[] | null;
  /** Further codes; their shape is not documented. */
  codes?: unknown[] | null;
  /** Names, maker, brand and category. */
  general?: ProductGeneral | null;
  /** The traded unit: the outer case. */
  outer?: ProductOuter | null;
  /** A pack between case and consumer unit. */
  inner_pack?: ProductInnerPack | null;
  /** Warnings and age limits. */
  safety_outer?: ProductSafetyOuter | null;
  /** How cases stand on a pallet. */
  pallet?: ProductPallet | null;
  /** The packaging of the case. */
  waste_outer?: ProductWasteOuter | null;
  /** Shelf life. */
  logistics?: ProductLogistics | null;
  /** Remarks. */
  other?: ProductOther | null;
  /** The foods inside: one, or several in a multi-component product. */
  components?: Component[] | null;
  /** The weight of the case's packaging by material, in grams. */
  waste_packaging?: ProductWastePackaging | null;
}

/** Names, maker, brand and category. */
export interface ProductGeneral {
  /** The manufacturer's own name of the product. */
  manufacturer_product_name?: string | null;
  /** The name of the product. */
  product_name?: string | null;
  /** The manufacturer's id. Integer. */
  manufacturer?: number | null;
  /** The manufacturer's name. */
  manufacturer_name?: string | null;
  /** The label's id; 0 is none. Integer. */
  label?: number | null;
  /** The label's name. */
  label_name?: string | null;
  /** The label's code; empty if there is none. */
  label_code?: string | null;
  /** The brand's id; 0 is none. Integer. */
  brand?: number | null;
  /** The brand's name. */
  brand_name?: string | null;
  /** The specification type, as the service codes it. */
  schema?: string | null;
  /** The specification type in words. */
  schema_name?: string | null;
  /** The manufacturer's code; it may hold any character. */
  manufacturer_product_code?: string | null;
  /** What the food is. */
  product_description?: string | null;
  /** The type of product. */
  product_type?: Reference | null;
  /** The category of food. */
  product_category?: Reference | null;
  /** How it is stored, such as ambient, chilled or frozen. */
  storage_type?: Reference | null;
  /** The manufacturer's address. */
  manufacturer_address?: string | null;
  /** What the manufacturer says of it. */
  marketing_description?: string | null;
  /** How the day of making is coded. */
  day_code?: string | null;
  /** How the batch is coded. */
  batch_code?: string | null;
  /** The manufacturer's own version number. */
  manufacturer_version_number?: string | null;
  /** The date from which this version holds, as text. */
  effective_date?: string | null;
}

/** A reference to an entry of one of the service's lists. */
export interface Reference {
  /** The id within the service. Integer. */
  id?: number | null;
  /** What it refers to, in words. */
  description?: string | null;
}

/** The traded unit: the outer case. */
export interface ProductOuter {
  /** Set where there is no outer case. */
  no_outer_present?: string | null;
  /** The outer (traded unit) GTIN, 13 or 14 digits. */
  traded_unit_gtin?: string | null;
  /** Whether what is inside varies. */
  variable_inner_components?: string | null;
  /** How many consumer units a case holds; `units` names what is counted. */
  consumer_units_per_traded?: IntegerQuantity | null;
  /** The case's gross weight, in the unit that `units` names. */
  outer_case_gross_weight?: Quantity | null;
  /** The case's net weight, in the unit that `units` names. */
  outer_case_net_weight?: Quantity | null;
  /** The case's height, in the unit that `units` names. */
  outer_case_height?: IntegerQuantity | null;
  /** The case's depth, in the unit that `units` names. */
  outer_case_depth?: IntegerQuantity | null;
  /** The case's width, in the unit that `units` names. */
  outer_case_width?: IntegerQuantity | null;
  /** Whether the case may be split. */
  trade_item_splittable?: CodedFlag | null;
  /** The rate of value added tax, as text. */
  value_added_tax_rate?: string | null;
  /** How many inner packs a case holds, as text. */
  inner_packs_in_case?: string | null;
}

/** A quantity in whole numbers, with its unit. */
export interface IntegerQuantity {
  /** The amount, as the supplier declares it. Integer. */
  value?: number | null;
  /** The unit, such as `g` or `mm`. */
  units?: string | null;
}

/** A quantity with its unit. */
export interface Quantity {
  /** The amount, as the supplier declares it. */
  value?: number | null;
  /** The unit, such as `g` or `mm`. */
  units?: string | null;
}

/** A coded flag. The integers are not documented; the description decides. */
export interface CodedFlag {
  /** The code. Its meaning is not documented, so decide by the description. Integer. */
  value?: number | null;
  /**
   * What the flag says, such as `Yes`, `No` or `May Contain`; also blank or
   * `-`. A flag that is missing or unclear is not a no.
   */
  description?: string | null;
}

/** A pack between case and consumer unit. */
export interface ProductInnerPack {
  /** The inner pack's height, as text. */
  inner_pack_height?: string | null;
  /** The inner pack's depth, as text. */
  inner_pack_depth?: string | null;
  /** The inner pack's width, as text. */
  inner_pack_width?: string | null;
  /** Whether the inner pack may be split. */
  inner_pack_splittable?: string | null;
  /** The inner pack's gross weight, as text. */
  inner_pack_gross_weight?: string | null;
  /** The inner pack's net weight, as text. */
  inner_pack_net_weight?: string | null;
  /** How many components the inner pack holds, as text. */
  inner_components_in_pack?: string | null;
  /** The inner pack's GTIN, 8 to 14 digits. */
  inner_pack_gtin?: string | null;
  /** The inner pack's product code. */
  inner_pack_product_code?: string | null;
}

/** Warnings and age limits. */
export interface ProductSafetyOuter {
  /** A health warning. */
  product_health_warning?: string | null;
  /** Whether it may be sold only from a certain age. */
  age_restricted_product?: string | null;
  /** The age from which it may be sold, as text. */
  age_restriction?: string | null;
}

/** How cases stand on a pallet. */
export interface ProductPallet {
  /** Whether it comes without a pallet. */
  non_palletised?: CodedFlag | null;
  /** The type of pallet. */
  pallet_type?: string | null;
  /** The pallet's GTIN, 13 or 14 digits. */
  pallet_gtin?: string | null;
  /** How many cases a pallet holds. */
  cases_per_pallet?: IntegerQuantity | null;
  /** The pallet's gross weight, in the unit that `units` names. */
  pallet_gross_weight?: IntegerQuantity | null;
  /** The pallet's height, in the unit that `units` names. */
  pallet_height?: Quantity | null;
  /** How many cases a layer holds. */
  cases_per_pallet_layer?: IntegerQuantity | null;
  /** How many layers a pallet holds. */
  layers_per_pallet?: IntegerQuantity | null;
}

/** The packaging of the case. */
export interface ProductWasteOuter {
  /** The packaging of the case. */
  outer_packaging?: PackagingItem[] | null;
  /** The packaging for transport. */
  transport_packaging?: PackagingItem[] | null;
  /** The packaging of inner packs. */
  inner_pack_packaging?: string | null;
}

/** One article of packaging. */
export interface PackagingItem {
  /** What it is: a tray, a lid, a sleeve. */
  packaging_type?: Reference | null;
  /** Its weight in grams. Integer. */
  packaging_weight?: number | null;
  /** How much of it is recycled plastic, as text. */
  recycled_plastic?: string | null;
  /** What it is made of, such as PET or cardboard. */
  base_material_type?: Reference | null;
  /** Whether it can be given back. */
  packaging_returnable?: string | null;
}

/** Shelf life. */
export interface ProductLogistics {
  /** The longest shelf life, in the unit that `units` names. */
  max_shelf_life?: IntegerQuantity | null;
  /** How long it keeps once opened, as text. */
  shelf_life_from_opening?: string | null;
  /** Whether it needs no durability date. */
  shelf_life_exempt?: string | null;
}

/** Remarks. */
export interface ProductOther {
  /** The manufacturer's comments; not meant for shoppers. */
  manufacturer_comments?: string | null;
}

/** One food of a product. */
export interface Component {
  /** The component's name. */
  general?: ComponentGeneral | null;
  /** Where it and its main ingredients come from. */
  origin?: ComponentOrigin | null;
  /** Certificates and memberships. */
  accreditations?: ComponentAccreditations | null;
  /** Customs codes and health marks. */
  inner_other?: ComponentInnerOther | null;
  /** Artificial additives. */
  additives?: ComponentAdditives | null;
  /** What is declared of allergens. */
  allergens?: ComponentAllergens | null;
  /** Free-from claims. */
  free_from?: ComponentFreeFrom | null;
  /** Nutrition as sold. */
  nutrients?: ComponentNutrients | null;
  /** Nutrition as prepared. */
  nutrients_prepared?: ComponentNutrientsPrepared | null;
  /** The list of ingredients. */
  ingredients?: ComponentIngredients | null;
  /** For whom it is suitable. */
  diets?: ComponentDiets | null;
  /** Storage and use. */
  handling?: ComponentHandling | null;
  /** The consumer unit. */
  inner?: ComponentInner | null;
  /** The packaging of the consumer unit. */
  waste_inner?: ComponentWasteInner | null;
  /** Tests that are made. */
  characteristics?: ComponentCharacteristics | null;
  /** Facts about particular kinds of food. */
  supplementary_information?: ComponentSupplementaryInformation | null;
  /** How foreign bodies are kept out. */
  hazard_controls?: ComponentHazardControls | null;
  /** How it looks, smells, tastes and feels. */
  organoleptics?: ComponentOrganoleptics | null;
  /** Derived facts; their shape is not documented. */
  derived?: unknown[] | null;
  /** The weight of the consumer unit's packaging by material, in grams. */
  waste_packaging?: ComponentWastePackaging | null;
}

/** The component's name. */
export interface ComponentGeneral {
  /** The component's name. */
  component_name?: string | null;
  /** The component's identifier. */
  component_uuid?: string | null;
}

/** Where it and its main ingredients come from. */
export interface ComponentOrigin {
  /** The countries of origin. */
  country_of_origin?: Reference[] | null;
  /** The place of provenance. */
  place_of_provenance?: string | null;
  /** More about the origin. */
  country_of_origin_details?: string | null;
  /** Where the primary ingredient comes from. */
  primary_ingredient_origin?: Reference[] | null;
  /** More about the primary ingredient. */
  primary_ingredient_details?: string | null;
}

/** Certificates and memberships. */
export interface ComponentAccreditations {
  /** Whether it is certified by BRCGS. */
  acc_brcgs_certified?: CodedFlag | null;
  /** Other accreditations. */
  other_accreditation?: string | null;
  /** What is said of this accreditation: Aquaculture Stewardship Council. */
  acc_asc?: string | null;
  /** What is said of this accreditation: AOECS crossed grain. */
  acc_aoecs?: string | null;
  /** What is said of this accreditation: B Corp. */
  acc_bcorp?: string | null;
  /** What is said of this accreditation: Best Aquaculture Practices. */
  acc_bap_cert?: string | null;
  /** What is said of this accreditation: BRCGS Agents and Brokers. */
  acc_brcgs_agents_brokers?: string | null;
  /** What is said of this accreditation: BRCGS Ethical Trade. */
  acc_brcgs_ethical?: string | null;
  /** What is said of this accreditation: BRCGS Food Safety. */
  acc_brcgs_food_safety?: string | null;
  /** What is said of this accreditation: BRCGS Gluten-Free. */
  acc_brcgs_gluten_free?: string | null;
  /** What is said of this accreditation: BRCGS Packaging Materials. */
  acc_brcgs_packaging?: string | null;
  /** What is said of this accreditation: BRCGS Plant-Based. */
  acc_brcgs_plant_based?: string | null;
  /** What is said of this accreditation: BRCGS START!. */
  acc_brcgs_start?: string | null;
  /** What is said of this accreditation: BRCGS Storage and Distribution. */
  acc_brcgs_storage_distribution?: string | null;
  /** What is said of this accreditation: British Beer and Pub Association. */
  acc_bbpa?: string | null;
  /** What is said of this accreditation: Biodegradable Products Institute. */
  acc_bpi?: string | null;
  /** What is said of this accreditation: British Lion. */
  acc_british_lion?: string | null;
  /** What is said of this accreditation: British Meat Processors Association. */
  acc_bmpa?: string | null;
  /** What is said of this accreditation: CLAS. */
  acc_clas?: string | null;
  /** What is said of this accreditation: Ethical Tea Partnership. */
  acc_ethical_tea?: string | null;
  /** What is said of this accreditation: Fairtrade. */
  acc_fair_trade?: string | null;
  /** What is said of this accreditation: Farm Assured Welsh Livestock. */
  acc_fa_welsh_livestock?: string | null;
  /** What is said of this accreditation: FEMAS. */
  acc_femas?: string | null;
  /** What is said of this accreditation: Food for Life. */
  acc_food_for_life?: string | null;
  /** What is said of this accreditation: Forest Stewardship Council. */
  acc_fsc?: string | null;
  /** What is said of this accreditation: FSSC 22000. */
  acc_fssc_22000?: string | null;
  /** What is said of this accreditation: GLOBALG.A.P.. */
  acc_global_gap?: string | null;
  /** What is said of this accreditation: Iceland Responsible Fisheries. */
  acc_iceland_responsible_fisheries?: string | null;
  /** What is said of this accreditation: IFS Food. */
  acc_ifs_food_standard?: string | null;
  /** What is said of this accreditation: ISO 14001. */
  acc_iso_14001?: string | null;
  /** What is said of this accreditation: ISO 22000. */
  acc_iso_22000?: string | null;
  /** What is said of this accreditation: ISO 45001. */
  acc_iso_45001?: string | null;
  /** What is said of this accreditation: ISO 9001:2015. */
  acc_iso_9001_2015?: string | null;
  /** What is said of this accreditation: LEAF Marque. */
  acc_leaf?: string | null;
  /** What is said of this accreditation: LOOP. */
  acc_loop?: string | null;
  /** What is said of this accreditation: MEL Japan. */
  acc_mel_japan?: string | null;
  /** What is said of this accreditation: Marine Stewardship Council. */
  acc_msc?: string | null;
  /**
   * What is said of this accreditation: Northern Ireland Beef and Lamb Farm
   * Quality Assurance Scheme.
   */
  acc_ni_beef_lamb_fqas?: string | null;
  /** What is said of this accreditation: Organic. */
  acc_organic?: string | null;
  /** What is said of this accreditation: Quality Meat Scotland. */
  acc_quality_meat_scotland?: string | null;
  /** What is said of this accreditation: Rainforest Alliance. */
  acc_rainforest?: string | null;
  /** What is said of this accreditation: Red Tractor. */
  acc_red_tractor?: string | null;
  /** What is said of this accreditation: Responsible Fisheries Management. */
  acc_responsible_fisheries_management?: string | null;
  /** What is said of this accreditation: Roundtable on Sustainable Palm Oil. */
  acc_rspo?: string | null;
  /** What is said of this accreditation: Round Table on Responsible Soy. */
  acc_rtrs?: string | null;
  /** What is said of this accreditation: RSPCA Assured (Freedom Food). */
  acc_freedom_food?: string | null;
  /** What is said of this accreditation: Safe Quality Food. */
  acc_sqf?: string | null;
  /** What is said of this accreditation: SALSA. */
  acc_salsa?: string | null;
  /** What is said of this accreditation: School approved. */
  acc_school_approved?: string | null;
  /** What is said of this accreditation: Sedex. */
  acc_sedex?: string | null;
  /** What is said of this accreditation: Society of Independent Brewers. */
  acc_siba?: string | null;
  /** What is said of this accreditation: Specialist Cheesemakers Association. */
  acc_spec_cheese_assoc?: string | null;
  /** What is said of this accreditation: Vegan. */
  acc_vegan?: string | null;
  /** What is said of this accreditation: Vegetarian. */
  acc_vegetarian?: string | null;
}

/** Customs codes and health marks. */
export interface ComponentInnerOther {
  /** The health or identification mark. */
  health_marks?: string | null;
  /** The Intrastat or TARIC code. */
  intrastat_taric?: string | null;
  /** The commodity code. */
  commodity_code?: string | null;
  /** The Meursing code. */
  meursing_code?: string | null;
  /** Whether it is labelled not for the EU. */
  not_for_eu?: string | null;
}

/** Artificial additives. */
export interface ComponentAdditives {
  /** Whether it has artificial antioxidants. */
  artificial_antioxidants?: CodedFlag | null;
  /** Whether it has artificial colours. */
  artificial_colours?: CodedFlag | null;
  /** Whether it has artificial flavour enhancers. */
  artificial_flavour_enhancers?: CodedFlag | null;
  /** Whether it has artificial flavourings. */
  artificial_flavourings?: CodedFlag | null;
  /** Whether it has artificial preservatives. */
  artificial_preservatives?: CodedFlag | null;
  /** Whether it has artificial sweeteners. */
  artificial_sweeteners?: CodedFlag | null;
}

/** What is declared of allergens. */
export interface ComponentAllergens {
  /** The allergen statement as it stands on the pack. */
  allergen_statement_on_pack?: string | null;
  /** More about allergens. */
  additional_allergen_information?: string | null;
  /** The allergen flag: Celery, celeriac among it. */
  contains_celery_celeriac?: CodedFlag | null;
  /** Where a risk of cross-contact comes from: Celery, celeriac among it. */
  contains_celery_celeriac_risk_source?: string | null;
  /** The allergen flag: Cereals containing gluten. */
  contains_cereal?: CodedFlag | null;
  /** Where a risk of cross-contact comes from: Cereals containing gluten. */
  contains_cereal_risk_source?: string | null;
  /** The allergen flag: Barley. */
  contains_barley?: CodedFlag | null;
  /** Where a risk of cross-contact comes from: Barley. */
  contains_barley_risk_source?: string | null;
  /** The allergen flag: Oats. */
  contains_oats?: CodedFlag | null;
  /** Where a risk of cross-contact comes from: Oats. */
  contains_oats_risk_source?: string | null;
  /** The allergen flag: Rye. */
  contains_rye?: CodedFlag | null;
  /** Where a risk of cross-contact comes from: Rye. */
  contains_rye_risk_source?: string | null;
  /** The allergen flag: Wheat, spelt and khorasan wheat among it. */
  contains_wheat?: CodedFlag | null;
  /** Where a risk of cross-contact comes from: Wheat, spelt and khorasan wheat among it. */
  contains_wheat_risk_source?: string | null;
  /** The allergen flag: Crustaceans. */
  contains_crustacea?: CodedFlag | null;
  /** Where a risk of cross-contact comes from: Crustaceans. */
  contains_crustacea_risk_source?: string | null;
  /** The allergen flag: Eggs. */
  contains_eggs?: CodedFlag | null;
  /** Where a risk of cross-contact comes from: Eggs. */
  contains_eggs_risk_source?: string | null;
  /** The allergen flag: Fish. */
  contains_fish?: CodedFlag | null;
  /** Where a risk of cross-contact comes from: Fish. */
  contains_fish_risk_source?: string | null;
  /** The allergen flag: Lupin. */
  contains_lupin?: CodedFlag | null;
  /** Where a risk of cross-contact comes from: Lupin. */
  contains_lupin_risk_source?: string | null;
  /** The allergen flag: Milk, lactose among it. */
  contains_milk?: CodedFlag | null;
  /** Where a risk of cross-contact comes from: Milk, lactose among it. */
  contains_milk_risk_source?: string | null;
  /** The allergen flag: Molluscs. */
  contains_molluscs?: CodedFlag | null;
  /** Where a risk of cross-contact comes from: Molluscs. */
  contains_molluscs_risk_source?: string | null;
  /** The allergen flag: Mustard. */
  contains_mustard?: CodedFlag | null;
  /** Where a risk of cross-contact comes from: Mustard. */
  contains_mustard_risk_source?: string | null;
  /** The allergen flag: Nuts: those of trees. */
  contains_tree_nuts?: CodedFlag | null;
  /** Where a risk of cross-contact comes from: Nuts: those of trees. */
  contains_tree_nuts_risk_source?: string | null;
  /** The allergen flag: Almonds. */
  contains_almond_nuts?: CodedFlag | null;
  /** Where a risk of cross-contact comes from: Almonds. */
  contains_almond_nuts_risk_source?: string | null;
  /** The allergen flag: Brazil nuts. */
  contains_brazil_nuts?: CodedFlag | null;
  /** Where a risk of cross-contact comes from: Brazil nuts. */
  contains_brazil_nuts_risk_source?: string | null;
  /** The allergen flag: Cashews. */
  contains_cashew_nuts?: CodedFlag | null;
  /** Where a risk of cross-contact comes from: Cashews. */
  contains_cashew_nuts_risk_source?: string | null;
  /** The allergen flag: Hazelnuts. */
  contains_hazelnut_nuts?: CodedFlag | null;
  /** Where a risk of cross-contact comes from: Hazelnuts. */
  contains_hazelnut_nuts_risk_source?: string | null;
  /** The allergen flag: Macadamia or Queensland nuts. */
  contains_macadamia_nuts?: CodedFlag | null;
  /** Where a risk of cross-contact comes from: Macadamia or Queensland nuts. */
  contains_macadamia_nuts_risk_source?: string | null;
  /** The allergen flag: Pecans. */
  contains_pecan_nuts?: CodedFlag | null;
  /** Where a risk of cross-contact comes from: Pecans. */
  contains_pecan_nuts_risk_source?: string | null;
  /** The allergen flag: Pistachios. */
  contains_pistachio_nuts?: CodedFlag | null;
  /** Where a risk of cross-contact comes from: Pistachios. */
  contains_pistachio_nuts_risk_source?: string | null;
  /** The allergen flag: Walnuts. */
  contains_walnut_nuts?: CodedFlag | null;
  /** Where a risk of cross-contact comes from: Walnuts. */
  contains_walnut_nuts_risk_source?: string | null;
  /** The allergen flag: Peanuts. */
  contains_peanuts?: CodedFlag | null;
  /** Where a risk of cross-contact comes from: Peanuts. */
  contains_peanuts_risk_source?: string | null;
  /** The allergen flag: Sesame seeds. */
  contains_sesame_seeds?: CodedFlag | null;
  /** Where a risk of cross-contact comes from: Sesame seeds. */
  contains_sesame_seeds_risk_source?: string | null;
  /** The allergen flag: Soybeans. */
  contains_soybeans?: CodedFlag | null;
  /** Where a risk of cross-contact comes from: Soybeans. */
  contains_soybeans_risk_source?: string | null;
  /** The allergen flag: Sulphur dioxide and sulphites above 10 mg/kg. */
  contains_sulphur_dioxide?: CodedFlag | null;
  /** Where a risk of cross-contact comes from: Sulphur dioxide and sulphites above 10 mg/kg. */
  contains_sulphur_dioxide_risk_source?: string | null;
  /** Whether gluten is at most 20 mg/kg (20 ppm) in spite of this cereal: Cereal. */
  contains_cereal_gluten_20ppm?: string | null;
  /** Whether gluten is at most 20 mg/kg (20 ppm) in spite of this cereal: Wheat. */
  contains_wheat_gluten_20ppm?: string | null;
  /** Whether gluten is at most 20 mg/kg (20 ppm) in spite of this cereal: Rye. */
  contains_rye_gluten_20ppm?: string | null;
  /** Whether gluten is at most 20 mg/kg (20 ppm) in spite of this cereal: Barley. */
  contains_barley_gluten_20ppm?: string | null;
  /** Whether gluten is at most 20 mg/kg (20 ppm) in spite of this cereal: Oats. */
  contains_oats_gluten_20ppm?: string | null;
}

/** Free-from claims. */
export interface ComponentFreeFrom {
  /** The claim "gluten-free, at most 20 mg/kg". */
  free_from_gluten?: string | null;
  /** The claim "free from wheat". */
  free_from_wheat?: string | null;
  /** The claim "free from rye". */
  free_from_rye?: string | null;
  /** The claim "free from barley". */
  free_from_barley?: string | null;
  /** The claim "free from oats". */
  free_from_oats?: string | null;
  /** The claim "free from tree nuts". */
  free_from_nuts?: string | null;
  /** The claim "free from celery". */
  free_from_celery?: string | null;
  /** The claim "free from crustacea". */
  free_from_crustacea?: string | null;
  /** The claim "free from eggs". */
  free_from_eggs?: string | null;
  /** The claim "free from fish". */
  free_from_fish?: string | null;
  /** The claim "free from lupin". */
  free_from_lupin?: string | null;
  /** The claim "free from mustard". */
  free_from_mustard?: string | null;
  /** The claim "free from lactose". */
  free_from_lactose?: string | null;
  /** The claim "free from milk". */
  free_from_milk?: string | null;
  /** The claim "free from molluscs". */
  free_from_molluscs?: string | null;
  /** The claim "free from peanuts". */
  free_from_peanuts?: string | null;
  /** The claim "free from sesame seeds". */
  free_from_sesame?: string | null;
  /** The claim "free from soybeans". */
  free_from_soybeans?: string | null;
  /** The claim "free from sulphur dioxide and sulphites". */
  free_from_sulphur_dioxide?: string | null;
  /** The claim "very low gluten, at most 100 mg/kg". */
  very_low_gluten?: string | null;
}

/** Nutrition as sold. */
export interface ComponentNutrients {
  /** What 100 means in this section: 100 g or 100 ml. */
  nutrition_units?: Reference | null;
  /** What a serving is. */
  serving_details?: string | null;
  /** Statements that belong to the declaration. */
  nutrition_statements?: string | null;
  /** Whether the pack bears front-of-pack colours. */
  traffic_light_labelling?: string | null;
  /** Whether the food needs no declaration. */
  nutritional_data_exempt?: string | null;
  /** Where the figures come from. */
  nutritional_information_source?: string | null;
  /** How many servings a unit holds, as text. */
  number_of_servings?: string | null;
  /** How large a serving is, as text. */
  serving_size?: string | null;
  /** Whether it is high in fat, salt or sugar. */
  hfss_product?: string | null;
  /** The nutrient profile score, as text. */
  hfss_score?: string | null;
  /** The method by which fibre was measured. */
  fibre_type?: string | null;
  /** Per 100 g or 100 ml, as text: cholesterol; its unit is not documented. */
  chol_100?: string | null;
  /** Per 100 g or 100 ml, in g, as text: trans fats. */
  trans_fats_100?: string | null;
  /** Fat in dry matter, in per cent, as text. */
  fat_percentage_dry_100?: string | null;
  /** Per 100 g or 100 ml, in g, as text: non-milk extrinsic sugars. */
  non_milk_extrinsic_sugars_100?: string | null;
  /** As prepared, in g, as text: non-milk extrinsic sugars. */
  non_milk_extrinsic_sugars_prepared?: string | null;
  /** Per 100 g or 100 ml, in kJ: Energy in kilojoules. */
  cal_100_kj?: IntegerQuantity | null;
  /** Per serving, in kJ, as text: Energy in kilojoules. */
  cal_kj_serving?: string | null;
  /** Per 100 g or 100 ml, in kcal: Energy in kilocalories. */
  cal_100_kcal?: IntegerQuantity | null;
  /** Per serving, in kcal, as text: Energy in kilocalories. */
  cal_kcal_serving?: string | null;
  /** Per 100 g or 100 ml, in g: Fat. */
  fat_100?: Quantity | null;
  /** Per serving, in g, as text: Fat. */
  fat_serving?: string | null;
  /** Per 100 g or 100 ml, in g: Saturates. */
  sat_fat_100?: Quantity | null;
  /** Per serving, in g, as text: Saturates. */
  sat_fat_serving?: string | null;
  /** Per 100 g or 100 ml, in g, as text: Mono-unsaturates. */
  mono_fat_100?: string | null;
  /** Per serving, in g, as text: Mono-unsaturates. */
  mono_fat_serving?: string | null;
  /** Per 100 g or 100 ml, in g, as text: Polyunsaturates. */
  poly_fat_100?: string | null;
  /** Per serving, in g, as text: Polyunsaturates. */
  poly_fat_serving?: string | null;
  /** Per 100 g or 100 ml, in g: Carbohydrate. */
  carb_100?: Quantity | null;
  /** Per serving, in g, as text: Carbohydrate. */
  carb_serving?: string | null;
  /** Per 100 g or 100 ml, in g: Sugars. */
  sugar_carb_100?: Quantity | null;
  /** Per serving, in g, as text: Sugars. */
  sugar_carb_serving?: string | null;
  /** Per 100 g or 100 ml, in g, as text: Polyols. */
  polyols_carb_100?: string | null;
  /** Per serving, in g, as text: Polyols. */
  polyols_carb_serving?: string | null;
  /** Per 100 g or 100 ml, in g, as text: Starch. */
  starch_carb_100?: string | null;
  /** Per serving, in g, as text: Starch. */
  starch_carb_serving?: string | null;
  /** Per 100 g or 100 ml, in g: Fibre. */
  fibre_100?: Quantity | null;
  /** Per serving, in g, as text: Fibre. */
  fibre_serving?: string | null;
  /** Per 100 g or 100 ml, in g: Protein. */
  protein_100?: Quantity | null;
  /** Per serving, in g, as text: Protein. */
  protein_serving?: string | null;
  /** Per 100 g or 100 ml, in g: Salt. */
  salt_100?: Quantity | null;
  /** Per serving, in g, as text: Salt. */
  salt_serving?: string | null;
  /** Per 100 g or 100 ml, in mg: Sodium, declared beside salt and never shown in its place. */
  sodium_100?: IntegerQuantity | null;
  /** Per serving, in mg, as text: Sodium, declared beside salt and never shown in its place. */
  sodium_serving?: string | null;
  /** Per 100 g or 100 ml, in µg, as text: Vitamin A. */
  vitamin_a_100?: string | null;
  /** Per serving, in µg, as text: Vitamin A. */
  vitamin_a_serving?: string | null;
  /** Per 100 g or 100 ml, in mg, as text: Vitamin C. */
  vitamin_c_100?: string | null;
  /** Per serving, in mg, as text: Vitamin C. */
  vitamin_c_serving?: string | null;
  /** Per 100 g or 100 ml, in µg, as text: Vitamin D. */
  vitamin_d_100?: string | null;
  /** Per serving, in µg, as text: Vitamin D. */
  vitamin_d_serving?: string | null;
  /** Per 100 g or 100 ml, in mg, as text: Vitamin E. */
  vitamin_e_100?: string | null;
  /** Per serving, in mg, as text: Vitamin E. */
  vitamin_e_serving?: string | null;
  /** Per 100 g or 100 ml, in µg, as text: Vitamin K. */
  vitamin_k_100?: string | null;
  /** Per serving, in µg, as text: Vitamin K. */
  vitamin_k_serving?: string | null;
  /** Per 100 g or 100 ml, in mg, as text: Thiamin. */
  thiamin_b1_100?: string | null;
  /** Per serving, in mg, as text: Thiamin. */
  thiamin_b1_serving?: string | null;
  /** Per 100 g or 100 ml, in mg, as text: Riboflavin. */
  riboflavin_b2_100?: string | null;
  /** Per serving, in mg, as text: Riboflavin. */
  riboflavin_b2_serving?: string | null;
  /** Per 100 g or 100 ml, in mg, as text: Niacin. */
  niacin_b3_100?: string | null;
  /** Per serving, in mg, as text: Niacin. */
  niacin_b3_serving?: string | null;
  /** Per 100 g or 100 ml, in mg, as text: Vitamin B6. */
  vitamin_b6_100?: string | null;
  /** Per serving, in mg, as text: Vitamin B6. */
  vitamin_b6_serving?: string | null;
  /** Per 100 g or 100 ml, in µg, as text: Folic acid. */
  folate_100?: string | null;
  /** Per serving, in µg, as text: Folic acid. */
  folate_serving?: string | null;
  /** Per 100 g or 100 ml, in µg, as text: Vitamin B12. */
  vitamin_b12_100?: string | null;
  /** Per serving, in µg, as text: Vitamin B12. */
  vitamin_b12_serving?: string | null;
  /** Per 100 g or 100 ml, in µg, as text: Biotin. */
  biotin_b7_100?: string | null;
  /** Per serving, in µg, as text: Biotin. */
  biotin_b7_serving?: string | null;
  /** Per 100 g or 100 ml, in mg, as text: Pantothenic acid. */
  pantothenic_acid_100?: string | null;
  /** Per serving, in mg, as text: Pantothenic acid. */
  pantothenic_acid_serving?: string | null;
  /** Per 100 g or 100 ml, in mg, as text: Potassium. */
  potassium_100?: string | null;
  /** Per serving, in mg, as text: Potassium. */
  potassium_serving?: string | null;
  /** Per 100 g or 100 ml, in mg, as text: Chloride. */
  chloride_100?: string | null;
  /** Per serving, in mg, as text: Chloride. */
  chloride_serving?: string | null;
  /** Per 100 g or 100 ml, in mg, as text: Calcium. */
  calcium_100?: string | null;
  /** Per serving, in mg, as text: Calcium. */
  calcium_serving?: string | null;
  /** Per 100 g or 100 ml, in mg, as text: Phosphorus. */
  phosphorus_100?: string | null;
  /** Per serving, in mg, as text: Phosphorus. */
  phosphorus_serving?: string | null;
  /** Per 100 g or 100 ml, in mg, as text: Magnesium. */
  magnesium_100?: string | null;
  /** Per serving, in mg, as text: Magnesium. */
  magnesium_serving?: string | null;
  /** Per 100 g or 100 ml, in mg, as text: Iron. */
  iron_100?: string | null;
  /** Per serving, in mg, as text: Iron. */
  iron_serving?: string | null;
  /** Per 100 g or 100 ml, in mg, as text: Zinc. */
  zinc_100?: string | null;
  /** Per serving, in mg, as text: Zinc. */
  zinc_serving?: string | null;
  /** Per 100 g or 100 ml, in mg, as text: Copper. */
  copper_100?: string | null;
  /** Per serving, in mg, as text: Copper. */
  copper_serving?: string | null;
  /** Per 100 g or 100 ml, in mg, as text: Manganese. */
  manganese_100?: string | null;
  /** Per serving, in mg, as text: Manganese. */
  manganese_serving?: string | null;
  /** Per 100 g or 100 ml, in mg, as text: Fluoride. */
  fluoride_100?: string | null;
  /** Per serving, in mg, as text: Fluoride. */
  fluoride_serving?: string | null;
  /** Per 100 g or 100 ml, in µg, as text: Selenium. */
  selenium_100?: string | null;
  /** Per serving, in µg, as text: Selenium. */
  selenium_serving?: string | null;
  /** Per 100 g or 100 ml, in µg, as text: Chromium. */
  chromium_100?: string | null;
  /** Per serving, in µg, as text: Chromium. */
  chromium_serving?: string | null;
  /** Per 100 g or 100 ml, in µg, as text: Molybdenum. */
  molybdenum_100?: string | null;
  /** Per serving, in µg, as text: Molybdenum. */
  molybdenum_serving?: string | null;
  /** Per 100 g or 100 ml, in µg, as text: Iodine. */
  iodine_100?: string | null;
  /** Per serving, in µg, as text: Iodine. */
  iodine_serving?: string | null;
}

/** Nutrition as prepared. */
export interface ComponentNutrientsPrepared {
  /** How it was prepared. */
  prepared_product_details?: string | null;
  /** How large a prepared portion is, as text. */
  prepared_product_portion_size?: string | null;
  /** As prepared, per 100 g or 100 ml, in kJ, as text: Energy in kilojoules. */
  cal_kj_prepared_100?: string | null;
  /** As prepared, per portion, in kJ, as text: Energy in kilojoules. */
  cal_kj_prepared?: string | null;
  /** As prepared, per 100 g or 100 ml, in kcal, as text: Energy in kilocalories. */
  cal_kcal_prepared_100?: string | null;
  /** As prepared, per portion, in kcal, as text: Energy in kilocalories. */
  cal_kcal_prepared?: string | null;
  /** As prepared, per 100 g or 100 ml, in g, as text: Fat. */
  fat_prepared_100?: string | null;
  /** As prepared, per portion, in g, as text: Fat. */
  fat_prepared?: string | null;
  /** As prepared, per 100 g or 100 ml, in g, as text: Saturates. */
  sat_fat_prepared_100?: string | null;
  /** As prepared, per portion, in g, as text: Saturates. */
  sat_fat_prepared?: string | null;
  /** As prepared, per 100 g or 100 ml, in g, as text: Mono-unsaturates. */
  mono_fat_prepared_100?: string | null;
  /** As prepared, per portion, in g, as text: Mono-unsaturates. */
  mono_fat_prepared?: string | null;
  /** As prepared, per 100 g or 100 ml, in g, as text: Polyunsaturates. */
  poly_fat_prepared_100?: string | null;
  /** As prepared, per portion, in g, as text: Polyunsaturates. */
  poly_fat_prepared?: string | null;
  /** As prepared, per 100 g or 100 ml, in g, as text: Carbohydrate. */
  carb_prepared_100?: string | null;
  /** As prepared, per portion, in g, as text: Carbohydrate. */
  carb_prepared?: string | null;
  /** As prepared, per 100 g or 100 ml, in g, as text: Sugars. */
  sugar_carb_prepared_100?: string | null;
  /** As prepared, per portion, in g, as text: Sugars. */
  sugar_carb_prepared?: string | null;
  /** As prepared, per 100 g or 100 ml, in g, as text: Polyols. */
  polyols_carb_prepared_100?: string | null;
  /** As prepared, per portion, in g, as text: Polyols. */
  polyols_carb_prepared?: string | null;
  /** As prepared, per 100 g or 100 ml, in g, as text: Starch. */
  starch_carb_prepared_100?: string | null;
  /** As prepared, per portion, in g, as text: Starch. */
  starch_carb_prepared?: string | null;
  /** As prepared, per 100 g or 100 ml, in g, as text: Fibre. */
  fibre_prepared_100?: string | null;
  /** As prepared, per portion, in g, as text: Fibre. */
  fibre_prepared?: string | null;
  /** As prepared, per 100 g or 100 ml, in g, as text: Protein. */
  protein_prepared_100?: string | null;
  /** As prepared, per portion, in g, as text: Protein. */
  protein_prepared?: string | null;
  /** As prepared, per 100 g or 100 ml, in g, as text: Salt. */
  salt_prepared_100?: string | null;
  /** As prepared, per portion, in g, as text: Salt. */
  salt_prepared?: string | null;
  /**
   * As prepared, per 100 g or 100 ml, in mg, as text: Sodium, declared beside
   * salt and never shown in its place.
   */
  sodium_prepared_100?: string | null;
  /**
   * As prepared, per portion, in mg, as text: Sodium, declared beside salt and
   * never shown in its place.
   */
  sodium_prepared?: string | null;
  /** As prepared, per 100 g or 100 ml, in µg, as text: Vitamin A. */
  vitamin_a_prepared_100?: string | null;
  /** As prepared, per portion, in µg, as text: Vitamin A. */
  vitamin_a_prepared?: string | null;
  /** As prepared, per 100 g or 100 ml, in mg, as text: Vitamin C. */
  vitamin_c_prepared_100?: string | null;
  /** As prepared, per portion, in mg, as text: Vitamin C. */
  vitamin_c_prepared?: string | null;
  /** As prepared, per 100 g or 100 ml, in µg, as text: Vitamin D. */
  vitamin_d_prepared_100?: string | null;
  /** As prepared, per portion, in µg, as text: Vitamin D. */
  vitamin_d_prepared?: string | null;
  /** As prepared, per 100 g or 100 ml, in mg, as text: Vitamin E. */
  vitamin_e_prepared_100?: string | null;
  /** As prepared, per portion, in mg, as text: Vitamin E. */
  vitamin_e_prepared?: string | null;
  /** As prepared, per 100 g or 100 ml, in µg, as text: Vitamin K. */
  vitamin_k_prepared_100?: string | null;
  /** As prepared, per portion, in µg, as text: Vitamin K. */
  vitamin_k_prepared?: string | null;
  /** As prepared, per 100 g or 100 ml, in mg, as text: Thiamin. */
  thiamin_b1_prepared_100?: string | null;
  /** As prepared, per portion, in mg, as text: Thiamin. */
  thiamin_b1_prepared?: string | null;
  /** As prepared, per 100 g or 100 ml, in mg, as text: Riboflavin. */
  riboflavin_b2_prepared_100?: string | null;
  /** As prepared, per portion, in mg, as text: Riboflavin. */
  riboflavin_b2_prepared?: string | null;
  /** As prepared, per 100 g or 100 ml, in mg, as text: Niacin. */
  niacin_b3_prepared_100?: string | null;
  /** As prepared, per portion, in mg, as text: Niacin. */
  niacin_b3_prepared?: string | null;
  /** As prepared, per 100 g or 100 ml, in mg, as text: Vitamin B6. */
  vitamin_b6_prepared_100?: string | null;
  /** As prepared, per portion, in mg, as text: Vitamin B6. */
  vitamin_b6_prepared?: string | null;
  /** As prepared, per 100 g or 100 ml, in µg, as text: Folic acid. */
  folate_prepared_100?: string | null;
  /** As prepared, per portion, in µg, as text: Folic acid. */
  folate_prepared?: string | null;
  /** As prepared, per 100 g or 100 ml, in µg, as text: Vitamin B12. */
  vitamin_b12_prepared_100?: string | null;
  /** As prepared, per portion, in µg, as text: Vitamin B12. */
  vitamin_b12_prepared?: string | null;
  /** As prepared, per 100 g or 100 ml, in µg, as text: Biotin. */
  biotin_b7_prepared_100?: string | null;
  /** As prepared, per portion, in µg, as text: Biotin. */
  biotin_b7_prepared?: string | null;
  /** As prepared, per 100 g or 100 ml, in mg, as text: Pantothenic acid. */
  pantothenic_acid_prepared_100?: string | null;
  /** As prepared, per portion, in mg, as text: Pantothenic acid. */
  pantothenic_acid_prepared?: string | null;
  /** As prepared, per 100 g or 100 ml, in mg, as text: Potassium. */
  potassium_prepared_100?: string | null;
  /** As prepared, per portion, in mg, as text: Potassium. */
  potassium_prepared?: string | null;
  /** As prepared, per 100 g or 100 ml, in mg, as text: Chloride. */
  chloride_prepared_100?: string | null;
  /** As prepared, per portion, in mg, as text: Chloride. */
  chloride_prepared?: string | null;
  /** As prepared, per 100 g or 100 ml, in mg, as text: Calcium. */
  calcium_prepared_100?: string | null;
  /** As prepared, per portion, in mg, as text: Calcium. */
  calcium_prepared?: string | null;
  /** As prepared, per 100 g or 100 ml, in mg, as text: Phosphorus. */
  phosphorus_prepared_100?: string | null;
  /** As prepared, per portion, in mg, as text: Phosphorus. */
  phosphorus_prepared?: string | null;
  /** As prepared, per 100 g or 100 ml, in mg, as text: Magnesium. */
  magnesium_prepared_100?: string | null;
  /** As prepared, per portion, in mg, as text: Magnesium. */
  magnesium_prepared?: string | null;
  /** As prepared, per 100 g or 100 ml, in mg, as text: Iron. */
  iron_prepared_100?: string | null;
  /** As prepared, per portion, in mg, as text: Iron. */
  iron_prepared?: string | null;
  /** As prepared, per 100 g or 100 ml, in mg, as text: Zinc. */
  zinc_prepared_100?: string | null;
  /** As prepared, per portion, in mg, as text: Zinc. */
  zinc_prepared?: string | null;
  /** As prepared, per 100 g or 100 ml, in mg, as text: Copper. */
  copper_prepared_100?: string | null;
  /** As prepared, per portion, in mg, as text: Copper. */
  copper_prepared?: string | null;
  /** As prepared, per 100 g or 100 ml, in mg, as text: Manganese. */
  manganese_prepared_100?: string | null;
  /** As prepared, per portion, in mg, as text: Manganese. */
  manganese_prepared?: string | null;
  /** As prepared, per 100 g or 100 ml, in mg, as text: Fluoride. */
  fluoride_prepared_100?: string | null;
  /** As prepared, per portion, in mg, as text: Fluoride. */
  fluoride_prepared?: string | null;
  /** As prepared, per 100 g or 100 ml, in µg, as text: Selenium. */
  selenium_prepared_100?: string | null;
  /** As prepared, per portion, in µg, as text: Selenium. */
  selenium_prepared?: string | null;
  /** As prepared, per 100 g or 100 ml, in µg, as text: Chromium. */
  chromium_prepared_100?: string | null;
  /** As prepared, per portion, in µg, as text: Chromium. */
  chromium_prepared?: string | null;
  /** As prepared, per 100 g or 100 ml, in µg, as text: Molybdenum. */
  molybdenum_prepared_100?: string | null;
  /** As prepared, per portion, in µg, as text: Molybdenum. */
  molybdenum_prepared?: string | null;
  /** As prepared, per 100 g or 100 ml, in µg, as text: Iodine. */
  iodine_prepared_100?: string | null;
  /** As prepared, per portion, in µg, as text: Iodine. */
  iodine_prepared?: string | null;
}

/** The list of ingredients. */
export interface ComponentIngredients {
  /** The list as text; capitals stand for emphasis. Lines can end in `\r\n`. */
  ingredients?: string | null;
  /** Statements that belong to the list. */
  ingredients_statements?: string | null;
  /**
   * The list as the supplier's HTML, allergens emphasised. Never insert it into
   * a page as it is.
   */
  formatted_ingredients?: string | null;
  /** The list without emphasis. */
  plaintext_ingredients?: string | null;
  /** Whether it contains genetically modified protein. */
  contains_gm_protein?: CodedFlag | null;
  /** Whether it contains hydrogenated vegetable fat. */
  contains_hydro_veg?: CodedFlag | null;
  /** Whether it contains palm oil. */
  contains_palm_oil?: CodedFlag | null;
  /** Alcohol by volume, in per cent, as text. */
  alcohol_strength_per_vol?: string | null;
  /** The concentration of cannabidiol, as text. */
  cbd_concentration?: string | null;
}

/** For whom it is suitable. */
export interface ComponentDiets {
  /** Whether vegans may eat it. */
  vegan_suitable?: Reference | null;
  /** Whether vegetarians may eat it. */
  vegetarian_suitable?: Reference | null;
  /** Whether it is halal. */
  halal_suitable?: Reference | null;
  /** Whether it is kosher. */
  kosher_suitable?: Reference | null;
}

/** Storage and use. */
export interface ComponentHandling {
  /** How to use it. */
  directions_for_use?: string | null;
  /** How to store it. */
  storage_instructions?: string | null;
  /** How to store it once opened. */
  storage_instructions_after_opening?: string | null;
  /** How long it keeps once defrosted, as text. */
  shelf_life_once_defrosted?: string | null;
}

/** The consumer unit. */
export interface ComponentInner {
  /** Set where there is no consumer unit. */
  no_inner_component_present?: string | null;
  /** The consumer unit's GTIN, 8 to 14 digits. */
  internal_gtin?: string | null;
  /** The manufacturer's code of the component. */
  manufacturers_component_code?: string | null;
  /** The consumer unit's weight, in the unit that `units` names. */
  inner_component_weight?: UnitWeight | null;
  /** The consumer unit's depth, in the unit that `units` names. */
  inner_component_depth?: IntegerQuantity | null;
  /** The consumer unit's width, in the unit that `units` names. */
  inner_component_width?: IntegerQuantity | null;
  /** The consumer unit's height, in the unit that `units` names. */
  inner_component_height?: IntegerQuantity | null;
  /** Whether the weight varies from unit to unit. */
  variable_weight_consumer_item?: CodedFlag | null;
  /** The consumer unit's diameter, as text. */
  inner_component_diameter?: string | null;
  /** The consumer unit's volume, as text. */
  inner_component_volume?: string | null;
  /** The net drained weight, as text. */
  net_drained_weight?: string | null;
  /** How many pieces a consumer unit holds, as text. */
  count_per_inner_component?: string | null;
  /** Whether it bears the ℮ mark. */
  e_mark?: string | null;
}

/** A weight with the id of its unit. */
export interface UnitWeight {
  /** The amount, as the supplier declares it. */
  value?: number | null;
  /** The unit, such as `g`. */
  units?: string | null;
  /** The unit's id within the service. Integer. */
  units_id?: number | null;
}

/** The packaging of the consumer unit. */
export interface ComponentWasteInner {
  /** The packaging of the consumer unit. */
  inner_packaging?: PackagingItem[] | null;
}

/** Tests that are made. */
export interface ComponentCharacteristics {
  /** Whether microbiological trends are followed. */
  micro_trend_analysis?: CodedFlag | null;
  /** Whether shelf life is tested. */
  shelf_life_testing?: CodedFlag | null;
  /** Whether it is commercially sterile. */
  commercially_sterile?: string | null;
}

/** Facts about particular kinds of food. */
export interface ComponentSupplementaryInformation {
  /** The form of a cheese. */
  cheese_format?: string | null;
  /** How the hens are kept. */
  egg_source?: string | null;
  /** How strong a cheese is. */
  cheese_flavour_strength?: string | null;
  /** The kind of milk. */
  milk_type?: string | null;
  /** Whether a cheese is mould-ripened. */
  cheese_mould_ripened?: string | null;
  /** Whether it is pasteurised. */
  pasteurised?: string | null;
  /** Whether it holds desinewed meat. */
  desinewed_meat?: string | null;
  /** Whether it is reformed. */
  reformed?: string | null;
  /** Whether there are bones. */
  skeletal_bones_present?: string | null;
  /** Whether it was fried when made. */
  fried_during_manufacture?: string | null;
  /** Whether there is skin. */
  skin_present?: string | null;
  /** Whether it is packed in a modified atmosphere. */
  modified_atmosphere_packaging?: string | null;
  /** How it is closed. */
  closure_type?: string | null;
  /** The cut. */
  cut_details?: string | null;
}

/** How foreign bodies are kept out. */
export interface ComponentHazardControls {
  /** Metal detection. */
  hazard_metal_detection?: string | null;
  /** Optical sorting. */
  hazard_optical_sorting?: string | null;
  /** Sieving. */
  hazard_sieving?: string | null;
  /** X-ray. */
  hazard_xray?: string | null;
  /** Magnets. */
  hazard_magnets?: string | null;
  /** Filters. */
  hazard_filters?: string | null;
}

/** How it looks, smells, tastes and feels. */
export interface ComponentOrganoleptics {
  /** How it looks. */
  organoleptic_appearance?: string | null;
  /** How it smells. */
  organoleptic_aroma?: string | null;
  /** How it tastes. */
  organoleptic_taste?: string | null;
  /** How it feels. */
  organoleptic_texture?: string | null;
}

/** The weight of the consumer unit's packaging by material, in grams. */
export interface ComponentWastePackaging {
  /** Plastic, in grams. Integer. */
  inner_packaging_plastic_weight?: number | null;
  /** Paper and cardboard, in grams. Integer. */
  inner_packaging_paper_cardboard_weight?: number | null;
  /** Fibre-based composite, in grams. Integer. */
  inner_packaging_fibre_based_composite_weight?: number | null;
  /** Aluminium, in grams. Integer. */
  inner_packaging_aluminium_weight?: number | null;
  /** Glass, in grams. Integer. */
  inner_packaging_glass_weight?: number | null;
  /** Steel, in grams. Integer. */
  inner_packaging_steel_weight?: number | null;
  /** Wood, in grams. Integer. */
  inner_packaging_wood_weight?: number | null;
  /** Other materials, in grams. Integer. */
  inner_packaging_other_weight?: number | null;
}

/** The weight of the case's packaging by material, in grams. */
export interface ProductWastePackaging {
  /** Plastic, in grams. Integer. */
  outer_packaging_plastic_weight?: number | null;
  /** Paper and cardboard, in grams. */
  outer_packaging_paper_cardboard_weight?: number | null;
  /** Fibre-based composite, in grams. Integer. */
  outer_packaging_fibre_based_composite_weight?: number | null;
  /** Aluminium, in grams. Integer. */
  outer_packaging_aluminium_weight?: number | null;
  /** Glass, in grams. Integer. */
  outer_packaging_glass_weight?: number | null;
  /** Steel, in grams. Integer. */
  outer_packaging_steel_weight?: number | null;
  /** Wood, in grams. Integer. */
  outer_packaging_wood_weight?: number | null;
  /** Other materials, in grams. Integer. */
  outer_packaging_other_weight?: number | null;
}

/** A page of products: the body of List Products. */
export interface ProductPage {
  /** The cursor of the next page; `null` on the last. */
  next?: string | null;
  /** The cursor of the page before; `null` on the first. */
  previous?: string | null;
  /** The products. */
  data: ProductListItem[];
}

/** A product as lists give it. */
export interface ProductListItem {
  /** The product's identifier within the service. */
  pool_id: string;
  /** Its state in the service. */
  status: 'published' | 'archived' | (string & {});
  /** The version of this record. */
  version: string;
  /** When it last changed, such as `2024-07-02 14:25:26`: no `T` and no time zone. */
  changed_at: string;
  /** The newest version. */
  latest_version: string;
  /** When the newest version was made, in the form of `changed_at`. */
  latest_at: string;
  /** The specification type, as the service codes it. */
  schema?: string | null;
  /** The specification type in words. */
  schema_name?: string | null;
  /** The manufacturer's own name of the product. */
  manufacturer_product_name?: string | null;
  /** The name of the product. */
  product_name?: string | null;
  /** The name in the service's own form. */
  standardised_name?: string | null;
  /** The manufacturer's code; it may hold any character. */
  manufacturer_product_code?: string | null;
  /** The outer (traded unit) GTIN, 13 or 14 digits. */
  traded_unit_gtin?: string | null;
  /** The manufacturer's own version number. */
  manufacturer_version_number?: string | null;
  /** The manufacturer's id. Integer. */
  manufacturer: number;
  /** The manufacturer's name. */
  manufacturer_name?: string | null;
  /** The brand's id; 0 is none. Integer. */
  brand: number;
  /** The brand's name. */
  brand_name?: string | null;
  /** The label's id; 0 is none. Integer. */
  label: number;
  /** The label's name. */
  label_name?: string | null;
  /** The label's code. */
  label_code?: string | null;
  /** What the traded unit holds: the foods and their consumer units' GTINs. */
  components?: ProductListItemComponent[] | null;
  /** The product that this one was made from. */
  parent_id?: string | null;
  /** What kind of change made this version: text here, an integer in the full product. */
  change_type?: string | null;
  /** Why it was changed. */
  change_reason?: string | null;
  /** When it was last reviewed, in the form of `changed_at`. */
  reviewed_at?: string | null;
}

/** A component as lists give it: the way from a consumer unit's GTIN to its product. */
export interface ProductListItemComponent {
  /** The component's identifier. */
  component_uuid: string;
  /** The component's name. */
  component_name?: string | null;
  /** The consumer unit's GTIN, 8 to 14 digits. */
  internal_gtin?: string | null;
  /** The manufacturer's code of the component. */
  manufacturers_component_code?: string | null;
}

/** A page of images: the body of List Product Images. */
export interface ImagePage {
  /** The number of this page, from 1. Integer. */
  page?: number | null;
  /** How many images a page holds; the key has a space. Integer. */
  'per page'?: number | null;
  /** How many pages there are. Integer. */
  pages?: number | null;
  /** How many images there are. Integer. */
  total?: number | null;
  /** The images. */
  data: Image[];
}

/** An image of a product. */
export interface Image {
  /** The image's identifier. */
  id: string;
  /** Who uploaded it. Integer. */
  owner_id?: number | null;
  /** What kind of account uploaded it. */
  owner_type?: string | null;
  /** The uploader's description, free text. */
  description?: string | null;
  /** What the image shows. */
  type?: ImageType | null;
  /** The original's width in pixels. Integer. */
  width?: number | null;
  /** The original's height in pixels. Integer. */
  height?: number | null;
  /** When it was uploaded: ISO 8601 in UTC, with microseconds and a `Z`. */
  created_at?: string | null;
  /** When it was last changed: ISO 8601 in UTC, with microseconds and a `Z`. */
  updated_at?: string | null;
  /** Its state; other states are not documented. */
  status?: 'published' | (string & {}) | null;
  /** The media type, such as `image/png`. */
  mime?: string | null;
  /** The address of the original. */
  url_original?: string | null;
  /** The address of the small size. */
  url?: string | null;
  /** The address of the medium size. */
  url_medium?: string | null;
  /** The address of the large size; `null` where there is none. */
  url_large?: string | null;
}

/** What an image shows. */
export interface ImageType {
  /** The type's id. Integer. */
  id?: number | null;
  /** The type's name. */
  name?: string | null;
  /** The type in words. */
  description?: string | null;
}

/** A manufacturer. The service documents only its identifier. */
export interface Manufacturer {
  /** The manufacturer's id. Integer. */
  id: number;
  /** The manufacturer's name; not documented, but sent by product-pool-server. */
  name?: string | null;
  /** The manufacturer's address; not documented, but sent by product-pool-server. */
  address?: string | null;
}

/** A brand of one manufacturer. The service documents only its identifier. */
export interface Brand {
  /** The brand's id. Integer. */
  id: number;
  /** The brand's name; not documented, but sent by product-pool-server. */
  name?: string | null;
  /**
   * The id of the brand's manufacturer; not documented, but sent by
   * product-pool-server. Integer.
   */
  manufacturer?: number | null;
}

/**
 * The allergens by the service's names: the 14 groups of Regulation (EU) No
 * 1169/2011 Annex II and the members of two of them. Fields of an allergen are
 * `contains_${AllergenName}` and `contains_${AllergenName}_risk_source`.
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
 * The nutrients by the service's names, in the order of the declaration. Fields
 * are `${NutrientName}_serving`, `${NutrientName}_prepared` and
 * `${NutrientName}_prepared_100`; those per 100 as sold are named less
 * regularly, such as `fat_100` and `cal_100_kj`.
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

/**
 * The vitamins and minerals by the service's names. Fields are
 * `${MicronutrientName}_100`, `${MicronutrientName}_serving`,
 * `${MicronutrientName}_prepared` and `${MicronutrientName}_prepared_100`.
 */
export type MicronutrientName =
  | 'vitamin_a'
  | 'vitamin_c'
  | 'vitamin_d'
  | 'vitamin_e'
  | 'vitamin_k'
  | 'thiamin_b1'
  | 'riboflavin_b2'
  | 'niacin_b3'
  | 'vitamin_b6'
  | 'folate'
  | 'vitamin_b12'
  | 'biotin_b7'
  | 'pantothenic_acid'
  | 'potassium'
  | 'chloride'
  | 'calcium'
  | 'phosphorus'
  | 'magnesium'
  | 'iron'
  | 'zinc'
  | 'copper'
  | 'manganese'
  | 'fluoride'
  | 'selenium'
  | 'chromium'
  | 'molybdenum'
  | 'iodine';

/** A panel of the card, in the order in which they are shown. */
export type PanelName =
  | 'summary'
  | 'allergens'
  | 'ingredients'
  | 'lights'
  | 'nutrition'
  | 'gallery'
  | 'diets'
  | 'handling'
  | 'additives'
  | 'origin'
  | 'accreditations'
  | 'packaging'
  | 'logistics'
  | 'details'
  | 'supplier';
