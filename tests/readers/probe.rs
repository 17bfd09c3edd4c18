//! What both readers say of a text: `PROBE='en|L|text' cargo test -p product-pool-readers probe -- --nocapture`.

use crate::allergen_texts::audit;
use crate::compare::lexicon;
use product_pool::label::{Status, use_new_reader};
use product_pool::model::Allergen;

#[test]
fn probe() {
    let Ok(lines) = std::env::var("PROBE") else {
        return;
    };
    for line in lines.lines() {
        let case = audit::case(1, Box::leak(format!("{line} | calm").into_boxed_str()));
        for is_new in [false, true] {
            use_new_reader(is_new);
            let flag = serde_json::json!({"value": 0, "description": "No"});
            let report = audit::report(&audit::record(&case, &flag), &lexicon(case.language));
            let named: Vec<String> = Allergen::ALL
                .iter()
                .filter(|of| report.status(**of) != Status::NotPresent)
                .map(|of| {
                    let words = report.fact(*of).unwrap().conflicts.first();
                    let words = words.map_or("", |conflict| conflict.verbatim.as_str());
                    format!("{} {:?} {words:?}", of.wire_name(), report.status(*of))
                })
                .collect();
            let emphasised: Vec<&str> = report.emphasised.iter().map(|words| words.text.as_str()).collect();
            println!("{} {line}\n    {} warns {} {emphasised:?}", if is_new { "new" } else { "old" }, named.join(", "), report.warns);
        }
    }
}
