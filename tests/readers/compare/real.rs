//! Real products, as `real.mjs` beside them reads them: A right flags, B a flag turned to "No", G a
//! group of which members are flagged "No", and smallest texts.

use super::{Faults, Table, lexicon};
use product_pool::label::{Answer, Status, allergen_report_with, verdicts};
use product_pool::model::{Allergen, Product};
use serde_json::{Map, Value, json};
use std::process::Command;
use std::sync::LazyLock;

static FOLDER: LazyLock<Option<String>> = LazyLock::new(|| std::env::var("REAL_TEXTS").ok());

fn file(name: &str) -> String {
    let path = format!("{}/{name}", FOLDER.as_deref().unwrap());
    match name.ends_with(".gz") {
        false => std::fs::read_to_string(path).unwrap(),
        true => {
            let output = Command::new("gzip").args(["-dc", &path]).output().unwrap();
            String::from_utf8(output.stdout).unwrap()
        }
    }
}

fn names(value: &Value) -> Vec<Allergen> {
    let names = value.as_array().into_iter().flatten();
    names
        .map(|name| Allergen::from_wire_name(name.as_str().unwrap()).unwrap())
        .collect()
}

fn words(text: &str) -> Vec<Allergen> {
    text.split_whitespace()
        .map(|name| Allergen::from_wire_name(name).unwrap())
        .collect()
}

type Flags = Vec<(Allergen, Option<Status>)>;

fn flag(flags: &Flags, of: Allergen) -> Option<Status> {
    flags.iter().find(|(known, _)| *known == of).unwrap().1
}

/// The flags of an honest record that contains some allergens, and may contain others.
fn flags(contains: &[Allergen], may: &[Allergen]) -> Flags {
    let mut flags: Flags = Allergen::ALL
        .iter()
        .map(|of| (*of, Some(Status::NotPresent)))
        .collect();
    let set = |flags: &mut Flags, of: Allergen, status| {
        flags.iter_mut().find(|(known, _)| *known == of).unwrap().1 = status;
    };
    let both = [(may, Status::MayContain), (contains, Status::Contains)];
    for (list, status) in both {
        list.iter()
            .for_each(|of| set(&mut flags, *of, Some(status)));
    }
    for (list, status) in both {
        for of in list.iter().filter(|of| !of.is_group()) {
            let group = of.group();
            if status == Status::Contains || flag(&flags, group) == Some(Status::NotPresent) {
                set(&mut flags, group, Some(status));
            }
        }
    }
    for group in [Allergen::Cereal, Allergen::TreeNuts] {
        let is_named = group.members().any(|of| contains.contains(&of));
        let unknown = flag(&flags, group) == Some(Status::Contains) && !is_named;
        for of in group.members() {
            if flag(&flags, of) == Some(Status::NotPresent) && may.contains(&group) {
                set(&mut flags, of, Some(Status::MayContain));
            }
            if flag(&flags, of) == Some(Status::NotPresent) && unknown {
                set(&mut flags, of, None);
            }
        }
    }
    flags
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// A list in which `_` marks emphasis: with tags, and with capitals.
fn marked(list: &str) -> (String, String) {
    let (mut html, mut plain) = (String::new(), String::new());
    let parts: Vec<&str> = list.split('_').collect();
    let mut at = 0;
    while at < parts.len() {
        html += &escaped(parts[at]);
        plain += parts[at];
        match parts.get(at + 1) {
            Some(word) if at + 2 < parts.len() && !word.is_empty() => {
                let core = word.trim();
                let start = &word[..word.len() - word.trim_start().len()];
                let end = &word[word.trim_end().len().max(start.len())..];
                html += &format!("{start}<b>{}</b>{end}", escaped(core));
                plain += &word.to_uppercase();
            }
            Some(word) => {
                html += &escaped(word);
                plain += word;
            }
            None => {}
        }
        at += 2;
    }
    (html, plain)
}

#[derive(Default)]
struct Texts<'a> {
    name: &'a str,
    list: &'a str,
    statement: &'a str,
    html: Option<&'a str>,
    warning: Option<&'a str>,
}

