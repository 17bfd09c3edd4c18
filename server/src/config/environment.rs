//! The environment variables of options: `PRODUCT_POOL_ALLOW_ORIGIN` for `--allow-origin`.

use std::ffi::OsString;

use clap::Command;

use super::setting::{Kind, Origin, Setting, settings};
use product_pool_gateway::TOKEN_VARIABLE;
use product_pool_http::nearest::nearest;

/// The prefix of all variables.
const PREFIX: &str = "PRODUCT_POOL_";

/// The least similarity between a variable and an option's variable. Others belong to other
/// programs: container systems, for example, create variables from the names of services.
const MIN_SIMILARITY: f64 = 0.93;

/// The variable of an option.
fn name_of(setting: &Setting) -> String {
    format!("{PREFIX}{}", setting.name.to_uppercase().replace('-', "_"))
}

/// Reads the variables of options without a flag. An empty variable counts as unset.
pub(super) fn read(
    variable: impl Fn(&str) -> Option<OsString>,
    settings: &mut [Setting],
    errors: &mut Vec<String>,
) {
    for setting in settings
        .iter_mut()
        .filter(|setting| setting.values.is_empty())
    {
        let name = name_of(setting);
        let Some(value) = variable(&name).filter(|value| !value.is_empty()) else {
            continue;
        };
        let values = match (setting.kind, value.to_str()) {
            (Kind::Bool, Some("true" | "1" | "yes" | "on")) => vec!["true".into()],
            (Kind::Bool, Some("false" | "0" | "no" | "off")) => vec!["false".into()],
            (Kind::Bool, _) => {
                errors.push(format!("{name}: it should be true or false"));
                continue;
            }
            (Kind::List, Some(text)) => {
                let parts = text.split(',').map(str::trim);
                let parts = parts.filter(|part| !part.is_empty());
                parts.map(OsString::from).collect()
            }
            _ => vec![value],
        };
        (setting.values, setting.origin) = (values, Origin::Variable(name));
    }
}

/// A warning for each name that seems to be a misspelt variable. It is not an error, as it
/// would be in a file, because other programs use the environment too.
pub(crate) fn misspelt_variables(
    command: &Command,
    names: impl Iterator<Item = String>,
) -> Vec<String> {
    let mut known: Vec<String> = settings(command).iter().map(name_of).collect();
    known.push(TOKEN_VARIABLE.to_owned());
    let named = names.filter(|name| name.starts_with(PREFIX) && !known.contains(name));
    let line = |name: String| {
        let known = known.iter().filter_map(|known| known.strip_prefix(PREFIX));
        let meant = nearest(name.strip_prefix(PREFIX)?, known, MIN_SIMILARITY)?;
        Some(format!(
            "unknown variable {name}; did you mean {PREFIX}{meant}?"
        ))
    };
    named.filter_map(line).collect()
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn misspelt_variables_are_reported_and_others_are_not() {
        for (name, meant) in [
            ("PRODUCT_POOL_DRAIN_DELYA", Some("PRODUCT_POOL_DRAIN_DELAY")),
            (
                "PRODUCT_POOL_UPSTREAM_TOKN",
                Some("PRODUCT_POOL_UPSTREAM_TOKEN"),
            ),
            ("PRODUCT_POOL_FERSH", Some("PRODUCT_POOL_FRESH")),
            ("PRODUCT_POOL_FRESH", None),
            ("PRODUCT_POOL_UPSTREAM_TOKEN", None),
            ("PRODUCT_POOL_CONFIG", None),
            ("PRODUCT_POOL_PORT", None),
            ("PRODUCT_POOL_SERVICE_HOST", None),
            ("PRODUCT_POOL_PORT_8080_TCP_ADDR", None),
            ("POOL_FERSH", None),
        ] {
            let found =
                misspelt_variables(&crate::cli::Cli::command(), [name.to_owned()].into_iter());
            let line = meant.map(|meant| format!("unknown variable {name}; did you mean {meant}?"));
            assert_eq!(found, line.into_iter().collect::<Vec<_>>());
        }
    }
}
