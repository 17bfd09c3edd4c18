//! Requests that nobody sends by mistake, and whether a server stands them.
//!
//! Every request is made from a seed, so a failure can be had again. None of
//! them may be answered with anything but a 4xx, or by hanging up; and no answer
//! may hold a secret.

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

pub use send::{Answer, ask, send};

/// A request in pieces, with a pause after each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// What kind of attempt it is.
    pub kind: &'static str,
    /// The bytes, piece by piece.
    pub pieces: Vec<Vec<u8>>,
}

/// How a server is attacked.
#[derive(Clone, Debug)]
pub struct Attack {
    /// `host:port`.
    pub address: String,
    /// From what the requests are made.
    pub seed: u64,
    /// How many.
    pub requests: u64,
    /// How many at a time.
    pub at_once: usize,
    /// A header line that some of the requests bear, such as one with a token,
    /// so that they come further.
    pub header: Option<String>,
    /// A path that has an answer, which is smuggled behind other requests.
    pub treasure: String,
    /// What no answer may hold: tokens, and what files hold that are not served.
    pub secrets: Vec<String>,
}

/// What became of an attack.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Answers by kind and status; 0 stands for hanging up without one.
    pub answers: BTreeMap<&'static str, BTreeMap<u16, u64>>,
    /// What should not have happened, the first few in full.
    pub faults: Vec<String>,
    /// How many things should not have happened.
    pub failed: u64,
}

/// Faults that are described; the others are counted.
const DESCRIBED: usize = 20;

impl Attack {
    /// The request of that number.
    pub fn case(&self, number: u64) -> Case {
        let mut rng = Rng::with_seed(self.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let header = self.header.as_deref().filter(|_| rng.bool());
        let makers = MAKERS;
        // In turn, so that even a short run has all kinds.
        let (kind, make) = makers[usize::try_from(number).unwrap_or(0) % makers.len()];
        let pieces = make(&mut rng, header.unwrap_or("x-plain: 1"), &self.treasure);
        Case { kind, pieces }
    }

    /// Sends all requests and judges what comes back.
    pub fn run(&self) -> Outcome {
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
                        let mut outcome = outcome.lock().unwrap_or_else(|it| it.into_inner());
                        outcome.note(number, &case, &answer, &self.secrets);
                    }
                });
            }
        });
        outcome.into_inner().unwrap_or_else(|it| it.into_inner())
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

    /// Adds what became of another attack.
    pub fn add(&mut self, other: Outcome) {
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

    /// How many requests were answered, and not only hung up on.
    pub fn answered(&self) -> u64 {
        let answers = self.answers.values().flatten();
        answers
            .filter(|(status, _)| **status != 0)
            .map(|(_, count)| count)
            .sum()
    }
}

/// What is wrong with an answer, if anything is.
fn fault(answer: &Answer, secrets: &[String]) -> Option<String> {
    if let Some(status) = answer.statuses.iter().find(|it| !(400..500).contains(*it)) {
        return Some(format!("is answered with {status}"));
    }
    if let Some(secret) = secrets.iter().find(|it| holds(&answer.bytes, it)) {
        return Some(format!("is told {secret:?}"));
    }
    match answer.end {
        send::End::Closed => None,
        send::End::Unread => Some("is answered with what is no HTTP".to_owned()),
        send::End::Open => Some("is kept waiting".to_owned()),
        send::End::Refused => Some("is not even connected".to_owned()),
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
                    0 => write!(f, "  hung up {count}")?,
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

/// All kinds of attempts.
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
    fn what_should_not_happen_is_told() {
        let answer = |statuses: &[u16], bytes: &str, end| Answer {
            statuses: statuses.to_vec(),
            bytes: bytes.as_bytes().to_vec(),
            end,
        };
        let secrets = ["secret".to_owned()];
        let told = |it: &Answer| fault(it, &secrets);
        assert_eq!(
            told(&answer(&[404, 400], "nothing", send::End::Closed)),
            None
        );
        assert_eq!(told(&answer(&[], "", send::End::Closed)), None);
        for wrong in [
            answer(&[200], "", send::End::Closed),
            answer(&[404, 200], "", send::End::Closed),
            answer(&[500], "", send::End::Closed),
            answer(&[404], "the secret", send::End::Closed),
            answer(&[], "", send::End::Open),
            answer(&[], "", send::End::Unread),
            answer(&[], "", send::End::Refused),
        ] {
            assert!(told(&wrong).is_some(), "{wrong:?}");
        }
    }
}
