// Made from the table of fields (src/model/table) by `cargo xtask types`.
// Change the table, not this file.

/*
 * The responses of the service, as JSON.parse gives them.
 *
 * Every field may be missing or null, whatever the service promises, because
 * suppliers leave out what they do not know. A missing statement is never a
 * no. Only what the service itself assigns in lists, such as identifiers, is
 * always there. A supplier can also send a value of another type than stands
 * here, and fields that no type here names:
 * `(record as Record<string, unknown>).name` reads those.
 */

/** The id of a manufacturer: any number, but not the id of a brand or of a label. */
export type ManufacturerId = number & { readonly __id?: 'manufacturer' | undefined };
/** The id of a brand: any number, but not the id of a manufacturer or of a label. */
export type BrandId = number & { readonly __id?: 'brand' | undefined };
/** The id of a label: any number, but not the id of a manufacturer or of a brand. */
export type LabelId = number & { readonly __id?: 'label' | undefined };
/** The id of a wholesaler: any number, but not the id of a manufacturer, brand or label. */
export type WholesalerId = number & { readonly __id?: 'wholesaler' | undefined };

/** A full product: what stands under `data`. */
export interface Product {
  /** The product's identifier within the service. */
  pool_id?: string | null | undefined;
  /** The name in the service's own form. */
  standardised_name?: string | null | undefined;
  /** Its state in the service. */
  status?: 'published' | 'archived' | (string & {}) | null | undefined;
  /** The version of this record. */
  version?: string | null | undefined;
  /** The time of the last change, such as `2024-07-02 14:25:26`: no `T` and no time zone. */
  changed_at?: string | null | undefined;
  /** The newest version there is of the product. */
  latest_version?: string | null | undefined;
  /** Why it was changed. */
  change_reason?: string | null | undefined;
  /** The kind of change that made this version: an integer here, text in lists. */
  change_type?: number | null | undefined;
  /** The time of the last review, in the form of `changed_at`. */
  reviewed_at?: string | null | undefined;
  /** The product that this one was made from. */
  parent_id?: string | null | undefined;
  /** The products that replace it; their shape is not documented. */
  replaced_by?: unknown[] | null | undefined;
  /** Further codes; their shape is not documented. */
  codes?: unknown[] | null | undefined;
  /** Names, maker, brand and category. */
  general?: ProductGeneral | null | undefined;
  /** The traded unit: the outer case. */
  outer?: ProductOuter | null | undefined;
  /** A pack between case and consumer unit. */
  inner_pack?: ProductInnerPack | null | undefined;
  /** Warnings and age limits. */
  safety_outer?: ProductSafetyOuter | null | undefined;
  /** The cases on a pallet. */
  pallet?: ProductPallet | null | undefined;
  /** The packaging of the case. */
  waste_outer?: ProductWasteOuter | null | undefined;
  /** Shelf life. */
  logistics?: ProductLogistics | null | undefined;
  /** Remarks. */
  other?: ProductOther | null | undefined;
  /** The foods inside: one, or several in a multi-component product. */
  components?: Component[] | null | undefined;
  /** The weight of the case's packaging by material, in grams. */
  waste_packaging?: ProductWastePackaging | null | undefined;
}

/** Names, maker, brand and category. */
export interface ProductGeneral {
  /** The manufacturer's own name of the product. */
  manufacturer_product_name?: string | null | undefined;
  /** The name of the product. */
  product_name?: string | null | undefined;
  /** The manufacturer's id. Integer. */
  manufacturer?: ManufacturerId | null | undefined;
  /** The manufacturer's name. */
  manufacturer_name?: string | null | undefined;
  /** The label's id; 0 is none. Integer. */
  label?: LabelId | null | undefined;
  /** The label's name. */
  label_name?: string | null | undefined;
  /** The label's code; empty if there is none. */
  label_code?: string | null | undefined;
  /** The brand's id; 0 is none. Integer. */
  brand?: BrandId | null | undefined;
  /** The brand's name. */
  brand_name?: string | null | undefined;
  /** The specification type, as the service codes it. */
  schema?: string | null | undefined;
  /** The specification type in words. */
  schema_name?: string | null | undefined;
  /** The manufacturer's code; it may hold any character. */
  manufacturer_product_code?: string | null | undefined;
  /** The description of the food. */
  product_description?: string | null | undefined;
  /** The type of product. */
  product_type?: Reference | null | undefined;
  /** The category of food. */
  product_category?: Reference | null | undefined;
  /** The way it is stored, such as ambient, chilled or frozen. */
  storage_type?: Reference | null | undefined;
  /** The manufacturer's address. */
  manufacturer_address?: string | null | undefined;
  /** The manufacturer's own description. */
  marketing_description?: string | null | undefined;
  /** The code of the day of making. */
  day_code?: string | null | undefined;
  /** The code of the batch. */
  batch_code?: string | null | undefined;
  /** The manufacturer's own version number. */
  manufacturer_version_number?: string | null | undefined;
  /** The date from which this version holds, as text. */
  effective_date?: string | null | undefined;
}

/** A reference to an entry of one of the service's lists. */
export interface Reference {
  /** The id within the service. Integer. */
  id?: number | null | undefined;
  /** Its meaning, in words. */
  description?: string | null | undefined;
}

/** The traded unit: the outer case. */
export interface ProductOuter {
  /** Set where there is no outer case. */
  no_outer_present?: string | null | undefined;
  /** The outer (traded unit) GTIN, 13 or 14 digits. */
  traded_unit_gtin?: string | null | undefined;
  /** Whether what is inside varies. */
  variable_inner_components?: string | null | undefined;
  /** The number of consumer units in a case; `units` names what is counted. */
  consumer_units_per_traded?: IntegerQuantity | null | undefined;
  /** The case's gross weight, in the unit that `units` names. */
  outer_case_gross_weight?: Quantity | null | undefined;
  /** The case's net weight, in the unit that `units` names. */
  outer_case_net_weight?: Quantity | null | undefined;
  /** The case's height, in the unit that `units` names. */
  outer_case_height?: IntegerQuantity | null | undefined;
  /** The case's depth, in the unit that `units` names. */
  outer_case_depth?: IntegerQuantity | null | undefined;
  /** The case's width, in the unit that `units` names. */
  outer_case_width?: IntegerQuantity | null | undefined;
  /** Whether the case may be split. */
  trade_item_splittable?: CodedFlag | null | undefined;
  /** The rate of value added tax, as text. */
  value_added_tax_rate?: string | null | undefined;
  /** The number of inner packs in a case, as text. */
  inner_packs_in_case?: string | null | undefined;
}

/** A quantity in whole numbers, with its unit. */
export interface IntegerQuantity {
  /** The amount, as the supplier declares it. Integer. */
  value?: number | null | undefined;
  /** The unit, such as `g` or `mm`. */
  units?: string | null | undefined;
}

/** A quantity with its unit. */
export interface Quantity {
  /** The amount, as the supplier declares it. */
  value?: number | null | undefined;
  /** The unit, such as `g` or `mm`. */
  units?: string | null | undefined;
}

/** A coded flag. The integers are not documented; the description decides. */
export interface CodedFlag {
  /** The code. Its meaning is not documented, so decide by the description. Integer. */
  value?: number | null | undefined;
  /**
   * The word of the flag, such as `Yes`, `No` or `May Contain`; also blank or
   * `-`. A flag that is missing or unclear is not a no.
   */
  description?: string | null | undefined;
}

/** A pack between case and consumer unit. */
export interface ProductInnerPack {
  /** The inner pack's height, as text. */
  inner_pack_height?: string | null | undefined;
  /** The inner pack's depth, as text. */
  inner_pack_depth?: string | null | undefined;
  /** The inner pack's width, as text. */
  inner_pack_width?: string | null | undefined;
  /** Whether the inner pack may be split. */
  inner_pack_splittable?: string | null | undefined;
  /** The inner pack's gross weight, as text. */
  inner_pack_gross_weight?: string | null | undefined;
  /** The inner pack's net weight, as text. */
  inner_pack_net_weight?: string | null | undefined;
  /** The number of components in the inner pack, as text. */
  inner_components_in_pack?: string | null | undefined;
  /** The inner pack's GTIN, 8 to 14 digits. */
  inner_pack_gtin?: string | null | undefined;
  /** The inner pack's product code. */
  inner_pack_product_code?: string | null | undefined;
}

/** Warnings and age limits. */
export interface ProductSafetyOuter {
  /** A health warning. */
  product_health_warning?: string | null | undefined;
  /** Whether it may be sold only from a certain age. */
  age_restricted_product?: string | null | undefined;
  /** The age from which it may be sold, as text. */
  age_restriction?: string | null | undefined;
}

/** The cases on a pallet. */
export interface ProductPallet {
  /** Whether it comes without a pallet. */
  non_palletised?: CodedFlag | null | undefined;
  /** The type of pallet. */
  pallet_type?: string | null | undefined;
  /** The pallet's GTIN, 13 or 14 digits. */
  pallet_gtin?: string | null | undefined;
  /** The number of cases on a pallet. */
  cases_per_pallet?: IntegerQuantity | null | undefined;
  /** The pallet's gross weight, in the unit that `units` names. */
  pallet_gross_weight?: IntegerQuantity | null | undefined;
  /** The pallet's height, in the unit that `units` names. */
  pallet_height?: Quantity | null | undefined;
  /** The number of cases in a layer. */
  cases_per_pallet_layer?: IntegerQuantity | null | undefined;
  /** The number of layers on a pallet. */
  layers_per_pallet?: IntegerQuantity | null | undefined;
}

/** The packaging of the case. */
export interface ProductWasteOuter {
  /** The packaging of the case. */
  outer_packaging?: PackagingItem[] | null | undefined;
  /** The packaging for transport. */
  transport_packaging?: PackagingItem[] | null | undefined;
  /** The packaging of inner packs. */
  inner_pack_packaging?: string | null | undefined;
}

/** One article of packaging. */
export interface PackagingItem {
  /** The kind of packaging: a tray, a lid, a sleeve. */
  packaging_type?: Reference | null | undefined;
  /** Its weight in grams. Integer. */
  packaging_weight?: number | null | undefined;
  /** The share of recycled plastic, as text. */
  recycled_plastic?: string | null | undefined;
  /** The material, such as PET or cardboard. */
  base_material_type?: Reference | null | undefined;
  /** Whether it can be given back. */
  packaging_returnable?: string | null | undefined;
}

/** Shelf life. */
export interface ProductLogistics {
  /** The longest shelf life, in the unit that `units` names. */
  max_shelf_life?: IntegerQuantity | null | undefined;
  /** The shelf life once opened, as text. */
  shelf_life_from_opening?: string | null | undefined;
  /** Whether it needs no durability date. */
  shelf_life_exempt?: string | null | undefined;
}

/** Remarks. */
export interface ProductOther {
  /** The manufacturer's comments; not meant for shoppers. */
  manufacturer_comments?: string | null | undefined;
}