fn product(texts: &Texts<'_>, flags: &Flags) -> Product {
    let is_emphasised = texts.list.split('_').nth(2).is_some();
    let ingredients = match texts.html {
        Some(html) => json!({"formatted_ingredients": html}),
        None if is_emphasised => {
            let (html, plain) = marked(texts.list);
            json!({"formatted_ingredients": html, "ingredients": plain})
        }
        None => json!({"ingredients": texts.list.replace('_', "")}),
    };
    let mut allergens = Map::new();
    for (of, status) in flags {
        let value = match status {
            None => Value::Null,
            Some(Status::Contains) => json!({"value": 2, "description": "Yes"}),
            Some(Status::MayContain) => json!({"value": 3, "description": "May Contain"}),
            Some(_) => json!({"value": 1, "description": "No"}),
        };
        allergens.insert(of.flag_field().to_owned(), value);
    }
    let statement = texts.statement.replace('_', "");
    if !statement.is_empty() {
        allergens.insert("allergen_statement_on_pack".into(), statement.into());
    }
    let name = if texts.name.is_empty() {
        "Product"
    } else {
        texts.name
    };
    let mut data = json!({
        "general": {"product_name": name, "manufacturer_name": "Maker Ltd"},
        "components": [{"general": {"component_name": name, "component_uuid": "u"},
            "ingredients": ingredients, "allergens": allergens}],
    });
    if let Some(warning) = texts.warning {
        data["safety_outer"]["product_health_warning"] = warning.into();
    }
    Product::from_json(&json!({ "data": data }).to_string()).unwrap()
}

/// An alarm: its kind, allergen, member, and the words.
struct Alarm {
    key: String,
    text: String,
    is_judged: bool,
}

fn first(text: &str, units: usize) -> String {
    let units: Vec<u16> = text.encode_utf16().take(units).collect();
    String::from_utf16_lossy(&units)
}

fn alarms(texts: &Texts<'_>, flags: &Flags, language: &str) -> Vec<Alarm> {
    let product = product(texts, flags);
    let report = allergen_report_with(product.data(), &lexicon(language));
    let mut out: Vec<Alarm> = Vec::new();
    let mut push =
        |kind: &str, of: Option<Allergen>, member: Option<Allergen>, by: &str, words: &str| {
            let name = |of: Option<Allergen>| of.map_or("", |of| of.wire_name());
            let is_judged = matches!(kind, "conflict" | "emphasised" | "warns");
            let words = first(words, if kind == "warns" { 300 } else { 120 });
            out.push(Alarm {
                key: format!(
                    "{kind}|{}|{}|{by}|{}",
                    name(of),
                    name(member),
                    first(&words, 60)
                ),
                text: format!("{kind} {} {} {words}", name(of), by),
                is_judged,
            });
        };
    for group in &report.groups {
        let conflicts = group
            .conflicts
            .iter()
            .chain(group.members.iter().flat_map(|of| &of.conflicts));
        for conflict in conflicts {
            push(
                "conflict",
                Some(group.allergen),
                conflict.member,
                conflict.kind.key(),
                &conflict.verbatim,
            );
        }
        let wanted = flag(flags, group.allergen);
        if wanted.is_some_and(|wanted| wanted != group.status) {
            push(
                "status",
                Some(group.allergen),
                None,
                "",
                &format!("{:?}", group.status),
            );
        }
        for fact in &group.members {
            let Some(wanted) = flag(flags, fact.allergen) else {
                continue;
            };
            let is_open = wanted == Status::NotPresent
                && fact.status == Status::NotStated
                && fact.conflicts.is_empty();
            if fact.status != wanted && !is_open {
                push(
                    "member",
                    Some(fact.allergen),
                    None,
                    "",
                    &format!("{:?}", fact.status),
                );
            }
        }
    }
    let groups: Vec<Allergen> = Allergen::groups().collect();
    for verdict in verdicts(&report, &groups) {
        let wanted = flag(flags, verdict.allergen);
        let is_other = wanted.is_some_and(|wanted| Answer::from(wanted) != verdict.answer);
        if verdict.caution.is_some() || is_other {
            push(
                "verdict",
                Some(verdict.allergen),
                None,
                "",
                &format!("{:?}", verdict.answer),
            );
        }
    }
    for words in &report.emphasised {
        push("emphasised", None, None, "", &words.text);
    }
    if report.warns {
        let texts = report.statements.iter().filter(|statement| statement.warns);
        let texts: Vec<&str> = texts.map(|statement| statement.text.as_str()).collect();
        push("warns", None, None, "", &texts.join(" | "));
    }
    out
}

