//! Differing fields by path, including fields that the table does not know.

use super::pairs::ComponentPair;
use super::subject::{Subject, subject};
use crate::collect_vec::CollectVec as _;
use crate::label::data::data;
use crate::label::equal::groups;
use crate::model::normalize::is_single;
use crate::model::table::{COMPONENT, PRODUCT, ProductData, Schema};
use crate::model::view::Shape;
use crate::model::{Object, Value};

data! {
    /// A field that differs between two versions.
    ///
    /// A flag, a reference and a quantity count as one field each, with all of
    /// their members; so does a component that is in one version only.
    pub struct FieldChange {
        /// The subject of the field.
        pub subject: Subject,
        /// The wire name of the field, or of the list that it is part of.
        pub field: String,
        /// Whether the field is in the table.
        pub known: bool,
        /// The index of the pair in the diff's `components`; `None` for a field of
        /// the whole product.
        pub component: Option<usize>,
        /// The value before; `None` if there was no such field.
        pub before: Option<Place>,
        /// The value after; `None` if there is no such field.
        pub after: Option<Place>,
        /// Whether one of the changes of allergens, ingredients or nutrition
        /// already covers it.
        pub covered: bool,
    }

    /// A value and its path.
    pub struct Place {
        /// The path: `components[0].handling.storage_instructions`.
        pub path: String,
        /// The value, verbatim. One nested more than 120 levels deep serializes as
        /// a string of its JSON.
        #[serde(serialize_with = "crate::label::verbatim::serialize")]
        #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
        pub value: Value,
    }
}

impl Place {
    fn of(value: &Value, path: &str) -> Place {
        Place {
            path: path.to_owned(),
            value: value.clone(),
        }
    }
}

/// All fields that differ, the most important subject first.
pub(super) fn fields(
    before: ProductData<'_>,
    after: ProductData<'_>,
    pairs: &[ComponentPair],
) -> Vec<FieldChange> {
    let mut walk = Walk {
        paths: [String::new(), String::new()],
        names: Vec::new(),
        component: None,
        pairs,
        changes: Vec::new(),
    };
    match (before.raw(), after.raw()) {
        (Some(Value::Object(old)), Some(Value::Object(new))) => {
            walk.object(old, new, Some(&PRODUCT));
        }
        (old, new) => walk.value(old, new, None),
    }
    let mut changes = Vec::with_capacity(walk.changes.len());
    for subject in Subject::ALL {
        changes.extend(
            walk.changes
                .extract_if(.., |change| change.subject == *subject),
        );
    }
    changes
}

/// Whether two values are equal, regardless of the order of object members.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && members(a, b).iter().all(|(_, [a, b])| {
                    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
                })
        }
        (Value::List(a), Value::List(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        _ => a == b,
    }
}

/// The members with the same name in two objects: a hostile object may repeat
/// one.
type Named<'a> = (&'a str, [Vec<&'a Value>; 2]);

/// The members of two objects by name, in the order of the earlier object and
/// then of the later.
fn members<'a>(a: &'a Object, b: &'a Object) -> Vec<Named<'a>> {
    let all: Vec<(&str, &Value)> = a.iter().chain(b.iter()).collect_vec();
    let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect_vec();
    let groups = groups(&names).into_iter();
    let named = groups.filter_map(|places| {
        let mut named: Named<'a> = (all.get(*places.first()?)?.0, Default::default());
        for place in places {
            named.1[usize::from(place >= a.len())].push(all.get(place)?.1);
        }
        Some(named)
    });
    named.collect_vec()
}

/// A member name on the path to a value.
#[derive(Clone)]
struct Step {
    name: String,
    known: bool,
}

struct Walk<'a> {
    /// The paths in the two versions.
    paths: [String; 2],
    names: Vec<Step>,
    component: Option<usize>,
    pairs: &'a [ComponentPair],
    changes: Vec<FieldChange>,
}