/** One food of a product. */
export interface Component {
  /** The component's name. */
  general?: ComponentGeneral | null | undefined;
  /** The origin of the food and of its main ingredients. */
  origin?: ComponentOrigin | null | undefined;
  /** Certificates and memberships. */
  accreditations?: ComponentAccreditations | null | undefined;
  /** Customs codes and health marks. */
  inner_other?: ComponentInnerOther | null | undefined;
  /** Artificial additives. */
  additives?: ComponentAdditives | null | undefined;
  /** The declarations of allergens. */
  allergens?: ComponentAllergens | null | undefined;
  /** Free-from claims. */
  free_from?: ComponentFreeFrom | null | undefined;
  /** Nutrition as sold. */
  nutrients?: ComponentNutrients | null | undefined;
  /** Nutrition as prepared. */
  nutrients_prepared?: ComponentNutrientsPrepared | null | undefined;
  /** The list of ingredients. */
  ingredients?: ComponentIngredients | null | undefined;
  /** For whom it is suitable. */
  diets?: ComponentDiets | null | undefined;
  /** Storage and use. */
  handling?: ComponentHandling | null | undefined;
  /** The consumer unit. */
  inner?: ComponentInner | null | undefined;
  /** The packaging of the consumer unit. */
  waste_inner?: ComponentWasteInner | null | undefined;
  /** Tests that are made. */
  characteristics?: ComponentCharacteristics | null | undefined;
  /** Facts about particular kinds of food. */
  supplementary_information?: ComponentSupplementaryInformation | null | undefined;
  /** The controls against foreign bodies. */
  hazard_controls?: ComponentHazardControls | null | undefined;
  /** Its appearance, smell, taste and texture. */
  organoleptics?: ComponentOrganoleptics | null | undefined;
  /** Derived facts; their shape is not documented. */
  derived?: unknown[] | null | undefined;
  /** The weight of the consumer unit's packaging by material, in grams. */
  waste_packaging?: ComponentWastePackaging | null | undefined;
}

/** The component's name. */
export interface ComponentGeneral {
  /** The component's name. */
  component_name?: string | null | undefined;
  /** The component's identifier. */
  component_uuid?: string | null | undefined;
}

/** The origin of the food and of its main ingredients. */
export interface ComponentOrigin {
  /** The countries of origin. */
  country_of_origin?: Reference[] | null | undefined;
  /** The place of provenance. */
  place_of_provenance?: string | null | undefined;
  /** More about the origin. */
  country_of_origin_details?: string | null | undefined;
  /** The origin of the primary ingredient. */
  primary_ingredient_origin?: Reference[] | null | undefined;
  /** More about the primary ingredient. */
  primary_ingredient_details?: string | null | undefined;
}

/** Certificates and memberships. */
export interface ComponentAccreditations {
  /** Whether it is certified by BRCGS. */
  acc_brcgs_certified?: CodedFlag | null | undefined;
  /** Other accreditations. */
  other_accreditation?: string | null | undefined;
  /** The statement about this accreditation: Aquaculture Stewardship Council. */
  acc_asc?: string | null | undefined;
  /** The statement about this accreditation: AOECS crossed grain. */
  acc_aoecs?: string | null | undefined;
  /** The statement about this accreditation: B Corp. */
  acc_bcorp?: string | null | undefined;
  /** The statement about this accreditation: Best Aquaculture Practices. */
  acc_bap_cert?: string | null | undefined;
  /** The statement about this accreditation: BRCGS Agents and Brokers. */
  acc_brcgs_agents_brokers?: string | null | undefined;
  /** The statement about this accreditation: BRCGS Ethical Trade. */
  acc_brcgs_ethical?: string | null | undefined;
  /** The statement about this accreditation: BRCGS Food Safety. */
  acc_brcgs_food_safety?: string | null | undefined;
  /** The statement about this accreditation: BRCGS Gluten-Free. */
  acc_brcgs_gluten_free?: string | null | undefined;
  /** The statement about this accreditation: BRCGS Packaging Materials. */
  acc_brcgs_packaging?: string | null | undefined;
  /** The statement about this accreditation: BRCGS Plant-Based. */
  acc_brcgs_plant_based?: string | null | undefined;
  /** The statement about this accreditation: BRCGS START!. */
  acc_brcgs_start?: string | null | undefined;
  /** The statement about this accreditation: BRCGS Storage and Distribution. */
  acc_brcgs_storage_distribution?: string | null | undefined;
  /** The statement about this accreditation: British Beer and Pub Association. */
  acc_bbpa?: string | null | undefined;
  /** The statement about this accreditation: Biodegradable Products Institute. */
  acc_bpi?: string | null | undefined;
  /** The statement about this accreditation: British Lion. */
  acc_british_lion?: string | null | undefined;
  /** The statement about this accreditation: British Meat Processors Association. */
  acc_bmpa?: string | null | undefined;
  /** The statement about this accreditation: CLAS. */
  acc_clas?: string | null | undefined;
  /** The statement about this accreditation: Ethical Tea Partnership. */
  acc_ethical_tea?: string | null | undefined;
  /** The statement about this accreditation: Fairtrade. */
  acc_fair_trade?: string | null | undefined;
  /** The statement about this accreditation: Farm Assured Welsh Livestock. */
  acc_fa_welsh_livestock?: string | null | undefined;
  /** The statement about this accreditation: FEMAS. */
  acc_femas?: string | null | undefined;
  /** The statement about this accreditation: Food for Life. */
  acc_food_for_life?: string | null | undefined;
  /** The statement about this accreditation: Forest Stewardship Council. */
  acc_fsc?: string | null | undefined;
  /** The statement about this accreditation: FSSC 22000. */
  acc_fssc_22000?: string | null | undefined;
  /** The statement about this accreditation: GLOBALG.A.P.. */
  acc_global_gap?: string | null | undefined;
  /** The statement about this accreditation: Iceland Responsible Fisheries. */
  acc_iceland_responsible_fisheries?: string | null | undefined;
  /** The statement about this accreditation: IFS Food. */
  acc_ifs_food_standard?: string | null | undefined;
  /** The statement about this accreditation: ISO 14001. */
  acc_iso_14001?: string | null | undefined;
  /** The statement about this accreditation: ISO 22000. */
  acc_iso_22000?: string | null | undefined;
  /** The statement about this accreditation: ISO 45001. */
  acc_iso_45001?: string | null | undefined;
  /** The statement about this accreditation: ISO 9001:2015. */
  acc_iso_9001_2015?: string | null | undefined;
  /** The statement about this accreditation: LEAF Marque. */
  acc_leaf?: string | null | undefined;
  /** The statement about this accreditation: LOOP. */
  acc_loop?: string | null | undefined;
  /** The statement about this accreditation: MEL Japan. */
  acc_mel_japan?: string | null | undefined;
  /** The statement about this accreditation: Marine Stewardship Council. */
  acc_msc?: string | null | undefined;
  /**
   * The statement about this accreditation: Northern Ireland Beef and Lamb Farm
   * Quality Assurance Scheme.
   */
  acc_ni_beef_lamb_fqas?: string | null | undefined;
  /** The statement about this accreditation: Organic. */
  acc_organic?: string | null | undefined;
  /** The statement about this accreditation: Quality Meat Scotland. */
  acc_quality_meat_scotland?: string | null | undefined;
  /** The statement about this accreditation: Rainforest Alliance. */
  acc_rainforest?: string | null | undefined;
  /** The statement about this accreditation: Red Tractor. */
  acc_red_tractor?: string | null | undefined;
  /** The statement about this accreditation: Responsible Fisheries Management. */
  acc_responsible_fisheries_management?: string | null | undefined;
  /** The statement about this accreditation: Roundtable on Sustainable Palm Oil. */
  acc_rspo?: string | null | undefined;
  /** The statement about this accreditation: Round Table on Responsible Soy. */
  acc_rtrs?: string | null | undefined;
  /** The statement about this accreditation: RSPCA Assured (Freedom Food). */
  acc_freedom_food?: string | null | undefined;
  /** The statement about this accreditation: Safe Quality Food. */
  acc_sqf?: string | null | undefined;
  /** The statement about this accreditation: SALSA. */
  acc_salsa?: string | null | undefined;
  /** The statement about this accreditation: School approved. */
  acc_school_approved?: string | null | undefined;
  /** The statement about this accreditation: Sedex. */
  acc_sedex?: string | null | undefined;
  /** The statement about this accreditation: Society of Independent Brewers. */
  acc_siba?: string | null | undefined;
  /** The statement about this accreditation: Specialist Cheesemakers Association. */
  acc_spec_cheese_assoc?: string | null | undefined;
  /** The statement about this accreditation: Vegan. */
  acc_vegan?: string | null | undefined;
  /** The statement about this accreditation: Vegetarian. */
  acc_vegetarian?: string | null | undefined;
}

/** Customs codes and health marks. */
export interface ComponentInnerOther {
  /** The health or identification mark. */
  health_marks?: string | null | undefined;
  /** The Intrastat or TARIC code. */
  intrastat_taric?: string | null | undefined;
  /** The commodity code. */
  commodity_code?: string | null | undefined;
  /** The Meursing code. */
  meursing_code?: string | null | undefined;
  /** Whether it is labelled not for the EU. */
  not_for_eu?: string | null | undefined;
}

/** Artificial additives. */
export interface ComponentAdditives {
  /** Whether it has artificial antioxidants. */
  artificial_antioxidants?: CodedFlag | null | undefined;
  /** Whether it has artificial colours. */
  artificial_colours?: CodedFlag | null | undefined;
  /** Whether it has artificial flavour enhancers. */
  artificial_flavour_enhancers?: CodedFlag | null | undefined;
  /** Whether it has artificial flavourings. */
  artificial_flavourings?: CodedFlag | null | undefined;
  /** Whether it has artificial preservatives. */
  artificial_preservatives?: CodedFlag | null | undefined;
  /** Whether it has artificial sweeteners. */
  artificial_sweeteners?: CodedFlag | null | undefined;
}

