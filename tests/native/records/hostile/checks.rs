//! What holds of any text whatever, shared by the property tests and the fuzz
//! targets: no panic, nothing lost, no evidence overlooked.

use product_pool::gtin::{Gtin, check_digit};
use product_pool::label::{
    DescribeOptions, JsonLdOptions, Run, Status, allergen_report, avoid_list, component_name,
    describe, diff_products, ingredient_list, json_ld, nutrition_table, product_name, rich_text,
};
use product_pool::model::{
    Allergen, Fault, FeatureImage, ImagePage, MAX_DEPTH, Product, ProductPage, Value,
};

/// The longest quotation of a fault: 80 bytes and an ellipsis.
const QUOTE: usize = 80 + '…'.len_utf8();

/// The reader: what it takes it writes as it came, and it takes what another
/// reader takes.
pub(super) fn value(text: &str) {
    let ours = Value::parse(text);
    if let Ok(value) = &ours {
        let written = value.to_json();
        assert_eq!(Value::parse(&written).as_ref(), Ok(value));
    }
    let theirs = serde_json::from_str(text.strip_prefix('\u{feff}').unwrap_or(text));
    match (&ours, &theirs) {
        (Ok(ours), Ok(theirs)) => assert!(same(ours, theirs), "{text:?}"),
        (Err(error), Ok(_)) => panic!("only another reader takes {text:?}: {error}"),
        (Ok(_), Err(error)) => {
            // The other one has floats, text without surrogates, less depth.
            let error = error.to_string();
            let known = ["out of range", "surrogate", "hex escape", "recursion"];
            assert!(
                known.iter().any(|known| error.contains(known)),
                "{text:?}: {error}"
            );
        }
        (Err(error), Err(_)) => assert!(error.offset <= text.len()),
    }
}

fn same(ours: &Value, theirs: &serde_json::Value) -> bool {
    use serde_json::Value as Their;
    match (ours, theirs) {
        (Value::Null, Their::Null) => true,
        (Value::Bool(ours), Their::Bool(theirs)) => ours == theirs,
        (Value::Text(ours), Their::String(theirs)) => **ours == **theirs,
        (Value::Number(ours), Their::Number(theirs)) => {
            let ours: f64 = ours.as_str().parse().unwrap();
            let theirs = theirs.as_f64().unwrap();
            // The other reader may be off by the last bit.
            ours == theirs || (ours - theirs).abs() <= ours.abs() * 1e-15
        }
        (Value::List(ours), Their::Array(theirs)) => {
            ours.len() == theirs.len() && ours.iter().zip(theirs).all(|(a, b)| same(a, b))
        }
        // Of a repeated member both take the last.
        (Value::Object(ours), Their::Object(theirs)) => {
            ours.iter().all(|(name, _)| theirs.contains_key(name))
                && theirs
                    .iter()
                    .all(|(name, theirs)| ours.get(name).is_some_and(|ours| same(ours, theirs)))
        }
        _ => false,
    }
}

/// Get Product and Get Product Feature Image.
pub(super) fn product(text: &str) {
    match Product::from_json(text) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(product) => {
            assert_eq!(
                Product::from_json(&product.to_json()).as_ref(),
                Ok(&product)
            );
            faults(product.faults());
            label(&product);
        }
    }
    if let Ok(image) = FeatureImage::from_json(text) {
        assert_eq!(
            FeatureImage::from_json(&image.to_json()).as_ref(),
            Ok(&image)
        );
        faults(image.faults());
        let _ = (image.data().id().get(), image.data().width().get());
    }
}

/// List Products and List Product Images.
pub(super) fn pages(text: &str) {
    if let Ok(page) = ProductPage::from_json(text) {
        assert_eq!(ProductPage::from_json(&page.to_json()).as_ref(), Ok(&page));
        faults(page.faults());
        assert_ne!(
            page.next(),
            Some(""),
            "an empty cursor would walk from the start again"
        );
        for item in page.items().map(|item| item.data()) {
            let _ = (item.pool_id().get(), item.manufacturer().get());
            for component in item.components().iter() {
                let _ = component.internal_gtin().get().map(Gtin::parse);
            }
        }
    }
    if let Ok(page) = ImagePage::from_json(text) {
        assert_eq!(ImagePage::from_json(&page.to_json()).as_ref(), Ok(&page));
        faults(page.faults());
        for image in page.items().map(|image| image.data()) {
            let _ = (image.url_large().get(), image.kind().name().get());
        }
    }
}

