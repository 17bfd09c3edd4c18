//! The file against the table, and against the service's own list of fields.
//! The file is read back by a reader that knows nothing of how it is written.

use super::{ROOTS, files, type_name};
use product_pool::model::Allergen;
use product_pool::model::table::Schema;
use product_pool::model::view::Shape;
use std::collections::BTreeMap;

/// The file in the package.
const COMMITTED: &str = include_str!("../../../pkg/src/shared/model.ts");

/// Every field that the service documents, `record.field` or
/// `record.section.field`, taken from its documentation; with a `?` after it if it
/// may be `null`.
const DOCUMENTED: &str = include_str!("../../../tests/fixtures/api-fields.txt");

/// A member of an interface as it stands in the file.
#[derive(Debug)]
struct Member {
    value: String,
    doc: String,
}

type Interfaces = BTreeMap<String, BTreeMap<String, Member>>;

/// Reads the interfaces of a file; what is not understood is an error.
fn read(text: &str) -> Result<Interfaces, String> {
    let mut interfaces = Interfaces::new();
    let mut current: Option<String> = None;
    let mut doc = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let line = line.trim();
        if let Some(rest) = line.strip_prefix("/**") {
            let mut whole = rest.to_owned();
            while !whole.trim_end().ends_with("*/") {
                let next = lines.next().ok_or("a comment without an end")?.trim();
                whole.push(' ');
                whole.push_str(next.strip_prefix("* ").unwrap_or(next));
            }
            whole
                .trim()
                .trim_end_matches("*/")
                .trim()
                .clone_into(&mut doc);
        } else if let Some(rest) = line.strip_prefix("export interface ") {
            let name = rest.strip_suffix(" {").ok_or_else(|| line.to_owned())?;
            if interfaces
                .insert(name.to_owned(), BTreeMap::new())
                .is_some()
            {
                return Err(format!("{name} twice"));
            }
            current = Some(name.to_owned());
            doc.clear();
        } else if line == "}" {
            current = None;
        } else if let Some(members) = current.as_ref().and_then(|name| interfaces.get_mut(name)) {
            let (key, value) = line
                .strip_suffix(';')
                .and_then(|line| line.split_once(": "))
                .ok_or_else(|| format!("not understood: {line}"))?;
            let key = key.trim_end_matches('?').trim_matches('\'').to_owned();
            let member = Member {
                value: value
                    .trim_end_matches(" | undefined")
                    .trim_end_matches(" | null")
                    .to_owned(),
                doc: std::mem::take(&mut doc),
            };
            if members.insert(key.clone(), member).is_some() {
                return Err(format!("{key} twice"));
            }
        }
    }
    Ok(interfaces)
}

/// What is wrong with a member that has to be there: missing or undocumented.
fn problem<'a>(
    interfaces: &'a Interfaces,
    interface: &str,
    field: &str,
) -> Result<&'a Member, String> {
    let members = interfaces
        .get(interface)
        .ok_or_else(|| format!("no interface {interface}"))?;
    let member = members
        .get(field)
        .ok_or_else(|| format!("{interface} has no {field}"))?;
    let first = member.doc.trim_end_matches('.').chars().next();
    if first.is_none() || !member.doc.ends_with('.') {
        return Err(format!("{interface}.{field} is not described"));
    }
    Ok(member)
}

/// What a file lacks of the service's own list.
fn missing_of_documented(text: &str) -> Vec<String> {
    let interfaces = read(text).unwrap();
    let mut missing = Vec::new();
    for line in DOCUMENTED.lines() {
        let mut parts = line.trim_end_matches('?').split('.');
        let mut interface = match parts.next().unwrap() {
            "list item" => "ProductListItem".to_owned(),
            "list item component" => "ProductListItemComponent".to_owned(),
            other => type_name(other),
        };
        for part in parts {
            match problem(&interfaces, &interface, part) {
                Ok(member) => interface = member.value.trim_end_matches("[]").to_owned(),
                Err(why) => {
                    missing.push(why);
                    break;
                }
            }
        }
    }
    missing
}

/// Whether the type is that of the id that the field holds.
fn is_id(field: &str, value: &str) -> bool {
    let kinds = ["ManufacturerId", "BrandId", "LabelId"];
    kinds.contains(&value) && (field == "id" || value == format!("{}Id", type_name(field)))
}

