//! Varnish, which two of the server's tests put before it. They test nothing
//! where it is missing, so it is installed where that is possible, and a note
//! says so where it is not: nothing else depends on it.

use std::path::{Path, PathBuf};

use super::debian;
use crate::failure::{Failure, Result};
use crate::place::{self, Place};
use crate::process::{self, command};
use crate::report;

/// The program, by the name that the tests look for …
const PROGRAM: &str = "varnishd";

/// … and where else, as not all users have that folder on PATH.
const INSTALLED: &str = "/usr/sbin/varnishd";

/// Debian's package of it.
const PACKAGES: &[&str] = &["varnish"];

/// The oldest version that speaks the recipe's language, VCL 4.1.
const OLDEST: (u32, u32) = (6, 0);

/// Sees to it that the tests find it, or notes why they will not.
pub(crate) fn ensure(place: &Place) -> Result<()> {
    let found = match find() {
        Some(program) => Ok(program),
        None => install(place)?,
    };
    let unfit = match found {
        Ok(program) => unfit(&program),
        Err(why) => Some(why),
    };
    if let Some(why) = unfit {
        report::note(&format!("{why}: two tests of the server are left out"));
    }
    Ok(())
}

fn find() -> Option<PathBuf> {
    let installed = Path::new(INSTALLED);
    place::on_path(PROGRAM).or_else(|| place::is_program(installed).then(|| installed.to_owned()))
}

/// Installs it; the inner error says why that cannot be.
fn install(place: &Place) -> Result<std::result::Result<PathBuf, String>> {
    let possible = debian::apt_works().and_then(|()| {
        debian::has(place, PACKAGES)
            .then_some(())
            .ok_or("apt has none")
    });
    if let Err(why) = possible {
        return Ok(Err(format!("there is no {PROGRAM}, but {why}")));
    }
    let what = "installing Varnish for two tests of the server";
    match debian::apt_install(place, PACKAGES, what, "about 15 s, once per machine") {
        Ok(()) => {}
        Err(Failure::Told(why)) => return Ok(Err(format!("there is no {PROGRAM}: {why}"))),
        Err(interrupted) => return Err(interrupted),
    }
    stop_service();
    Ok(find().ok_or_else(|| format!("Debian's package brought no {PROGRAM}")))
}

/// Debian's package starts a service, which nobody asked for here.
fn stop_service() {
    if Path::new("/run/systemd/system").is_dir() {
        // Where it cannot be stopped it is only in nobody's way.
        process::ask(command("systemctl").args(["disable", "--now", "varnish.service"]));
    }
}

/// Why the program is of no use to the tests, if it is not.
fn unfit(program: &Path) -> Option<String> {
    // It tells its version on stderr.
    let output = command(program).arg("-V").output();
    let said = output.map_or_else(
        |error| error.to_string(),
        |output| String::from_utf8_lossy(&[output.stderr, output.stdout].concat()).into_owned(),
    );
    let (major, minor) = OLDEST;
    match version(&said) {
        Some(version) if version >= OLDEST => None,
        Some((a, b)) => Some(format!(
            "{} is version {a}.{b}, older than {major}.{minor}",
            program.display()
        )),
        None => Some(format!("{} does not tell its version", program.display())),
    }
}

/// The version in `varnishd (varnish-7.1.1 revision …)`.
fn version(said: &str) -> Option<(u32, u32)> {
    let (_, rest) = said.split_once("varnish-")?;
    let mut numbers = rest.split(|c: char| !c.is_ascii_digit());
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_read_and_compared_as_numbers() {
        let said = "varnishd (varnish-7.1.1 revision 7cee1c58)\nCopyright (c) 2006";
        assert_eq!(version(said), Some((7, 1)));
        assert!(version("varnishd (varnish-10.0.0 revision 1)") > Some(OLDEST));
        assert!(version("varnishd (varnish-5.2.1 revision 1)") < Some(OLDEST));
        assert_eq!(version("varnishd (varnish-trunk revision 1)"), None);
        assert_eq!(version(""), None);
    }
}
