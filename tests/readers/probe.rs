//! What is read of a text: `PROBE='en|L|text' cargo test -p product-pool-readers probe -- --nocapture`.

use crate::allergen_texts::audit;
use crate::compare::lexicon;
use product_pool::label::Status;
use product_pool::model::Allergen;

#[test]
fn probe() {
    let Ok(lines) = std::env::var("PROBE") else {
        return;
    };
    for line in lines.lines() {
        let case = audit::case(1, Box::leak(format!("{line} | calm").into_boxed_str()));
        let flag = serde_json::json!({"value": 0, "description": "No"});
        let report = audit::report(&audit::record(&case, &flag), &lexicon(case.language));
        println!("{line}\n    warns {}", report.warns);
        for of in Allergen::ALL {
            let status = report.status(*of);
            let words = report.fact(*of).and_then(|fact| fact.conflicts.first());
            if status != Status::NotPresent {
                let words = words.map_or("", |conflict| conflict.verbatim.as_str());
                println!("    {} {status:?} {words:?}", of.wire_name());
            }
        }
        for words in &report.emphasised {
            println!("    emphasised {:?}", words.text);
        }
    }
}