fn is_calm(texts: &Texts<'_>, flags: &Flags, language: &str, of: Allergen) -> bool {
    let product = product(texts, flags);
    let report = allergen_report_with(product.data(), &lexicon(language));
    let verdict = &verdicts(&report, &[of])[0];
    verdict.answer == Answer::NotDeclared && verdict.caution.is_none()
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

fn texts(value: &Value) -> Texts<'_> {
    Texts {
        name: text(value, "name"),
        list: text(value, "list"),
        statement: text(value, "stmt"),
        html: value["html"].as_str(),
        warning: value["warn"].as_str(),
    }
}

fn shown(value: &Value) -> String {
    let parts = ["id", "name", "list", "stmt"].map(|key| text(value, key));
    parts.join(" ## ")
}

#[test]
#[ignore = "a comparison, not a test"]
fn compare_real_right_flags() {
    if FOLDER.is_none() {
        return;
    }
    let judged: Value = serde_json::from_str(&file("judged-alarms.json")).unwrap();
    let mut table = Table::new("real-a");
    for line in file("products.jsonl.gz").lines() {
        let value: Value = serde_json::from_str(line).unwrap();
        let language = text(&value, "lang");
        let shelf = match text(&value, "src") {
            "ns" => "UK shelf",
            _ => language,
        };
        let flags = flags(&names(&value["c"]), &names(&value["m"]));
        let own = &judged["judged"][text(&value, "id")];
        let read = |counts: &str| {
            let mut faults = Faults::default();
            let mut has_judged = false;
            let mut any = Vec::new();
            for alarm in alarms(&texts(&value), &flags, language) {
                any.push(alarm.text.clone());
                if !alarm.is_judged {
                    continue;
                }
                has_judged = true;
                let class = own[&alarm.key].as_str().unwrap_or("new");
                let class = if class == "new" { class } else { &class[..1] };
                if counts.split(' ').any(|counted| counted == class) {
                    faults.alarms.push(format!("{class} {}", alarm.text));
                }
            }
            // What nobody judged, because it is no conflict of its own.
            if !has_judged && !any.is_empty() && counts.contains("new") {
                faults.alarms.push(format!("unjudged {}", any.join(", ")));
            }
            faults
        };
        let free_from = [
            "free from",
            "free-from",
            "vegan",
            "plant-based",
            "plant based",
        ];
        let name = text(&value, "name").to_lowercase();
        if language == "en" && free_from.iter().any(|words| name.contains(words)) {
            table.add("A en free-from names: F+new", &shown(&value), || {
                read("F new")
            });
        }
        table.add(&format!("A {shelf}: F+new"), &shown(&value), || {
            read("F new")
        });
        table.add(&format!("A {shelf}: L"), &shown(&value), || read("L"));
        table.add(&format!("A {shelf}: R"), &shown(&value), || read("R D"));
    }
    table.rows.sort();
    table.print();
}

