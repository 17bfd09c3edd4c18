//! The table against the service's own list of fields.

use product_pool::model::table::{
    self, COMPONENT, Column, IMAGE, IMAGE_TYPE, LIST_ITEM, LIST_ITEM_COMPONENT, PACKAGING, PRODUCT,
    Schema,
};
use product_pool::model::view::Shape;
use product_pool::model::{self, Allergen, Micronutrient, Nutrient};
use std::collections::BTreeSet;

/// Every field that the service documents, `record.field` or
/// `record.section.field`, taken from its documentation. A `?` after the name
/// means that the field may be `null`.
const DOCUMENTED: &str = include_str!("../../fixtures/api-fields.txt");

fn record(name: &str) -> &'static Schema {
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
        let path = line.trim_end_matches('?');
        let mut parts = path.split('.');
        let mut current = record(parts.next().unwrap());
        let mut nullable = false;
        for part in parts {
            let field = current
                .field(part)
                .unwrap_or_else(|| panic!("{path} is not in the table"));
            if let Shape::Record(inner) = field.shape {
                current = inner;
            }
            nullable = field.nullable;
        }
        assert_eq!(nullable, line.ends_with('?'), "whether {path} may be null");
    }
}

#[test]
fn the_table_has_no_field_that_is_not_documented() {
    let documented: BTreeSet<&str> = DOCUMENTED
        .lines()
        .map(|line| line.trim_end_matches('?'))
        .collect();
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
    fn walk(record: &'static Schema) {
        let mut names = BTreeSet::new();
        for field in record.fields() {
            assert!(
                names.insert(field.name),
                "{} twice in {}",
                field.name,
                record.name
            );
            assert!(field.doc().ends_with('.'), "{} has no sentence", field.name);
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
        assert_eq!(allergen.wire_name().parse(), Ok(*allergen));
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

#[test]
fn only_what_the_service_assigns_in_lists_is_always_there() {
    for field in LIST_ITEM.fields().filter(|field| field.is_assigned()) {
        assert!(!field.nullable, "{}", field.name);
    }
    assert!(
        LIST_ITEM
            .field("pool_id")
            .is_some_and(|field| field.is_assigned())
    );
    assert!(!PRODUCT.fields().any(|field| field.is_assigned()));
}

#[test]
fn manufacturers_and_brands_are_read_in_and_out_of_a_frame() {
    let framed = model::Manufacturer::from_json(r#"{"data": {"id": 7, "name": "A"}}"#).unwrap();
    let bare = model::Manufacturer::from_json(r#"{"id": 7, "name": "A"}"#).unwrap();
    assert_eq!(framed, bare);
    assert_eq!(bare.data().id().get(), Some(7));
    assert_eq!(bare.data().name().get(), Some("A"));
    assert_eq!(bare.data().address().get(), None);
    assert!(model::Brand::from_json("[]").is_err());
    for body in [
        r#"[{"id": 1, "more": true}]"#,
        r#"{"data": [{"id": 1, "more": true}]}"#,
    ] {
        let listing = model::Page::<model::Brand>::from_json(body).unwrap();
        assert_eq!(listing.items().len(), 1);
        let brands = listing.into_items();
        assert_eq!(brands[0].data().id().get(), Some(1));
        assert_eq!(brands[0].to_json(), r#"{"id":1,"more":true}"#);
    }
}
