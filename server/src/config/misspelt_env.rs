//! Warnings about environment variables that look like misspelt options.

use clap::Command;

use super::PREFIX;
use super::option::options;
use product_pool_gateway::TOKEN_VARIABLE;
use product_pool_http::nearest::nearest;

/// The least similarity between a variable and an option's variable. Others belong to other
/// programs: container systems, for example, create variables from the names of services.
const MIN_SIMILARITY: f64 = 0.93;

/// A warning for each name that seems to be a misspelt variable. It is not an error, as it
/// would be in a file, because other programs use the environment too.
pub(crate) fn misspelt_variables(
    command: &Command,
    names: impl Iterator<Item = String>,
) -> Vec<String> {
    let mut known: Vec<String> = options(command).iter().map(|it| it.variable()).collect();
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
            (
                "PRODUCT_POOL_UPSTREAM_TIMEOT",
                Some("PRODUCT_POOL_UPSTREAM_TIMEOUT"),
            ),
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
