use super::*;
use proptest::prelude::*;

fn quota() -> (Clock, Quota) {
    let clock = Clock::stopped();
    (clock.clone(), Quota::new(clock, None))
}

fn announced(remaining: u64, limit: u64) -> Allowances {
    let mut announced = Allowances::default();
    announced.quota = Some(Allowance::new(limit, remaining));
    announced
}

fn rate(remaining: u64) -> Allowances {
    let mut announced = Allowances::default();
    announced.rate = Some(Allowance::new(200, remaining));
    announced
}

#[test]
fn an_upstream_without_a_quota_is_asked_as_ever() {
    let (_, quota) = quota();
    quota.observe(&Allowances::default());
    assert!(!quota.is_scarce() && quota.spent_for().is_none());
    assert_eq!(quota.wait(Purpose::Filling), Duration::ZERO);
    assert_eq!(quota.changes_interval(MINUTE, 1), MINUTE);
    assert_eq!(quota.report(), None);
}

#[test]
fn the_documented_example_keeps_what_is_left_for_readers() {
    let (_, quota) = quota();
    quota.observe(&announced(97, 2_000));
    assert!(quota.is_scarce());
    assert_eq!(quota.spent_for(), None);
    assert_eq!(quota.wait(Purpose::FirstList), HOUR);
    assert_eq!(quota.changes_interval(MINUTE, 1), HOUR);
}

#[test]
fn a_spent_quota_is_probed_ever_more_rarely() {
    let (clock, quota) = quota();
    quota.observe(&announced(0, 2_000));
    let mut probes = 0;
    for _ in 0..24 * 60 {
        if quota.spent_for().is_none() {
            let probe = quota.spend();
            assert!(quota.spent_for().is_some(), "one at a time");
            quota.observe(&announced(0, 2_000));
            drop(probe);
            probes += 1;
        }
        clock.advance(MINUTE);
    }
    assert!((24..=30).contains(&probes), "{probes}");
    quota.observe(&announced(1_999, 2_000));
    assert!(!quota.is_spent() && quota.spent_for().is_none());
}

#[test]
fn the_period_is_learnt_from_two_renewals() {
    let (clock, quota) = quota();
    let mut left = 700;
    let mut periods = Vec::new();
    // It is renewed at each midnight; the gateway starts at eight.
    for hour in 8..24 * 4 {
        if hour % 24 == 0 {
            left = 2_000;
        }
        left -= 20;
        quota.observe(&announced(left, 2_000));
        periods.push(quota.state.lock().period);
        clock.advance(HOUR);
    }
    let learnt = periods.iter().position(Option::is_some);
    assert_eq!(learnt, Some(2 * 24 - 8));
    assert_eq!(periods.last(), Some(&Some(DAY)));
}

#[test]
fn what_was_learnt_survives_a_restart_and_holds_for_its_quota_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = Some(folder.path().join("quota.json"));
    let clock = Clock::stopped();
    let quota = Quota::new(clock.clone(), file.clone());
    for _ in 0..3 {
        quota.observe(&announced(2_000, 2_000));
        quota.observe(&announced(100, 2_000));
        clock.advance(DAY);
    }
    assert_eq!(quota.state.lock().period, Some(DAY));
    // Ten days and six hours later, a quarter of its day is over.
    clock.advance(9 * DAY + 6 * HOUR);
    let again = Quota::new(clock.clone(), file.clone());
    again.observe(&announced(1_900, 2_000));
    assert_eq!(again.state.lock().period, Some(DAY));
    assert_eq!(again.state.lock().left(clock.now()), DAY - 6 * HOUR);
    let other = Quota::new(clock.clone(), file.clone());
    other.observe(&announced(1_900, 20_000));
    assert_eq!(other.state.lock().period, None);
    // A clock that was set back knows the period, and no renewal.
    clock.set_back(20 * DAY);
    let back = Quota::new(clock.clone(), file);
    back.observe(&announced(1_900, 2_000));
    assert_eq!(back.state.lock().left(clock.now()), DAY);
}