/** The declarations of allergens. */
export interface ComponentAllergens {
  /** The allergen statement as it stands on the pack. */
  allergen_statement_on_pack?: string | null | undefined;
  /** More about allergens. */
  additional_allergen_information?: string | null | undefined;
  /** The allergen flag: Celery, celeriac among it. */
  contains_celery_celeriac?: CodedFlag | null | undefined;
  /** The source of a risk of cross-contact: Celery, celeriac among it. */
  contains_celery_celeriac_risk_source?: string | null | undefined;
  /** The allergen flag: Cereals containing gluten. */
  contains_cereal?: CodedFlag | null | undefined;
  /** The source of a risk of cross-contact: Cereals containing gluten. */
  contains_cereal_risk_source?: string | null | undefined;
  /** The allergen flag: Barley. */
  contains_barley?: CodedFlag | null | undefined;
  /** The source of a risk of cross-contact: Barley. */
  contains_barley_risk_source?: string | null | undefined;
  /** The allergen flag: Oats. */
  contains_oats?: CodedFlag | null | undefined;
  /** The source of a risk of cross-contact: Oats. */
  contains_oats_risk_source?: string | null | undefined;
  /** The allergen flag: Rye. */
  contains_rye?: CodedFlag | null | undefined;
  /** The source of a risk of cross-contact: Rye. */
  contains_rye_risk_source?: string | null | undefined;
  /** The allergen flag: Wheat, spelt and khorasan wheat among it. */
  contains_wheat?: CodedFlag | null | undefined;
  /** The source of a risk of cross-contact: Wheat, spelt and khorasan wheat among it. */
  contains_wheat_risk_source?: string | null | undefined;
  /** The allergen flag: Crustaceans. */
  contains_crustacea?: CodedFlag | null | undefined;
  /** The source of a risk of cross-contact: Crustaceans. */
  contains_crustacea_risk_source?: string | null | undefined;
  /** The allergen flag: Eggs. */
  contains_eggs?: CodedFlag | null | undefined;
  /** The source of a risk of cross-contact: Eggs. */
  contains_eggs_risk_source?: string | null | undefined;
  /** The allergen flag: Fish. */
  contains_fish?: CodedFlag | null | undefined;
  /** The source of a risk of cross-contact: Fish. */
  contains_fish_risk_source?: string | null | undefined;
  /** The allergen flag: Lupin. */
  contains_lupin?: CodedFlag | null | undefined;
  /** The source of a risk of cross-contact: Lupin. */
  contains_lupin_risk_source?: string | null | undefined;
  /** The allergen flag: Milk, lactose among it. */
  contains_milk?: CodedFlag | null | undefined;
  /** The source of a risk of cross-contact: Milk, lactose among it. */
  contains_milk_risk_source?: string | null | undefined;
  /** The allergen flag: Molluscs. */
  contains_molluscs?: CodedFlag | null | undefined;
  /** The source of a risk of cross-contact: Molluscs. */
  contains_molluscs_risk_source?: string | null | undefined;
  /** The allergen flag: Mustard. */
  contains_mustard?: CodedFlag | null | undefined;
  /** The source of a risk of cross-contact: Mustard. */
  contains_mustard_risk_source?: string | null | undefined;
  /** The allergen flag: Nuts: those of trees. */
  contains_tree_nuts?: CodedFlag | null | undefined;
  /** The source of a risk of cross-contact: Nuts: those of trees. */
  contains_tree_nuts_risk_source?: string | null | undefined;
  /** The allergen flag: Almonds. */
  contains_almond_nuts?: CodedFlag | null | undefined;
  /** The source of a risk of cross-contact: Almonds. */
  contains_almond_nuts_risk_source?: string | null | undefined;
  /** The allergen flag: Brazil nuts. */
  contains_brazil_nuts?: CodedFlag | null | undefined;
  /** The source of a risk of cross-contact: Brazil nuts. */
  contains_brazil_nuts_risk_source?: string | null | undefined;
  /** The allergen flag: Cashews. */
  contains_cashew_nuts?: CodedFlag | null | undefined;
  /** The source of a risk of cross-contact: Cashews. */
  contains_cashew_nuts_risk_source?: string | null | undefined;
  /** The allergen flag: Hazelnuts. */
  contains_hazelnut_nuts?: CodedFlag | null | undefined;
  /** The source of a risk of cross-contact: Hazelnuts. */
  contains_hazelnut_nuts_risk_source?: string | null | undefined;
  /** The allergen flag: Macadamia or Queensland nuts. */
  contains_macadamia_nuts?: CodedFlag | null | undefined;
  /** The source of a risk of cross-contact: Macadamia or Queensland nuts. */
  contains_macadamia_nuts_risk_source?: string | null | undefined;
  /** The allergen flag: Pecans. */
  contains_pecan_nuts?: CodedFlag | null | undefined;
  /** The source of a risk of cross-contact: Pecans. */
  contains_pecan_nuts_risk_source?: string | null | undefined;
  /** The allergen flag: Pistachios. */
  contains_pistachio_nuts?: CodedFlag | null | undefined;
  /** The source of a risk of cross-contact: Pistachios. */
  contains_pistachio_nuts_risk_source?: string | null | undefined;
  /** The allergen flag: Walnuts. */
  contains_walnut_nuts?: CodedFlag | null | undefined;
  /** The source of a risk of cross-contact: Walnuts. */
  contains_walnut_nuts_risk_source?: string | null | undefined;
  /** The allergen flag: Peanuts. */
  contains_peanuts?: CodedFlag | null | undefined;
  /** The source of a risk of cross-contact: Peanuts. */
  contains_peanuts_risk_source?: string | null | undefined;
  /** The allergen flag: Sesame seeds. */
  contains_sesame_seeds?: CodedFlag | null | undefined;
  /** The source of a risk of cross-contact: Sesame seeds. */
  contains_sesame_seeds_risk_source?: string | null | undefined;
  /** The allergen flag: Soybeans. */
  contains_soybeans?: CodedFlag | null | undefined;
  /** The source of a risk of cross-contact: Soybeans. */
  contains_soybeans_risk_source?: string | null | undefined;
  /** The allergen flag: Sulphur dioxide and sulphites above 10 mg/kg. */
  contains_sulphur_dioxide?: CodedFlag | null | undefined;
  /** The source of a risk of cross-contact: Sulphur dioxide and sulphites above 10 mg/kg. */
  contains_sulphur_dioxide_risk_source?: string | null | undefined;
  /** Whether gluten is at most 20 mg/kg (20 ppm) in spite of this cereal: Cereal. */
  contains_cereal_gluten_20ppm?: string | null | undefined;
  /** Whether gluten is at most 20 mg/kg (20 ppm) in spite of this cereal: Wheat. */
  contains_wheat_gluten_20ppm?: string | null | undefined;
  /** Whether gluten is at most 20 mg/kg (20 ppm) in spite of this cereal: Rye. */
  contains_rye_gluten_20ppm?: string | null | undefined;
  /** Whether gluten is at most 20 mg/kg (20 ppm) in spite of this cereal: Barley. */
  contains_barley_gluten_20ppm?: string | null | undefined;
  /** Whether gluten is at most 20 mg/kg (20 ppm) in spite of this cereal: Oats. */
  contains_oats_gluten_20ppm?: string | null | undefined;
}

/** Free-from claims. */
export interface ComponentFreeFrom {
  /** The claim "gluten-free, at most 20 mg/kg". */
  free_from_gluten?: string | null | undefined;
  /** The claim "free from wheat". */
  free_from_wheat?: string | null | undefined;
  /** The claim "free from rye". */
  free_from_rye?: string | null | undefined;
  /** The claim "free from barley". */
  free_from_barley?: string | null | undefined;
  /** The claim "free from oats". */
  free_from_oats?: string | null | undefined;
  /** The claim "free from tree nuts". */
  free_from_nuts?: string | null | undefined;
  /** The claim "free from celery". */
  free_from_celery?: string | null | undefined;
  /** The claim "free from crustacea". */
  free_from_crustacea?: string | null | undefined;
  /** The claim "free from eggs". */
  free_from_eggs?: string | null | undefined;
  /** The claim "free from fish". */
  free_from_fish?: string | null | undefined;
  /** The claim "free from lupin". */
  free_from_lupin?: string | null | undefined;
  /** The claim "free from mustard". */
  free_from_mustard?: string | null | undefined;
  /** The claim "free from lactose". */
  free_from_lactose?: string | null | undefined;
  /** The claim "free from milk". */
  free_from_milk?: string | null | undefined;
  /** The claim "free from molluscs". */
  free_from_molluscs?: string | null | undefined;
  /** The claim "free from peanuts". */
  free_from_peanuts?: string | null | undefined;
  /** The claim "free from sesame seeds". */
  free_from_sesame?: string | null | undefined;
  /** The claim "free from soybeans". */
  free_from_soybeans?: string | null | undefined;
  /** The claim "free from sulphur dioxide and sulphites". */
  free_from_sulphur_dioxide?: string | null | undefined;
  /** The claim "very low gluten, at most 100 mg/kg". */
  very_low_gluten?: string | null | undefined;
}

