//! The quota: how many requests the account of the token may still make, and what they are spent on.
//!
//! Every response announces two allowances: one of requests in a short time, and one in a longer
//! one, the quota. How long that is, no response says. It is learnt from the times at which the quota
//! was renewed, and kept for the next start; until two renewals were seen, it counts as the longest
//! that is usual.
//!
//! What is left is spent in this order: on what a reader waits for, on looking for changes, on
//! revalidating what could be served as it is, and evenly over the whole period on filling the index
//! and the mirror. Once it is spent, nothing is sent but a probe from time to time. Of what readers
//! wait for, each client has a share.

use std::collections::HashMap;
use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use parking_lot::Mutex;
use product_pool::client::{Allowance, Allowances};
use serde_json::{Value, json};

use crate::clock::Clock;
use crate::upstream::quota_file::Learnt;
use product_pool_http::shares::{MOST_CLIENTS, leaves_enough, leaves_half};

const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(3600);
const DAY: Duration = Duration::from_secs(86_400);
/// The periods that quotas usually have. One that is about as long as one of them is taken for it,
/// because a renewal is noticed only when the next request is answered.
const USUAL: [Duration; 5] = [
    MINUTE,
    HOUR,
    DAY,
    Duration::from_secs(7 * 86_400),
    UNKNOWN_PERIOD,
];
/// The period that an unknown one counts as: if it is shorter, too little is spent, not too much.
const UNKNOWN_PERIOD: Duration = Duration::from_secs(30 * 86_400);
/// By how much what is left must grow to count as a renewal: responses may overtake one another.
const OVERTAKEN: u64 = 32;
/// How long the state of the short allowance is believed.
const RATE_WINDOW: Duration = MINUTE;

/// What a request to the upstream is for, if it can wait or be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// To revalidate what could be served as it is.
    Revalidation,
    /// To read the whole list for the first time: without it units are not found.
    FirstList,
    /// To read the whole list again, or to copy records.
    Filling,
}

impl Purpose {
    /// The share of the quota that must be left when that share of its period is.
    fn line(self, left: f64) -> f64 {
        match self {
            Purpose::Revalidation => 0.1 + 0.8 * left,
            Purpose::FirstList => (0.1 + 0.9 * left).min(0.75),
            Purpose::Filling => 0.1 + 0.9 * left,
        }
    }
}

/// How much of the quota looking for changes may use, and what it leaves.
const CHANGES_SHARE: f64 = 0.2;
const CHANGES_RESERVE: f64 = 0.02;
/// The longest time between two looks at the changes, as long as anything is left.
const MAX_CHANGES_INTERVAL: Duration = HOUR;

/// What is left of the quota of the account.
#[derive(Debug)]
pub(crate) struct Quota {
    clock: Clock,
    /// Where what was learnt is kept.
    file: Option<PathBuf>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// When the quota is renewed, as far as that was learnt, also before this start.
    learnt: Option<Learnt>,
    /// The allowance in a short time, and when it was announced.
    rate: Option<(Allowance, Duration)>,
    /// The least that was left since the last renewal.
    quota: Option<Allowance>,
    /// When the quota was renewed, or first announced.
    began: Duration,
    /// Whether `began` is a renewal.
    has_renewed: bool,
    /// The time between two renewals.
    period: Option<Duration>,
    /// How many requests are under way.
    in_flight: u64,
    /// What each client has used since the last renewal.
    clients: HashMap<IpAddr, Used>,
    /// While the quota is spent: when the next probe is due, and how long the wait for it is.
    probe: Option<(Duration, Duration)>,
}

/// What a client has used.
#[derive(Debug, Default)]
struct Used {
    /// Of the quota.
    quota: u64,
    /// Of the allowance in a short time, and in which minute that was.
    rate: (u64, u64),
}

/// A request under way, until this is dropped.
#[derive(Debug)]
pub(crate) struct Spending<'a>(&'a Quota);

impl Quota {
    /// A quota of which that file has what was learnt.
    pub(crate) fn new(clock: Clock, file: Option<PathBuf>) -> Quota {
        let learnt = file.as_deref().map_or(Ok(None), Learnt::read);
        let learnt = learnt.unwrap_or_else(|why| {
            tracing::warn!("the period of the quota is learnt anew: {why}");
            None
        });
        Quota {
            clock,
            file,
            state: Mutex::new(State {
                learnt,
                ..State::default()
            }),
        }
    }