/// What a file lacks of the table, and how many fields were looked for.
fn missing_of_table(text: &str) -> (usize, Vec<String>) {
    fn walk(
        interfaces: &Interfaces,
        interface: &str,
        record: &'static Schema,
        seen: &mut usize,
        missing: &mut Vec<String>,
    ) {
        if !record.doc().trim().ends_with('.') {
            missing.push(format!("{interface} is not described"));
        }
        for field in record.fields() {
            *seen += 1;
            let member = match problem(interfaces, interface, field.name) {
                Ok(member) => member,
                Err(why) => {
                    missing.push(why);
                    continue;
                }
            };
            let (value, shape) = match field.shape {
                Shape::List(element) => match member.value.strip_suffix("[]") {
                    Some(value) => (value, *element),
                    None => {
                        missing.push(format!("{interface}.{} is no array", field.name));
                        continue;
                    }
                },
                other => (member.value.as_str(), other),
            };
            let right = match shape {
                Shape::Record(inner) => {
                    walk(interfaces, value, inner, seen, missing);
                    true
                }
                Shape::Text => value == "string" || value.ends_with("(string & {})"),
                Shape::Integer => value == "number" || is_id(field.name, value),
                Shape::Number => value == "number",
                _ => value == "unknown",
            };
            if !right {
                missing.push(format!("{interface}.{} is {value}", field.name));
            }
        }
    }
    let interfaces = read(text).unwrap();
    let (mut seen, mut missing) = (0, Vec::new());
    for root in ROOTS {
        let name = type_name(root.name);
        walk(&interfaces, &name, root, &mut seen, &mut missing);
    }
    (seen, missing)
}

#[test]
fn the_committed_files_are_the_library_s() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (file, text) in files() {
        let committed = std::fs::read_to_string(root.join(file)).unwrap_or_default();
        assert!(
            committed == text,
            "{file} is not what the library gives: run `cargo xtask types`"
        );
    }
}

#[test]
fn every_documented_field_is_in_the_file_and_described() {
    assert_eq!(missing_of_documented(COMMITTED), Vec::<String>::new());
}

#[test]
fn every_field_of_the_table_is_in_the_file_with_its_type_and_described() {
    let (seen, missing) = missing_of_table(COMMITTED);
    assert!(seen > 600, "{seen}");
    assert_eq!(missing, Vec::<String>::new());
}

#[test]
fn a_field_that_is_taken_out_of_the_file_is_missed() {
    let member = "  contains_milk?: CodedFlag | null | undefined;\n";
    assert_eq!(COMMITTED.matches(member).count(), 1);
    let without = COMMITTED.replace(member, "");
    let expected = ["ComponentAllergens has no contains_milk".to_owned()];
    assert_eq!(missing_of_documented(&without), expected);
    assert_eq!(missing_of_table(&without).1, expected);
}

#[test]
fn a_comment_that_is_taken_out_of_the_file_is_missed() {
    let (before, after) = COMMITTED.split_once("  salt_100?:").unwrap();
    let comment = before.rfind("  /**").unwrap();
    let without = format!("{}  salt_100?:{after}", &before[..comment]);
    let expected = ["ComponentNutrients.salt_100 is not described".to_owned()];
    assert_eq!(missing_of_documented(&without), expected);
    assert_eq!(missing_of_table(&without).1, expected);
}

#[test]
fn a_type_that_is_changed_in_the_file_is_seen() {
    for (right, wrong, why) in [
        (
            "  product_name?: string",
            "  product_name?: number",
            "is number",
        ),
        (
            "  components?: Component[]",
            "  components?: Component",
            "is no array",
        ),
    ] {
        assert!(COMMITTED.contains(right));
        let (_, found) = missing_of_table(&COMMITTED.replacen(right, wrong, 1));
        assert!(found.iter().any(|line| line.ends_with(why)), "{found:?}");
    }
}

#[test]
fn descriptions_are_text_that_a_typescript_reader_can_read() {
    for (interface, members) in read(COMMITTED).unwrap() {
        assert!(!members.is_empty(), "{interface} is empty");
        for (name, member) in members {
            let doc = member.doc;
            // What only rustdoc understands.
            assert!(!doc.contains("[`") && !doc.contains("::"), "{name}: {doc}");
            assert!(!doc.contains("  "), "{name}: {doc}");
        }
    }
}

#[test]
fn keys_that_are_no_identifiers_are_quoted() {
    assert!(COMMITTED.contains("\n  'per page'?: number | null | undefined;\n"));
    assert_eq!(super::key("100_g"), "'100_g'");
    assert_eq!(super::key("type"), "type");
}

#[test]
fn known_values_leave_the_type_open() {
    let open = "'published' | 'archived' | (string & {})";
    // The product's, which may be missing; the list item's and the catalog item's.
    for (status, expected) in [
        (format!("  status?: {open} | null | undefined;\n"), 1),
        (format!("  status: {open};\n"), 2),
    ] {
        assert_eq!(COMMITTED.matches(&status).count(), expected, "{status}");
    }
}

#[test]
fn names_of_families_are_all_there() {
    let names = COMMITTED
        .split_once("export type AllergenName =")
        .unwrap()
        .1;
    let names = names.split_once(';').unwrap().0;
    assert_eq!(names.matches('|').count(), Allergen::ALL.len());
    assert!(names.contains("| 'milk'"));
}