/** Nutrition as sold. */
export interface ComponentNutrients {
  /** The meaning of 100 in this section: 100 g or 100 ml. */
  nutrition_units?: Reference | null | undefined;
  /** The description of a serving. */
  serving_details?: string | null | undefined;
  /** Statements that belong to the declaration. */
  nutrition_statements?: string | null | undefined;
  /** Whether the pack bears front-of-pack colours. */
  traffic_light_labelling?: string | null | undefined;
  /** Whether the food needs no declaration. */
  nutritional_data_exempt?: string | null | undefined;
  /** The source of the figures. */
  nutritional_information_source?: string | null | undefined;
  /** The number of servings in a unit, as text. */
  number_of_servings?: string | null | undefined;
  /** The size of a serving, as text. */
  serving_size?: string | null | undefined;
  /** Whether it is high in fat, salt or sugar. */
  hfss_product?: string | null | undefined;
  /** The nutrient profile score, as text. */
  hfss_score?: string | null | undefined;
  /** The method by which fibre was measured. */
  fibre_type?: string | null | undefined;
  /** Per 100 g or 100 ml, as text: cholesterol; its unit is not documented. */
  chol_100?: string | null | undefined;
  /** Per 100 g or 100 ml, in g, as text: trans fats. */
  trans_fats_100?: string | null | undefined;
  /** Fat in dry matter, in per cent, as text. */
  fat_percentage_dry_100?: string | null | undefined;
  /** Per 100 g or 100 ml, in g, as text: non-milk extrinsic sugars. */
  non_milk_extrinsic_sugars_100?: string | null | undefined;
  /** As prepared, in g, as text: non-milk extrinsic sugars. */
  non_milk_extrinsic_sugars_prepared?: string | null | undefined;
  /** Per 100 g or 100 ml, in kJ: Energy in kilojoules. */
  cal_100_kj?: IntegerQuantity | null | undefined;
  /** Per serving, in kJ, as text: Energy in kilojoules. */
  cal_kj_serving?: string | null | undefined;
  /** Per 100 g or 100 ml, in kcal: Energy in kilocalories. */
  cal_100_kcal?: IntegerQuantity | null | undefined;
  /** Per serving, in kcal, as text: Energy in kilocalories. */
  cal_kcal_serving?: string | null | undefined;
  /** Per 100 g or 100 ml, in g: Fat. */
  fat_100?: Quantity | null | undefined;
  /** Per serving, in g, as text: Fat. */
  fat_serving?: string | null | undefined;
  /** Per 100 g or 100 ml, in g: Saturates. */
  sat_fat_100?: Quantity | null | undefined;
  /** Per serving, in g, as text: Saturates. */
  sat_fat_serving?: string | null | undefined;
  /** Per 100 g or 100 ml, in g, as text: Mono-unsaturates. */
  mono_fat_100?: string | null | undefined;
  /** Per serving, in g, as text: Mono-unsaturates. */
  mono_fat_serving?: string | null | undefined;
  /** Per 100 g or 100 ml, in g, as text: Polyunsaturates. */
  poly_fat_100?: string | null | undefined;
  /** Per serving, in g, as text: Polyunsaturates. */
  poly_fat_serving?: string | null | undefined;
  /** Per 100 g or 100 ml, in g: Carbohydrate. */
  carb_100?: Quantity | null | undefined;
  /** Per serving, in g, as text: Carbohydrate. */
  carb_serving?: string | null | undefined;
  /** Per 100 g or 100 ml, in g: Sugars. */
  sugar_carb_100?: Quantity | null | undefined;
  /** Per serving, in g, as text: Sugars. */
  sugar_carb_serving?: string | null | undefined;
  /** Per 100 g or 100 ml, in g, as text: Polyols. */
  polyols_carb_100?: string | null | undefined;
  /** Per serving, in g, as text: Polyols. */
  polyols_carb_serving?: string | null | undefined;
  /** Per 100 g or 100 ml, in g, as text: Starch. */
  starch_carb_100?: string | null | undefined;
  /** Per serving, in g, as text: Starch. */
  starch_carb_serving?: string | null | undefined;
  /** Per 100 g or 100 ml, in g: Fibre. */
  fibre_100?: Quantity | null | undefined;
  /** Per serving, in g, as text: Fibre. */
  fibre_serving?: string | null | undefined;
  /** Per 100 g or 100 ml, in g: Protein. */
  protein_100?: Quantity | null | undefined;
  /** Per serving, in g, as text: Protein. */
  protein_serving?: string | null | undefined;
  /** Per 100 g or 100 ml, in g: Salt. */
  salt_100?: Quantity | null | undefined;
  /** Per serving, in g, as text: Salt. */
  salt_serving?: string | null | undefined;
  /** Per 100 g or 100 ml, in mg: Sodium, declared beside salt and never shown in its place. */
  sodium_100?: IntegerQuantity | null | undefined;
  /** Per serving, in mg, as text: Sodium, declared beside salt and never shown in its place. */
  sodium_serving?: string | null | undefined;
  /** Per 100 g or 100 ml, in µg, as text: Vitamin A. */
  vitamin_a_100?: string | null | undefined;
  /** Per serving, in µg, as text: Vitamin A. */
  vitamin_a_serving?: string | null | undefined;
  /** Per 100 g or 100 ml, in mg, as text: Vitamin C. */
  vitamin_c_100?: string | null | undefined;
  /** Per serving, in mg, as text: Vitamin C. */
  vitamin_c_serving?: string | null | undefined;
  /** Per 100 g or 100 ml, in µg, as text: Vitamin D. */
  vitamin_d_100?: string | null | undefined;
  /** Per serving, in µg, as text: Vitamin D. */
  vitamin_d_serving?: string | null | undefined;
  /** Per 100 g or 100 ml, in mg, as text: Vitamin E. */
  vitamin_e_100?: string | null | undefined;
  /** Per serving, in mg, as text: Vitamin E. */
  vitamin_e_serving?: string | null | undefined;
  /** Per 100 g or 100 ml, in µg, as text: Vitamin K. */
  vitamin_k_100?: string | null | undefined;
  /** Per serving, in µg, as text: Vitamin K. */
  vitamin_k_serving?: string | null | undefined;
  /** Per 100 g or 100 ml, in mg, as text: Thiamin. */
  thiamin_b1_100?: string | null | undefined;
  /** Per serving, in mg, as text: Thiamin. */
  thiamin_b1_serving?: string | null | undefined;
  /** Per 100 g or 100 ml, in mg, as text: Riboflavin. */
  riboflavin_b2_100?: string | null | undefined;
  /** Per serving, in mg, as text: Riboflavin. */
  riboflavin_b2_serving?: string | null | undefined;
  /** Per 100 g or 100 ml, in mg, as text: Niacin. */
  niacin_b3_100?: string | null | undefined;
  /** Per serving, in mg, as text: Niacin. */
  niacin_b3_serving?: string | null | undefined;
  /** Per 100 g or 100 ml, in mg, as text: Vitamin B6. */
  vitamin_b6_100?: string | null | undefined;
  /** Per serving, in mg, as text: Vitamin B6. */
  vitamin_b6_serving?: string | null | undefined;
  /** Per 100 g or 100 ml, in µg, as text: Folic acid. */
  folate_100?: string | null | undefined;
  /** Per serving, in µg, as text: Folic acid. */
  folate_serving?: string | null | undefined;
  /** Per 100 g or 100 ml, in µg, as text: Vitamin B12. */
  vitamin_b12_100?: string | null | undefined;
  /** Per serving, in µg, as text: Vitamin B12. */
  vitamin_b12_serving?: string | null | undefined;
  /** Per 100 g or 100 ml, in µg, as text: Biotin. */
  biotin_b7_100?: string | null | undefined;
  /** Per serving, in µg, as text: Biotin. */
  biotin_b7_serving?: string | null | undefined;
  /** Per 100 g or 100 ml, in mg, as text: Pantothenic acid. */
  pantothenic_acid_100?: string | null | undefined;
  /** Per serving, in mg, as text: Pantothenic acid. */
  pantothenic_acid_serving?: string | null | undefined;
  /** Per 100 g or 100 ml, in mg, as text: Potassium. */
  potassium_100?: string | null | undefined;
  /** Per serving, in mg, as text: Potassium. */
  potassium_serving?: string | null | undefined;
  /** Per 100 g or 100 ml, in mg, as text: Chloride. */
  chloride_100?: string | null | undefined;
  /** Per serving, in mg, as text: Chloride. */
  chloride_serving?: string | null | undefined;
  /** Per 100 g or 100 ml, in mg, as text: Calcium. */
  calcium_100?: string | null | undefined;
  /** Per serving, in mg, as text: Calcium. */
  calcium_serving?: string | null | undefined;
  /** Per 100 g or 100 ml, in mg, as text: Phosphorus. */
  phosphorus_100?: string | null | undefined;
  /** Per serving, in mg, as text: Phosphorus. */
  phosphorus_serving?: string | null | undefined;
  /** Per 100 g or 100 ml, in mg, as text: Magnesium. */
  magnesium_100?: string | null | undefined;
  /** Per serving, in mg, as text: Magnesium. */
  magnesium_serving?: string | null | undefined;
  /** Per 100 g or 100 ml, in mg, as text: Iron. */
  iron_100?: string | null | undefined;
  /** Per serving, in mg, as text: Iron. */
  iron_serving?: string | null | undefined;
  /** Per 100 g or 100 ml, in mg, as text: Zinc. */
  zinc_100?: string | null | undefined;
  /** Per serving, in mg, as text: Zinc. */
  zinc_serving?: string | null | undefined;
  /** Per 100 g or 100 ml, in mg, as text: Copper. */
  copper_100?: string | null | undefined;
  /** Per serving, in mg, as text: Copper. */
  copper_serving?: string | null | undefined;
  /** Per 100 g or 100 ml, in mg, as text: Manganese. */
  manganese_100?: string | null | undefined;
  /** Per serving, in mg, as text: Manganese. */
  manganese_serving?: string | null | undefined;
  /** Per 100 g or 100 ml, in mg, as text: Fluoride. */
  fluoride_100?: string | null | undefined;
  /** Per serving, in mg, as text: Fluoride. */
  fluoride_serving?: string | null | undefined;
  /** Per 100 g or 100 ml, in µg, as text: Selenium. */
  selenium_100?: string | null | undefined;
  /** Per serving, in µg, as text: Selenium. */
  selenium_serving?: string | null | undefined;
  /** Per 100 g or 100 ml, in µg, as text: Chromium. */
  chromium_100?: string | null | undefined;
  /** Per serving, in µg, as text: Chromium. */
  chromium_serving?: string | null | undefined;
  /** Per 100 g or 100 ml, in µg, as text: Molybdenum. */
  molybdenum_100?: string | null | undefined;
  /** Per serving, in µg, as text: Molybdenum. */
  molybdenum_serving?: string | null | undefined;
  /** Per 100 g or 100 ml, in µg, as text: Iodine. */
  iodine_100?: string | null | undefined;
  /** Per serving, in µg, as text: Iodine. */
  iodine_serving?: string | null | undefined;
}