impl Walk<'_> {
    fn report(&mut self, before: Option<&Value>, after: Option<&Value>) {
        let names: Vec<&str> = self
            .names
            .iter()
            .map(|step| step.name.as_str())
            .collect_vec();
        self.changes.push(FieldChange {
            subject: subject(&names, self.component.is_some()),
            field: names.last().copied().unwrap_or_default().to_owned(),
            known: self.names.iter().all(|step| step.known),
            component: self.component,
            before: before.map(|value| Place::of(value, &self.paths[0])),
            after: after.map(|value| Place::of(value, &self.paths[1])),
            covered: false,
        });
    }

    fn object(&mut self, old: &Object, new: &Object, record: Option<&'static Schema>) {
        let dot = if self.paths[0].is_empty() { "" } else { "." };
        for (name, [old, new]) in members(old, new) {
            let field = record.and_then(|record| record.field(name));
            let step = format!("{dot}{name}");
            self.names.push(Step {
                name: name.to_owned(),
                known: field.is_some(),
            });
            // Of repeated members the last one counts, so they are paired from
            // the end.
            for nth in (0..old.len().max(new.len())).rev() {
                let counts = nth == 0 && self.names.len() == 1 && self.component.is_none();
                let (old, new) = (
                    old.iter().nth_back(nth).copied(),
                    new.iter().nth_back(nth).copied(),
                );
                self.below([&step, &step], &mut |walk| {
                    if counts && name == "components" && record.is_some() {
                        walk.components(old, new);
                    } else {
                        walk.value(old, new, field.map(|field| field.shape));
                    }
                });
            }
            self.names.pop();
        }
    }

    fn value(&mut self, old: Option<&Value>, new: Option<&Value>, shape: Option<Shape>) {
        let none = Object::default();
        match (shape, old, new) {
            (_, Some(old), Some(new)) if same(old, new) => {}
            (Some(Shape::Record(record)), _, _) if is_single(record) => self.report(old, new),
            (Some(Shape::Record(record)), Some(Value::Object(old)), Some(Value::Object(new))) => {
                self.object(old, new, Some(record));
            }
            // A section that was added or removed is reported field by field.
            (Some(Shape::Record(record)), None, Some(Value::Object(new))) if !new.is_empty() => {
                self.object(&none, new, Some(record));
            }
            (Some(Shape::Record(record)), Some(Value::Object(old)), None) if !old.is_empty() => {
                self.object(old, &none, Some(record));
            }
            (Some(Shape::List(element)), Some(Value::List(old)), Some(Value::List(new))) => {
                self.list(old, new, Some(*element));
            }
            (Some(Shape::Any) | None, Some(Value::Object(old)), Some(Value::Object(new))) => {
                self.object(old, new, None);
            }
            (Some(Shape::Any) | None, Some(Value::List(old)), Some(Value::List(new))) => {
                self.list(old, new, None);
            }
            _ => self.report(old, new),
        }
    }

    /// Compares lists: the common beginning and end are skipped, the rest is
    /// compared index by index.
    fn list(&mut self, old: &[Value], new: &[Value], element: Option<Shape>) {
        let heads = old.iter().zip(new);
        let head = heads.take_while(|(a, b)| same(a, b)).count();
        let tails = old[head..].iter().rev().zip(new[head..].iter().rev());
        let tail = tails.take_while(|(a, b)| same(a, b)).count();
        let (old_end, new_end) = (old.len() - tail, new.len() - tail);
        for index in head..old_end.max(new_end) {
            let old = old[..old_end].get(index);
            let new = new[..new_end].get(index);
            let step = format!("[{index}]");
            self.below([&step, &step], &mut |walk| match (old, new) {
                (Some(_), Some(_)) => walk.value(old, new, element),
                // An element that was added or removed is reported as a whole.
                _ => walk.report(old, new),
            });
        }
    }

    /// Compares the components in pairs.
    fn components(&mut self, old: Option<&Value>, new: Option<&Value>) {
        if old.map(Value::kind) != new.map(Value::kind) {
            self.report(old, new);
        }
        let (old, new) = (Value::elements(old), Value::elements(new));
        let pairs = self.pairs;
        for (number, pair) in pairs.iter().enumerate() {
            self.component = Some(number);
            let (before, after) = (
                pair.before.and_then(|at| old.get(at)),
                pair.after.and_then(|at| new.get(at)),
            );
            let steps = [pair.before, pair.after];
            let steps = steps.map(|index| format!("[{}]", index.unwrap_or_default()));
            self.below(steps.each_ref(), &mut |walk| match (before, after) {
                (Some(_), Some(_)) => walk.value(before, after, Some(Shape::Record(&COMPONENT))),
                _ => walk.report(before, after),
            });
        }
        self.component = None;
    }

    /// Runs `work` one level down, with a step at the end of each path.
    fn below(&mut self, steps: [&String; 2], work: &mut dyn FnMut(&mut Self)) {
        let lengths = self.paths.each_ref().map(String::len);
        for (path, step) in self.paths.iter_mut().zip(steps) {
            path.push_str(step);
        }
        work(self);
        for (path, length) in self.paths.iter_mut().zip(lengths) {
            path.truncate(length);
        }
    }
}