#[test]
fn responses_that_overtake_one_another_are_no_renewal() {
    let (_, quota) = quota();
    for left in [1_990, 1_980, 1_989, 1_970, 1_999] {
        quota.observe(&announced(left, 2_000));
    }
    assert_eq!(quota.announced().1.unwrap().remaining, 1_970);
    assert!(!quota.state.lock().has_renewed);
}

#[test]
fn own_requests_leave_half_of_the_rate_to_clients() {
    let (clock, quota) = quota();
    quota.observe(&rate(99));
    assert_eq!(quota.wait(Purpose::Filling), RATE_WINDOW);
    assert!(!quota.is_scarce(), "clients are served");
    clock.advance(RATE_WINDOW);
    assert_eq!(quota.wait(Purpose::Filling), Duration::ZERO);
    quota.observe(&rate(100));
    assert_eq!(quota.wait(Purpose::Filling), Duration::ZERO);
}

#[test]
fn a_clock_that_was_set_back_ends_no_wait_later() {
    let (clock, quota) = quota();
    clock.advance(DAY);
    quota.observe(&announced(0, 100));
    clock.set_back(DAY);
    assert!(quota.spent_for().unwrap() <= MINUTE);
}

proptest! {
    /// However much of what, filling never takes what is kept for readers.
    #[test]
    fn filling_leaves_the_reserve(limit in 20..50_000_u64, hours in 1..800_u32) {
        let (clock, quota) = quota();
        let mut left = limit;
        quota.observe(&announced(left, limit));
        for _ in 0..hours {
            while quota.wait(Purpose::Filling).is_zero() {
                left -= 1;
                quota.observe(&announced(left, limit));
            }
            clock.advance(HOUR);
        }
        prop_assert!(left >= limit / 10 - 1, "{left}");
    }
}

const A: Option<IpAddr> = Some(IpAddr::V4(std::net::Ipv4Addr::new(203, 0, 113, 5)));
const B: Option<IpAddr> = Some(IpAddr::V4(std::net::Ipv4Addr::new(203, 0, 113, 6)));

/// Uses up what a client may send, of a quota of which that much is left.
fn use_up(quota: &Quota, client: Option<IpAddr>, mut left: u64, limit: u64) -> (u64, Duration) {
    let mut used = 0;
    loop {
        if let Err(wait) = quota.take_share(client) {
            return (used, wait);
        }
        used += 1;
        left -= 1;
        quota.observe(&announced(left, limit));
    }
}

#[test]
fn a_client_uses_a_quarter_of_the_quota() {
    let (clock, quota) = quota();
    quota.observe(&announced(2_000, 2_000));
    assert_eq!(use_up(&quota, A, 2_000, 2_000), (501, HOUR));
    assert_eq!(use_up(&quota, B, 1_499, 2_000).0, 375);
    assert!(quota.take_share(None).is_ok(), "the gateway's own");
    // What was not sent is given back.
    quota.give_back(A);
    assert!(quota.take_share(A).is_err(), "less is left than before");
    clock.advance(DAY);
    quota.observe(&announced(2_000, 2_000));
    assert!(quota.take_share(A).is_ok(), "after the renewal");
    // Once nothing is left for anybody, the quota is spent, and not a share of it.
    quota.observe(&announced(0, 2_000));
    assert!(quota.take_share(A).is_ok() && quota.spent_for().is_some());
}

#[test]
fn a_client_uses_half_of_the_rate() {
    let (clock, quota) = quota();
    quota.observe(&rate(199));
    let mut used = 0;
    let wait = loop {
        match quota.take_share(A) {
            Ok(()) => used += 1,
            Err(wait) => break wait,
        }
        quota.observe(&rate(199 - used));
    };
    assert_eq!(used, 100);
    assert!(wait <= MINUTE && quota.take_share(B).is_ok());
    clock.advance(wait);
    assert!(quota.take_share(A).is_ok(), "in the next minute");
}

#[test]
fn only_so_many_clients_are_remembered() {
    let (_, quota) = quota();
    for number in 0..u32::try_from(2 * MOST_CLIENTS).unwrap() {
        assert!(
            quota
                .take_share(Some(IpAddr::from(number.to_be_bytes())))
                .is_ok()
        );
    }
    assert!(quota.state.lock().clients.len() <= MOST_CLIENTS);
}