/** Nutrition as prepared. */
export interface ComponentNutrientsPrepared {
  /** The way in which it was prepared. */
  prepared_product_details?: string | null | undefined;
  /** The size of a prepared portion, as text. */
  prepared_product_portion_size?: string | null | undefined;
  /** As prepared, per 100 g or 100 ml, in kJ, as text: Energy in kilojoules. */
  cal_kj_prepared_100?: string | null | undefined;
  /** As prepared, per portion, in kJ, as text: Energy in kilojoules. */
  cal_kj_prepared?: string | null | undefined;
  /** As prepared, per 100 g or 100 ml, in kcal, as text: Energy in kilocalories. */
  cal_kcal_prepared_100?: string | null | undefined;
  /** As prepared, per portion, in kcal, as text: Energy in kilocalories. */
  cal_kcal_prepared?: string | null | undefined;
  /** As prepared, per 100 g or 100 ml, in g, as text: Fat. */
  fat_prepared_100?: string | null | undefined;
  /** As prepared, per portion, in g, as text: Fat. */
  fat_prepared?: string | null | undefined;
  /** As prepared, per 100 g or 100 ml, in g, as text: Saturates. */
  sat_fat_prepared_100?: string | null | undefined;
  /** As prepared, per portion, in g, as text: Saturates. */
  sat_fat_prepared?: string | null | undefined;
  /** As prepared, per 100 g or 100 ml, in g, as text: Mono-unsaturates. */
  mono_fat_prepared_100?: string | null | undefined;
  /** As prepared, per portion, in g, as text: Mono-unsaturates. */
  mono_fat_prepared?: string | null | undefined;
  /** As prepared, per 100 g or 100 ml, in g, as text: Polyunsaturates. */
  poly_fat_prepared_100?: string | null | undefined;
  /** As prepared, per portion, in g, as text: Polyunsaturates. */
  poly_fat_prepared?: string | null | undefined;
  /** As prepared, per 100 g or 100 ml, in g, as text: Carbohydrate. */
  carb_prepared_100?: string | null | undefined;
  /** As prepared, per portion, in g, as text: Carbohydrate. */
  carb_prepared?: string | null | undefined;
  /** As prepared, per 100 g or 100 ml, in g, as text: Sugars. */
  sugar_carb_prepared_100?: string | null | undefined;
  /** As prepared, per portion, in g, as text: Sugars. */
  sugar_carb_prepared?: string | null | undefined;
  /** As prepared, per 100 g or 100 ml, in g, as text: Polyols. */
  polyols_carb_prepared_100?: string | null | undefined;
  /** As prepared, per portion, in g, as text: Polyols. */
  polyols_carb_prepared?: string | null | undefined;
  /** As prepared, per 100 g or 100 ml, in g, as text: Starch. */
  starch_carb_prepared_100?: string | null | undefined;
  /** As prepared, per portion, in g, as text: Starch. */
  starch_carb_prepared?: string | null | undefined;
  /** As prepared, per 100 g or 100 ml, in g, as text: Fibre. */
  fibre_prepared_100?: string | null | undefined;
  /** As prepared, per portion, in g, as text: Fibre. */
  fibre_prepared?: string | null | undefined;
  /** As prepared, per 100 g or 100 ml, in g, as text: Protein. */
  protein_prepared_100?: string | null | undefined;
  /** As prepared, per portion, in g, as text: Protein. */
  protein_prepared?: string | null | undefined;
  /** As prepared, per 100 g or 100 ml, in g, as text: Salt. */
  salt_prepared_100?: string | null | undefined;
  /** As prepared, per portion, in g, as text: Salt. */
  salt_prepared?: string | null | undefined;
  /**
   * As prepared, per 100 g or 100 ml, in mg, as text: Sodium, declared beside
   * salt and never shown in its place.
   */
  sodium_prepared_100?: string | null | undefined;
  /**
   * As prepared, per portion, in mg, as text: Sodium, declared beside salt and
   * never shown in its place.
   */
  sodium_prepared?: string | null | undefined;
  /** As prepared, per 100 g or 100 ml, in µg, as text: Vitamin A. */
  vitamin_a_prepared_100?: string | null | undefined;
  /** As prepared, per portion, in µg, as text: Vitamin A. */
  vitamin_a_prepared?: string | null | undefined;
  /** As prepared, per 100 g or 100 ml, in mg, as text: Vitamin C. */
  vitamin_c_prepared_100?: string | null | undefined;
  /** As prepared, per portion, in mg, as text: Vitamin C. */
  vitamin_c_prepared?: string | null | undefined;
  /** As prepared, per 100 g or 100 ml, in µg, as text: Vitamin D. */
  vitamin_d_prepared_100?: string | null | undefined;
  /** As prepared, per portion, in µg, as text: Vitamin D. */
  vitamin_d_prepared?: string | null | undefined;
  /** As prepared, per 100 g or 100 ml, in mg, as text: Vitamin E. */
  vitamin_e_prepared_100?: string | null | undefined;
  /** As prepared, per portion, in mg, as text: Vitamin E. */
  vitamin_e_prepared?: string | null | undefined;
  /** As prepared, per 100 g or 100 ml, in µg, as text: Vitamin K. */
  vitamin_k_prepared_100?: string | null | undefined;
  /** As prepared, per portion, in µg, as text: Vitamin K. */
  vitamin_k_prepared?: string | null | undefined;
  /** As prepared, per 100 g or 100 ml, in mg, as text: Thiamin. */
  thiamin_b1_prepared_100?: string | null | undefined;
  /** As prepared, per portion, in mg, as text: Thiamin. */
  thiamin_b1_prepared?: string | null | undefined;
  /** As prepared, per 100 g or 100 ml, in mg, as text: Riboflavin. */
  riboflavin_b2_prepared_100?: string | null | undefined;
  /** As prepared, per portion, in mg, as text: Riboflavin. */
  riboflavin_b2_prepared?: string | null | undefined;
  /** As prepared, per 100 g or 100 ml, in mg, as text: Niacin. */
  niacin_b3_prepared_100?: string | null | undefined;
  /** As prepared, per portion, in mg, as text: Niacin. */
  niacin_b3_prepared?: string | null | undefined;
  /** As prepared, per 100 g or 100 ml, in mg, as text: Vitamin B6. */
  vitamin_b6_prepared_100?: string | null | undefined;
  /** As prepared, per portion, in mg, as text: Vitamin B6. */
  vitamin_b6_prepared?: string | null | undefined;
  /** As prepared, per 100 g or 100 ml, in µg, as text: Folic acid. */
  folate_prepared_100?: string | null | undefined;
  /** As prepared, per portion, in µg, as text: Folic acid. */
  folate_prepared?: string | null | undefined;
  /** As prepared, per 100 g or 100 ml, in µg, as text: Vitamin B12. */
  vitamin_b12_prepared_100?: string | null | undefined;
  /** As prepared, per portion, in µg, as text: Vitamin B12. */
  vitamin_b12_prepared?: string | null | undefined;
  /** As prepared, per 100 g or 100 ml, in µg, as text: Biotin. */
  biotin_b7_prepared_100?: string | null | undefined;
  /** As prepared, per portion, in µg, as text: Biotin. */
  biotin_b7_prepared?: string | null | undefined;
  /** As prepared, per 100 g or 100 ml, in mg, as text: Pantothenic acid. */
  pantothenic_acid_prepared_100?: string | null | undefined;
  /** As prepared, per portion, in mg, as text: Pantothenic acid. */
  pantothenic_acid_prepared?: string | null | undefined;
  /** As prepared, per 100 g or 100 ml, in mg, as text: Potassium. */
  potassium_prepared_100?: string | null | undefined;
  /** As prepared, per portion, in mg, as text: Potassium. */
  potassium_prepared?: string | null | undefined;
  /** As prepared, per 100 g or 100 ml, in mg, as text: Chloride. */
  chloride_prepared_100?: string | null | undefined;
  /** As prepared, per portion, in mg, as text: Chloride. */
  chloride_prepared?: string | null | undefined;
  /** As prepared, per 100 g or 100 ml, in mg, as text: Calcium. */
  calcium_prepared_100?: string | null | undefined;
  /** As prepared, per portion, in mg, as text: Calcium. */
  calcium_prepared?: string | null | undefined;
  /** As prepared, per 100 g or 100 ml, in mg, as text: Phosphorus. */
  phosphorus_prepared_100?: string | null | undefined;
  /** As prepared, per portion, in mg, as text: Phosphorus. */
  phosphorus_prepared?: string | null | undefined;
  /** As prepared, per 100 g or 100 ml, in mg, as text: Magnesium. */
  magnesium_prepared_100?: string | null | undefined;
  /** As prepared, per portion, in mg, as text: Magnesium. */
  magnesium_prepared?: string | null | undefined;
  /** As prepared, per 100 g or 100 ml, in mg, as text: Iron. */
  iron_prepared_100?: string | null | undefined;
  /** As prepared, per portion, in mg, as text: Iron. */
  iron_prepared?: string | null | undefined;
  /** As prepared, per 100 g or 100 ml, in mg, as text: Zinc. */
  zinc_prepared_100?: string | null | undefined;
  /** As prepared, per portion, in mg, as text: Zinc. */
  zinc_prepared?: string | null | undefined;
  /** As prepared, per 100 g or 100 ml, in mg, as text: Copper. */
  copper_prepared_100?: string | null | undefined;
  /** As prepared, per portion, in mg, as text: Copper. */
  copper_prepared?: string | null | undefined;
  /** As prepared, per 100 g or 100 ml, in mg, as text: Manganese. */
  manganese_prepared_100?: string | null | undefined;
  /** As prepared, per portion, in mg, as text: Manganese. */
  manganese_prepared?: string | null | undefined;
  /** As prepared, per 100 g or 100 ml, in mg, as text: Fluoride. */
  fluoride_prepared_100?: string | null | undefined;
  /** As prepared, per portion, in mg, as text: Fluoride. */
  fluoride_prepared?: string | null | undefined;
  /** As prepared, per 100 g or 100 ml, in µg, as text: Selenium. */
  selenium_prepared_100?: string | null | undefined;
  /** As prepared, per portion, in µg, as text: Selenium. */
  selenium_prepared?: string | null | undefined;
  /** As prepared, per 100 g or 100 ml, in µg, as text: Chromium. */
  chromium_prepared_100?: string | null | undefined;
  /** As prepared, per portion, in µg, as text: Chromium. */
  chromium_prepared?: string | null | undefined;
  /** As prepared, per 100 g or 100 ml, in µg, as text: Molybdenum. */
  molybdenum_prepared_100?: string | null | undefined;
  /** As prepared, per portion, in µg, as text: Molybdenum. */
  molybdenum_prepared?: string | null | undefined;
  /** As prepared, per 100 g or 100 ml, in µg, as text: Iodine. */
  iodine_prepared_100?: string | null | undefined;
  /** As prepared, per portion, in µg, as text: Iodine. */
  iodine_prepared?: string | null | undefined;
}

/** The list of ingredients. */
export interface ComponentIngredients {
  /** The list as text; capitals stand for emphasis. Lines can end in `\r\n`. */
  ingredients?: string | null | undefined;
  /** Statements that belong to the list. */
  ingredients_statements?: string | null | undefined;
  /**
   * The list as the supplier's HTML, allergens emphasised. Never insert it into
   * a page as it is.
   */
  formatted_ingredients?: string | null | undefined;
  /** The list without emphasis. */
  plaintext_ingredients?: string | null | undefined;
  /** Whether it contains genetically modified protein. */
  contains_gm_protein?: CodedFlag | null | undefined;
  /** Whether it contains hydrogenated vegetable fat. */
  contains_hydro_veg?: CodedFlag | null | undefined;
  /** Whether it contains palm oil. */
  contains_palm_oil?: CodedFlag | null | undefined;
  /** Alcohol by volume, in per cent, as text. */
  alcohol_strength_per_vol?: string | null | undefined;
  /** The concentration of cannabidiol, as text. */
  cbd_concentration?: string | null | undefined;
}

/** For whom it is suitable. */
export interface ComponentDiets {
  /** Whether vegans may eat it. */
  vegan_suitable?: Reference | null | undefined;
  /** Whether vegetarians may eat it. */
  vegetarian_suitable?: Reference | null | undefined;
  /** Whether it is halal. */
  halal_suitable?: Reference | null | undefined;
  /** Whether it is kosher. */
  kosher_suitable?: Reference | null | undefined;
}

/** Storage and use. */
export interface ComponentHandling {
  /** The instructions for use. */
  directions_for_use?: string | null | undefined;
  /** The instructions for storage. */
  storage_instructions?: string | null | undefined;
  /** The instructions for storage once opened. */
  storage_instructions_after_opening?: string | null | undefined;
  /** The shelf life once defrosted, as text. */
  shelf_life_once_defrosted?: string | null | undefined;
}

/** The consumer unit. */
export interface ComponentInner {
  /** Set where there is no consumer unit. */
  no_inner_component_present?: string | null | undefined;
  /** The consumer unit's GTIN, 8 to 14 digits. */
  internal_gtin?: string | null | undefined;
  /** The manufacturer's code of the component. */
  manufacturers_component_code?: string | null | undefined;
  /** The consumer unit's weight, in the unit that `units` names. */
  inner_component_weight?: UnitWeight | null | undefined;
  /** The consumer unit's depth, in the unit that `units` names. */
  inner_component_depth?: IntegerQuantity | null | undefined;
  /** The consumer unit's width, in the unit that `units` names. */
  inner_component_width?: IntegerQuantity | null | undefined;
  /** The consumer unit's height, in the unit that `units` names. */
  inner_component_height?: IntegerQuantity | null | undefined;
  /** Whether the weight varies from unit to unit. */
  variable_weight_consumer_item?: CodedFlag | null | undefined;
  /** The consumer unit's diameter, as text. */
  inner_component_diameter?: string | null | undefined;
  /** The consumer unit's volume, as text. */
  inner_component_volume?: string | null | undefined;
  /** The net drained weight, as text. */
  net_drained_weight?: string | null | undefined;
  /** The number of pieces in a consumer unit, as text. */
  count_per_inner_component?: string | null | undefined;
  /** Whether it bears the ℮ mark. */
  e_mark?: string | null | undefined;
}

/** A weight with the id of its unit. */
export interface UnitWeight {
  /** The amount, as the supplier declares it. */
  value?: number | null | undefined;
  /** The unit, such as `g`. */
  units?: string | null | undefined;
  /** The unit's id within the service. Integer. */
  units_id?: number | null | undefined;
}

/** The packaging of the consumer unit. */
export interface ComponentWasteInner {
  /** The packaging of the consumer unit. */
  inner_packaging?: PackagingItem[] | null | undefined;
}

