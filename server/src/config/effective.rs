//! The values in effect, as `--check-config` prints them.

use super::setting::{Origin, Setting};

/// A line for each setting, with its origin. Those with their default are comments.
pub(crate) fn listed(settings: &[Setting]) -> String {
    let mut text = String::new();
    for setting in settings {
        let (name, from) = (&setting.name, &setting.origin);
        let values = setting.values.iter().map(|value| value.to_string_lossy());
        let value = values.collect::<Vec<_>>().join(", ");
        let line = match from {
            Origin::Default if value.is_empty() => format!("# {name} is not set"),
            Origin::Default => format!("# {name} = {value}"),
            Origin::Flag | Origin::Variable(_) => format!("{name} = {value}"),
        };
        text += &format!("{line:<48}  # {from}\n");
    }
    text
}
