//! The compilers that can make WebAssembly.

use xshell::{Cmd, cmd};

use crate::process::query;
use crate::workspace::Workspace;

/// The target of everything that runs in a browser.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// The name that Debian's compiler has in rustup: `cargo +product-pool-wasm`.
pub(super) const LINK: &str = "product-pool-wasm";

/// A toolchain that compiles for [`TARGET`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Toolchain {
    /// The one that runs this program.
    Active,
    /// Debian's, linked as [`LINK`], with a standard library that is built here.
    Linked,
}

impl Toolchain {
    /// Makes a command use this toolchain: cargo, rustc, or what calls them, like Trunk.
    pub(crate) fn choose(self, command: Cmd<'_>) -> Cmd<'_> {
        match self {
            Self::Active => command,
            Self::Linked => command.env("RUSTUP_TOOLCHAIN", LINK),
        }
    }

    /// Whether an empty test compiles and links. That the target's library exists would not be
    /// enough: after an upgrade of the compiler it is useless, and on Debian the linker is a
    /// package of its own.
    pub(super) fn works(self, ws: &Workspace) -> bool {
        let probe = ws.state().join("probe.rs");
        let output = probe.with_extension("wasm");
        ws.sh.write_file(&probe, "#[test] fn probe() {}").is_ok()
            && query(self.choose(cmd!(
                ws.sh,
                "rustc --target {TARGET} --test -o {output} {probe}"
            )))
            .is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn only_the_linked_toolchain_is_chosen_by_name() {
        let sh = xshell::Shell::new().unwrap();
        let chosen = |toolchain: Toolchain| {
            let command = Command::from(toolchain.choose(cmd!(sh, "rustc")));
            let mut variables = command.get_envs();
            variables.any(|variable| variable == ("RUSTUP_TOOLCHAIN".as_ref(), Some(LINK.as_ref())))
        };
        assert!(chosen(Toolchain::Linked));
        assert!(!chosen(Toolchain::Active));
    }
}
