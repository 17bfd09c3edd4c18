//! The change feed over List Products, and its checkpoint.
//!
//! The service has no events. Its list sorted by `changed_at` is the feed, and
//! three things stand between that and "each change once":
//!
//! - **Seconds repeat.** Rows that share a second can straddle the edge of a
//!   page or the end of a walk.
//! - **Writes are late.** A record can appear with a `changed_at` that lies
//!   behind rows already listed.
//! - **Dates are coarse.** The filter documents dates only, and not whether the
//!   day named is in. So it names the day before.
//!
//! So a walk begins before the end of the one before it, and drops what was
//! given. How long before follows from one assumption, that nothing is written
//! more than [`LATE`] behind its `changed_at`: what is written while a walk
//! runs is then at most that much older than the walk's beginning. The beginning
//! in the service's time is not known, but the newest row that this walk has
//! listed less the time that it has run for is no later. Rows older than that
//! are *settled*. The newest row of an earlier walk would not do: a walk that
//! has only begun has not listed what lies before it.
//!
//! A time that lies in the future is a mistake, and one such would settle all
//! that comes before it. So it counts as an unreadable time; a clock
//! here that is wrong costs memory and no change.
//!
//! Of each product the version and the status last given are remembered until
//! they are settled. Archiving is a change even where the version stays; a new
//! `changed_at` alone is none, unless the record has no version. A record
//! without a `pool_id` is given whenever it is met.

use super::pages::next_cursor;
use super::time::{DAY, Instant, SECOND, date, instant, milliseconds, unix_time_now};
use super::{Error, ListProducts, MAX_LIMIT, PoolClient, ProductSort, Transport};
use crate::model::{ListedProduct, Value};
use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// How far behind its `changed_at` a record may be written.
const LATE: Instant = 15 * 60 * SECOND;

/// How far ahead of the clock here the service's may be.
const AHEAD: Instant = DAY;

/// How much is remembered before what is too old is looked for.
const FORGET_ABOVE: usize = 1024;

/// What was last given of a product.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Reported {
    version: Box<str>,
    status: Box<str>,
    /// `None` for an unreadable time: the entry stays until a readable one replaces it.
    at: Option<Instant>,
}

/// How far a feed has been read: what to keep to go on later, even elsewhere.
///
/// Its text ([`Display`](fmt::Display) and [`FromStr`]) is for keeping and not
/// for reading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checkpoint {
    /// What is older was given, or was never asked for.
    settled: Option<Instant>,
    /// What was given and is not settled, by `pool_id`.
    reported: BTreeMap<Box<str>, Reported>,
}

impl Checkpoint {
    /// The beginning of all changes: the feed gives every product once.
    pub fn beginning() -> Self {
        Self::default()
    }

    /// The changes from this time on: a date such as `2024-10-12`, with or
    /// without a time, UTC unless it has a zone.
    ///
    /// # Errors
    /// The text is not a time.
    pub fn since(time: &str) -> Result<Self, Error> {
        let time = instant(time).ok_or_else(|| {
            Error::argument(
                "the time to begin at must be a date such as 2024-10-12 or 2024-10-12 08:30",
            )
        })?;
        Ok(Checkpoint {
            settled: Some(time),
            ..Self::default()
        })
    }

    /// Takes note that a walk has come so far, and has run for so long.
    fn settle(&mut self, reached: Option<Instant>, running: Instant) {
        let settled = reached.map(|it| it.saturating_sub(running + LATE));
        self.settled = self.settled.max(settled);
    }

    /// Forgets what is settled. Once a page and not once an item: a catalogue
    /// written within minutes is all open, and looking through it for every
    /// item of it would take hours.
    fn forget_settled(&mut self) {
        if self.reported.len() > FORGET_ABOVE {
            let settled = self.settled;
            self.reported.retain(|_, it| it.may_recur(settled));
        }
    }

