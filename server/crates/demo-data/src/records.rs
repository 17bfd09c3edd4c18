//! The frozen records in `data/records.json`, from which all products are made: first those of the
//! showcase, then sound ones, then one with each planted fault.
//!
//! Each has only what differs from `common`. In texts, words in braces such as `{brand}` stand for
//! what each product has of its own. A GTIN has zeros in place of the product's number; otherwise
//! it has the form, right or wrong, that it has in all products made of the record.

use serde::Deserialize;
use serde_json::Value;
use std::sync::LazyLock;

/// Reads a table of `data/`.
///
/// # Panics
///
/// If the table is not valid; a test reads each.
pub(crate) fn read<T: Deserialize<'static>>(table: &'static str) -> T {
    serde_json::from_str(table).unwrap_or_else(|error| panic!("a table in data/: {error}"))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 'static"))]
struct File {
    common: Common,
    records: Vec<Frozen>,
}

/// What most records have, and most components of records.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Common {
    record: Value,
    component: Value,
}

/// A frozen record.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Frozen {
    /// The short name of the showcase's product that it is.
    pub(crate) key: Option<&'static str>,
    /// Whether no other product is made of it.
    #[serde(default)]
    pub(crate) only_shown: bool,
    /// The short name of the fault in it.
    pub(crate) fault: Option<&'static str>,
    /// The name of the food or kit.
    pub(crate) article: &'static str,
    /// What it is made as: see `makes` in `data/manufacturers.json`.
    pub(crate) category: &'static str,
    /// The drawings of the pack and of the motif on it.
    pub(crate) picture: [&'static str; 2],
    /// Whether it is in the second format: identifiers of 32 hexadecimal digits, versions such as
    /// `1.0`, several specification types, and members that the service does not document. In the
    /// first, identifiers have nine digits and versions are whole numbers.
    #[serde(default)]
    pub(crate) hexadecimal: bool,
    /// Whether the showcase's product is no longer sold.
    #[serde(default)]
    pub(crate) archived: bool,
    /// The index of the product that replaces the showcase's product.
    pub(crate) replaced_by: Option<u64>,
    /// The index of the product that it replaces.
    pub(crate) replaces: Option<u64>,
    /// The sections that are missing.
    #[serde(default)]
    lacks: Vec<String>,
    /// The sections that its components lack.
    #[serde(default)]
    component_lacks: Vec<String>,
    record: Value,
    /// What earlier versions differ in, each from the next, beginning with the last of them.
    #[serde(default)]
    earlier: Vec<Value>,
    /// The records of all versions, newest first, once they are complete.
    #[serde(skip)]
    pub(crate) versions: Vec<Value>,
}

/// All records.
pub(crate) fn records() -> &'static [Frozen] {
    static RECORDS: LazyLock<Vec<Frozen>> = LazyLock::new(|| {
        let file: File = read(include_str!("../data/records.json"));
        let mut records = file.records;
        for frozen in &mut records {
            frozen.versions = frozen.complete(&file.common);
        }
        records
    });
    &RECORDS
}

/// The records of the showcase's products. Their positions are their indexes.
pub(crate) fn shown() -> impl ExactSizeIterator<Item = &'static Frozen> {
    let shown = records().iter().filter(|frozen| frozen.key.is_some());
    shown.collect::<Vec<_>>().into_iter()
}

impl Frozen {
    /// Whether it has little more than names.
    pub(crate) fn is_sparse(&self) -> bool {
        self.versions[0]["logistics"].is_null()
    }

    fn complete(&self, common: &Common) -> Vec<Value> {
        let components = self.record["components"].as_array().map_or(0, Vec::len);
        let component = without(&common.component, &self.component_lacks);
        let mut record = without(&common.record, &self.lacks);
        record["components"] = vec![component; components].into();
        merge(&mut record, &self.record);
        let mut versions = vec![record];
        for difference in &self.earlier {
            let mut record = versions[versions.len() - 1].clone();
            merge(&mut record, difference);
            versions.push(record);
        }
        versions
    }
}

/// The value without the members of these names.
fn without(value: &Value, names: &[String]) -> Value {
    let mut value = value.clone();
    if let Value::Object(members) = &mut value {
        members.retain(|name, _| !names.contains(name));
    }
    value
}

/// Gives the members of objects, and the elements of lists of one length, the values that they have
/// in another value.
fn merge(value: &mut Value, other: &Value) {
    match (value, other) {
        (Value::Object(members), Value::Object(others)) => {
            for (name, other) in others {
                merge(members.entry(name).or_insert(Value::Null), other);
            }
        }
        (Value::Array(elements), Value::Array(others)) if elements.len() == others.len() => {
            for (element, other) in elements.iter_mut().zip(others) {
                merge(element, other);
            }
        }
        (value, other) => *value = other.clone(),
    }
}
