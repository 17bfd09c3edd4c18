//! Constants of `serve` that tests and benchmarks of the program change: with the usual values
//! they would take minutes, or need a million products. No option of operators.

use std::ffi::OsString;

use crate::options::ServeArgs;

/// The variable that changes them: `follow=1 stale=0`, times in seconds and sizes in bytes.
pub(crate) const VARIABLE: &str = "PRODUCT_POOL_TEST_CONSTANTS";

/// Changes the constants that the variable names.
///
/// # Errors
/// In one line: what is wrong with the variable.
pub(crate) fn change(args: &mut ServeArgs, variable: Option<OsString>) -> Result<(), String> {
    let text = variable.unwrap_or_default();
    for word in text.to_string_lossy().split_whitespace() {
        let wrong = || format!("{VARIABLE}: {word} is no constant with a number");
        let (name, number) = word.split_once('=').ok_or_else(wrong)?;
        let number: u32 = number.parse().map_err(|_| wrong())?;
        let gateway = &mut args.gateway;
        match name {
            "burst" => gateway.burst = Some(number),
            "cache-memory" => gateway.cache_memory = number.into(),
            "follow" => gateway.follow = number.into(),
            "head-timeout" => args.limits.head_timeout = number.into(),
            "max-products" => gateway.max_products = number.into(),
            "mirror-reconcile" => gateway.mirror_reconcile = number.into(),
            "missing" => gateway.missing = number.into(),
            "shutdown-timeout" => args.ops.shutdown_timeout = number.into(),
            "stale" => gateway.stale = Some(number.into()),
            "upstream-connections" => {
                gateway.upstream_connections = number.try_into().map_err(|_| wrong())?;
            }
            "upstream-limit" => gateway.upstream_limit = number.into(),
            "upstream-timeout" => gateway.upstream_timeout = number.into(),
            _ => return Err(wrong()),
        }
    }
    Ok(())
}
