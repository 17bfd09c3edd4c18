//! The list of mutations: `tests/mutations/`, one file for each room of the code.

use std::collections::HashSet;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use super::target::Target;
use crate::workspace::Workspace;

/// The folder of the list.
const FOLDER: &str = "tests/mutations";

/// A mutation: one mistake in one file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Mutation {
    /// The room of the code, which is the name of the list's file.
    #[serde(skip)]
    pub(super) room: String,
    /// The mistake, as someone who uses the product would notice it.
    pub(super) name: String,
    /// The file to change.
    pub(super) file: String,
    /// The text to replace, which occurs in the file once.
    pub(super) find: String,
    /// The text in its place.
    pub(super) replace: String,
    /// The tests that must fail.
    pub(super) caught_by: Target,
}

/// A file of the list.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Room {
    mutation: Vec<Mutation>,
}

/// Reads the list, room by room. Fails if one of the mutations is out of date: its text or its
/// tests are no longer there.
pub(super) fn read(ws: &Workspace) -> Result<Vec<Mutation>> {
    let mut mutations = Vec::new();
    for path in ws.sh.read_dir(FOLDER)? {
        let text = ws.sh.read_file(&path)?;
        let room: Room = toml::from_str(&text).with_context(|| format!("in {}", path.display()))?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        mutations.extend(room.mutation.into_iter().map(|mutation| Mutation {
            room: name.clone().into_owned(),
            ..mutation
        }));
    }
    let mut names = HashSet::new();
    let mut faults = Vec::new();
    for mutation in &mutations {
        let is_new = names.insert(&mutation.name);
        let target = mutation.caught_by.check(&ws.root);
        match mutation.mutated(&ws.root).and(target) {
            Err(why) => faults.push(format!("{:?}: {why:#}", mutation.name)),
            Ok(()) if is_new => {}
            Ok(()) => faults.push(format!("two mutations are called {:?}", mutation.name)),
        }
    }
    ensure!(faults.is_empty(), "{}", faults.join("\n"));
    Ok(mutations)
}

impl Mutation {
    /// Its room and its name, as the table has them.
    pub(super) fn title(&self) -> String {
        format!("{}: {}", self.room, self.name)
    }

    /// The text of its file with the mistake.
    pub(super) fn mutated(&self, root: &Path) -> Result<String> {
        let text = std::fs::read_to_string(root.join(&self.file));
        let text = text.with_context(|| format!("cannot read {}", self.file))?;
        let count = text.matches(&self.find).count();
        let (file, find) = (&self.file, &self.find);
        ensure!(count == 1, "{file} has this text {count} times: {find}");
        ensure!(
            self.replace != *find,
            "nothing is replaced in {file}: {find}"
        );
        Ok(text.replace(find, &self.replace))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mutation_has_its_text_and_its_tests() {
        let mutations = read(&Workspace::find().unwrap()).unwrap();
        assert!(mutations.len() >= 60, "{} mutations", mutations.len());
    }

    /// What a file of tests in Node or in a page protects is a mistake that it alone catches.
    #[test]
    fn every_file_of_tests_in_javascript_has_a_mutation() {
        let ws = Workspace::find().unwrap();
        let mutations = read(&ws).unwrap();
        let targets: Vec<_> = mutations
            .iter()
            .map(|it| format!("{} ", it.caught_by))
            .collect();
        for kind in ["e2e", "node"] {
            for path in ws.sh.read_dir(format!("tests/{kind}")).unwrap() {
                let file = path.file_name().unwrap_or_default().to_string_lossy();
                let Some(name) = file.strip_suffix(".test.mjs") else {
                    continue;
                };
                let target = format!("{kind} {name} ");
                assert!(targets.iter().any(|it| it.starts_with(&target)), "{target}");
            }
        }
    }
}
