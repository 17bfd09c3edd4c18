//! The TypeScript types of the service's records (`pkg/src/shared/model.ts`), made from
//! the field table, so that neither can name a field that the other lacks; those
//! of what the label says (`pkg/src/label/views.ts`), from its structs; the classes of the
//! client's errors (`pkg/src/shared/error-classes.ts`, `error-codes.ts`); and the
//! names of the card's panels (`pkg/src/card/panel-names.ts`) and variants
//! (`pkg/src/shared/variants.ts`) for JavaScript; and the names of certificates
//! (`src/messages/certificates.txt`).
//!
//! A crate of its own, so that `cargo xtask` itself builds without the library
//! and works while the library does not compile. Types of the client and the
//! card are written by hand beside the file made here.

mod comment;
mod errors;
mod label;

use std::fmt::Display;

use product_pool::card::{Panel, Variant};
use product_pool::messages::LANGUAGES;
use product_pool::model::table::{
    Accreditation, BRAND, CATALOG_PAGE, Field, IMAGE_PAGE, LABEL, MANUFACTURER, PRODUCT,
    PRODUCT_PAGE, Schema,
};
use product_pool::model::view::Shape;
use product_pool::model::{Allergen, Micronutrient, Nutrient, Value};

/// Everything that an answer can be made of hangs on these.
const ROOTS: [&Schema; 7] = [
    &PRODUCT,
    &PRODUCT_PAGE,
    &IMAGE_PAGE,
    &CATALOG_PAGE,
    &MANUFACTURER,
    &BRAND,
    &LABEL,
];

/// What stands above the types.
const HEAD: &str = "\
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
";