fn faults(faults: Vec<Fault>) {
    for fault in faults {
        assert!(fault.found.len() <= QUOTE, "{fault}");
        assert!(
            fault.path.matches('[').count() <= fault.path.len().min(MAX_DEPTH)
                || !fault.path.is_ascii()
        );
    }
}

/// The rule above all others: who declares an allergen is heard, and what
/// nobody declared absent is not called absent.
fn label(product: &Product) {
    let data = product.data();
    let _ = product_name(data);
    let report = allergen_report(data);
    assert_eq!(report.groups.len(), 14);
    for allergen in Allergen::ALL.iter().copied() {
        let status = report.status(allergen);
        let mut components = 0;
        for component in data.components().iter() {
            let flag = component.allergens().flag(allergen);
            let declared = Status::from_description(flag.description());
            if declared.is_positive() {
                assert!(status >= declared, "{allergen:?} lost");
                assert!(
                    report.status(allergen.group()) >= declared,
                    "{allergen:?} lost"
                );
            }
            if status == Status::DeclaredNotPresent {
                assert_eq!(
                    declared,
                    Status::DeclaredNotPresent,
                    "{allergen:?} called absent"
                );
            }
            components += 1;
        }
        assert!(components > 0 || status != Status::DeclaredNotPresent);
    }
    for component in data.components().iter() {
        let _ = (component_name(component), nutrition_table(component));
        let list = ingredient_list(component);
        tidy(&list.runs);
        tidy(&list.statements);
    }
    views(product);
}

/// What crosses to JavaScript: JSON whatever the record, and of an element's
/// end never a trace.
fn views(product: &Product) {
    let data = product.data();
    let avoid = avoid_list("milk nuts");
    let options = DescribeOptions::new().avoid(&avoid);
    let view = serde_json::to_string(&describe(data, &options)).unwrap();
    assert!(Value::parse(&view).is_ok(), "{view}");
    let diff = diff_products(data, data);
    assert!(diff.same, "{diff:?}");
    let nothing = Product::from_json(r#"{"data":{}}"#).unwrap();
    let diff_from_nothing = diff_products(nothing.data(), data);
    let diff_from_nothing = serde_json::to_string(&diff_from_nothing).unwrap();
    assert!(
        Value::parse(&diff_from_nothing).is_ok(),
        "{diff_from_nothing}"
    );
    assert!(diff.allergens.is_empty() && diff.ingredients.is_empty() && diff.nutrition.is_empty());
    let document = json_ld(data, &JsonLdOptions::default(), &|key| key.to_owned());
    assert!(Value::parse(&document).is_ok(), "{document}");
    assert!(!document.contains(['<', '>', '&', '\u{2028}', '\u{2029}']));
}

/// A supplier's HTML.
pub(super) fn html(text: &str) {
    let runs = rich_text(text);
    tidy(&runs);
    // Letters whose bytes were read in another encoding are put right.
    let may_be_broken = text.contains(|c| ('\u{c2}'..='\u{ef}').contains(&c));
    if !text.contains(['<', '&']) && !may_be_broken {
        let kept = runs
            .iter()
            .flat_map(|run| run.text.chars())
            .filter(|c| c.is_alphanumeric());
        assert!(
            kept.eq(text.chars().filter(|c| c.is_alphanumeric())),
            "{text:?}"
        );
    }
}

fn tidy(runs: &[Run]) {
    for run in runs {
        assert!(!run.text.is_empty());
        assert!(
            !run.text.contains(|c: char| c.is_control() && c != '\n'),
            "{:?}",
            run.text
        );
    }
    if let (Some(first), Some(last)) = (runs.first(), runs.last()) {
        assert_eq!(first.text.trim_start(), first.text);
        assert_eq!(last.text.trim_end(), last.text);
    }
}

/// Scans and typed numbers.
pub(super) fn scan(text: &str) {
    let typed = Gtin::parse(text);
    let scanned = Gtin::from_scan(text);
    if let Ok(typed) = &typed {
        assert_eq!(scanned.as_ref(), Ok(typed), "typed, it is a GTIN: {text:?}");
    }
    for gtin in [typed, scanned].into_iter().flatten() {
        let digits = gtin.to_14();
        assert_eq!(check_digit(&digits[..13]), digits.chars().last());
        assert_eq!(Gtin::parse(&gtin.to_string()), Ok(gtin));
        assert_eq!(gtin.to_13().is_some(), digits.starts_with('0'));
        let _ = gtin.caution();
    }
}
