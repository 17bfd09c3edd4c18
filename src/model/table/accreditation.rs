//! The accreditations: one line each.

use super::view::{Coded, Shape, Text, View};
use super::{Field, field, records};

macro_rules! accreditations {
    ($($wire:literal $title:literal;)*) => {
        const FIELDS: &[Field] = &[$(field(
            $wire,
            Shape::Text,
            true,
            concat!("The statement about this accreditation: ", $title, "."),
        )),*];

        impl Accreditation {
            /// All of them, in the service's order.
            pub const ALL: &[Accreditation] = &[$(Accreditation { field: $wire, title: $title }),*];
        }
    };
}

/// A certificate or membership.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Accreditation {
    /// The wire name.
    pub field: &'static str,
    /// The scheme's own name, the same in every language.
    pub title: &'static str,
}

impl Accreditation {
    /// The scheme's own name for a field; `None` for a field that is no scheme's.
    #[cfg(not(all(target_arch = "wasm32", feature = "dom")))]
    pub(crate) fn title_of(field: &str) -> Option<&'static str> {
        let found = Self::ALL.iter().find(|scheme| scheme.field == field);
        found.map(|scheme| scheme.title)
    }

    /// An empty name for the field of a scheme, `None` for others: the elements of the npm
    /// package have the names among the messages.
    #[cfg(all(target_arch = "wasm32", feature = "dom"))]
    pub(crate) fn title_of(field: &str) -> Option<&'static str> {
        let is_scheme = FIELDS.iter().any(|scheme| scheme.name == field);
        is_scheme.then_some("")
    }
}

accreditations! {
    "acc_asc" "Aquaculture Stewardship Council";
    "acc_aoecs" "AOECS crossed grain";
    "acc_bcorp" "B Corp";
    "acc_bap_cert" "Best Aquaculture Practices";
    "acc_brcgs_agents_brokers" "BRCGS Agents and Brokers";
    "acc_brcgs_ethical" "BRCGS Ethical Trade";
    "acc_brcgs_food_safety" "BRCGS Food Safety";
    "acc_brcgs_gluten_free" "BRCGS Gluten-Free";
    "acc_brcgs_packaging" "BRCGS Packaging Materials";
    "acc_brcgs_plant_based" "BRCGS Plant-Based";
    "acc_brcgs_start" "BRCGS START!";
    "acc_brcgs_storage_distribution" "BRCGS Storage and Distribution";
    "acc_bbpa" "British Beer and Pub Association";
    "acc_bpi" "Biodegradable Products Institute";
    "acc_british_lion" "British Lion";
    "acc_bmpa" "British Meat Processors Association";
    "acc_clas" "CLAS";
    "acc_ethical_tea" "Ethical Tea Partnership";
    "acc_fair_trade" "Fairtrade";
    "acc_fa_welsh_livestock" "Farm Assured Welsh Livestock";
    "acc_femas" "FEMAS";
    "acc_food_for_life" "Food for Life";
    "acc_fsc" "Forest Stewardship Council";
    "acc_fssc_22000" "FSSC 22000";
    "acc_global_gap" "GLOBALG.A.P.";
    "acc_iceland_responsible_fisheries" "Iceland Responsible Fisheries";
    "acc_ifs_food_standard" "IFS Food";
    "acc_iso_14001" "ISO 14001";
    "acc_iso_22000" "ISO 22000";
    "acc_iso_45001" "ISO 45001";
    "acc_iso_9001_2015" "ISO 9001:2015";
    "acc_leaf" "LEAF Marque";
    "acc_loop" "LOOP";
    "acc_mel_japan" "MEL Japan";
    "acc_msc" "Marine Stewardship Council";
    "acc_ni_beef_lamb_fqas" "Northern Ireland Beef and Lamb Farm Quality Assurance Scheme";
    "acc_organic" "Organic";
    "acc_quality_meat_scotland" "Quality Meat Scotland";
    "acc_rainforest" "Rainforest Alliance";
    "acc_red_tractor" "Red Tractor";
    "acc_responsible_fisheries_management" "Responsible Fisheries Management";
    "acc_rspo" "Roundtable on Sustainable Palm Oil";
    "acc_rtrs" "Round Table on Responsible Soy";
    "acc_freedom_food" "RSPCA Assured (Freedom Food)";
    "acc_sqf" "Safe Quality Food";
    "acc_salsa" "SALSA";
    "acc_school_approved" "School approved";
    "acc_sedex" "Sedex";
    "acc_siba" "Society of Independent Brewers";
    "acc_spec_cheese_assoc" "Specialist Cheesemakers Association";
    "acc_vegan" "Vegan";
    "acc_vegetarian" "Vegetarian";
}

records! {
    /// Certificates and memberships.
    ACCREDITATIONS Accreditations "accreditations" + FIELDS {
        acc_brcgs_certified: Coded, "Whether it is certified by BRCGS.";
        other_accreditation: Text is read, "Other accreditations.";
    }
}

impl<'a> Accreditations<'a> {
    /// What is said of an accreditation.
    pub fn accreditation(self, accreditation: Accreditation) -> Text<'a> {
        Text::view(self.read(accreditation.field))
    }
}