/** Tests that are made. */
export interface ComponentCharacteristics {
  /** Whether microbiological trends are followed. */
  micro_trend_analysis?: CodedFlag | null | undefined;
  /** Whether shelf life is tested. */
  shelf_life_testing?: CodedFlag | null | undefined;
  /** Whether it is commercially sterile. */
  commercially_sterile?: string | null | undefined;
}

/** Facts about particular kinds of food. */
export interface ComponentSupplementaryInformation {
  /** The form of a cheese. */
  cheese_format?: string | null | undefined;
  /** The farming method of the hens. */
  egg_source?: string | null | undefined;
  /** The strength of a cheese. */
  cheese_flavour_strength?: string | null | undefined;
  /** The kind of milk. */
  milk_type?: string | null | undefined;
  /** Whether a cheese is mould-ripened. */
  cheese_mould_ripened?: string | null | undefined;
  /** Whether it is pasteurised. */
  pasteurised?: string | null | undefined;
  /** Whether it holds desinewed meat. */
  desinewed_meat?: string | null | undefined;
  /** Whether it is reformed. */
  reformed?: string | null | undefined;
  /** Whether there are bones. */
  skeletal_bones_present?: string | null | undefined;
  /** Whether it was fried when made. */
  fried_during_manufacture?: string | null | undefined;
  /** Whether there is skin. */
  skin_present?: string | null | undefined;
  /** Whether it is packed in a modified atmosphere. */
  modified_atmosphere_packaging?: string | null | undefined;
  /** The type of its closure. */
  closure_type?: string | null | undefined;
  /** The cut. */
  cut_details?: string | null | undefined;
}

/** The controls against foreign bodies. */
export interface ComponentHazardControls {
  /** Metal detection. */
  hazard_metal_detection?: string | null | undefined;
  /** Optical sorting. */
  hazard_optical_sorting?: string | null | undefined;
  /** Sieving. */
  hazard_sieving?: string | null | undefined;
  /** X-ray. */
  hazard_xray?: string | null | undefined;
  /** Magnets. */
  hazard_magnets?: string | null | undefined;
  /** Filters. */
  hazard_filters?: string | null | undefined;
}

/** Its appearance, smell, taste and texture. */
export interface ComponentOrganoleptics {
  /** Its appearance. */
  organoleptic_appearance?: string | null | undefined;
  /** Its smell. */
  organoleptic_aroma?: string | null | undefined;
  /** Its taste. */
  organoleptic_taste?: string | null | undefined;
  /** Its texture. */
  organoleptic_texture?: string | null | undefined;
}

/** The weight of the consumer unit's packaging by material, in grams. */
export interface ComponentWastePackaging {
  /** Plastic, in grams. Integer. */
  inner_packaging_plastic_weight?: number | null | undefined;
  /** Paper and cardboard, in grams. Integer. */
  inner_packaging_paper_cardboard_weight?: number | null | undefined;
  /** Fibre-based composite, in grams. Integer. */
  inner_packaging_fibre_based_composite_weight?: number | null | undefined;
  /** Aluminium, in grams. Integer. */
  inner_packaging_aluminium_weight?: number | null | undefined;
  /** Glass, in grams. Integer. */
  inner_packaging_glass_weight?: number | null | undefined;
  /** Steel, in grams. Integer. */
  inner_packaging_steel_weight?: number | null | undefined;
  /** Wood, in grams. Integer. */
  inner_packaging_wood_weight?: number | null | undefined;
  /** Other materials, in grams. Integer. */
  inner_packaging_other_weight?: number | null | undefined;
}

/** The weight of the case's packaging by material, in grams. */
export interface ProductWastePackaging {
  /** Plastic, in grams. Integer. */
  outer_packaging_plastic_weight?: number | null | undefined;
  /** Paper and cardboard, in grams. */
  outer_packaging_paper_cardboard_weight?: number | null | undefined;
  /** Fibre-based composite, in grams. Integer. */
  outer_packaging_fibre_based_composite_weight?: number | null | undefined;
  /** Aluminium, in grams. Integer. */
  outer_packaging_aluminium_weight?: number | null | undefined;
  /** Glass, in grams. Integer. */
  outer_packaging_glass_weight?: number | null | undefined;
  /** Steel, in grams. Integer. */
  outer_packaging_steel_weight?: number | null | undefined;
  /** Wood, in grams. Integer. */
  outer_packaging_wood_weight?: number | null | undefined;
  /** Other materials, in grams. Integer. */
  outer_packaging_other_weight?: number | null | undefined;
}

/** A page of products: the body of List Products. */
export interface ProductPage {
  /** The cursor of the next page; `null` on the last. */
  next?: string | null | undefined;
  /** The cursor of the page before; `null` on the first. */
  previous?: string | null | undefined;
  /**
   * The number of products that match the query, where that was requested; the
   * service does not document its form. Integer.
   */
  count?: number | null | undefined;
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
  /** The time of the last change, such as `2024-07-02 14:25:26`: no `T` and no time zone. */
  changed_at: string;
  /** The newest version. */
  latest_version: string;
  /** The time of the newest version, in the form of `changed_at`. */
  latest_at: string;
  /** The specification type, as the service codes it. */
  schema?: string | null | undefined;
  /** The specification type in words. */
  schema_name?: string | null | undefined;
  /** The manufacturer's own name of the product. */
  manufacturer_product_name?: string | null | undefined;
  /** The name of the product. */
  product_name?: string | null | undefined;
  /** The name in the service's own form. */
  standardised_name?: string | null | undefined;
  /** The manufacturer's code; it may hold any character. */
  manufacturer_product_code?: string | null | undefined;
  /** The outer (traded unit) GTIN, 13 or 14 digits. */
  traded_unit_gtin?: string | null | undefined;
  /** The manufacturer's own version number. */
  manufacturer_version_number?: string | null | undefined;
  /** The manufacturer's id. Integer. */
  manufacturer: ManufacturerId;
  /** The manufacturer's name. */
  manufacturer_name?: string | null | undefined;
  /** The brand's id; 0 is none. Integer. */
  brand: BrandId;
  /** The brand's name. */
  brand_name?: string | null | undefined;
  /** The label's id; 0 is none. Integer. */
  label: LabelId;
  /** The label's name. */
  label_name?: string | null | undefined;
  /** The label's code. */
  label_code?: string | null | undefined;
  /** The content of the traded unit: the foods and their consumer units' GTINs. */
  components?: ProductListItemComponent[] | null | undefined;
  /** The product that this one was made from. */
  parent_id?: string | null | undefined;
  /** The kind of change that made this version: text here, an integer in the full product. */
  change_type?: string | null | undefined;
  /** Why it was changed. */
  change_reason?: string | null | undefined;
  /** The time of the last review, in the form of `changed_at`. */
  reviewed_at?: string | null | undefined;
}

/** A component as lists give it: the way from a consumer unit's GTIN to its product. */
export interface ProductListItemComponent {
  /** The component's identifier. */
  component_uuid: string;
  /** The component's name. */
  component_name?: string | null | undefined;
  /** The consumer unit's GTIN, 8 to 14 digits. */
  internal_gtin?: string | null | undefined;
  /** The manufacturer's code of the component. */
  manufacturers_component_code?: string | null | undefined;
}

/** A page of images: the body of List Product Images. */
export interface ImagePage {
  /** The number of this page, from 1. Integer. */
  page?: number | null | undefined;
  /** The number of images on a page; the key has a space. Integer. */
  'per page'?: number | null | undefined;
  /** The number of pages. Integer. */
  pages?: number | null | undefined;
  /** The number of images. Integer. */
  total?: number | null | undefined;
  /** The images. */
  data: Image[];
}

/** An image of a product. */
export interface Image {
  /** The image's identifier. */
  id: string;
  /** Who uploaded it. Integer. */
  owner_id?: number | null | undefined;
  /** The kind of account that uploaded it. */
  owner_type?: string | null | undefined;
  /** The uploader's description, free text. */
  description?: string | null | undefined;
  /** The subject of the image. */
  type?: ImageType | null | undefined;
  /** The original's width in pixels. Integer. */
  width?: number | null | undefined;
  /** The original's height in pixels. Integer. */
  height?: number | null | undefined;
  /** The time of the upload: ISO 8601 in UTC, with microseconds and a `Z`. */
  created_at?: string | null | undefined;
  /** The time of the last change: ISO 8601 in UTC, with microseconds and a `Z`. */
  updated_at?: string | null | undefined;
  /** Its state; other states are not documented. */
  status?: 'published' | (string & {}) | null | undefined;
  /** The media type, such as `image/png`. */
  mime?: string | null | undefined;
  /** The address of the original. */
  url_original?: string | null | undefined;
  /** The address of the small size. */
  url?: string | null | undefined;
  /** The address of the medium size. */
  url_medium?: string | null | undefined;
  /** The address of the large size; `null` where there is none. */
  url_large?: string | null | undefined;
}

/** The subject of an image. */
export interface ImageType {
  /** The type's id. Integer. */
  id?: number | null | undefined;
  /** The type's name. */
  name?: string | null | undefined;
  /** The type in words. */
  description?: string | null | undefined;
}

/**
 * A page of a wholesaler's catalog: the body of List Catalog Products.
 * Experimental: the service's documentation does not show it.
 */
export interface CatalogPage {
  /** The number of this page, from 1. Integer. */
  page?: number | null | undefined;
  /** The number of products on a page; the key has a space. Integer. */
  'per page'?: number | null | undefined;
  /** The number of pages. Integer. */
  pages?: number | null | undefined;
  /** The number of products. Integer. */
  total?: number | null | undefined;
  /** The products. */
  data: CatalogItem[];
}

/**
 * A product of a wholesaler's catalog: a product list item with the
 * wholesaler's code. Experimental: the service's documentation does not show
 * it.
 */
export interface CatalogItem {
  /** The wholesaler's own code of the product; it may hold any character. */
  product_code?: string | null | undefined;
  /** The component that the code stands for; `null` for the whole product. */
  component_uuid?: string | null | undefined;
  /** The newer version that the wholesaler has dismissed, if any. */
  version_dismissed?: string | null | undefined;
  /**
   * The time at which the code was given to this version, in the form of
   * `changed_at`; that it is sent is an assumption.
   */
  cataloged_at?: string | null | undefined;
  /** The product's identifier within the service. */
  pool_id: string;
  /** Its state in the service. */
  status: 'published' | 'archived' | (string & {});
  /** The version of this record. */
  version: string;
  /** The time of the last change, such as `2024-07-02 14:25:26`: no `T` and no time zone. */
  changed_at: string;
  /** The newest version. */
  latest_version: string;
  /** The time of the newest version, in the form of `changed_at`. */
  latest_at: string;
  /** The specification type, as the service codes it. */
  schema?: string | null | undefined;
  /** The specification type in words. */
  schema_name?: string | null | undefined;
  /** The manufacturer's own name of the product. */
  manufacturer_product_name?: string | null | undefined;
  /** The name of the product. */
  product_name?: string | null | undefined;
  /** The name in the service's own form. */
  standardised_name?: string | null | undefined;
  /** The manufacturer's code; it may hold any character. */
  manufacturer_product_code?: string | null | undefined;
  /** The outer (traded unit) GTIN, 13 or 14 digits. */
  traded_unit_gtin?: string | null | undefined;
  /** The manufacturer's own version number. */
  manufacturer_version_number?: string | null | undefined;
  /** The manufacturer's id. Integer. */
  manufacturer: ManufacturerId;
  /** The manufacturer's name. */
  manufacturer_name?: string | null | undefined;
  /** The brand's id; 0 is none. Integer. */
  brand: BrandId;
  /** The brand's name. */
  brand_name?: string | null | undefined;
  /** The label's id; 0 is none. Integer. */
  label: LabelId;
  /** The label's name. */
  label_name?: string | null | undefined;
  /** The label's code. */
  label_code?: string | null | undefined;
  /** The content of the traded unit: the foods and their consumer units' GTINs. */
  components?: ProductListItemComponent[] | null | undefined;
  /** The product that this one was made from. */
  parent_id?: string | null | undefined;
  /** The kind of change that made this version: text here, an integer in the full product. */
  change_type?: string | null | undefined;
  /** Why it was changed. */
  change_reason?: string | null | undefined;
  /** The time of the last review, in the form of `changed_at`. */
  reviewed_at?: string | null | undefined;
}

