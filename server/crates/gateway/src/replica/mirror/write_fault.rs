//! Why the mirror's file cannot be written.

use std::time::Duration;

use parking_lot::Mutex;
use product_pool_store::StoreError;
use tokio::time::Instant;

/// How long a fault is not logged again: on a full disk, small writes may succeed between large
/// ones.
const LOG_INTERVAL: Duration = Duration::from_secs(3600);

/// The fault of the last write, if it failed.
#[derive(Debug, Default)]
pub(super) struct WriteFault(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    current: Option<String>,
    /// The fault that was logged last, and when.
    logged: Option<(String, Instant)>,
}

impl WriteFault {
    /// Records how a write ended. A fault is logged when it begins.
    pub(super) fn record(&self, error: Option<&StoreError>) {
        let mut state = self.0.lock();
        let fault = error.map(StoreError::to_string);
        if let Some(fault) = &fault
            && state.is_news(fault)
        {
            tracing::error!("the mirror cannot be written, and falls behind: {fault}");
            state.logged = Some((fault.clone(), Instant::now()));
        }
        state.current = fault;
    }

    pub(super) fn current(&self) -> Option<String> {
        self.0.lock().current.clone()
    }
}

impl State {
    fn is_news(&self, fault: &String) -> bool {
        let is_logged = |(logged, at): &(String, Instant)| {
            logged == fault && (self.current.is_some() || at.elapsed() < LOG_INTERVAL)
        };
        !self.logged.as_ref().is_some_and(is_logged)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_fault_is_news_once() {
        let faults = WriteFault::default();
        let is_news = |error: &StoreError| faults.0.lock().is_news(&error.to_string());
        let full = StoreError::Damaged("full".to_owned());
        assert!(is_news(&full));
        faults.record(Some(&full));
        assert_eq!(faults.current(), Some(full.to_string()));
        tokio::time::advance(LOG_INTERVAL * 2).await;
        assert!(!is_news(&full), "it goes on");
        assert!(is_news(&StoreError::Busy));
        faults.record(Some(&full));
        faults.record(None);
        assert_eq!(faults.current(), None);
        assert!(is_news(&full), "the last line is old");
        faults.record(Some(&full));
        faults.record(None);
        assert!(!is_news(&full));
    }
}
