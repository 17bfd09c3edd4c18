//! The limit of open files and connections ("handles") that the system sets for this process.

/// Handles that are not for clients: probes, databases, the log and other internal use.
const RESERVED: u64 = 256;
/// Handles for each connection: its own, and a file that is sent to it.
const EACH: u64 = 2;

/// The number of connections there are handles for, at most `wanted`, if `others` handles are
/// needed for other purposes. Raises the soft limit as far as needed and allowed.
pub(crate) fn room(wanted: usize, others: usize) -> usize {
    let wanted = wanted as u64;
    let reserved = RESERVED + others as u64;
    let room = match raise(wanted * EACH + reserved) {
        Some(limit) => (limit.saturating_sub(reserved) / EACH).clamp(1, wanted),
        None => wanted,
    };
    if room < wanted {
        tracing::warn!(
            "the limit of open files allows {room} connections only, not {wanted}: raise it \
             (LimitNOFILE in a systemd unit, ulimit -Hn), or lower --connections"
        );
    }
    usize::try_from(room).unwrap_or(usize::MAX)
}

/// Raises the soft limit to that many handles, or as far as the hard one allows.
/// Returns the limit in effect; `None` if there is none.
#[cfg(unix)]
fn raise(needed: u64) -> Option<u64> {
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

#[cfg(not(unix))]
fn raise(_: u64) -> Option<u64> {
    None
}