    /// Takes note of what a response announces.
    pub(crate) fn observe(&self, announced: &Allowances) {
        let now = self.clock.now();
        let mut state = self.state.lock();
        if let Some(rate) = announced.rate {
            state.rate = Some((rate, now));
        }
        let Some(seen) = announced.quota else {
            return;
        };
        let before = state.learnt;
        state.take(seen, now);
        let learnt = state.learnt.filter(|learnt| Some(*learnt) != before);
        if let (Some(learnt), Some(file)) = (learnt, &self.file)
            && let Err(error) = learnt.write(file)
        {
            let file = file.display();
            tracing::warn!(
                "the period of the quota is learnt again after a restart: {file}: {error}"
            );
        }
        if seen.remaining == 0 {
            let wait = state.probe.map_or(MINUTE, |(due, wait)| match now < due {
                true => wait,
                false => (wait * 2).min(HOUR),
            });
            if state.probe.is_none() {
                tracing::warn!(
                    "the quota of {} requests to the upstream is spent: until it is renewed, what \
                     is there is served with its age",
                    seen.limit
                );
            }
            state.probe = Some((now + wait, wait));
        }
    }

    /// How long nothing is sent because the quota is spent; `None` if something is.
    pub(crate) fn spent_for(&self) -> Option<Duration> {
        let now = self.clock.now();
        let state = self.state.lock();
        let (due, wait) = state.probe?;
        // Not longer than that, should the clock have been set back.
        let left = due.saturating_sub(now).min(wait);
        match left.is_zero() {
            true => (state.in_flight > 0).then_some(wait),
            false => Some(left),
        }
    }

    /// Takes one request from the share of a client.
    ///
    /// # Errors
    /// It has used its share, until then.
    pub(crate) fn take_share(&self, client: Option<IpAddr>) -> Result<(), Duration> {
        let Some(client) = client else {
            return Ok(());
        };
        let now = self.clock.now();
        let mut state = self.state.lock();
        let in_flight = state.in_flight;
        let quota = state.quota.map(|quota| quota.remaining);
        let rate = state.recent_rate(now).map(|(rate, _)| rate.remaining);
        let renewed_in = state.left(now).clamp(MINUTE, HOUR);
        if state.clients.len() >= MOST_CLIENTS {
            state.clients.clear();
        }
        let used = state.clients.entry(client).or_default();
        let minute = now.as_secs() / MINUTE.as_secs();
        if used.rate.1 != minute {
            used.rate = (0, minute);
        }
        // Once nothing is left for anybody, that is what a client is answered.
        let quota = quota.filter(|left| *left > 0);
        if quota.is_some_and(|left| !leaves_enough(used.quota, left.saturating_sub(in_flight))) {
            return Err(renewed_in);
        }
        if rate.is_some_and(|left| !leaves_half(used.rate.0, left.saturating_sub(in_flight))) {
            return Err(Duration::from_secs(MINUTE.as_secs() * (minute + 1)).saturating_sub(now));
        }
        used.quota += 1;
        used.rate.0 += 1;
        Ok(())
    }

    /// Gives back a request that a client did not send.
    pub(crate) fn give_back(&self, client: Option<IpAddr>) {
        let mut state = self.state.lock();
        let used = client.and_then(|client| state.clients.get_mut(&client));
        if let Some(used) = used {
            used.quota = used.quota.saturating_sub(1);
            used.rate.0 = used.rate.0.saturating_sub(1);
        }
    }

    /// Counts a request as under way, until the returned value is dropped.
    pub(crate) fn spend(&self) -> Spending<'_> {
        self.state.lock().in_flight += 1;
        Spending(self)
    }

    /// How long to wait before a request for that purpose; zero if it may be sent.
    pub(crate) fn wait(&self, purpose: Purpose) -> Duration {
        let now = self.clock.now();
        let state = self.state.lock();
        let wait = state.wait(purpose, now);
        match purpose {
            Purpose::Revalidation => wait,
            Purpose::FirstList | Purpose::Filling => wait.max(state.wait_for_rate(now)),
        }
    }

    /// Whether so little is left that what can be served is served without revalidating it.
    pub(crate) fn is_scarce(&self) -> bool {
        !self.wait(Purpose::Revalidation).is_zero()
    }

    /// How long to wait before the next look at the changes, which takes about that many requests,
    /// if one each `every` would be made without a quota.
    pub(crate) fn changes_interval(&self, every: Duration, requests: u32) -> Duration {
        let now = self.clock.now();
        let state = self.state.lock();
        let Some(quota) = state.quota else {
            return every;
        };
        let longest = MAX_CHANGES_INTERVAL.max(every);
        let reserve = CHANGES_RESERVE * quota.limit as f64;
        let passes =
            (quota.remaining as f64 - reserve) * CHANGES_SHARE / f64::from(requests.max(1));
        if passes < 1.0 {
            return longest;
        }
        state.left(now).div_f64(passes).clamp(every, longest)
    }

    /// The state, for the readiness probe; `None` while no response has announced a quota.
    pub(crate) fn report(&self) -> Option<Value> {
        let state = self.state.lock();
        let quota = state.quota?;
        let rate = state.rate.map(|(rate, _)| rate);
        Some(json!({
            "limit": quota.limit,
            "remaining": quota.remaining,
            "rate_limit": rate.map(|rate| rate.limit),
            "rate_remaining": rate.map(|rate| rate.remaining),
            "period_seconds": state.period.map(|period| period.as_secs()),
            "spent": state.probe.is_some(),
        }))
    }

    /// Both allowances, as they were last announced.
    pub(crate) fn announced(&self) -> (Option<Allowance>, Option<Allowance>) {
        let state = self.state.lock();
        (state.rate.map(|(rate, _)| rate), state.quota)
    }

    /// Whether the quota is spent.
    pub(crate) fn is_spent(&self) -> bool {
        self.state.lock().probe.is_some()
    }
}

