//! The properties of each option, derived from the command line's declarations.

use std::any::TypeId;

use clap::{Arg, ArgAction, Command};

use super::PREFIX;
use product_pool_http::Size;

/// An option of `serve`.
#[derive(Debug)]
pub(super) struct Opt {
    /// The id of the argument in the parser.
    pub(super) id: String,
    /// The name of the flag, without the dashes.
    pub(super) name: String,
    /// Other names of the flag.
    pub(super) aliases: Vec<String>,
    /// The argument as the parser's messages name it.
    pub(super) display: String,
    pub(super) kind: Kind,
    /// Whether the configuration file may set it.
    pub(super) in_file: bool,
    /// Whether it applies to a gateway only.
    pub(super) gateway: bool,
}

/// The type of an option's value in the configuration file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Bool,
    Number,
    /// A number of bytes, or a text such as `64M`.
    Size,
    Text,
    /// Any number of strings.
    List,
}

impl Kind {
    /// A description of the expected value, with an example.
    pub(super) fn expected(self) -> &'static str {
        match self {
            Kind::Bool => "true or false",
            Kind::Number => "a whole number such as 60",
            Kind::Size => "a size such as \"64M\", or a number of bytes",
            Kind::Text => "a string, such as \"text\"",
            Kind::List => "a list of strings, such as [\"text\", \"text\"]",
        }
    }
}

impl Opt {
    /// The name of its environment variable.
    pub(super) fn variable(&self) -> String {
        format!("{PREFIX}{}", self.name.to_uppercase().replace('-', "_"))
    }

    pub(super) fn has_name(&self, name: &str) -> bool {
        self.name == name || self.aliases.iter().any(|alias| alias == name)
    }
}

/// The options of `serve`, in the order of their declaration.
pub(super) fn options(command: &Command) -> Vec<Opt> {
    let mut command = command.clone();
    // The parser sets the names of its options only when it is built.
    command.build();
    let Some(serve) = command.find_subcommand(super::SERVE) else {
        return Vec::new();
    };
    let gateway = serve.get_groups().find(|group| group.get_id() == "gateway");
    let gateway: Vec<_> = gateway.iter().flat_map(|group| group.get_args()).collect();
    let option = |argument: &Arg| {
        let name = argument.get_long()?.to_owned();
        let aliases = argument.get_all_aliases().unwrap_or_default();
        Some(Opt {
            id: argument.get_id().to_string(),
            aliases: aliases.into_iter().map(str::to_owned).collect(),
            display: argument.to_string(),
            kind: kind(argument)?,
            // A file neither names another nor sets `--check-config`.
            in_file: !matches!(name.as_str(), "config" | "check-config"),
            gateway: gateway.contains(&argument.get_id()),
            name,
        })
    };
    serve.get_arguments().filter_map(option).collect()
}

/// The type of an option's value; `None` for `--help` and the like.
fn kind(argument: &Arg) -> Option<Kind> {
    match argument.get_action() {
        ArgAction::Append => return Some(Kind::List),
        ArgAction::Set => {}
        _ => return None,
    }
    let value = argument.get_value_parser().type_id();
    let numbers = [
        TypeId::of::<u16>(),
        TypeId::of::<u32>(),
        TypeId::of::<u64>(),
        TypeId::of::<usize>(),
    ];
    Some(match value {
        value if value == TypeId::of::<bool>() => Kind::Bool,
        value if value == TypeId::of::<Size>() => Kind::Size,
        value if numbers.iter().any(|number| value == *number) => Kind::Number,
        _ => Kind::Text,
    })
}
