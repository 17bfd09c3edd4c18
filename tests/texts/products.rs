//! Honest products, in blocks between empty lines; `products.txt` says what their lines mean.

use crate::case::{allergen, component, no, put, report};
use crate::judge::Faults;
use product_pool::label::Status;
use product_pool::model::Allergen;
use serde_json::{Value, json};

/// A product: its record, and what its flags declare.
pub(crate) struct Product {
    pub(crate) shelf: &'static str,
    name: &'static str,
    record: Value,
    declared: Vec<(Allergen, Status)>,
}

/// The products of a file.
pub(crate) fn products(file: &'static str) -> impl Iterator<Item = Product> {
    let blocks = file.split("\n\n").map(str::trim);
    let has_product = |block: &&str| block.lines().any(|line| !line.starts_with('#'));
    blocks.filter(has_product).map(Product::of)
}

impl Product {
    fn of(block: &'static str) -> Product {
        let mut lines = block.lines().filter(|line| !line.starts_with('#'));
        let (shelf, name) = lines.next().and_then(|line| line.split_once('|')).unwrap();
        let (shelf, name) = (shelf.trim(), name.trim());
        let mut components: Vec<Value> = Vec::new();
        let mut product = json!({"general": {"product_name": name}});
        let mut declared = Vec::new();
        for line in lines {
            let (key, text) = line
                .split_once(": ")
                .unwrap_or_else(|| panic!("{name}: {line}"));
            if key == "component" || components.is_empty() {
                components.push(component(&no()));
            }
            // A record of this component alone, into which the text is put.
            let mut record = json!({"components": [components.pop()]});
            let own = &mut record["components"][0];
            let yes = json!({"value": 1, "description": "Yes"});
            let words = text.split_whitespace();
            let text = text.replace("\\n", "\n");
            match key {
                "contains" => words.map(allergen).for_each(|of| {
                    own["allergens"][of.flag_field()] = yes.clone();
                    declared.push((of, Status::Contains));
                }),
                "may" => words.map(allergen).for_each(|of| {
                    own["allergens"][of.flag_field()] =
                        json!({"value": 2, "description": "May Contain"});
                    declared.push((of, Status::MayContain));
                }),
                "claims" => words.for_each(|claim| {
                    own["free_from"][format!("free_from_{claim}")] = yes.clone();
                }),
                "20ppm" => words.for_each(|cereal| {
                    own["allergens"][format!("contains_{cereal}_gluten_20ppm")] = yes.clone();
                }),
                "warning" => put(&mut product, "W", &text),
                "component" => put(&mut record, "C", &text),
                "list" => put(&mut record, "L", &text),
                "plain" => put(&mut record, "P", &text),
                "note" => put(&mut record, "I", &text),
                "statement" => put(&mut record, "S", &text),
                "additional" => put(&mut record, "A", &text),
                risk => put(&mut record, &risk.replace("risk:", "R:"), &text),
            }
            components.push(record["components"][0].take());
        }
        if components.is_empty() {
            components.push(component(&no()));
        }
        product["components"] = json!(components);
        Product {
            shelf,
            name,
            record: product,
            declared,
        }
    }

    /// What is remarked on it: nothing should be.
    pub(crate) fn judged(&self) -> (String, Faults) {
        let report = report(&self.record, "en");
        let mut faults = Faults::default();
        for of in Allergen::ALL.iter().copied() {
            let declared = self.declared.iter().filter(|(allergen, _)| *allergen == of);
            let declared = declared.map(|(_, status)| *status).max();
            let declared = declared.unwrap_or(Status::DeclaredNotPresent);
            let (name, status) = (of.wire_name(), report.status(of));
            if status < declared {
                faults.calm.push(format!("{name} is {status:?}"));
            }
            if status > declared {
                faults.alarms.push(format!("{name} is {status:?}"));
            }
            for conflict in report.fact(of).into_iter().flat_map(|fact| &fact.conflicts) {
                faults.alarms.push(format!("{name}: {conflict:?}"));
            }
        }
        if report.warns {
            faults.alarms.push("warns of something unread".to_owned());
        }
        let remarks = report.emphasised.iter();
        faults
            .alarms
            .extend(remarks.map(|remark| format!("emphasised: {}", remark.text)));
        (self.name.to_owned(), faults)
    }
}
