//! The limit of open files that the system sets for this process. Each connection counts as one.

/// Files that are not for clients: probes, databases, the log and other internal use.
const RESERVED_FILES: u64 = 256;
/// Files for each connection: its own, and a file that is sent to it.
const FILES_PER_CONNECTION: u64 = 2;

/// The number of connections that the limit allows, at most `wanted`, if `other_files` are open
/// beside them. Raises the soft limit as far as needed and allowed.
pub(crate) fn available_connections(wanted: usize, other_files: usize) -> usize {
    let wanted = wanted as u64;
    let reserved = RESERVED_FILES + other_files as u64;
    let available = match raise_soft_limit(wanted * FILES_PER_CONNECTION + reserved) {
        Some(limit) => (limit.saturating_sub(reserved) / FILES_PER_CONNECTION).clamp(1, wanted),
        None => wanted,
    };
    if available < wanted {
        tracing::warn!(
            "the limit of open files allows {available} connections only, not {wanted}: raise it \
             (LimitNOFILE in a systemd unit, ulimit -Hn), or lower --connections"
        );
    }
    usize::try_from(available).unwrap_or(usize::MAX)
}

/// Raises the soft limit to that many files, or as far as the hard one allows.
/// Returns the limit in effect; `None` if there is none.
fn raise_soft_limit(needed: u64) -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let current = limit.current?;
    if current >= needed {
        return Some(current);
    }
    let raised = limit.maximum.map_or(needed, |most| most.min(needed));
    let new = Rlimit {
        current: Some(raised),
        ..limit
    };
    match setrlimit(Resource::Nofile, new) {
        Ok(()) => Some(raised),
        Err(error) => {
            tracing::warn!("cannot raise the limit of open files from {current}: {error}");
            Some(current)
        }
    }
}
