//! Paths of fields in a record, such as `components[0].allergens.contains_milk`.

/// `components[0]`.
pub(super) fn component_path(index: usize) -> String {
    indexed("components", index)
}

/// `components[0].allergens.contains_milk`.
pub(super) fn component_field(index: usize, section: &str, field: &str) -> String {
    format!("{}.{section}.{field}", component_path(index))
}

/// `outer[0]`.
pub(super) fn indexed(at: &str, index: usize) -> String {
    format!("{at}[{index}]")
}

/// `outer.traded_unit_gtin`; `status` where there is no `at`.
pub(super) fn within(at: &str, field: &str) -> String {
    let dot = if at.is_empty() { "" } else { "." };
    format!("{at}{dot}{field}")
}