/** A manufacturer. The service documents only its identifier. */
export interface Manufacturer {
  /** The manufacturer's id. Integer. */
  id: ManufacturerId;
  /** The manufacturer's name; not documented, but sent by product-pool-server. */
  name?: string | null | undefined;
  /** The manufacturer's address; not documented, but sent by product-pool-server. */
  address?: string | null | undefined;
}

/** A brand of one manufacturer. The service documents only its identifier. */
export interface Brand {
  /** The brand's id. Integer. */
  id: BrandId;
  /** The brand's name; not documented, but sent by product-pool-server. */
  name?: string | null | undefined;
  /**
   * The id of the brand's manufacturer; not documented, but sent by
   * product-pool-server. Integer.
   */
  manufacturer?: ManufacturerId | null | undefined;
}

/**
 * A label of the account: a name under which it groups products. Experimental:
 * the service's documentation does not show it.
 */
export interface Label {
  /** The label's id. Integer. */
  id: LabelId;
  /** The label's name; that it is sent is an assumption. */
  name?: string | null | undefined;
  /** The label's code; that it is sent is an assumption. */
  code?: string | null | undefined;
}

/**
 * The allergens by the service's names: the 14 groups of Regulation (EU) No 1169/2011 Annex II and the members of two of them. Fields of an allergen are `contains_${AllergenName}` and `contains_${AllergenName}_risk_source`.
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
 * The nutrients by the service's names, in the order of the declaration. Fields are `${NutrientName}_serving`, `${NutrientName}_prepared` and `${NutrientName}_prepared_100`; those per 100 as sold are named less regularly, such as `fat_100` and `cal_100_kj`.
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

/**
 * A panel of the card, in the order in which they are shown.
 *
 * - `summary`: Picture, name, brand, pack size and codes.
 * - `allergens`: The allergens.
 * - `lights`: Front-of-pack strip: energy and traffic lights.
 * - `ingredients`: The list of ingredients.
 * - `nutrition`: The nutrition declaration.
 * - `diets`: Diets and free-from claims.
 * - `handling`: Storage and use.
 * - `additives`: Artificial additives and the like.
 * - `origin`: Its origin.
 * - `accreditations`: Certificates and memberships.
 * - `packaging`: Its packaging.
 * - `logistics`: Case, inner pack and pallet.
 * - `details`: Everything else that is known of the food.
 * - `supplier`: Who supplied the information, and when.
 * - `gallery`: The images as a panel of their own. A card has them in its header unless a page selects this panel.
 */
export type PanelName =
  | 'summary'
  | 'allergens'
  | 'lights'
  | 'ingredients'
  | 'nutrition'
  | 'diets'
  | 'handling'
  | 'additives'
  | 'origin'
  | 'accreditations'
  | 'packaging'
  | 'logistics'
  | 'details'
  | 'supplier'
  | 'gallery';

/**
 * The part of a product that a card shows.
 *
 * - `full`: Everything.
 * - `summary`: The facts that a shopper must know at a glance: for a list of search results.
 * - `badges`: The allergens that warn, in a line: for a list of many products.
 */
export type VariantName =
  | 'full'
  | 'summary'
  | 'badges';