    /// Notes a change as given; whether it had not been.
    fn record(&mut self, product: &ListedProduct, at: Option<Instant>) -> bool {
        let data = product.data();
        let text = |text: Option<&str>| Box::from(text.unwrap_or_default());
        let reported = Reported {
            version: text(data.version().get()),
            status: text(data.status().get()),
            at,
        };
        let id = text(data.pool_id().get());
        if id.is_empty() {
            // Nobody can tell it from another such, so it is given each time it
            // is met: rather twice than never.
            return true;
        }
        let same = |it: &Reported| {
            // Without a version the time is all that tells of a change.
            let same_version = !reported.version.is_empty() || it.at == reported.at;
            it.version == reported.version && it.status == reported.status && same_version
        };
        let is_new = !self.reported.get(&id).is_some_and(same);
        self.reported.insert(id, reported);
        is_new
    }
}

impl Reported {
    /// Whether it may be met again.
    fn may_recur(&self, settled: Option<Instant>) -> bool {
        self.at.is_none() || self.at >= settled
    }
}

impl fmt::Display for Checkpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time =
            |time: Option<Instant>| time.map_or(Value::Null, |it| it.to_string().as_str().into());
        let open = self
            .reported
            .iter()
            .filter(|(_, it)| it.may_recur(self.settled));
        let reported = open.map(|(id, it)| {
            let texts = [id, &it.version, &it.status].map(|text| Value::from(&**text));
            Value::List([time(it.at)].into_iter().chain(texts).collect())
        });
        let whole = [
            Value::from(FORMAT),
            time(self.settled),
            Value::List(reported.collect()),
        ];
        f.write_str(&Value::List(whole.into()).to_json())
    }
}

/// What a checkpoint's text begins with; another form would have another.
const FORMAT: &str = "changes-2";

impl FromStr for Checkpoint {
    type Err = Error;

    /// Reads what [`Display`](fmt::Display) wrote.
    fn from_str(text: &str) -> Result<Self, Error> {
        let wrong = || Error::argument("the checkpoint is none that this version has made");
        let time = |value: &Value| match value {
            Value::Null => Some(None),
            value => value.as_text()?.parse().ok().map(Some),
        };
        let read = || {
            let whole = Value::parse(text).ok()?;
            let [form, settled, reported] = whole.as_list()? else {
                return None;
            };
            if form.as_text() != Some(FORMAT) {
                return None;
            }
            let entry = |value: &Value| {
                let [at, id, version, status] = value.as_list()? else {
                    return None;
                };
                let text = |value: &Value| value.as_text().map(Box::from);
                let reported = Reported {
                    version: text(version)?,
                    status: text(status)?,
                    at: time(at)?,
                };
                Some((text(id)?, reported))
            };
            Some(Checkpoint {
                settled: time(settled)?,
                reported: reported
                    .as_list()?
                    .iter()
                    .map(entry)
                    .collect::<Option<_>>()?,
            })
        };
        read().ok_or_else(wrong)
    }
}

/// A feed of changes, oldest first; see [`PoolClient::changes`].
pub struct Changes<T> {
    client: PoolClient<T>,
    options: ListProducts,
    checkpoint: Checkpoint,
    /// What was settled when this walk began: fixed, while the checkpoint
    /// moves on.
    begin: Option<Instant>,
    /// When this walk began, by the transport's clock; `None` before it has.
    begun: Option<Duration>,
    /// How long the walk had run when the page at hand came.
    running: Instant,
    /// The latest time that a change of the page at hand can have.
    latest: Instant,
    /// The newest time that this walk has listed.
    reached: Option<Instant>,
    page: VecDeque<ListedProduct>,
    ended: bool,
}

impl<T> fmt::Debug for Changes<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Changes")
            .field("reached", &self.reached)
            .field("ended", &self.ended)
            .finish_non_exhaustive()
    }
}

impl<T: Transport> Changes<T> {
    fn new(client: PoolClient<T>, checkpoint: Checkpoint) -> Self {
        let mut changes = Changes {
            client,
            options: ListProducts::default(),
            checkpoint,
            begin: None,
            begun: None,
            running: 0,
            latest: 0,
            reached: None,
            page: VecDeque::new(),
            ended: false,
        };
        changes.again();
        changes
    }

