//! The table against the service's own list of fields.

use product_pool::model::table::{
    self, COMPONENT, Column, IMAGE, IMAGE_TYPE, LIST_ITEM, LIST_ITEM_COMPONENT, PACKAGING, PRODUCT,
    Record,
};
use product_pool::model::view::Shape;
use product_pool::model::{Allergen, Micronutrient, Nutrient};
use std::collections::BTreeSet;

/// Every field that the service documents, `record.field` or
/// `record.section.field`, taken from its documentation.
const DOCUMENTED: &str = include_str!("../fixtures/api-fields.txt");

fn record(name: &str) -> &'static Record {
    [
        &PRODUCT,
        &COMPONENT,
        &LIST_ITEM,
        &LIST_ITEM_COMPONENT,
        &IMAGE,
        &IMAGE_TYPE,
        &PACKAGING,
    ]
    .into_iter()
    .find(|record| record.name == known_as(name))
    .unwrap_or_else(|| panic!("no record {name}"))
}

fn known_as(name: &str) -> &str {
    match name {
        "list item" => "product list item",
        "list item component" => "product list item component",
        other => other,
    }
}

#[test]
fn every_documented_field_is_in_the_table() {
    assert!(DOCUMENTED.lines().count() > 550);
    for line in DOCUMENTED.lines() {
        let mut parts = line.split('.');
        let mut current = record(parts.next().unwrap());
        for part in parts {
            let field = current
                .field(part)
                .unwrap_or_else(|| panic!("{line} is not in the table"));
            if let Shape::Record(inner) = field.shape {
                current = inner;
            }
        }
    }
}

#[test]
fn the_table_has_no_field_that_is_not_documented() {
    let documented: BTreeSet<&str> = DOCUMENTED.lines().collect();
    for (name, record) in [("product", &PRODUCT), ("component", &COMPONENT)] {
        for field in record.fields() {
            let path = format!("{name}.{}", field.name);
            assert!(documented.contains(path.as_str()), "{path}");
            if let Shape::Record(section) = field.shape {
                for field in section.fields() {
                    let path = format!("{path}.{}", field.name);
                    assert!(documented.contains(path.as_str()), "{path}");
                }
            }
        }
    }
}

#[test]
fn no_name_stands_twice_in_a_record_and_every_field_is_described() {
    fn walk(record: &'static Record) {
        let mut names = BTreeSet::new();
        for field in record.fields() {
            assert!(
                names.insert(field.name),
                "{} twice in {}",
                field.name,
                record.name
            );
            assert!(field.doc.ends_with('.'), "{} has no sentence", field.name);
            match field.shape {
                Shape::Record(inner) => walk(inner),
                Shape::List(Shape::Record(inner)) => walk(inner),
                _ => {}
            }
        }
    }
    for record in [&PRODUCT, &table::PRODUCT_PAGE, &table::IMAGE_PAGE] {
        walk(record);
    }
}

#[test]
fn families_name_fields_of_their_sections() {
    for allergen in Allergen::ALL {
        assert!(table::ALLERGENS.field(allergen.flag_field()).is_some());
        assert!(
            table::ALLERGENS
                .field(allergen.risk_source_field())
                .is_some()
        );
        assert_eq!(
            Allergen::from_wire_name(allergen.wire_name()),
            Some(*allergen)
        );
    }
    for column in Column::ALL {
        let section = match column {
            Column::Per100 | Column::Serving => &table::NUTRIENTS,
            _ => &table::NUTRIENTS_PREPARED,
        };
        for nutrient in Nutrient::ALL {
            assert!(
                section.field(nutrient.field(*column)).is_some(),
                "{}",
                nutrient.field(*column)
            );
        }
        for nutrient in Micronutrient::ALL {
            assert!(section.field(nutrient.field(*column)).is_some());
        }
    }
}

#[test]
fn the_groups_are_the_fourteen_of_annex_ii() {
    assert_eq!(Allergen::ALL.len(), 26);
    assert_eq!(Allergen::groups().count(), 14);
    assert_eq!(Allergen::Cereal.members().count(), 4);
    assert_eq!(Allergen::TreeNuts.members().count(), 8);
    assert_eq!(Micronutrient::ALL.len(), 27);
}
