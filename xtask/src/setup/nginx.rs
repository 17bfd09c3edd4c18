//! nginx, beside which the gateway is measured. Where it is missing and cannot
//! be installed, the gateway is measured alone, and says so.

use std::path::Path;

use super::debian;
use crate::failure::{Failure, Result};
use crate::place::{self, Place};
use crate::process::{self, command};
use crate::report;

/// The program, and where Debian puts it, which not all users have on PATH.
const PROGRAM: &str = "nginx";
const INSTALLED: &str = "/usr/sbin/nginx";

/// Debian's smallest package of it.
const PACKAGES: &[&str] = &["nginx-light"];

/// Sees to it that nginx is there, or notes why it is not.
pub(crate) fn ensure(place: &Place) -> Result<()> {
    let installed = || place::is_program(Path::new(INSTALLED));
    if place::on_path(PROGRAM).is_some() || installed() {
        return Ok(());
    }
    let possible = debian::apt_works().and_then(|()| {
        debian::has(place, PACKAGES)
            .then_some(())
            .ok_or("apt has none")
    });
    let missing = match possible {
        Err(why) => format!("but {why}"),
        Ok(()) => {
            let what = "installing nginx to compare the gateway with";
            match debian::apt_install(place, PACKAGES, what, "about 10 s, once per machine") {
                Ok(()) => {
                    stop_service();
                    return Ok(());
                }
                Err(Failure::Told(why)) => why,
                Err(interrupted) => return Err(interrupted),
            }
        }
    };
    report::note(&format!(
        "there is no nginx, {missing}: the gateway is compared with nothing"
    ));
    Ok(())
}

/// Debian's package starts a service, which nobody asked for here.
fn stop_service() {
    if Path::new("/run/systemd/system").is_dir() {
        // Where it cannot be stopped it is only in nobody's way.
        process::ask(command("systemctl").args(["disable", "--now", "nginx.service"]));
    }
}