/// The files that are made here, by name, each with its text.
pub fn files() -> [(&'static str, String); 8] {
    [
        ("pkg/src/shared/model.ts", declarations()),
        ("pkg/src/label/views.ts", label::declarations()),
        ("pkg/src/shared/error-classes.ts", errors::classes()),
        ("pkg/src/shared/error-codes.ts", errors::by_code()),
        ("pkg/src/card/panel-names.ts", panel_names()),
        ("pkg/src/shared/variants.ts", variants()),
        ("pkg/src/testing/allergens.ts", allergens()),
        ("src/messages/certificates.txt", certificates()),
    ]
}

/// The card's panels as a list for JavaScript: as one text, which compresses with those
/// of the variants.
fn panel_names() -> String {
    let names: Vec<&str> = Panel::ALL.iter().map(|panel| panel.key()).collect();
    format!(
        "// The card's panels in their order, from src/card/panel.rs by `cargo xtask types`.\n\
         // Change that, not this file.\n\n\
         // prettier-ignore\nexport const PANELS = '{}'.split(' ');\n",
        names.join(" ")
    )
}

/// The names of all allergens for JavaScript, as their flags have them.
fn allergens() -> String {
    let names = Allergen::ALL
        .iter()
        .map(|allergen| format!("  '{}',\n", allergen.wire_name()));
    let names: String = names.collect();
    format!(
        "// The names of all allergens, from src/model/table by `cargo xtask types`. Change that, not this file.\n\n\
         import type {{ AllergenName }} from '../shared/model.js';\n\n\
         export const ALLERGENS: AllergenName[] = [\n{names}];\n"
    )
}

/// The card's variants for JavaScript: the panels of each, and those of its panels that
/// show images.
fn variants() -> String {
    let mut panels = String::new();
    let mut images = String::new();
    for variant in Variant::ALL {
        let names = |shown: &dyn Fn(Panel) -> bool| {
            let panels = Panel::ALL.iter().filter(|panel| shown(**panel));
            panels.map(|panel| panel.key()).collect::<Vec<_>>()
        };
        let usual = variant.panels().iter().map(|panel| panel.key());
        let usual: Vec<&str> = usual.collect();
        let one = names(&|panel| variant.shows_image(Some(&[panel])));
        let all = names(&|panel| variant.shows_all_images(Some(&[panel])));
        let variant = variant.key();
        panels.push_str(&format!("  {variant}: '{}',\n", usual.join(" ")));
        images.push_str(&format!(
            "  {variant}: {{ image: {one:?}, images: {all:?} }},\n"
        ));
    }
    let images = images.replace('"', "'");
    format!(
        "// The card's variants, from src/card/panel.rs by `cargo xtask types`. Change that,\n\
         // not this file.\n\n\
         /** The panels that each shows by default. */\n\
         // prettier-ignore\nexport const VARIANTS: Record<string, string> = {{\n{panels}}};\n\n\
         /** The panels of each that show the feature image, and those that show all images. */\n\
         // prettier-ignore\nexport const WITH_IMAGES: Record<string, Record<'image' | 'images', string[]>> = {{\n{images}}};\n"
    )
}

/// The names of certificates, which are the same in every language: a key and a name a line.
fn certificates() -> String {
    let lines = Accreditation::ALL.iter();
    let lines = lines.map(|line| format!("field.{} {}\n", line.field, line.title));
    lines.collect()
}

/// The keys of all messages, in their order.
fn message_keys() -> Vec<String> {
    let english = Value::parse(LANGUAGES[0].1).unwrap_or_default();
    let messages = english
        .as_object()
        .into_iter()
        .flat_map(|object| object.iter());
    messages.map(|(key, _)| key.to_owned()).collect()
}

/// The text of `model.ts`.
fn declarations() -> String {
    let mut types = Types {
        text: HEAD.to_owned(),
        written: Vec::new(),
    };
    for root in ROOTS {
        types.interface(type_name(root.name), root);
    }
    types.names(
        "AllergenName",
        "The allergens by the service's names: the 14 groups of Regulation (EU) No 1169/2011 \
         Annex II and the members of two of them. Fields of an allergen are \
         `contains_${AllergenName}` and `contains_${AllergenName}_risk_source`.",
        Allergen::ALL.iter().map(|allergen| allergen.wire_name()),
        &label::named("AllergenName"),
    );
    types.names(
        "NutrientName",
        "The nutrients by the service's names, in the order of the declaration. Fields are \
         `${NutrientName}_serving`, `${NutrientName}_prepared` and \
         `${NutrientName}_prepared_100`; those per 100 as sold are named less regularly, such \
         as `fat_100` and `cal_100_kj`.",
        Nutrient::ALL.iter().map(|nutrient| nutrient.wire_name()),
        &label::named("NutrientName"),
    );
    types.names(
        "MicronutrientName",
        "The vitamins and minerals by the service's names. Fields are \
         `${MicronutrientName}_100`, `${MicronutrientName}_serving`, \
         `${MicronutrientName}_prepared` and `${MicronutrientName}_prepared_100`.",
        Micronutrient::ALL
            .iter()
            .map(|nutrient| nutrient.wire_name()),
        &[],
    );
    types.names(
        "PanelName",
        "A panel of the card, in the order in which they are shown.",
        Panel::ALL.iter().map(|panel| panel.key()),
        &label::paired(Panel::NAMES, Panel::DOCS),
    );
    types.names(
        "VariantName",
        "The part of a product that a card shows.",
        Variant::ALL.iter().map(|variant| variant.key()),
        &label::paired(Variant::NAMES, Variant::DOCS),
    );
    types.names(
        "MessageKey",
        "The key of a text of the elements, which `messages` can replace.",
        message_keys().into_iter(),
        &[],
    );
    types.text
}

/// The file as far as it is written.
struct Types {
    text: String,
    written: Vec<String>,
}

impl Types {
    /// Writes a record's interface, then those of the records it holds.
    fn interface(&mut self, name: String, record: &'static Schema) {
        if self.written.contains(&name) {
            return;
        }
        let mut inner = Vec::new();
        self.text.push('\n');
        comment::write(&mut self.text, "", record.doc());
        self.text.push_str(&format!("export interface {name} {{\n"));
        for field in record.fields() {
            comment::write(&mut self.text, "  ", &described(field));
            let key = key(field.name);
            let value = match id_type(record, field) {
                Some(id) => id.to_owned(),
                None => value_type(&name, field, field.shape, &mut inner),
            };
            // The client gives no page without an array in `data`.
            let is_there = field.is_assigned() || is_page(record) && field.name == "data";
            let line = if is_there {
                format!("  {key}: {value};\n")
            } else {
                format!("  {key}?: {value} | null | undefined;\n")
            };
            self.text.push_str(&line);
        }
        self.text.push_str("}\n");
        self.written.push(name);
        for (name, record) in inner {
            self.interface(name, record);
        }
    }

    /// Writes a union of names, with what is meant by each as far as that is known.
    fn names(
        &mut self,
        name: &str,
        doc: &str,
        names: impl Iterator<Item = impl Display>,
        meanings: &[(String, String)],
    ) {
        self.text.push('\n');
        let names: Vec<String> = names.map(|name| name.to_string()).collect();
        let meanings = names
            .iter()
            .filter_map(|name| meanings.iter().find(|(known, _)| known == name));
        comment::write_list(&mut self.text, doc, meanings);
        self.text.push_str(&format!("export type {name} ="));
        for name in names {
            self.text.push_str(&format!("\n  | '{name}'"));
        }
        self.text.push_str(";\n");
    }
}

fn is_page(record: &Schema) -> bool {
    record.name.ends_with(" page")
}

/// A field's description, with what the TypeScript type cannot say.
fn described(field: &Field) -> String {
    let whole = match field.shape {
        Shape::Integer => !field.doc().contains("integer"),
        _ => false,
    };
    let note = if whole { " Integer." } else { "" };
    format!("{}{note}", field.doc().trim())
}

/// The type of a field that holds an id: the compiler refuses one in another's place.
fn id_type(record: &Schema, field: &Field) -> Option<&'static str> {
    let of = if field.name == "id" {
        record.name
    } else {
        field.name
    };
    match (field.shape, of) {
        (Shape::Integer, "manufacturer") => Some("ManufacturerId"),
        (Shape::Integer, "brand") => Some("BrandId"),
        (Shape::Integer, "label") => Some("LabelId"),
        _ => None,
    }
}