/** The key of a text of the elements, which `messages` can replace. */
export type MessageKey =
  | 'accreditations.intro'
  | 'allergen.almond_nuts'
  | 'allergen.barley'
  | 'allergen.brazil_nuts'
  | 'allergen.cashew_nuts'
  | 'allergen.celery_celeriac'
  | 'allergen.cereal'
  | 'allergen.crustacea'
  | 'allergen.eggs'
  | 'allergen.fish'
  | 'allergen.hazelnut_nuts'
  | 'allergen.lupin'
  | 'allergen.macadamia_nuts'
  | 'allergen.milk'
  | 'allergen.molluscs'
  | 'allergen.mustard'
  | 'allergen.oats'
  | 'allergen.peanuts'
  | 'allergen.pecan_nuts'
  | 'allergen.pistachio_nuts'
  | 'allergen.rye'
  | 'allergen.sesame_seeds'
  | 'allergen.soybeans'
  | 'allergen.sulphur_dioxide'
  | 'allergen.tree_nuts'
  | 'allergen.walnut_nuts'
  | 'allergen.wheat'
  | 'allergens.all-absent'
  | 'allergens.check'
  | 'allergens.check-label'
  | 'allergens.conflict'
  | 'allergens.conflict.free-from'
  | 'allergens.conflict.ingredients'
  | 'allergens.conflict.member'
  | 'allergens.conflict.name'
  | 'allergens.conflict.risk-source'
  | 'allergens.conflict.statement'
  | 'allergens.emphasised'
  | 'allergens.evidence'
  | 'allergens.gluten.no'
  | 'allergens.gluten.not-stated'
  | 'allergens.gluten.yes'
  | 'allergens.in'
  | 'allergens.little-gluten'
  | 'allergens.more'
  | 'allergens.none'
  | 'allergens.not-loaded'
  | 'allergens.risk-source'
  | 'allergens.source.flag'
  | 'allergens.source.ingredients'
  | 'allergens.source.name'
  | 'allergens.source.risk-source'
  | 'allergens.source.statement'
  | 'allergens.sources'
  | 'allergens.statement'
  | 'allergens.undeclared'
  | 'allergens.unread'
  | 'answer.contains'
  | 'answer.kinds'
  | 'answer.may-contain'
  | 'answer.none'
  | 'card.alcohol'
  | 'card.and'
  | 'card.case-gtin'
  | 'card.check-label'
  | 'card.code'
  | 'card.colon'
  | 'card.comma'
  | 'card.component'
  | 'card.dash'
  | 'card.decimal'
  | 'card.drained'
  | 'card.gtin'
  | 'card.label'
  | 'card.label.named'
  | 'card.loading'
  | 'card.net-quantity'
  | 'card.no-image'
  | 'card.pieces'
  | 'card.products'
  | 'card.rest'
  | 'card.said'
  | 'card.said.nothing'
  | 'card.scanned'
  | 'card.unit-gtin'
  | 'card.unnamed'
  | 'claim.named'
  | 'claim.no'
  | 'claim.not-free-from'
  | 'claim.not-stated'
  | 'claim.yes'
  | 'denied.halal_suitable'
  | 'denied.kosher_suitable'
  | 'denied.vegan_suitable'
  | 'denied.vegetarian_suitable'
  | 'diets.not-free-from'
  | 'diff.added'
  | 'diff.allergens.same'
  | 'diff.allergens.texts'
  | 'diff.basis'
  | 'diff.change'
  | 'diff.column'
  | 'diff.component.came'
  | 'diff.component.went'
  | 'diff.components'
  | 'diff.conflict.went'
  | 'diff.covered'
  | 'diff.direction.became-absent'
  | 'diff.direction.became-positive'
  | 'diff.direction.became-unstated'
  | 'diff.direction.lowered'
  | 'diff.direction.raised'
  | 'diff.direction.within'
  | 'diff.field'
  | 'diff.is'
  | 'diff.more'
  | 'diff.per-100'
  | 'diff.removed'
  | 'diff.same'
  | 'diff.title'
  | 'diff.unknown'
  | 'diff.versions'
  | 'diff.was'
  | 'error.bad-gtin.text'
  | 'error.bad-gtin.title'
  | 'error.error.text'
  | 'error.error.title'
  | 'error.network.text'
  | 'error.network.title'
  | 'error.not-found.text'
  | 'error.not-found.title'
  | 'error.retry'
  | 'error.unauthenticated.text'
  | 'error.unauthenticated.title'
  | 'fact.artificial_sweeteners'
  | 'fact.contains_gm_protein'
  | 'fact.contains_hydro_veg'
  | 'fact.contains_palm_oil'
  | 'fact.desinewed_meat'
  | 'fact.pasteurised'
  | 'fact.skeletal_bones_present'
  | 'field.acc_brcgs_certified'
  | 'field.acc_organic'
  | 'field.acc_school_approved'
  | 'field.acc_vegan'
  | 'field.acc_vegetarian'
  | 'field.age_restricted_product'
  | 'field.age_restriction'
  | 'field.alcohol_strength_per_vol'
  | 'field.artificial_antioxidants'
  | 'field.artificial_colours'
  | 'field.artificial_flavour_enhancers'
  | 'field.artificial_flavourings'
  | 'field.artificial_preservatives'
  | 'field.artificial_sweeteners'
  | 'field.base_material_type'
  | 'field.batch_code'
  | 'field.brand_name'
  | 'field.cases_per_pallet'
  | 'field.cases_per_pallet_layer'
  | 'field.cbd_concentration'
  | 'field.change_reason'
  | 'field.changed_at'
  | 'field.cheese_flavour_strength'
  | 'field.cheese_format'
  | 'field.cheese_mould_ripened'
  | 'field.chol_100'
  | 'field.closure_type'
  | 'field.commercially_sterile'
  | 'field.commodity_code'
  | 'field.consumer_units_per_traded'
  | 'field.contains_gm_protein'
  | 'field.contains_hydro_veg'
  | 'field.contains_palm_oil'
  | 'field.count_per_inner_component'
  | 'field.country_of_origin'
  | 'field.country_of_origin_details'
  | 'field.cut_details'
  | 'field.day_code'
  | 'field.desinewed_meat'
  | 'field.directions_for_use'
  | 'field.e_mark'
  | 'field.effective_date'
  | 'field.egg_source'
  | 'field.fat_percentage_dry_100'
  | 'field.fibre_type'
  | 'field.free_from_barley'
  | 'field.free_from_celery'
  | 'field.free_from_crustacea'
  | 'field.free_from_eggs'
  | 'field.free_from_fish'
  | 'field.free_from_gluten'
  | 'field.free_from_lactose'
  | 'field.free_from_lupin'
  | 'field.free_from_milk'
  | 'field.free_from_molluscs'
  | 'field.free_from_mustard'
  | 'field.free_from_nuts'
  | 'field.free_from_oats'
  | 'field.free_from_peanuts'
  | 'field.free_from_rye'
  | 'field.free_from_sesame'
  | 'field.free_from_soybeans'
  | 'field.free_from_sulphur_dioxide'
  | 'field.free_from_wheat'
  | 'field.fried_during_manufacture'
  | 'field.halal_suitable'
  | 'field.hazard_filters'
  | 'field.hazard_magnets'
  | 'field.hazard_metal_detection'
  | 'field.hazard_optical_sorting'
  | 'field.hazard_sieving'
  | 'field.hazard_xray'
  | 'field.health_marks'
  | 'field.hfss_product'
  | 'field.hfss_score'
  | 'field.inner_component_depth'
  | 'field.inner_component_diameter'
  | 'field.inner_component_height'
  | 'field.inner_component_volume'
  | 'field.inner_component_weight'
  | 'field.inner_component_width'
  | 'field.inner_components_in_pack'
  | 'field.inner_pack_depth'
  | 'field.inner_pack_gross_weight'
  | 'field.inner_pack_gtin'
  | 'field.inner_pack_height'
  | 'field.inner_pack_net_weight'
  | 'field.inner_pack_packaging'
  | 'field.inner_pack_product_code'
  | 'field.inner_pack_splittable'
  | 'field.inner_pack_width'
  | 'field.inner_packaging'
  | 'field.inner_packaging_aluminium_weight'
  | 'field.inner_packaging_fibre_based_composite_weight'
  | 'field.inner_packaging_glass_weight'
  | 'field.inner_packaging_other_weight'
  | 'field.inner_packaging_paper_cardboard_weight'
  | 'field.inner_packaging_plastic_weight'
  | 'field.inner_packaging_steel_weight'
  | 'field.inner_packaging_wood_weight'
  | 'field.inner_packs_in_case'
  | 'field.internal_gtin'
  | 'field.intrastat_taric'
  | 'field.kosher_suitable'
  | 'field.label_name'
  | 'field.latest_version'
  | 'field.layers_per_pallet'
  | 'field.manufacturer_address'
  | 'field.manufacturer_name'
  | 'field.manufacturer_product_code'
  | 'field.manufacturer_product_name'
  | 'field.manufacturer_version_number'
  | 'field.manufacturers_component_code'
  | 'field.marketing_description'
  | 'field.max_shelf_life'
  | 'field.meursing_code'
  | 'field.micro_trend_analysis'
  | 'field.milk_type'
  | 'field.modified_atmosphere_packaging'
  | 'field.net_drained_weight'
  | 'field.no_inner_component_present'
  | 'field.no_outer_present'
  | 'field.non_milk_extrinsic_sugars_100'
  | 'field.non_milk_extrinsic_sugars_prepared'
  | 'field.non_palletised'
  | 'field.not_for_eu'
  | 'field.number_of_servings'
  | 'field.nutrition_statements'
  | 'field.nutritional_data_exempt'
  | 'field.nutritional_information_source'
  | 'field.organoleptic_appearance'
  | 'field.organoleptic_aroma'
  | 'field.organoleptic_taste'
  | 'field.organoleptic_texture'
  | 'field.other_accreditation'
  | 'field.outer_case_depth'
  | 'field.outer_case_gross_weight'
  | 'field.outer_case_height'
  | 'field.outer_case_net_weight'
  | 'field.outer_case_width'
  | 'field.outer_packaging'
  | 'field.outer_packaging_aluminium_weight'
  | 'field.outer_packaging_fibre_based_composite_weight'
  | 'field.outer_packaging_glass_weight'
  | 'field.outer_packaging_other_weight'
  | 'field.outer_packaging_paper_cardboard_weight'
  | 'field.outer_packaging_plastic_weight'
  | 'field.outer_packaging_steel_weight'
  | 'field.outer_packaging_wood_weight'
  | 'field.packaging_returnable'
  | 'field.packaging_type'
  | 'field.packaging_weight'
  | 'field.pallet_gross_weight'
  | 'field.pallet_gtin'
  | 'field.pallet_height'
  | 'field.pallet_type'
  | 'field.pasteurised'
  | 'field.place_of_provenance'
  | 'field.pool_id'
  | 'field.prepared_product_details'
  | 'field.prepared_product_portion_size'
  | 'field.primary_ingredient_details'
  | 'field.primary_ingredient_origin'
  | 'field.product_category'
  | 'field.product_description'
  | 'field.product_health_warning'
  | 'field.product_type'
  | 'field.recycled_plastic'
  | 'field.reformed'
  | 'field.replaced_by'
  | 'field.reviewed_at'
  | 'field.schema_name'
  | 'field.serving_details'
  | 'field.serving_size'
  | 'field.shelf_life_exempt'
  | 'field.shelf_life_from_opening'
  | 'field.shelf_life_once_defrosted'
  | 'field.shelf_life_testing'
  | 'field.skeletal_bones_present'
  | 'field.skin_present'
  | 'field.status'
  | 'field.storage_instructions'
  | 'field.storage_instructions_after_opening'
  | 'field.storage_type'
  | 'field.trade_item_splittable'
  | 'field.traded_unit_gtin'
  | 'field.traffic_light_labelling'
  | 'field.trans_fats_100'
  | 'field.transport_packaging'
  | 'field.value_added_tax_rate'
  | 'field.variable_inner_components'
  | 'field.variable_weight_consumer_item'
  | 'field.vegan_suitable'
  | 'field.vegetarian_suitable'
  | 'field.version'
  | 'field.very_low_gluten'
  | 'gallery.close'
  | 'gallery.place'
  | 'gallery.zoom'
  | 'ingredients.none'
  | 'level.high'
  | 'level.low'
  | 'level.medium'
  | 'lights.by-portion'
  | 'lights.calculated'
  | 'lights.note'
  | 'lights.sat_fat'
  | 'lights.typical'
  | 'matrix.csv'
  | 'matrix.intro'
  | 'matrix.legend'
  | 'matrix.remarks'
  | 'matrix.title'
  | 'notice.archived'
  | 'notice.changed'
  | 'notice.discontinued'
  | 'notice.draft'
  | 'notice.future-date'
  | 'notice.old-date'
  | 'notice.old-version'
  | 'notice.other-version'
  | 'notice.recalled'
  | 'notice.recalled.title'
  | 'notice.reload'
  | 'notice.replaced'
  | 'notice.stale'
  | 'notice.successor'
  | 'notice.supplier'
  | 'notice.too-much'
  | 'notice.unknown-status'
  | 'notice.withdrawn'
  | 'notice.withdrawn.title'
  | 'nutrient.biotin_b7'
  | 'nutrient.cal_kcal'
  | 'nutrient.cal_kj'
  | 'nutrient.calcium'
  | 'nutrient.carb'
  | 'nutrient.chloride'
  | 'nutrient.chromium'
  | 'nutrient.copper'
  | 'nutrient.fat'
  | 'nutrient.fibre'
  | 'nutrient.fluoride'
  | 'nutrient.folate'
  | 'nutrient.iodine'
  | 'nutrient.iron'
  | 'nutrient.magnesium'
  | 'nutrient.manganese'
  | 'nutrient.molybdenum'
  | 'nutrient.mono_fat'
  | 'nutrient.niacin_b3'
  | 'nutrient.pantothenic_acid'
  | 'nutrient.phosphorus'
  | 'nutrient.poly_fat'
  | 'nutrient.polyols_carb'
  | 'nutrient.potassium'
  | 'nutrient.protein'
  | 'nutrient.riboflavin_b2'
  | 'nutrient.salt'
  | 'nutrient.sat_fat'
  | 'nutrient.selenium'
  | 'nutrient.sodium'
  | 'nutrient.starch_carb'
  | 'nutrient.sugar_carb'
  | 'nutrient.thiamin_b1'
  | 'nutrient.vitamin_a'
  | 'nutrient.vitamin_b12'
  | 'nutrient.vitamin_b6'
  | 'nutrient.vitamin_c'
  | 'nutrient.vitamin_d'
  | 'nutrient.vitamin_e'
  | 'nutrient.vitamin_k'
  | 'nutrient.zinc'
  | 'nutrition.caption'
  | 'nutrition.from-sodium'
  | 'nutrition.micronutrients'
  | 'nutrition.none'
  | 'nutrition.not-given'
  | 'nutrition.nrv'
  | 'nutrition.nutrient'
  | 'nutrition.per-100-g'
  | 'nutrition.per-100-ml'
  | 'nutrition.per-100-unknown'
  | 'nutrition.per-serving'
  | 'nutrition.percent'
  | 'nutrition.prepared'
  | 'nutrition.prepared-100'
  | 'nutrition.reference'
  | 'nutrition.reference-note'
  | 'of-which.mono_fat'
  | 'of-which.poly_fat'
  | 'of-which.polyols_carb'
  | 'of-which.sat_fat'
  | 'of-which.starch_carb'
  | 'of-which.sugar_carb'
  | 'panel.accreditations'
  | 'panel.additives'
  | 'panel.allergens'
  | 'panel.details'
  | 'panel.diets'
  | 'panel.gallery'
  | 'panel.handling'
  | 'panel.ingredients'
  | 'panel.lights'
  | 'panel.logistics'
  | 'panel.nutrition'
  | 'panel.origin'
  | 'panel.packaging'
  | 'panel.summary'
  | 'panel.supplier'
  | 'quality.energy-against-nutrients'
  | 'quality.figure-over-whole'
  | 'quality.kilojoules-against-kilocalories'
  | 'quality.salt-against-sodium'
  | 'quality.saturates-over-fat'
  | 'quality.serving-against-per-100'
  | 'quality.sugars-over-carbohydrate'
  | 'quality.sum-over-whole'
  | 'quality.unit-twice'
  | 'scanner.aim'
  | 'scanner.close'
  | 'scanner.failed'
  | 'scanner.find'
  | 'scanner.hint'
  | 'scanner.insecure'
  | 'scanner.invalid'
  | 'scanner.label'
  | 'scanner.open'
  | 'section.characteristics'
  | 'section.handling'
  | 'section.hazard_controls'
  | 'section.inner'
  | 'section.inner_other'
  | 'section.inner_pack'
  | 'section.logistics'
  | 'section.nutrients'
  | 'section.nutrients_prepared'
  | 'section.organoleptics'
  | 'section.outer'
  | 'section.pallet'
  | 'section.safety_outer'
  | 'section.supplementary_information'
  | 'section.waste_inner'
  | 'section.waste_outer'
  | 'section.waste_packaging'
  | 'status.contains'
  | 'status.declared-not-present'
  | 'status.may-contain'
  | 'status.not-stated'
  | 'unit.day'
  | 'unit.days'
  | 'unit.hour'
  | 'unit.hours'
  | 'unit.month'
  | 'unit.months'
  | 'unit.week'
  | 'unit.weeks'
  | 'unit.year'
  | 'unit.years'
  | 'verdict.conflict'
  | 'verdict.contains'
  | 'verdict.declared-not-present'
  | 'verdict.group'
  | 'verdict.may-contain'
  | 'verdict.not-stated'
  | 'verdict.outdated'
  | 'verdict.title'
  | 'verdict.unknown'
  | 'verdict.unread';
