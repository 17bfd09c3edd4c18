//! The GTINs that a record lists.

use crate::collect_vec::CollectVec as _;
use crate::gtin::{Gtin, GtinCaution};
use crate::label::data::data;
use crate::model::table::{ProductData, named};

data! {
    /// A GTIN in a record, valid or not.
    pub struct ListedGtin<'a> {
        /// The kind of unit that it identifies.
        pub kind: GtinKind,
        /// The index of the component, for `unit`.
        pub component: Option<usize>,
        /// The path of the field, such as `outer.traded_unit_gtin`.
        pub path: String,
        /// The digits as the supplier wrote them.
        pub verbatim: &'a str,
        /// The digits as issued; `None` if it is not valid.
        pub gtin: Option<String>,
        /// The digits padded to 14, for comparison.
        pub gtin14: Option<String>,
        /// What is special about the number.
        pub caution: Option<GtinCaution>,
    }
}

named! {
    /// The kinds of unit that a GTIN identifies.
    #[non_exhaustive]
    GtinKind key: "The name in the view." {
        /// The case: the unit that is traded.
        Case "case",
        /// A pack inside the case.
        InnerPack "inner-pack",
        /// The pallet.
        Pallet "pallet",
        /// The consumer unit of a component.
        Unit "unit",
    }
}

/// The GTINs of the case, the inner pack, the pallet and the consumer units.
pub(super) fn gtins(product: ProductData<'_>) -> Vec<ListedGtin<'_>> {
    let case = product.outer().traded_unit_gtin().get();
    let pack = product.inner_pack().inner_pack_gtin().get();
    let pallet = product.pallet().pallet_gtin().get();
    let outer = [
        (GtinKind::Case, "outer.traded_unit_gtin", case),
        (GtinKind::InnerPack, "inner_pack.inner_pack_gtin", pack),
        (GtinKind::Pallet, "pallet.pallet_gtin", pallet),
    ];
    let outer = outer
        .into_iter()
        .filter_map(|(kind, path, digits)| Some(listed(kind, None, path.to_owned(), digits?)));
    let units = product.components().iter().enumerate();
    let units = units.filter_map(|(index, component)| {
        let path = format!("components[{index}].inner.internal_gtin");
        let digits = component.inner().internal_gtin().get()?;
        Some(listed(GtinKind::Unit, Some(index), path, digits))
    });
    outer.chain(units).collect_vec()
}

fn listed(
    kind: GtinKind,
    component: Option<usize>,
    path: String,
    verbatim: &str,
) -> ListedGtin<'_> {
    let gtin = Gtin::parse(verbatim).ok();
    ListedGtin {
        kind,
        component,
        path,
        verbatim,
        gtin: gtin.map(|gtin| gtin.given()),
        gtin14: gtin.map(|gtin| gtin.to_14()),
        caution: gtin.and_then(|gtin| gtin.caution()),
    }
}