/// The type of a field's values; records in it are put down in `inner`.
fn value_type(
    owner: &str,
    field: &Field,
    shape: Shape,
    inner: &mut Vec<(String, &'static Schema)>,
) -> String {
    match shape {
        Shape::Text if field.known().is_empty() => "string".to_owned(),
        Shape::Text => {
            let known = field.known().iter().map(|value| format!("'{value}' | "));
            format!("{}(string & {{}})", known.collect::<String>())
        }
        Shape::Integer | Shape::Number => "number".to_owned(),
        Shape::List(element) => format!("{}[]", value_type(owner, field, *element, inner)),
        Shape::Record(record) => {
            // A section has no name but its field's, and two records can have
            // a section of the same name.
            let name = if record.name == field.name {
                format!("{owner}{}", type_name(record.name))
            } else {
                type_name(record.name)
            };
            inner.push((name.clone(), record));
            name
        }
        // `Shape` can grow; a shape unknown here has no narrower type.
        _ => "unknown".to_owned(),
    }
}

/// `nutrients_prepared` or `packaging item` as a type's name.
fn type_name(name: &str) -> String {
    name.split([' ', '_'])
        .map(|word| {
            let (first, rest) = word.split_at(word.len().min(1));
            first.to_uppercase() + rest
        })
        .collect()
}

/// A field's name as a key of an interface.
fn key(name: &str) -> String {
    let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !name.starts_with(|c: char| c.is_ascii_digit());
    if plain {
        name.to_owned()
    } else {
        format!("'{name}'")
    }
}

#[cfg(test)]
mod tests;