#[test]
#[ignore = "a comparison, not a test"]
fn compare_real_wrong_flags() {
    if FOLDER.is_none() {
        return;
    }
    let bad: Value = serde_json::from_str(&file("judged-calm.json")).unwrap();
    let is_error = |id: &str, of: Allergen| {
        let mut errors = bad["label_error"].as_array().unwrap().iter();
        errors.any(|error| error[0] == id && error[1] == of.wire_name())
    };
    let mut table = Table::new("real-b");
    let danger = |is_calm: bool| Faults {
        dangers: if is_calm {
            vec!["calm".to_owned()]
        } else {
            Vec::new()
        },
        alarms: Vec::new(),
    };
    for line in file("wrong-flags.jsonl.gz").lines() {
        let value: Value = serde_json::from_str(line).unwrap();
        let (language, id) = (text(&value, "lang"), text(&value, "id"));
        let (contains, may) = (names(&value["c"]), names(&value["m"]));
        let mut asked: Vec<Allergen> = Vec::new();
        for of in contains.iter().chain(&may).flat_map(|of| [*of, of.group()]) {
            if !asked.contains(&of) {
                asked.push(of);
            }
        }
        for of in asked.into_iter().filter(|of| !is_error(id, *of)) {
            let dropped = |other: &Allergen| *other == of || of.is_group() && other.group() == of;
            let keep = |list: &[Allergen]| -> Vec<Allergen> {
                list.iter()
                    .copied()
                    .filter(|other| !dropped(other))
                    .collect()
            };
            let mut flags = flags(&keep(&contains), &keep(&may));
            for (other, status) in &mut flags {
                if dropped(other) {
                    *status = Some(Status::NotPresent);
                }
            }
            let is_in = contains
                .iter()
                .any(|other| *other == of || other.group() == of);
            let kind = if is_in { "B contains" } else { "B may" };
            let label = format!("{} ## {}", of.wire_name(), shown(&value));
            table.add(&format!("{kind} {language}"), &label, || {
                danger(is_calm(&texts(&value), &flags, language, of))
            });
        }
        for group in [Allergen::Cereal, Allergen::TreeNuts] {
            if !may.contains(&group) {
                continue;
            }
            let is_named = |of: &Allergen| contains.contains(of) || may.contains(of);
            for of in group
                .members()
                .filter(|of| !is_named(of))
                .take(2)
                .filter(|of| !is_error(id, *of))
            {
                let mut flags = flags(&contains, &may);
                for (other, status) in &mut flags {
                    if other.group() == group && *other != group && !is_named(other) {
                        *status = Some(Status::NotPresent);
                    }
                }
                let label = format!("{} ## {}", of.wire_name(), shown(&value));
                table.add(&format!("G {language}"), &label, || {
                    danger(is_calm(&texts(&value), &flags, language, of))
                });
            }
        }
    }
    table.rows.sort();
    table.print();
}

#[test]
#[ignore = "a comparison, not a test"]
fn compare_real_texts() {
    if FOLDER.is_none() {
        return;
    }
    let mut table = Table::new("real-texts");
    for line in file("dangers.txt")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        let parts: Vec<&str> = line.splitn(5, '|').collect();
        let [language, field, yes, avoid, text] = parts[..] else {
            panic!("{line}")
        };
        let of = product_pool::label::avoid_list_with(avoid, &lexicon(language)).allergens[0];
        let texts = Texts {
            list: if field == "list" { text } else { "Aa, Bb" },
            statement: if field == "stmt" { text } else { "" },
            html: (field == "html").then_some(text),
            warning: (field == "warn").then_some(text),
            ..Texts::default()
        };
        let flags = flags(&words(yes), &[]);
        table.add("dangers.txt", line, || {
            let is_calm = is_calm(&texts, &flags, language, of);
            Faults {
                dangers: if is_calm { vec!["calm".into()] } else { vec![] },
                alarms: vec![],
            }
        });
    }
    for line in file("alarms.txt")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        let parts: Vec<&str> = line.splitn(5, '|').collect();
        let [language, field, yes, may, text] = parts[..] else {
            panic!("{line}")
        };
        let (text, class) = text.rsplit_once(" ! ").unwrap_or((text, "F"));
        let (name, list) = match field {
            "name" => text.split_once(" @ ").unwrap(),
            "list" => ("Product", text),
            _ => ("Product", "Aa, Bb"),
        };
        let texts = Texts {
            name,
            list,
            statement: if field == "stmt" { text } else { "" },
            ..Texts::default()
        };
        let flags = flags(&words(yes), &words(may));
        table.add(&format!("alarms.txt {class}"), line, || Faults {
            dangers: Vec::new(),
            alarms: alarms(&texts, &flags, language)
                .into_iter()
                .map(|alarm| alarm.text)
                .collect(),
        });
    }
    let alerts: Value = serde_json::from_str(&file("fsa-alerts.json")).unwrap();
    for alert in alerts.as_array().unwrap() {
        let risk = text(alert, "t");
        for is_warning in [false, true] {
            for of in names(&alert["al"]) {
                let texts = Texts {
                    name: "X",
                    list: "Water, Sugar",
                    statement: if is_warning { "" } else { risk },
                    warning: is_warning.then_some(risk),
                    ..Texts::default()
                };
                let label = format!("{} ## {risk}", of.wire_name());
                table.add("fsa", &label, || {
                    let is_calm = is_calm(&texts, &flags(&[], &[]), "en", of);
                    Faults {
                        dangers: if is_calm { vec!["calm".into()] } else { vec![] },
                        alarms: vec![],
                    }
                });
            }
        }
    }
    table.print();
}
