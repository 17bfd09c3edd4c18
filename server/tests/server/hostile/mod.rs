//! Hostile requests, and how a server responds to them.
//!
//! Every request follows from a seed, so a failure can be reproduced. The only acceptable
//! outcomes are a 4xx and a closed connection, and no response may contain a secret.

mod attacks;
mod heads;
mod paths;
mod send;
mod shapes;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use fastrand::Rng;

use send::{Answer, send};

/// A request in pieces, with a pause after each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Case {
    /// The kind of attack.
    pub(super) kind: &'static str,
    /// The bytes, piece by piece.
    pub(super) pieces: Vec<Vec<u8>>,
}

/// An attack on a server.
#[derive(Clone, Debug)]
pub(super) struct Attack {
    /// `host:port`.
    pub(super) address: String,
    /// The seed that the requests follow from.
    pub(super) seed: u64,
    /// The number of requests.
    pub(super) requests: u64,
    /// The number of concurrent requests.
    pub(super) at_once: usize,
    /// A header line that some of the requests have, such as one with a token, so that they get
    /// past authentication.
    pub(super) header: Option<String>,
    /// A path that exists, for requests that are smuggled behind others.
    pub(super) treasure: String,
    /// Texts that no response may contain: tokens, and the contents of files outside the served
    /// folders.
    pub(super) secrets: Vec<String>,
}

/// The outcome of an attack.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Outcome {
    /// The number of responses by kind and status; 0 is a connection closed without one.
    pub(super) answers: BTreeMap<&'static str, BTreeMap<u16, u64>>,
    /// Descriptions of the first faults.
    pub(super) faults: Vec<String>,
    /// The number of faults.
    pub(super) failed: u64,
}

/// The number of faults that are described; the others are only counted.
const DESCRIBED: usize = 20;

impl Attack {
    /// The request with that number.
    pub(super) fn case(&self, number: u64) -> Case {
        let mut rng = Rng::with_seed(self.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let header = self.header.as_deref().filter(|_| rng.bool());
        let makers = MAKERS;
        // In turn, so that even a short run has every kind.
        let (kind, make) = makers[usize::try_from(number).unwrap_or(0) % makers.len()];
        let pieces = make(&mut rng, header.unwrap_or("x-plain: 1"), &self.treasure);
        Case { kind, pieces }
    }

    /// Sends all requests and checks the responses.
    pub(super) fn run(&self) -> Outcome {
        let (next, outcome) = (AtomicU64::new(0), Mutex::new(Outcome::default()));
        thread::scope(|scope| {
            for _ in 0..self.at_once {
                scope.spawn(|| {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= self.requests {
                            return;
                        }
                        let case = self.case(number);
                        let answer = send(&self.address, &case.pieces);
                        let mut outcome = outcome.lock().unwrap_or_else(|error| error.into_inner());
                        outcome.note(number, &case, &answer, &self.secrets);
                    }
                });
            }
        });
        outcome
            .into_inner()
            .unwrap_or_else(|error| error.into_inner())
    }
}

impl Outcome {
    fn note(&mut self, number: u64, case: &Case, answer: &Answer, secrets: &[String]) {
        let counts = self.answers.entry(case.kind).or_default();
        for status in &answer.statuses {
            *counts.entry(*status).or_default() += 1;
        }
        if answer.statuses.is_empty() {
            *counts.entry(0).or_default() += 1;
        }
        let Some(fault) = fault(answer, secrets) else {
            return;
        };
        self.failed += 1;
        if self.faults.len() < DESCRIBED {
            let sent = case.pieces.concat();
            let sent = String::from_utf8_lossy(&sent[..sent.len().min(400)]).into_owned();
            let kind = case.kind;
            self.faults
                .push(format!("request {number} ({kind}) {fault}: {sent:?}"));
        }
    }

    /// Adds the outcome of another attack.
    pub(super) fn add(&mut self, other: Outcome) {
        for (kind, answers) in other.answers {
            let counts = self.answers.entry(kind).or_default();
            for (status, count) in answers {
                *counts.entry(status).or_default() += count;
            }
        }
        self.failed += other.failed;
        let free = DESCRIBED.saturating_sub(self.faults.len());
        self.faults.extend(other.faults.into_iter().take(free));
    }