impl Drop for Spending<'_> {
    fn drop(&mut self) {
        self.0.state.lock().in_flight -= 1;
    }
}

impl State {
    /// Takes the quota of a response.
    fn take(&mut self, seen: Allowance, now: Duration) {
        let Some(known) = self.quota.filter(|known| known.limit == seen.limit) else {
            let learnt = self.learnt.filter(|learnt| learnt.limit == seen.limit);
            let renewed = learnt.and_then(|learnt| learnt.last_renewal(now));
            self.period = learnt.map(|learnt| learnt.period());
            (self.quota, self.began, self.has_renewed) =
                (Some(seen), renewed.unwrap_or(now), renewed.is_some());
            return;
        };
        let overtaken = OVERTAKEN.min(seen.limit / 2).max(1);
        let has_grown = seen.remaining >= known.remaining.saturating_add(overtaken);
        if !has_grown && known.remaining > 0 {
            let remaining = known.remaining.min(seen.remaining);
            self.quota = Some(Allowance::new(seen.limit, remaining));
            return;
        }
        self.quota = Some(seen);
        if seen.remaining > 0 && self.probe.take().is_some() {
            tracing::info!(left = seen.remaining, "the quota is no longer spent");
        }
        // A little more is no renewal: requests of a while ago may have ceased to count.
        if has_grown && seen.remaining >= seen.limit / 2 {
            if self.has_renewed {
                let period = usual(now.saturating_sub(self.began));
                self.period = Some(period);
                self.learnt = Some(Learnt {
                    limit: seen.limit,
                    renewed: now.as_secs(),
                    period: period.as_secs().max(1),
                });
            }
            (self.began, self.has_renewed) = (now, true);
            self.clients.clear();
        }
    }

    fn period(&self) -> Duration {
        self.period.unwrap_or(UNKNOWN_PERIOD)
    }

    /// The time until the quota is renewed. All of the period, once that is overdue.
    fn left(&self, now: Duration) -> Duration {
        let period = self.period();
        let since = now.saturating_sub(self.began);
        match since < period {
            true => period - since,
            false => period,
        }
    }

    /// How long it takes until the line for that purpose has sunk to what is left.
    fn wait(&self, purpose: Purpose, now: Duration) -> Duration {
        let Some(quota) = self.quota else {
            return Duration::ZERO;
        };
        let available = quota.remaining.saturating_sub(self.in_flight);
        let share = available as f64 / quota.limit.max(1) as f64;
        let period = self.period();
        let left = self.left(now).div_duration_f64(period);
        let above = share - purpose.line(left);
        match above > 0.0 {
            true => Duration::ZERO,
            // The line sinks by about its whole length within the period.
            false => period.mul_f64(-above).clamp(Duration::from_secs(1), HOUR),
        }
    }

    /// How long the gateway's own requests wait, because more than half of the short allowance is
    /// used up.
    fn wait_for_rate(&self, now: Duration) -> Duration {
        let low = |(rate, until): (Allowance, Duration)| {
            (rate.remaining < rate.limit / 2).then_some(until)
        };
        self.recent_rate(now).and_then(low).unwrap_or_default()
    }

    /// The short allowance, and how long its state is still believed.
    fn recent_rate(&self, now: Duration) -> Option<(Allowance, Duration)> {
        let (rate, at) = self.rate?;
        let until = (at + RATE_WINDOW).saturating_sub(now).min(RATE_WINDOW);
        (!until.is_zero()).then_some((rate, until))
    }
}

/// The usual period that one is about as long as; else itself.
fn usual(period: Duration) -> Duration {
    let is_near = |usual: &Duration| period.abs_diff(*usual) < *usual / 20;
    USUAL.into_iter().find(is_near).unwrap_or(period)
}

#[cfg(test)]
mod tests;
