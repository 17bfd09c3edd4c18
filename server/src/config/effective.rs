//! The values in effect, as `--check-config` prints them.

use super::setting::{Kind, Origin, Setting};

/// Formats the settings as a configuration file, with their origins. Options that are not set
/// become comments.
pub(crate) fn to_toml(settings: &[Setting]) -> String {
    let mut text = String::new();
    for setting in settings {
        let (value, from) = (value(setting), setting.origin());
        let unset = *from == Origin::Default;
        let off = setting.kind == Kind::Bool && value == "false";
        // A file cannot name a configuration file.
        let line = match setting.name.as_str() {
            "config" if unset => continue,
            "config" => format!("# config = {value}"),
            name if setting.values.is_empty() => {
                text += &format!("# {name} is not set\n");
                continue;
            }
            name if unset || off => format!("# {name} = {value}"),
            name => format!("{name} = {value}"),
        };
        text += &format!("{line:<48}  # {from}\n");
    }
    text
}

/// The value of a setting in TOML.
fn value(setting: &Setting) -> String {
    let quoted = |text: &str| toml::Value::from(text).to_string();
    let mut values = setting
        .values
        .iter()
        .map(|(value, _)| value.to_string_lossy());
    match setting.kind {
        Kind::List => {
            let values: Vec<String> = values.map(|text| quoted(&text)).collect();
            format!("[{}]", values.join(", "))
        }
        Kind::Bool | Kind::Number => values.next().unwrap_or_default().into_owned(),
        Kind::Text => values.next().map(|text| quoted(&text)).unwrap_or_default(),
    }
}