    /// Begins another walk where the last one ended, for what has changed
    /// meanwhile.
    pub fn again(&mut self) {
        self.begin = self.checkpoint.settled;
        self.begun = None;
        self.reached = None;
        self.page.clear();
        self.ended = false;
        self.options = ListProducts {
            sort: Some(ProductSort::OldestChange),
            status: Some("published,archived".to_owned()),
            changed_at: self
                .begin
                .map(|begin| format!("gt:{}", date(begin.saturating_sub(DAY)))),
            limit: Some(MAX_LIMIT),
            ..ListProducts::default()
        };
    }

    /// The next change; `None` once all are given. After an error the same may
    /// be asked again: nothing is skipped.
    ///
    /// # Errors
    /// As [`PoolClient::list_products`].
    pub async fn next(&mut self) -> Result<Option<ListedProduct>, Error> {
        loop {
            if let Some(product) = self.next_in_page() {
                return Ok(Some(product));
            }
            if !self.fetch_page().await? {
                return Ok(None);
            }
        }
    }

    /// The next change of the page that was fetched last, without a request; `None`
    /// at its end. For callers that show progress page by page.
    pub fn next_in_page(&mut self) -> Option<ListedProduct> {
        while let Some(product) = self.page.pop_front() {
            let at = product.data().changed_at().get().and_then(instant);
            let at = at.filter(|at| *at <= self.latest);
            if at.is_some() && at < self.begin {
                continue;
            }
            let is_new = self.checkpoint.record(&product, at);
            self.reached = self.reached.max(at);
            self.checkpoint.settle(self.reached, self.running);
            if is_new {
                return Some(product);
            }
        }
        None
    }

    /// Fetches the next page, once [`next_in_page`](Self::next_in_page) has given all
    /// of the last; `false` at the end of the feed.
    ///
    /// # Errors
    /// As [`PoolClient::list_products`].
    pub async fn fetch_page(&mut self) -> Result<bool, Error> {
        if self.ended {
            return Ok(false);
        }
        self.checkpoint.forget_settled();
        let now = || self.client.transport.clock();
        let begun = *self.begun.get_or_insert_with(now);
        let page = match self.client.list_products(&self.options).await {
            Ok(page) => page,
            Err(error) => {
                // A service may forget its cursors. The next call begins another
                // walk, and that one drops what was given.
                if error.status() == Some(400) && self.options.cursor.is_some() {
                    self.again();
                }
                return Err(error);
            }
        };
        self.running = milliseconds(now().saturating_sub(begun)) as Instant;
        self.latest = unix_time_now().saturating_add(AHEAD);
        let is_empty = page.items().len() == 0;
        let next = next_cursor(page.next(), self.options.cursor.as_deref(), is_empty);
        self.page = page.into_items().into();
        self.ended = next.is_none();
        self.options.cursor = next;
        Ok(true)
    }

    /// Where the feed stands: after the last change that [`next`](Self::next)
    /// gave. Keep it once that change is dealt with.
    pub fn checkpoint(&self) -> &Checkpoint {
        &self.checkpoint
    }
}

impl<T: Transport + Clone> PoolClient<T> {
    /// What changed since a checkpoint, oldest first, each change of a product
    /// once; archiving is a change. It ends when it has caught up;
    /// [`Changes::again`] goes on from there.
    ///
    /// Of a product that changed twice meanwhile the newest state is given.
    ///
    /// ```
    /// # use product_pool::client::{Checkpoint, Error, PoolClient, Transport};
    /// # async fn example<T: Transport + Clone>(client: PoolClient<T>) -> Result<(), Error> {
    /// let mut changes = client.changes(Checkpoint::since("2024-10-12")?);
    /// while let Some(product) = changes.next().await? {
    ///     println!("{:?}", product.data().pool_id().get());
    /// }
    /// let keep = changes.checkpoint().to_string();
    /// // Later, or after a crash:
    /// let changes = client.changes(keep.parse()?);
    /// # Ok(())
    /// # }
    /// ```
    pub fn changes(&self, since: Checkpoint) -> Changes<T> {
        Changes::new(self.clone(), since)
    }
}