    /// The number of requests that got a response rather than a closed connection.
    pub(super) fn answered(&self) -> u64 {
        let answers = self.answers.values().flatten();
        answers
            .filter(|(status, _)| **status != 0)
            .map(|(_, count)| count)
            .sum()
    }
}

/// The fault in a response, if there is one.
fn fault(answer: &Answer, secrets: &[String]) -> Option<String> {
    if let Some(status) = answer
        .statuses
        .iter()
        .find(|status| !(400..500).contains(*status))
    {
        return Some(format!("got status {status}"));
    }
    if let Some(secret) = secrets.iter().find(|secret| holds(&answer.bytes, secret)) {
        return Some(format!("got the secret {secret:?}"));
    }
    match answer.end {
        send::End::Closed => None,
        send::End::Unread => Some("got something that is not HTTP".to_owned()),
        send::End::Open => Some("got no response, and the connection stayed open".to_owned()),
        send::End::Refused => Some("could not connect".to_owned()),
    }
}

fn holds(bytes: &[u8], text: &str) -> bool {
    bytes
        .windows(text.len().max(1))
        .any(|window| window == text.as_bytes())
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (kind, answers) in &self.answers {
            write!(f, "  {kind:<24}")?;
            for (status, count) in answers {
                match status {
                    0 => write!(f, "  closed {count}")?,
                    status => write!(f, "  {status} {count}")?,
                }
            }
            writeln!(f)?;
        }
        for fault in &self.faults {
            writeln!(f, "  FAULT {fault}")?;
        }
        Ok(())
    }
}

type Maker = fn(&mut Rng, &str, &str) -> Vec<Vec<u8>>;

/// All kinds of requests.
const MAKERS: [(&str, Maker); 24] = [
    ("steps out of folders", paths::steps_out),
    ("null characters", paths::nulls),
    ("overlong UTF-8", paths::overlong),
    ("broken percent signs", paths::percent),
    ("raw bytes in the path", paths::raw_bytes),
    ("absolute addresses", paths::absolute),
    ("identifiers", paths::identifiers),
    ("GTINs and digital links", paths::gtins),
    ("long addresses", paths::long),
    ("parameters", paths::parameters),
    ("cursors", paths::cursors),
    ("methods", heads::methods),
    ("many headers", heads::many),
    ("long headers", heads::long),
    ("repeated headers", heads::repeated),
    ("malformed headers", heads::malformed),
    ("odd header values", heads::odd_values),
    ("upgrades", heads::upgrades),
    ("bodies", shapes::bodies),
    ("lengths", shapes::lengths),
    ("two requests as one", shapes::smuggled),
    ("slow clients", shapes::slow),
    ("other protocols", shapes::protocols),
    ("flipped bits", shapes::flipped),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn attack() -> Attack {
        Attack {
            address: String::new(),
            seed: 7,
            requests: 0,
            at_once: 1,
            header: Some("authorization: Bearer t".to_owned()),
            treasure: "/v2/products/a".to_owned(),
            secrets: vec!["secret".to_owned()],
        }
    }

    #[test]
    fn a_seed_makes_the_same_requests_again() {
        let attack = attack();
        for number in 0..2_000 {
            assert_eq!(attack.case(number), attack.case(number));
        }
        let other = Attack {
            seed: 8,
            ..attack.clone()
        };
        assert!((0..100).any(|number| attack.case(number) != other.case(number)));
    }

    #[test]
    fn faults_are_found() {
        let answer = |statuses: &[u16], bytes: &str, end| Answer {
            statuses: statuses.to_vec(),
            bytes: bytes.as_bytes().to_vec(),
            end,
        };
        let secrets = ["secret".to_owned()];
        let found = |answer: &Answer| fault(answer, &secrets);
        assert_eq!(
            found(&answer(&[404, 400], "nothing", send::End::Closed)),
            None
        );
        assert_eq!(found(&answer(&[], "", send::End::Closed)), None);
        for wrong in [
            answer(&[200], "", send::End::Closed),
            answer(&[404, 200], "", send::End::Closed),
            answer(&[500], "", send::End::Closed),
            answer(&[404], "the secret", send::End::Closed),
            answer(&[], "", send::End::Open),
            answer(&[], "", send::End::Unread),
            answer(&[], "", send::End::Refused),
        ] {
            assert!(found(&wrong).is_some(), "{wrong:?}");
        }
    }
}
